// The drawing of a game's table. A game without one is still played: its piles stand at the edge, labelled.
import type { GameInfo } from "../../wire";
import type { Arrangement, Drawing, Layout } from "../drawing";
import { beggarDuel, beggarMelee } from "./beggar";
import { blitz31 } from "./blitz31";
import { bundlesDuel, bundlesRound } from "./bundles";
import { champz } from "./champz";
import { blitzkrieg } from "./blitzkrieg";
import { casinoWar } from "./casino";
import { ratscrewDuel, ratscrewRound } from "./ratscrew";
import { schwimmen } from "./schwimmen";
import { stealDuel, stealMelee } from "./steal";
import { syrian } from "./syrian";
import { todUndLeben } from "./tod";
import { handsDuel, handsMelee } from "./hands";
import { duel, melee, tall } from "./war";

/** A desk's table stretched upwards, with larger cards. */
const upright = (drawing: Drawing, changes: Partial<Arrangement> = {}): Drawing => ({
  ...drawing,
  tall: { ...drawing.desk, grows: 1.2, ...changes },
});

const PACKETS: Drawing = { ...duel, tall };
const ROUND = upright(melee);
/** Whoever collects the cards is the drunkard: their deck leans. */
const TIPSY = { kind: "deck", most: -9 };

/** For two seats, and for more where that differs. */
const DRAWINGS: Readonly<Record<string, readonly [Drawing, Drawing?]>> = {
  "beggar-my-neighbour": [upright(beggarDuel), upright(beggarMelee)],
  blitz31: [upright(blitz31, { plates: { me: { x: 40, y: 462, align: "left", number: 88, name: "above" } } })],
  champz: [
    upright(champz, {
      places: {
        "hand me": { x: 70, y: 632, w: 103, spread: "row", straight: true, step: 112, span: 762 },
        stock: { x: 842, y: 512, w: 50 },
        discard: { x: 922, y: 512, w: 50 },
      },
    }),
  ],
  blitzkrieg: [blitzkrieg],
  blitzwar: [duel],
  "egyptian-ratscrew": [upright(ratscrewDuel), upright(ratscrewRound)],
  pyanitsa: [
    { ...PACKETS, leans: TIPSY },
    { ...ROUND, leans: TIPSY },
  ],
  "casino-war": [upright(casinoWar, { grows: 1.4 })],
  schwimmen: [upright(schwimmen)],
  "stealing-bundles": [upright(bundlesDuel), upright(bundlesRound)],
  "syrian-war": [upright(syrian)],
  "tod-und-leben": [upright(todUndLeben)],
  "steal-war": [stealDuel, stealMelee],
  war: [
    { ...PACKETS, hands: handsDuel },
    { ...ROUND, hands: upright(handsMelee) },
  ],
};

/** The drawing of a game's table, with the ground and the shares that the game declares. */
export function layoutOf({ game, page }: Pick<GameInfo, "game" | "page">, seats: number): Layout {
  const [two, more = two] = DRAWINGS[game] ?? [PACKETS, ROUND];
  const { counter, piles = [], unit = 1 } = page.share;
  return {
    ...(seats === 2 ? two : more),
    ground: page.ground === "front" && seats > 2 ? "sectors" : page.ground,
    counts: counter ? { state: counter, unit } : { piles, unit },
  };
}
