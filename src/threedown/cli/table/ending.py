"""When a game is over: its story in a line of blocks, and whether its record is true."""

import io
from collections.abc import Callable, Sequence

from threedown.games.setting import Setting
from threedown.language import listed, say
from threedown.session.live import Event
from threedown.session.record import RecordError, examine, record_in
from threedown.session.session import Watch
from threedown.session.views import View, shares_of
from threedown.table.layout import Table

BLOCKS, LETTERS = "▁▂▃▄▅▆▇█", "_.-=+*#@"
WIDEST = 60
TRUE = "A true record: every choice was legal, the cards are those committed to, the result is what it says."


def verdict_of(record: bytes) -> list[str]:
    """Return the facts of a record, a line each."""
    try:
        verdict = examine(record_in(io.BytesIO(record)))
    except RecordError as error:
        return [say("The record cannot be read: {error}.", error=error)]
    if verdict.wrong:
        return [say("The record is not true: {wrong}.", wrong="; ".join(verdict.wrong))]
    return [say(TRUE)]


def story(history: Sequence[Sequence[int]], seat: int, in_ascii: bool) -> str:
    """Return a seat's share of the game, from the deal to the end, as a line of blocks. A full one is the table's best.

    >>> story([(1, 9), (5, 5), (9, 1)], 0, False), story([(0, 0), (7, 14), (7, 21)], 0, True)
    ('▁▄█', '_--')
    """
    values = [shares[seat] for shares in history]
    if len(values) > WIDEST:
        values = [values[place * (len(values) - 1) // (WIDEST - 1)] for place in range(WIDEST)]
    every = [0, *(share for shares in history for share in shares)]
    least, most = min(every), max(every)
    blocks = LETTERS if in_ascii else BLOCKS
    return "".join(blocks[(value - least) * 7 // max(1, most - least)] for value in values)


def scores(view: View | None, shares: Sequence[int]) -> list[str]:
    """Return each seat's final holding: the first words of its line or, without any, its share."""
    lines = [] if view is None else view.told.get("holding", [])
    return [" ".join(line.split(", ")[0].split()) for line in lines] or [str(share) for share in shares]


def in_the_end(names: Sequence[str], view: View | None, shares: Sequence[int]) -> str:
    """Return each seat's final holding in a sentence."""
    told = ", ".join(f"{name} {has}" for name, has in zip(names, scores(view, shares), strict=True))
    return say("At the end: {told}.", told=told)


def result(names: Sequence[str], you: int | None, winners: Sequence[int]) -> str:
    """Return who won, in a sentence.

    >>> result(["Ann", "Bob"], 0, [0]), result(["Ann", "Bob"], 0, [1]), result(["Ann", "Bob"], None, [])
    ('You have won.', 'Bob has won.', 'A draw.')
    """
    if len(winners) == 1:
        return say("You have won.") if winners[0] == you else say("{name} has won.", name=names[winners[0]])
    return say("{names} have won.", names=listed([names[seat] for seat in winners])) if winners else say("A draw.")


def shares_by_turn(setting: Setting, play: Callable[[Watch], object]) -> list[list[int]]:
    """Return each seat's share at the start of each turn; ``play`` plays the game to a watcher."""
    rows: list[list[int]] = []

    def watch(t: Table, event: Event) -> None:
        turns = int(t.s.turns)
        if turns > 0 and turns >= len(rows):
            rows.append(shares_of(setting, t.s))
        elif rows:
            last[:] = [shares_of(setting, t.s)]

    last: list[list[int]] = []
    play(watch)
    return rows + last
