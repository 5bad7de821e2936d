"""A game for the tests of the compiler: small, with a battle that calls itself, and with an overrun on request.

Some of what it calls it reads of a module, some by name: both are compiled.

This module is its rulebook too: ``deal``, ``turn``, ``legal`` and what goes with them.
"""

from typing import Any

from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import run_spec
from threedown.games import find_game
from threedown.games.declare import Counters
from threedown.games.setting import Setting, settle
from threedown.table import layout, packets, verbs
from threedown.table.layout import Table
from threedown.table.packets import cards_of, stock
from threedown.table.verbs import open_pack, options, seats, shuffle

EVENTS: dict[int, str] = {}
REASONS = {1: "all_cards", 2: "turn_cap", 16: "short"}
QUESTIONS = {0: "arrives"}
CODES = {0: 16}


def deal(t: Table) -> None:
    open_pack(t, stock(t), 0, 51)
    shuffle(t, stock(t))
    packets.deal_out(t, seats(t) - 1, 52)


def turn(t: Table) -> None:
    t.s.depth = 0
    battle(t)
    for seat in range(seats(t)):
        if cards_of(t, seat) == 0:
            verbs.end_game(t, 0, layout.ALL_CARDS)
    if t.s.turns >= options(t).turn_cap:
        verbs.end_game(t, 0, layout.TURN_CAP)
    if options(t).jokers == 2:
        t.s.left[seats(t) + 100 * options(t).jokers] = 1


def battle(t: Table) -> None:
    """Equal cards are fought over again, by this function itself; how deep is in the record."""
    verbs.clear_shown(t)
    for seat in range(seats(t)):
        if cards_of(t, seat) == 0:
            packets.capture(t, seat)
            return
        packets.turn_up_next(t, seat)
    if verbs.shown_height(t, 0) == verbs.shown_height(t, 1):
        t.s.depth += 1
        t.s.deepest = max(int(t.s.deepest), int(t.s.depth))
        battle(t)
        t.s.returns += 1
        return
    packets.capture(t, 0 if verbs.shown_height(t, 0) > verbs.shown_height(t, 1) else 1)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    return False


def toy(turn_cap: int, jokers: int = 0) -> Setting:
    """The toy under a turn cap; with ``jokers=2`` it writes past the end of an array."""
    from support import toys

    game = find_game("war")._replace(
        name="toy",
        rules=toys,
        counters=Counters(shared=("dealer", "racing", "depth"), tallies=("deepest", "returns")),
    )
    return settle(game, None, {"turn_cap": turn_cap, "jokers": jokers})


def played(turn_cap: int, folded: bool = True, compiled: bool = True, n: int = 60, jokers: int = 0) -> dict[str, Any]:
    """Return the results of n games, and whether the machine code came from the cache."""
    what = run_spec(toy(turn_cap, jokers), n, 3)
    play = prepare(what.setting, what.pilots, folded, compiled)
    worker = GamePlayer(what, play, compiled, folded)
    rows = worker.play(0, n).tolist()
    stats = getattr(play, "stats", None)
    return {"rows": rows, "hits": sum(stats.cache_hits.values()) if stats is not None else None}
