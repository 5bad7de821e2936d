"""Write docs/ladder.md: the levels of each game's bots against each other (``make pages``).

``make_ladder.py blitz31 "champz 3"`` plays these ladders, without arguments all of them, and saves each in ladder.json.
``small-31`` measures the distance from a solution. ``--draw`` writes the page from the saved results.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from threedown.bots.ladder import climb, ladder_levels
from threedown.bots.ladder_facts import ladder_facts
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game, game_names
from threedown.games.setting import settle

HERE = Path(__file__).parent
DATA = HERE / "ladder.json"
SEED = 1
OUTSIDE = "examples/bot.py:patient"
SMALL = ("20", "8")
"""Cards of the 31s that are solved."""


class Plan(NamedTuple):
    """A ladder to play: at most ``most`` games for each pairing, in about ``minutes``."""

    game: str
    seats: int
    most: int
    minutes: float
    levels: tuple[str, ...] = ()
    """The levels; the game's own ladder if empty."""
    preset: str = ""
    """The preset; the default one if empty."""

    @property
    def name(self) -> str:
        return f"{self.game} {self.seats}" + (" outside" if any(":" in level for level in self.levels) else "")

    @property
    def command(self) -> str:
        levels = shlex.quote(",".join(self.levels or ladder_levels(find_game(self.game))))
        preset = f" --preset {self.preset}" if self.preset else ""
        where = f"{self.game}{preset} --seats {self.seats} --levels {levels} --most {self.most}"
        return f"threedown bots ladder {where} --minutes {self.minutes:g} --seed {SEED}"


PLANS = (
    *(Plan("beggar-my-neighbour", seats, 4_000, 1, preset="chosen") for seats in (2, 3, 4, 6)),
    *(Plan("war", seats, 4_000, 1, preset="hand-of-three") for seats in (2, 3, 4, 6)),
    *(Plan("casino-war", seats, 4_000, 1) for seats in range(2, 7)),
    *(Plan("steal-war", seats, 4_000, 2) for seats in (2, 3, 4)),
    *(Plan("schwimmen", seats, 4_000, 6) for seats in (2, 3, 4, 6)),
    *(Plan("stealing-bundles", seats, 4_000, 2) for seats in (2, 3, 4, 6)),
    *(Plan("egyptian-ratscrew", seats, 4_000, 1) for seats in (2, 3, 4, 6)),
    Plan("blitzkrieg", 2, 4_000, 2),
    *(Plan("blitz31", seats, 4_000, 6) for seats in range(2, 10)),
    Plan("blitz31", 2, 100_000, 2, ("simple", OUTSIDE, "steady")),
    *(Plan("champz", seats, 2_000, 4) for seats in range(2, 7)),
    *(Plan("blitzwar", seats, 400, 8, ("simple", "keen", "fierce")) for seats in (5, 4, 3)),
)

TEXT = """# Who beats whom: the ladders of all games

Each row plays one bot of a level against bots of another level. Each deal is played as often as there are seats, with
other chance after it, and the bot sits one seat further on each time: so good cards and seats help both levels alike.
With equal strength it would win one game in as many as there are seats ("even"). A game with several winners counts in
equal parts for them. The verdicts "beats" and "loses to" appear only if the 99.9 % interval (Wilson), at any of at most
ten looks, lies on one side of even; then the pairing ends.

Games that end when a level is clearly ahead flatter it: a level that wins 54 % was printed with 54.7 % on average, and
the 95 % interval of its games covered the truth 92.6 times in 100. So the shares and the 95 % intervals here are those
of the whole procedure ([`stopped.py`](../src/threedown/bots/stopped.py)): the interval has the shares under which the
outcome is not unusually high or low, by its exact probabilities, and the estimate is as often too high as too low. For
independent games, the interval covers a true share of 15 % to 85 % 94 to 96 times in 100, others 93.8 to 96.5 times (a
test adds that up). The games of a deal are not independent: they count for as many games as vary like them, and
`python -m benchmarks.coverage` measures how often that interval holds. Pairings that were clear at the first look,
after 200 games, can't be corrected by this: there the share is that of the games, with its wide interval.

The same deals at every seat save games where the cards decide much. For an interval of the same width as with a deal
for each game, these pairings took fewer games (40,000 to 2,000 games of each kind, seed 11): Blitz Champz for two
39 %, Beggar-My-Neighbour 16 %, Blitzkrieg 15 %, Steal War and Blitz (31) for two 4 %, BlitzWar for three 1 %, Blitz
Champz for four none.

Seed {seed}. The ladders ran on one core of a machine with other work (the load stands behind each ladder), so the times
of a choice are upper bounds; they come from games in which the level plays every seat, and include the rules. Written
by `docs/make_ladder.py`.

{games}
{missing}{solved}## What has no ladder

{single} have no choices that matter, so all their bots play equally well.

## A bot of your own

Instead of a level you can name `FILE.py:POLICY`, a function in a file of yours ([how](tutorials/bots.md#a-policy)). So
`{outside}` takes part in a ladder of Blitz (31). It is compiled like the game's own bots, receives only what its seat
may know, and its answers are checked against the rules.
"""


SOLVED = """## How far from a solution

`threedown exact blitz31 --small` solves a 31 of {twenty[cards]} cards, the tens to the aces, for two players with one
life, with a draw after {twenty[turns]} turns. It uses regret minimisation over {twenty[deals]:,} deals and the rules of
Blitz (31) themselves. The first player wins {twenty[first_seat]:.1%} of that game; a best response, trained on as many
deals, wins {twenty[beaten]:.1%} against the solution. The average over both seats, with a draw as half a win, in
{twenty[games]:,} games:

| | against the solution | 95 % interval |
| --- | --- | --- |
{of_twenty}
With `--cards 8` the pack has only kings and aces, with a draw after {eight[turns]} turns. This game is solved exactly:
each level is evaluated at every possible table, together with the best answer to it. The first player wins
{eight[first_seat]:.2%}, a solution at least 50 % against any opponent, and the levels:

| | against a solution | against its best answer |
| --- | --- | --- |
{of_eight}
A level that searches isn't always closer to the solution: it responds to the players that it imagines, and others can
respond to it. `steady` is made for a whole pack: it knocks with 21 at once, which is little if all cards are kings and
aces. The command reports what the small games leave out.

"""


def solved(twenty: dict[str, Any], eight: dict[str, Any]) -> str:
    """Return the chapter on the solved games from the ``--json`` output of that command for both sizes."""
    of_twenty = "".join(
        f"| {row['level']} | {row['share']:.1%} | {row['low']:.1%} to {row['high']:.1%} |\n" for row in twenty["levels"]
    )
    of_eight = "".join(
        f"| {row['level']} | {row['solution']['share']:.2%} | {row['answer']['share']:.2%} |\n"
        for row in eight["levels"]
    )
    return SOLVED.format(twenty=twenty, eight=eight, of_twenty=of_twenty, of_eight=of_eight)


def measure(plan: Plan) -> dict[str, Any]:
    """Play a ladder on one core."""
    game = find_game(plan.game)
    levels = ladder_levels(game, plan.levels or None)
    climbed = climb(
        settle(game, plan.preset or None, seats=plan.seats),
        levels,
        SEED,
        plan.most,
        ThreadPool(1),
        minutes=plan.minutes,
    )
    return ladder_facts(climbed) | {"command": plan.command, "load": round(os.getloadavg()[0], 1)}


def shown(found: dict[str, Any]) -> str:
    """Return a ladder as part of the page."""
    outside = ", with a bot from outside" if any(":" in level for level in found["levels"]) else ""
    text = (
        f"### {found['seats']} seats{outside}\n\n| | games | share | 95 % interval | even | |\n" + "| --- " * 6 + "|\n"
    )
    for pairing in found["pairings"]:
        text += (
            f"| {pairing['level']} among {pairing['against']} | {pairing['games']:,} | {pairing['share']:.1%} |"
            f" {pairing['low']:.1%} to {pairing['high']:.1%} | {pairing['even']:.1%} | {pairing['verdict']} |\n"
        )
    paces = [
        f"{pace['level']} {pace['microseconds'] / 1000:.3g} ms" for pace in found["choices"] if pace["microseconds"]
    ]
    return f"{text}\nA choice takes: {', '.join(paces)} (load {found['load']}).\n\n`{found['command']}`\n\n"


def page(found: dict[str, Any]) -> str:
    """Return the whole page, with all ladders played so far."""
    games = ""
    for name in game_names():
        ladders = [found[plan.name] for plan in PLANS if plan.game == name and plan.name in found]
        if ladders:
            games += f"## {find_game(name).title}\n\n" + "".join(map(shown, ladders)) + NOTES.get(name, "")
    single = [find_game(name).title for name in game_names() if len(find_game(name).bots.LADDER) < 2]
    to_come = "".join(f"- `{plan.command}`\n" for plan in PLANS if plan.name not in found)
    missing = f"## Not played yet\n\n{to_come}\n" if to_come else ""
    return TEXT.format(
        seed=SEED,
        games=games,
        missing=missing,
        solved=solved(*found["small 31"]) if "small 31" in found else "",
        single=f"{', '.join(single[:-1])} and {single[-1]}",
        outside=OUTSIDE,
    )


NOTES = {
    "blitzwar": """`fierce` plays one more round in each imagined world and estimates each player's chance to win by a
formula that was learned from 12,000 games between bots. Its development, in games of four against `simple` (`--most
200`, one seed for each 200 games): 52.0 % wins (48.5 to 55.4) of 800 games with two more rounds in 16 worlds and the
share of all strength as the estimate; 57.3 % (53.3 to 61.2) of 600 with the learned formula in 32 worlds; 64.5 % (59.7
to 69.0) of 400 once it continued as a keen player itself in every world.

"""
}
"""Remarks on the ladders of a game."""


def main(names: list[str]) -> None:
    """Play the named ladders, and write the page."""
    os.chdir(HERE.parent)
    found = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for plan in PLANS:
        if "--draw" not in names and (not names or plan.game in names or plan.name in names):
            found[plan.name] = measure(plan)
            print(
                plan.name, *(f"{each['level']} {each['share']:.1%}" for each in found[plan.name]["pairings"]), sep="  "
            )
            DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if not names or "small-31" in names:
        command = (sys.executable, "-m", "threedown", "exact", "blitz31", "--small", "--json", "--cards")
        told = [subprocess.run((*command, cards), check=True, capture_output=True, text=True).stdout for cards in SMALL]
        found["small 31"] = [json.loads(each) for each in told]
        DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    (HERE / "ladder.md").write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
