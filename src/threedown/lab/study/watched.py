"""Games watched turn by turn: the leader, changes of the lead, and the winner's largest deficit.

A watched game is the game itself with a deal and a turn that note the standings when they end; the notes become tallies
like its own. Rules, workers and runs on disk are not involved, it is compiled like any game, and an unwatched game pays
nothing for it. A seat's standing is its ``share`` (lives, points, chips), else the cards in its piles.
"""

import types
from collections.abc import Callable
from typing import Any

from threedown.games.declare import EVENT_COUNT
from threedown.games.setting import Setting
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_over, seats

NOTES_PER_SEAT = ("noted_share", "noted_behind")
NOTES = ("noted_lead", "noted_every", "noted_led")
NOTED = ("answers", "dead_turns", "lead_changes", "last_lead", "comeback", "half_way_lost", "first_out")
"""The tallies of a watched game (docs/lab.md)."""
SAMPLES = 64
"""The largest number of notes of the leader in a game; a longer game drops every second note."""

Share = Callable[[Table, int], int]
"""Returns the standing of a seat."""


def counted(setting: Setting) -> Setting:
    """Return the same setting with one more tally, EVENT_COUNT."""
    game = setting.game
    counters = game.counters
    counting = counters._replace(tallies=(*counters.tallies, EVENT_COUNT), hidden=(*counters.hidden, EVENT_COUNT))
    return Setting(game._replace(counters=counting), setting.options, setting.seats, made_of=(counted, setting))


def watched(setting: Setting) -> Setting:
    """Return the same setting with the tallies NOTED added."""
    game = setting.game
    counters, own_share = game.counters, game.scoring.share
    share = _counter(own_share) if own_share else _cards(setting.own_piles)
    rules: Any = types.ModuleType(f"{game.name}, watched")
    vars(rules).update({name: getattr(game.rules, name) for name in dir(game.rules) if not name.startswith("__")})
    rules.deal, rules.turn = _deal(game.rules.deal, share), _turn(game.rules.turn, share)
    noting = counters._replace(
        per_seat=(*counters.per_seat, *NOTES_PER_SEAT),
        shared=(*counters.shared, *NOTES),
        tallies=(*counters.tallies, *NOTED),
        hidden=(*counters.hidden, *NOTES_PER_SEAT, *NOTES, *NOTED),
        keys=lambda options: {**counters.keys(options), "noted_led": tuple(map(str, range(SAMPLES)))},
    )
    return Setting(
        game._replace(rules=rules, counters=noting), setting.options, setting.seats, made_of=(watched, setting)
    )


def _cards(own_piles: tuple[int, ...]) -> Share:
    def cards(t: Table, seat: int) -> int:
        """Return the number of cards in a seat's piles."""
        count = 0
        for first in own_piles:
            count += held(t, first + seat)
        return count

    return cards


def _counter(name: str) -> Share:
    def counter(t: Table, seat: int) -> int:
        return int(getattr(t.s, name)[seat])

    return counter


def _deal(deal: Callable[[Table], None], share: Share) -> Callable[[Table], None]:
    def dealt(t: Table) -> None:
        deal(t)
        for seat in range(seats(t)):
            t.s.noted_share[seat] = share(t, seat)
        t.s.noted_every = 1

    return dealt


def _turn(turn: Callable[[Table], None], share: Share) -> Callable[[Table], None]:
    def played(t: Table) -> None:
        turn(t)
        s = t.s
        changed = 0
        for seat in range(seats(t)):
            own = share(t, seat)
            if own != int(s.noted_share[seat]):
                changed += 1
            s.noted_share[seat] = own
        if changed == 0:
            s.dead_turns += 1
        note_lead(t)
        sample_lead(t)
        if is_over(t):
            note_end(t)

    return played


def note_lead(t: Table) -> None:
    """Note the leader: the last seat that had more than all others."""
    s = t.s
    best, ahead = int(s.noted_share[0]), 0
    for seat in range(1, seats(t)):
        own = int(s.noted_share[seat])
        if own > best:
            best, ahead = own, seat
        elif own == best:
            ahead = NOBODY
    for seat in range(seats(t)):
        s.noted_behind[seat] = max(int(s.noted_behind[seat]), best - int(s.noted_share[seat]))
    if ahead != NOBODY and ahead + 1 != int(s.noted_lead):
        if int(s.noted_lead) > 0:
            s.lead_changes += 1
            s.last_lead = int(s.turns)
        s.noted_lead = ahead + 1


def sample_lead(t: Table) -> None:
    """Note the leader at regular intervals, from which :func:`note_end` reads the leader at half time."""
    s = t.s
    every = int(s.noted_every)
    if int(s.turns) == every * SAMPLES:
        for place in range(SAMPLES // 2):
            s.noted_led[place] = int(s.noted_led[2 * place])
        every *= 2
        s.noted_every = every
    if int(s.turns) % every == 0:
        s.noted_led[int(s.turns) // every] = int(s.noted_lead)


def note_end(t: Table) -> None:
    """Write the tallies of the notes when the game is over."""
    s = t.s
    s.answers = int(s.pilot[1])
    leader = int(s.noted_led[int(s.turns) // 2 // int(s.noted_every)])
    winners = int(s.winners)
    if leader > 0 and winners != 0 and not (winners >> (leader - 1)) & 1:
        s.half_way_lost = 1
    first_out = int(s.turns)
    for seat in range(seats(t)):
        if (winners >> seat) & 1:
            s.comeback = max(int(s.comeback), int(s.noted_behind[seat]))
        if int(s.left[seat]) > 0:
            first_out = min(first_out, int(s.left[seat]))
    s.first_out = first_out
