"""The gain of a choice in plain words: points made and taken away, and whom a Fumble skips."""

from collections.abc import Iterator

from threedown.games.champz.card_words import OF_TWO
from threedown.games.champz.deck import BLOCKED_KICK, END_OF_QUARTER, FUMBLE, POINTS
from threedown.games.champz.rescue import answers, draws_for_an_answer, taken_from
from threedown.games.champz.rules import PASS, STEALS, following, score, who_won
from threedown.games.wording import named_later
from threedown.language import listed, say
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import options, seats
from threedown.table.wars import lowest_of


def gain(t: Table, seat: int, question: int, code: int) -> str:
    """Return what speaks for a choice, and against one that lets the leader win; a template with ``{names}``."""
    ahead = who_won(t, seat)
    if ahead:
        leader = named_later(lowest_of(ahead))
        if code in draws_for_an_answer(t, seat, question):
            return say("only a card that is drawn can still stop {name}", name=leader)
        if code not in answers(t, seat, question):
            return "" if code in OF_TWO else say("{name} wins all the same", name=leader)
    return listed(list(_effects(t, seat, code)))


def _effects(t: Table, seat: int, code: int) -> Iterator[str]:
    """The points that others lose by a choice and the seat makes, the player that it skips, and the one who plays when
    the direction turns."""
    goal = int(options(t).goal)
    robbed, points = taken_from(t, code)
    if robbed != NOBODY:
        told = "it takes {n} {n:point|points} from {name} ({had} down to {left})"
        had = score(t, robbed)
        yield say(told, n=points, name=named_later(robbed), had=had, left=had - points)
    made = points if STEALS <= code < PASS else POINTS[code] if code < BLOCKED_KICK else 0
    stands = score(t, seat) + made
    if made and stands < goal:
        yield say("it brings the score to {n} of {goal}", n=stands, goal=goal)
    elif made:
        yield say(
            "it brings the score to {n}: only {name} can still answer",
            n=stands,
            name=named_later(following(t, seat, 1)),
        )
    if code == FUMBLE:
        skipped = following(t, seat, 1)
        yield say("{name} ({had} of {goal}) is next", name=named_later(skipped), had=score(t, skipped), goal=goal)
    if code == END_OF_QUARTER:
        then = following(t, seat, seats(t) - 1)
        yield say("then {name} ({had} of {goal}) plays", name=named_later(then), had=score(t, then), goal=goal)
