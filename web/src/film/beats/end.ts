// The beat of the end: a breath, the front draws back over the whole game, and the result is told.
import { showsHand } from "../../table/events";
import type { Reel, Run } from "../reel";
import { ENDED, settled, type Ended } from "../still";
import * as time from "../timings";

/** The game is over: from here on all is as the last message has it, and told step by step. */
export function end(reel: Reel, [event]: Run): void {
  const view = reel.view!;
  const { seats, counting, drama } = reel.rules;
  const shown = reel
    .still()
    .log.at(-1)
    ?.events.some((one) => showsHand(drama, one));
  if (shown) reel.rest([], reel.at, time.VERDICT);
  const from = reel.seen([...reel.faces.keys()]);
  const step = (at: number, lasts: number, ended: Ended, keeps = false) =>
    reel.change({
      at: from + at,
      lasts,
      make: (still) => {
        const after = { ...settled(still, view, null, seats, counting), ended };
        return keeps ? { ...after, battles: still.battles } : after;
      },
    });
  // A battle that decided the game fades where it lies.
  step(time.END.front, time.END.lasts, ENDED.front, true);
  time.END.notes.forEach((at, note) => reel.hear(from + at, event, note));
  step(time.END.result, time.FADE, ENDED.result);
  reel.tell(from + time.END.result, event);
  step(time.END.luck, time.FADE, ENDED.luck);
  reel.at = from + time.END.buttons;
  step(time.END.buttons, 0, ENDED.buttons);
  reel.depths = [];
  // A press completes it.
  reel.rests.push({ from: reel.at, to: reel.at });
}
