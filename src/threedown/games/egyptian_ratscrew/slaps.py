"""Slaps: the cards that may be slapped, the players who are asked, and what their slaps bring. Clause ids are those of
rulebook.toml."""

from threedown.cards import ACE, JOKER, KING, QUEEN, TEN, height
from threedown.games.declare import NUMBER, Field, Kind
from threedown.games.egyptian_ratscrew.options import MOST_STEPS, STEP, STEPS_IN_A_TENTH, TIMED
from threedown.games.egyptian_ratscrew.piles import burnt, deck, pot
from threedown.table import verbs
from threedown.table.chance import below
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import announce, held, in_play, is_in, look, options, seats

SLAPPED, LATE, FALSE, EVEN = range(verbs.OWN_EVENTS, verbs.OWN_EVENTS + 4)
NONE, DOUBLE, SANDWICH, TOP_AND_BOTTOM, MARRIAGE, TENS, RUN, JOKERS = range(8)
PATTERNS = ("none", "double", "sandwich", "top_and_bottom", "marriage", "ten", "run", "joker")
"""The combinations that may be slapped, by number."""
PATTERN = Field(str, lambda options, number: PATTERNS[number])
SLAP_EVENTS = {
    SLAPPED: Kind("slap", {"ms": NUMBER, "pattern": PATTERN}),
    LATE: Kind("late", {"ms": NUMBER}),
    FALSE: Kind("false_slap", {"ms": NUMBER, "cards": NUMBER}),
    EVEN: Kind("even", {"players": NUMBER}),
}
"""``ms`` is the time of a slap in milliseconds; 0 where no time is measured."""

SLAP = 0
PASS = 0
"""The answer that lets the card lie. Other answers are the steps of STEP milliseconds after which the player slaps."""
SLAP_CODES = MOST_STEPS + 1
BITS = 6
"""The bits of an answer."""
LOW_ACE = 1


# Combinations


def pattern(t: Table) -> int:
    """RS-07, RS-08, RSH-01..05. The combination for which the pile may be slapped now, or NONE."""
    cards, house = held(t, pot(t)), options(t)
    if cards == 0:
        return NONE
    top = rank(t, 0)
    if top == JOKER:
        return JOKERS
    if cards > 1 and house.doubles and rank(t, 1) == top:
        return DOUBLE
    if cards > 2 and house.sandwiches and rank(t, 2) == top:
        return SANDWICH
    if cards > 1 and house.top_and_bottom and rank(t, cards - 1) == top:
        return TOP_AND_BOTTOM
    if cards > 1 and house.marriages and is_marriage(top, rank(t, 1)):
        return MARRIAGE
    if cards > 1 and house.tens and is_ten(top, rank(t, 1)):
        return TENS
    return RUN if house.runs > 0 and is_run(t, house.runs) else NONE


def rank(t: Table, depth: int) -> int:
    """The height of a card of the pile."""
    return height(look(t, pot(t), depth))


def is_marriage(one: int, other: int) -> bool:
    """RSH-02. A king and a queen, in either order."""
    return (one == KING and other == QUEEN) or (one == QUEEN and other == KING)


def is_ten(one: int, other: int) -> bool:
    """RSH-03. Two cards from ace to nine that add up to ten; an ace counts one."""
    first, second = LOW_ACE if one == ACE else one, LOW_ACE if other == ACE else other
    return first < TEN and second < TEN and first + second == TEN


def is_run(t: Table, cards: int) -> bool:
    """RSH-04. The top cards follow each other, up or down; an ace is next to the king or to the two."""
    return held(t, pot(t)) >= cards and (climbs(t, cards, ACE) or climbs(t, cards, LOW_ACE))


def climbs(t: Table, cards: int, ace: int) -> bool:
    """True if each of the top cards is one above the next, or each one below it, where aces have this height."""
    first, second = with_ace(rank(t, 0), ace), with_ace(rank(t, 1), ace)
    step = first - second
    if step not in (1, -1):
        return False
    for depth in range(2, cards):
        if with_ace(rank(t, depth), ace) != first - depth * step:
            return False
    return True


def with_ace(rank: int, ace: int) -> int:
    return ace if rank == ACE else rank


# Answers


def ask_for_slaps(t: Table) -> int:
    """RS-06, RS-09. All players who are in the game may slap, unseen by each other. Returns the answers, BITS each.

    A single card can't be slapped, unless it may be a joker: no player is asked then.
    """
    if held(t, pot(t)) < 2 and not options(t).jokers:
        return 0
    who = 0
    for seat in range(seats(t)):
        who |= is_in(t, seat) << seat
    return verbs.ask_all(t, who, SLAP, BITS)


def step_of(answers: int, seat: int) -> int:
    """The step at which a seat slaps, or PASS."""
    return (answers >> (BITS * seat)) & ((1 << BITS) - 1)


def milliseconds(t: Table, answers: int, seat: int) -> int:
    """The time of a seat's slap; 0 where no time is measured."""
    return step_of(answers, seat) * STEP if options(t).slaps == TIMED else 0


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """RS-06, RSH-08, RSH-09. Let the card lie, or slap within the window; without a clock there is one kind of slap."""
    if options(t).slaps != TIMED:
        return code <= 1
    return code <= int(options(t).window) * STEPS_IN_A_TENTH


# What slaps bring


def first_to_slap(t: Table, answers: int, layer: int) -> int:
    """RS-09, RSH-08. The quickest of those who slap, NOBODY if none does; of several at one step one drawn by lot."""
    if options(t).slaps != TIMED:
        return next_to_slap(t, answers, layer)
    quickest, even = MOST_STEPS + 1, 0
    for seat in range(seats(t)):
        step = step_of(answers, seat)
        if PASS < step < quickest:
            quickest, even = step, 1
        elif step == quickest:
            even += 1
    if even < 2:
        return slapper_at(t, answers, quickest, 0)
    t.s.even_slaps += 1
    announce(t, EVEN, NOBODY, numbers=(even,))
    return slapper_at(t, answers, quickest, below(t, even))


def next_to_slap(t: Table, answers: int, layer: int) -> int:
    """RSH-08. The next seat that slaps after the ``layer``, who comes last; NOBODY if none does."""
    for step in range(1, seats(t) + 1):
        seat = (layer + step) % seats(t)
        if step_of(answers, seat) != PASS:
            return seat
    return NOBODY


def slapper_at(t: Table, answers: int, step: int, place: int) -> int:
    """The seat at a place, from 0, among those that slap at a step; NOBODY if none does."""
    for seat in range(seats(t)):
        if step_of(answers, seat) == step:
            if place == 0:
                return seat
            place -= 1
    return NOBODY


def tell_slaps(t: Table, answers: int, first: int, found: int) -> None:
    """RS-09. The quickest slaps the pile; the others were too late, which costs them nothing."""
    t.s.slaps += 1
    t.s.slap_ins += held(t, deck(t, first)) == 0
    announce(t, SLAPPED, first, numbers=(milliseconds(t, answers, first), found))
    for seat in range(seats(t)):
        if seat != first and step_of(answers, seat) != PASS:
            t.s.late_slaps += 1
            announce(t, LATE, seat, numbers=(milliseconds(t, answers, seat),))


def burn(t: Table, answers: int) -> None:
    """RS-10, RSH-06, RSH-07. Players who slap at the wrong time pay under the pile; without a card they are out.

    The last player in the game can't be put out.
    """
    for seat in range(seats(t)):
        if step_of(answers, seat) != PASS:
            cards = min(int(options(t).false_slap), held(t, deck(t, seat)))
            t.s.false_slaps += 1
            announce(t, FALSE, seat, numbers=(milliseconds(t, answers, seat), cards))
            for _ in range(cards):
                verbs.move_card(t, deck(t, seat), burnt(t))
            if cards == 0 and in_play(t) > 1:
                put_out(t, seat)


def put_out(t: Table, seat: int) -> None:
    """RSH-07. A player who has no card to pay with is out, and so is what was owed to them."""
    if int(t.s.owed) > 0 and int(t.s.creditor) % seats(t) == seat:
        t.s.owed = 0
    verbs.drop_out(t, seat)
