"""The verbs: the only functions that change a table.

Rules call them and nothing else. They track where each card lies and who knows it, and announce events. A pile is an
index into the game's list of pile names; its top is the card drawn next.

``options``, ``seats``, ``announce``, ``ask``, ``together`` and ``chance.word`` have a second body for compiled play
(threedown.bulk.compiler); all other verbs run unchanged in both kinds of play.
"""

from typing import Any

from threedown.cards import NUMBER, height
from threedown.table.chance import below
from threedown.table.layout import (
    BATCH,
    BATCH_NUMBER,
    BATCH_NUMBERS,
    BATCHES,
    BATCHES_REMEMBERED,
    EVERYBODY_SEES,
    LAID_BY,
    LAID_BY_BITS,
    NOBODY,
    PLACE,
    PLACES,
    Table,
)

DEALT, TURNED_UP, LAID_DOWN, TAKEN, MOVED, POURED, SHUFFLED, DROPPED_OUT, WON, ENDED, SHOWN = range(11)
EVENTS = (
    "deal", "turn_up", "lay_face_down", "take", "move", "pour", "shuffle", "drop_out", "win", "end", "show",
)  # fmt: skip
"""The kinds of events that verbs announce."""
OWN_EVENTS = 16
"""The number of a game's own first kind."""


# Reading the table


def options(t: Table) -> Any:
    """The options as codes: a NamedTuple of ints."""
    return t.o


def seats(t: Table) -> int:
    """The number of seats at the table, dropped out or not."""
    return int(t.s.seats)


def held(t: Table, pile: int) -> int:
    """The number of cards in a pile."""
    return int(t.s.end[pile]) - int(t.s.top[pile])


def look(t: Table, pile: int, depth: int = 0) -> int:
    """The number of the card that lies ``depth`` cards below the top of a pile."""
    return int(t.s.cards[pile, (t.s.top[pile] + depth) & (t.s.cards.shape[1] - 1)]) & NUMBER


def shown_height(t: Table, seat: int) -> int:
    """The height of the card that lies face up before a seat in this battle; 0 if there is none."""
    return int(t.s.shown[seat])


def is_over(t: Table) -> bool:
    return int(t.s.over) != 0


def is_in(t: Table, seat: int) -> bool:
    """True if a seat has not dropped out."""
    return int(t.s.left[seat]) == 0


def in_play(t: Table) -> int:
    """The number of seats that have not dropped out."""
    count = 0
    for seat in range(seats(t)):
        count += int(t.s.left[seat]) == 0
    return count


# The world outside the rules


def announce(
    t: Table,
    kind: int,
    seat: int = NOBODY,
    card: int = NOBODY,
    source: int = -1,
    target: int = -1,
    numbers: tuple[int, ...] = (),
) -> None:
    """Tells the table what has just happened; ``numbers`` are the public numbers that the kind declares.

    Compiled: does nothing.
    """
    t.live.announce(t, kind, seat, card, source, target, numbers)


def ask(t: Table, seat: int, question: int) -> int:
    """The answer of a seat to a question, as a code that the game's ``legal`` allows.

    Seat ``NOBODY`` asks the world (which play arrives first, whether time is up): a logged input. Compiled: asks the
    policy that was compiled in.
    """
    code = int(t.live.answer(t, seat, question))
    t.s.pilot[1] += 1
    return code


def together(t: Table, who: int, question: int) -> None:
    """Announces that the seats in ``who`` (a bit each, at least one) will be asked without seeing each other's answers.

    Compiled: does nothing.
    """
    t.live.together(t, who, question)


def ask_all(t: Table, who: int, question: int, bits: int) -> int:
    """The answers of the seats in ``who`` (a bit each) to one question, each given without seeing the others.

    Returns ``bits`` bits for each seat. The legal answers of one seat must not depend on another's answer.
    """
    answers = 0
    if who:
        together(t, who, question)
        for seat in range(seats(t)):
            if (who >> seat) & 1:
                answers |= ask(t, seat, question) << (bits * seat)
    return answers


# Moving cards


def take_top(t: Table, pile: int) -> int:
    """Lifts the top card off a pile, with all that the table notes about it."""
    s = t.s
    top = int(s.top[pile])
    s.top[pile] = top + 1
    return int(s.cards[pile, top & (s.cards.shape[1] - 1)])


def put_on_top(t: Table, pile: int, card: int) -> None:
    s = t.s
    top = int(s.top[pile]) - 1
    s.top[pile] = top
    s.cards[pile, top & (s.cards.shape[1] - 1)] = card


def put_under(t: Table, pile: int, card: int) -> None:
    s = t.s
    end = int(s.end[pile])
    s.cards[pile, end & (s.cards.shape[1] - 1)] = card
    s.end[pile] = end + 1


def take_out(t: Table, pile: int, depth: int) -> int:
    """Lifts the card ``depth`` below the top of a pile, with all that is noted about it; the others close up."""
    s = t.s
    mask = s.cards.shape[1] - 1
    top = int(s.top[pile])
    card = int(s.cards[pile, (top + depth) & mask])
    for place in range(top + depth, top, -1):
        s.cards[pile, place & mask] = s.cards[pile, (place - 1) & mask]
    s.top[pile] = top + 1
    return card


def turn_up(t: Table, seat: int, source: int, target: int) -> int:
    """A seat turns the top card of ``source`` face up onto ``target``: everybody knows it. Returns its number."""
    card = take_top(t, source) | EVERYBODY_SEES | (seat << LAID_BY)
    t.s.shown[seat] = height(card)
    put_on_top(t, target, card)
    announce(t, TURNED_UP, seat, card, source, target)
    return card & NUMBER


def lay_face_down(t: Table, seat: int, source: int, target: int) -> None:
    """A seat lays the top card of ``source`` face down onto ``target``; seats that knew it still know it."""
    card = take_top(t, source) | (seat << LAID_BY)
    put_on_top(t, target, card)
    announce(t, LAID_DOWN, seat, card, source, target)


def take_in_hand(t: Table, seat: int, source: int, target: int) -> int:
    """A seat takes the top card of ``source`` into ``target`` and looks: no other seat knows it. Returns its number."""
    card = take_top(t, source) | (1 << (PLACE + seat)) | (1 << (BATCH + seat))
    put_on_top(t, target, card)
    announce(t, TAKEN, seat, card, source, target)
    return card & NUMBER


def put_face_up(
    t: Table, seat: int, source: int, depth: int, target: int, kind: int = MOVED, numbers: tuple[int, ...] = ()
) -> None:
    """A seat puts the card ``depth`` below the top of ``source`` face up on ``target``: everybody knows it."""
    card = (take_out(t, source, depth) & ~LAID_BY_BITS) | EVERYBODY_SEES
    put_on_top(t, target, card)
    announce(t, kind, seat, card, source, target, numbers)


def show(t: Table, seat: int, pile: int) -> None:
    """A seat turns up, in place, the cards of a pile that not everybody knows, starting with the bottom one."""
    s = t.s
    mask = s.cards.shape[1] - 1
    for place in range(int(s.end[pile]) - 1, int(s.top[pile]) - 1, -1):
        card = int(s.cards[pile, place & mask])
        if card & PLACES != PLACES:
            s.cards[pile, place & mask] = card | EVERYBODY_SEES
            announce(t, SHOWN, seat, card | EVERYBODY_SEES, pile, pile)


def deal_card(t: Table, seat: int, source: int, target: int) -> None:
    """The top card of ``source`` goes unseen onto ``target``, which belongs to ``seat``."""
    card = take_top(t, source)
    put_on_top(t, target, card)
    announce(t, DEALT, seat, card, source, target)


def deal_face_up(t: Table, seat: int, source: int, target: int) -> int:
    """The top card of ``source`` goes face up under ``target``, as cards are received: everybody knows it.

    Returns its number. ``seat`` is the owner of the card, NOBODY for the house.
    """
    card = take_top(t, source) | EVERYBODY_SEES
    put_under(t, target, card)
    announce(t, DEALT, seat, card, source, target)
    return card & NUMBER


def move_card(t: Table, source: int, target: int) -> None:
    """The top card of ``source`` goes onto ``target``; no seat learns what it is."""
    card = take_top(t, source)
    put_on_top(t, target, card)
    announce(t, MOVED, NOBODY, card, source, target)


def pour(t: Table, source: int, target: int) -> None:
    """Puts all cards of ``source`` under ``target``; the card laid first will be drawn first."""
    s = t.s
    mask = s.cards.shape[1] - 1
    count, end = held(t, source), int(s.end[target])
    last = int(s.end[source]) - 1
    for place in range(count):
        s.cards[target, (end + place) & mask] = int(s.cards[source, (last - place) & mask]) & ~LAID_BY_BITS
    s.end[target] = end + count
    s.top[source] = s.end[source]
    announce(t, POURED, NOBODY, NOBODY, source, target)


def stack(t: Table, source: int, target: int) -> None:
    """Puts the whole of ``source`` onto ``target`` as it lies: its top is the new top."""
    s = t.s
    mask = s.cards.shape[1] - 1
    for place in range(int(s.end[source]) - 1, int(s.top[source]) - 1, -1):
        put_on_top(t, target, int(s.cards[source, place & mask]) & ~LAID_BY_BITS)
    s.top[source] = s.end[source]
    announce(t, POURED, NOBODY, NOBODY, source, target)


def tuck(t: Table, source: int, target: int) -> None:
    """Puts all cards of ``source`` under ``target`` as they lie; the card laid last will be drawn first."""
    s = t.s
    mask = s.cards.shape[1] - 1
    count, top, end = held(t, source), int(s.top[source]), int(s.end[target])
    for place in range(count):
        s.cards[target, (end + place) & mask] = int(s.cards[source, (top + place) & mask]) & ~LAID_BY_BITS
    s.end[target] = end + count
    s.top[source] = s.end[source]
    announce(t, POURED, NOBODY, NOBODY, source, target)


def pour_those_of(t: Table, seat: int, source: int, target: int) -> None:
    """Puts the cards in ``source`` that ``seat`` laid under ``target``, in the order laid; the others close up."""
    s = t.s
    mask = s.cards.shape[1] - 1
    count, top = held(t, source), int(s.top[source])
    kept = 0
    for place in range(count - 1, -1, -1):
        card = int(s.cards[source, (top + place) & mask])
        if (card >> LAID_BY) & 15 == seat:
            put_under(t, target, card & ~LAID_BY_BITS)
        else:
            kept += 1
            s.cards[source, (top + count - kept) & mask] = card
    s.top[source] = top + count - kept
    announce(t, POURED, seat, NOBODY, source, target)


def shuffle(t: Table, pile: int) -> None:
    """Shuffles a pile (Fisher and Yates; a pile of k asks for one of k, of k-1, … of 2).

    The result of the draw among n is the place, counted from the top, of the card that goes to place n-1.
    """
    s = t.s
    mask = s.cards.shape[1] - 1
    count, top = held(t, pile), int(s.top[pile])
    batch = new_batch(t)
    n = count
    while n > 1:
        there = (top + below(t, n)) & mask
        n -= 1
        here = (top + n) & mask
        card = int(s.cards[pile, there])
        s.cards[pile, there] = s.cards[pile, here]
        s.cards[pile, here] = into_batch(t, card, batch)
    if count > 0:
        s.cards[pile, top & mask] = into_batch(t, int(s.cards[pile, top & mask]), batch)
    announce(t, SHUFFLED, NOBODY, NOBODY, pile, pile)


def pour_shuffled(t: Table, source: int, target: int) -> None:
    """Shuffles and pours in one: the same draws and the same order under ``target`` as ``shuffle``, then ``pour``."""
    s = t.s
    mask = s.cards.shape[1] - 1
    count, top, end = held(t, source), int(s.top[source]), int(s.end[target])
    batch = new_batch(t)
    n = count
    while n > 2:
        there = (top + below(t, n)) & mask
        s.cards[target, (end + count - n) & mask] = into_batch(t, int(s.cards[source, there]), batch)
        n -= 1
        s.cards[source, there] = s.cards[source, (top + n) & mask]
    if count > 1:
        there = below(t, 2)
        s.cards[target, (end + count - 2) & mask] = into_batch(t, int(s.cards[source, (top + there) & mask]), batch)
        s.cards[target, (end + count - 1) & mask] = into_batch(t, int(s.cards[source, (top + 1 - there) & mask]), batch)
    elif count == 1:
        s.cards[target, end & mask] = into_batch(t, int(s.cards[source, top & mask]), batch)
    s.end[target] = end + count
    s.top[source] = s.end[source]
    announce(t, SHUFFLED, NOBODY, NOBODY, source, target)


def new_batch(t: Table) -> int:
    """Starts a new batch for a shuffle. Returns its number."""
    batch = (int(t.s.batch) + 1) & BATCH_NUMBERS
    t.s.batch = batch
    t.s.broken[batch & (BATCHES_REMEMBERED - 1)] = 0
    return batch


def into_batch(t: Table, card: int, batch: int) -> int:
    """A card goes into a shuffle: its place is forgotten; seats that knew the card know that it is in this batch.

    For seats that do not see it go in, knowledge of its old batch is broken (see sight.py).
    """
    unseen = (card >> (BATCH - PLACE)) & ~card & PLACES
    if unseen:
        t.s.broken[(card >> BATCH_NUMBER) & (BATCHES_REMEMBERED - 1)] |= unseen
        card ^= unseen << (BATCH - PLACE)
    return (card & (NUMBER | BATCHES)) | (batch << BATCH_NUMBER)


def open_pack(t: Table, pile: int, first: int, last: int) -> None:
    """Lays the faces ``first`` … ``last`` of one pack, in order, under ``pile``."""
    for face in range(first, last + 1):
        put_under(t, pile, face)


def begin_turn(t: Table) -> None:
    """Starts a new turn, which no seat has won yet."""
    t.s.turns += 1
    t.s.turn_winner = NOBODY


def clear_shown(t: Table) -> None:
    """Starts a new battle: no seat has a card face up."""
    for seat in range(seats(t)):
        t.s.shown[seat] = 0


def count_as(t: Table, seat: int, height: int) -> None:
    """The card before a seat counts in this battle as if it had this height."""
    t.s.shown[seat] = height


def hide_shown(t: Table, seat: int) -> None:
    """The card before a seat no longer counts in this battle."""
    t.s.shown[seat] = 0


# Endings


def drop_out(t: Table, seat: int) -> None:
    """A seat leaves the game in this turn."""
    t.s.left[seat] = t.s.turns
    announce(t, DROPPED_OUT, seat)


def end_game(t: Table, winners: int, reason: int) -> None:
    """The game ends; ``winners`` has a bit for each seat that wins, 0 for a draw."""
    t.s.over = 1
    t.s.winners = winners
    t.s.reason = reason
    announce(t, ENDED)
