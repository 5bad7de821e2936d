"""The one turn that answers a leader's points in Blitz Champz: what can still bring them down (ruling BC-R05)."""

from threedown.games.champz import deck
from threedown.games.champz.rules import (
    ACT,
    PASS,
    STEALS,
    are_partners,
    area,
    just_placed,
    kinds_in,
    legal,
    score,
    stopping,
)
from threedown.table.hands import discard, stock
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, look, options, seats


def answers(t: Table, seat: int, question: int) -> list[int]:
    """BC-041, BC-042. The legal choices that bring every leader below the goal: a Defensive Card, or a Blitz."""
    return [
        code for code in range(PASS) if legal(t, seat, question, code) and _is_enough(t, seat, *taken_from(t, code))
    ]


def draws_for_an_answer(t: Table, seat: int, question: int) -> list[int]:
    """BC-019, BC-034. The Continuation Cards for which a card is drawn that may bring them down: a Defensive Card that
    removes the last card is the only one that may follow.
    """
    if question != ACT or options(t).draw_ends_turn:
        return []
    draws = [kind for kind in range(deck.KINDS) if deck.DRAWS[kind] > 0 and legal(t, seat, question, kind)]
    wanted = stopping(t, seat)
    if not draws or not wanted or not _is_enough(t, seat, *_last_card(t)):
        return []
    return draws if held(t, stock(t)) > 0 or kinds_in(t, discard(t)) & wanted > 0 else []


def taken_from(t: Table, code: int) -> tuple[int, int]:
    """The player from whom a choice takes a card, and its points; NOBODY and 0 where it takes none."""
    if STEALS <= code < PASS:
        robbed, kind = divmod(code - STEALS, deck.BLOCKED_KICK)
        return robbed, deck.POINTS[kind]
    return _last_card(t) if deck.BLOCKED_KICK <= code < deck.BLITZ else (NOBODY, 0)


def _last_card(t: Table) -> tuple[int, int]:
    """The player who placed a card in the turn before, and its points."""
    target = just_placed(t)
    return target, deck.POINTS[deck.kind_of(look(t, area(t, target)))]


def _is_enough(t: Table, seat: int, robbed: int, points: int) -> bool:
    """True if nobody but the seat and its partner has the goal when so many points are taken from a player."""
    rivals = (other for other in range(seats(t)) if not are_partners(t, seat, other))
    return all(score(t, other) - points * are_partners(t, other, robbed) < options(t).goal for other in rivals)
