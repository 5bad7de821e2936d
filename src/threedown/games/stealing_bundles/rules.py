"""Stealing Bundles, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, height
from threedown.games.declare import CARDS, NUMBER, Kind
from threedown.games.stealing_bundles.options import (
    ACES_ALWAYS,
    ACES_PLAIN,
    ALL_EQUAL,
    BOTH,
    LAST_TAKER,
    TABLE_FIRST,
    WHOLE_PACK,
)
from threedown.games.stealing_bundles.piles import (
    adds_up,
    bundle,
    depth_of,
    equals_in,
    hands_are_empty,
    next_hand_size,
    played,
    stock,
    table,
    tops,
    value,
)
from threedown.table import verbs
from threedown.table.hands import FACE_BITS, deal_to_hand, hand
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, look, options, seats

DEALT_AGAIN, TRAILED, PLAYED, CAPTURED, SWEPT, STOLEN, BURIED, REST_TAKEN = range(16, 24)
EVENTS: dict[int, Kind | str] = {
    DEALT_AGAIN: Kind("hands", {"cards": NUMBER}),
    TRAILED: "trail",
    PLAYED: "play",
    CAPTURED: Kind("capture", {"cards": CARDS}),
    SWEPT: Kind("sweep", {"cards": NUMBER}),
    STOLEN: Kind("steal", {"cards": NUMBER}),
    BURIED: "bury",
    REST_TAKEN: Kind("rest", {"cards": NUMBER}),
}

MOST_CARDS, EQUAL_CARDS = 16, 17
REASONS = {MOST_CARDS: "most_cards", EQUAL_CARDS: "equal_cards", TURN_CAP: "turn_cap"}

PLAY, PICK = range(2)
QUESTIONS = {PLAY: "play", PICK: "pick"}
FACES = 52
STEAL, SWEEP, TAKE, SUM, BURY, TRAIL, WAYS = 0, 6, 7, 8, 9, 10, 11
CODES = {PLAY: WAYS * FACES, PICK: FACES}
"""PLAY: the card, plus FACES times the way in which it is played; from STEAL on one way for each seat. PICK: the
card."""

ON_THE_TABLE = 4
SEVENS_DOWN, JACKS_UP = 23, 36
"""The last face below the eights, and the first above the tens."""


# The deal


def deal(t: Table) -> None:
    """SB-01..04, RU-01, RU-02. Four cards each, one at a time, and four face up; the rest is the stock."""
    before_laying(t)
    verbs.open_pack(t, stock(t), 0, FACES - 1 if options(t).pack == WHOLE_PACK else SEVENS_DOWN)
    if options(t).pack != WHOLE_PACK:
        verbs.open_pack(t, stock(t), JACKS_UP, FACES - 1)
    verbs.shuffle(t, stock(t))
    deal_hands(t)
    for _ in range(ON_THE_TABLE):
        verbs.deal_face_up(t, NOBODY, stock(t), table(t))


def before_laying(t: Table) -> None:
    """Nobody has captured anything yet."""
    t.s.last_taker = NOBODY


def deal_hands(t: Table) -> None:
    """SB-02, SB-10, ruling SB-R02. As many cards for each as the house rule says, or as go round evenly."""
    for step in range(next_hand_size(t) * seats(t)):
        seat = step % seats(t)
        deal_to_hand(t, seat, stock(t), hand(t, seat))
    t.s.deals += 1


# A turn


def turn(t: Table) -> None:
    """SB-05, SB-06, SB-10. When all hands are empty new ones are dealt; the next player plays a card."""
    if hands_are_empty(t) and next_hand_size(t) > 0:
        announce(t, DEALT_AGAIN, numbers=(next_hand_size(t),))
        deal_hands(t)
    seat = next_with_cards(t, int(t.s.to_play) % seats(t))
    if held(t, hand(t, seat)) > 0:
        play(t, seat, ask(t, seat, PLAY))
    close_turn(t, seat)


def next_with_cards(t: Table, seat: int) -> int:
    """SB-05. The first player from ``seat`` on who has a card: hands are unequal only at a table laid by hand."""
    for step in range(seats(t)):
        if held(t, hand(t, (seat + step) % seats(t))) > 0:
            return (seat + step) % seats(t)
    return seat


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """Plays a turn from an answer to its end."""
    if question == PLAY:
        play(t, seat, code)
    else:
        pick(t, seat, code)
        pick_the_rest(t, seat)
    close_turn(t, seat)


def play(t: Table, seat: int, code: int) -> None:
    """SB-06..09. One card of the hand, played in one of the ways that it allows."""
    card, way = code % FACES, code // FACES
    depth = depth_of(t, hand(t, seat), card)
    if way == TRAIL:
        t.s.trails += 1
        verbs.put_face_up(t, seat, hand(t, seat), depth, table(t), TRAILED)
        return
    t.s.last_taker = seat
    t.s.turn_winner = seat
    if way == TAKE:
        take_equals(t, seat, card, depth)
    elif way == SUM:
        verbs.put_face_up(t, seat, hand(t, seat), depth, played(t), PLAYED)
        t.s.owing = value(t, card)
        t.s.at_most = value(t, card)
        pick_the_rest(t, seat)
    elif way == SWEEP:
        sweep(t, seat, depth)
    elif way == BURY:
        t.s.buried += 1
        verbs.put_face_up(t, seat, hand(t, seat), depth, bundle(t, seat), BURIED)
    else:
        steal(t, seat, card, depth, way - STEAL)


# Capturing


def take_equals(t: Table, seat: int, card: int, depth: int) -> None:
    """SB-07, RU-03, ruling SB-R04. The cards of its rank go on the bundle, and the card that took them on top."""
    taken = capture_equals(t, seat, card)
    t.s.captures += 1
    verbs.put_face_up(t, seat, hand(t, seat), depth, bundle(t, seat), CAPTURED, (taken,))


def capture_equals(t: Table, seat: int, card: int) -> int:
    """SB-07, RU-03. All cards of a rank go from the table to a bundle, or the first of them; returns them, packed."""
    taken, depth = 0, 0
    while depth < held(t, table(t)):
        if height(look(t, table(t), depth)) == height(card):
            taken = capture(t, seat, depth, taken)
            if options(t).equal_cards != ALL_EQUAL:
                return taken
        else:
            depth += 1
    return taken


def capture(t: Table, seat: int, depth: int, taken: int) -> int:
    """A card goes from the table to a bundle; returns the cards taken so far and this one, packed."""
    face = look(t, table(t), depth)
    t.s.captured += 1
    verbs.put_face_up(t, seat, table(t), depth, bundle(t, seat))
    return taken << FACE_BITS | (face + 1)


def steal(t: Table, seat: int, card: int, depth: int, victim: int) -> None:
    """SB-09, SBH-02, RU-05. The card goes on another's bundle, and that whole bundle on the player's own."""
    if options(t).table_or_bundle == BOTH:
        capture_equals(t, seat, card)
    stolen = held(t, bundle(t, victim))
    t.s.steals += 1
    t.s.stolen_cards += stolen
    t.s.largest_steal = max(int(t.s.largest_steal), stolen)
    verbs.put_face_up(t, seat, hand(t, seat), depth, bundle(t, victim), STOLEN, (stolen,))
    verbs.stack(t, bundle(t, victim), bundle(t, seat))


def sweep(t: Table, seat: int, depth: int) -> None:
    """RU-05. An ace takes all the cards on the table."""
    swept = held(t, table(t))
    t.s.sweeps += 1
    t.s.captured += swept
    verbs.stack(t, table(t), bundle(t, seat))
    verbs.put_face_up(t, seat, hand(t, seat), depth, bundle(t, seat), SWEPT, (swept,))


# Sums


def pick_the_rest(t: Table, seat: int) -> None:
    """RU-04. The player picks cards until they add up, and is asked only where there are several to pick from."""
    while int(t.s.owing) > 0:
        only = the_only_pick(t)
        pick(t, seat, ask(t, seat, PICK) if only == NOBODY else only)
    t.s.captures += 1
    t.s.sums += 1
    taken = int(t.s.picked)
    t.s.picked = 0
    verbs.put_face_up(t, seat, played(t), 0, bundle(t, seat), CAPTURED, (taken,))


def pick(t: Table, seat: int, card: int) -> None:
    """RU-04. One card of a sum; the next ones are no larger."""
    depth = depth_of(t, table(t), card)
    t.s.owing -= value(t, card)
    t.s.at_most = value(t, card)
    t.s.picked = capture(t, seat, depth, int(t.s.picked))


def the_only_pick(t: Table) -> int:
    """The card that must be picked next, NOBODY if there are several."""
    only = NOBODY
    for depth in range(held(t, table(t))):
        if may_pick(t, depth):
            if only != NOBODY:
                return NOBODY
            only = look(t, table(t), depth)
    return only


def may_pick(t: Table, depth: int) -> bool:
    """RU-04, ruling RU-R02. True if a card on the table may be the next of a sum.

    The largest card is picked first, and of equal cards the first in the row, so that each sum is picked in one way
    only.
    """
    card = look(t, table(t), depth)
    for earlier in range(depth):
        if height(look(t, table(t), earlier)) == height(card):
            return False
    worth = value(t, card)
    left = int(t.s.owing) - worth
    return left >= 0 and worth <= int(t.s.at_most) and adds_up(t, left, worth, depth)


# The end


def close_turn(t: Table, seat: int) -> None:
    """SB-10, SB-12, SBH-01. The next player; the game ends when the hands are empty and the pack is out."""
    t.s.to_play = (seat + 1) % seats(t)
    if hands_are_empty(t) and next_hand_size(t) == 0:
        take_rest(t)
        count_bundles(t)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def take_rest(t: Table) -> None:
    """SB-11, SBH-04. The cards left on the table go to the player who captured last."""
    seat, rest = int(t.s.last_taker), held(t, table(t))
    if options(t).last_cards == LAST_TAKER and seat != NOBODY and rest > 0:
        t.s.rest = rest
        verbs.stack(t, table(t), bundle(t, seat))
        announce(t, REST_TAKEN, seat, numbers=(rest,))


def count_bundles(t: Table) -> None:
    """SB-12, ruling SB-R07. The largest bundle wins; players who share it win together, and if all do it is a draw."""
    most, winners, count = 0, 0, 0
    for seat in range(seats(t)):
        most = max(most, held(t, bundle(t, seat)))
    for seat in range(seats(t)):
        if held(t, bundle(t, seat)) == most:
            winners |= 1 << seat
            count += 1
    if count == seats(t):
        verbs.end_game(t, 0, EQUAL_CARDS)
    else:
        verbs.end_game(t, winners, MOST_CARDS)


# Choices


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """SB-06..09, RU-03..07, SBH-02..06. The ways in which the cards of a hand may be played; the cards of a sum."""
    if question == PICK:
        depth = depth_of(t, table(t), code)
        return depth >= 0 and may_pick(t, depth)
    return depth_of(t, hand(t, seat), code % FACES) >= 0 and allows(t, seat, code % FACES, code // FACES)


def allows(t: Table, seat: int, card: int, way: int) -> bool:
    """True if a player may play a card of their hand in this way."""
    matched = equals_in(t, table(t), card) > 0
    if way == TAKE:
        return matched
    if way == SUM:
        return options(t).sums == 1 and not matched and adds_up(t, value(t, card), value(t, card), NOBODY)
    if way == SWEEP:
        return takes_everything(t, card) and held(t, table(t)) > 0
    if way == BURY:
        return options(t).own_bundle == 1 and tops(t, seat, card)
    if way == TRAIL:
        return options(t).free_trail == 1 or not (matched or can_steal(t, seat, card))
    return way - STEAL < seats(t) and may_steal(t, seat, card, way - STEAL)


def can_steal(t: Table, seat: int, card: int) -> bool:
    """SB-09, ruling SB-R05. True if a card matches the top of a bundle that may be stolen."""
    for victim in range(seats(t)):
        if tops(t, victim, card) and may_steal(t, seat, card, victim):
            return True
    return False


def may_steal(t: Table, seat: int, card: int, victim: int) -> bool:
    """SB-09, RU-05, RU-07, SBH-06. True if a card may steal a player's bundle."""
    if victim == seat or held(t, bundle(t, victim)) == 0:
        return False
    if options(t).quiet_first_deal == 1 and int(t.s.deals) < 2:
        return False
    if options(t).table_or_bundle == TABLE_FIRST and equals_in(t, table(t), card) > 0:
        return False
    return tops(t, victim, card) or (takes_everything(t, card) and victim == (seat + 1) % seats(t))


def takes_everything(t: Table, card: int) -> bool:
    """RU-05, RU-06. True if a card is an ace that takes the table or the next player's bundle."""
    if height(card) != ACE or options(t).aces == ACES_PLAIN:
        return False
    return options(t).aces == ACES_ALWAYS or next_hand_size(t) > 0
