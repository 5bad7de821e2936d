"""A player's view of a table of the 31 of twenty cards (twenty_cards.py), and its key.

Exchanged suits change nothing, nor do exchanged tens and pictures, which count equally: questions with one key are
equal but for that, and their choices stand in the same columns.
"""

from threedown.games.blitz31 import rules
from threedown.games.three_cards import left_of
from threedown.table.hands import discard, hand, knows
from threedown.table.layout import Table
from threedown.table.verbs import held, look

SUITS, RANKS = 4, 5
TENS, LAST = 32, 51
"""The numbers of the tens to the aces, which lie behind all other cards of a pack."""
ACE = RANKS - 1
SHOWN, KNOWN = RANKS, 2 * RANKS
"""The bits of a suit: first the player's own cards; from these bits on the open card, and the number of known ones."""
SUIT_BITS = KNOWN + 2


def known_cards(t: Table, seat: int) -> int:
    """Return a player's knowledge of the cards, suit by suit; a card taken from the discards still counts as open."""
    other, number = left_of(t, seat), held(t, hand(t, seat))
    found = 0
    for place in range(number):
        card = look(t, hand(t, seat), place) - TENS
        found += 1 << (SUIT_BITS * (card % SUITS) + card // SUITS)
    for place in range(held(t, hand(t, other))):
        if knows(t, seat, hand(t, other), place):
            found += 1 << (SUIT_BITS * (look(t, hand(t, other), place) % SUITS) + KNOWN)
    shown = (look(t, hand(t, seat), number - 1) if int(t.s.from_discard) else look(t, discard(t))) - TENS
    return found + (1 << (SUIT_BITS * (shown % SUITS) + SHOWN + shown // SUITS))


def suit_code(cards: int, suit: int) -> int:
    """Return the knowledge of a suit, whatever the ranks of its tens and pictures."""
    own = cards >> (SUIT_BITS * suit)
    tens, shown = 0, 0
    for rank in range(ACE):
        tens += (own >> rank) & 1
        shown |= (own >> (SHOWN + rank)) & 1
    ace, shown_ace, known = (own >> ACE) & 1, (own >> (SHOWN + ACE)) & 1, (own >> KNOWN) & 3
    return (((tens << 1 | ace) << 1 | shown) << 1 | shown_ace) << 2 | known


def ranked(codes: tuple[int, int, int, int]) -> int:
    """Return the place of each of four codes in descending order, in four bits each; equal codes keep their order."""
    found = 0
    for one in range(4):
        for other in range(4):
            before = codes[other] > codes[one] or (codes[other] == codes[one] and other < one)
            found += before << (4 * one)
    return found


def suits_in_order(cards: int) -> int:
    """Return the place of each suit in the order of the player's knowledge of it."""
    return ranked((suit_code(cards, 0), suit_code(cards, 1), suit_code(cards, 2), suit_code(cards, 3)))


def rank_code(cards: int, rank: int, suits: int) -> int:
    """Return the suits, by their places, in which the player holds a rank, and those in which it lies open."""
    code = 0
    for suit in range(SUITS):
        there, place = cards >> (SUIT_BITS * suit), (suits >> (4 * suit)) & 3
        code |= ((there >> rank) & 1) << place | ((there >> (SHOWN + rank)) & 1) << (4 + place)
    return code


def ranks_in_order(cards: int, suits: int) -> int:
    """Return each rank's place: tens and pictures, which count equally, by the knowledge of them; then aces."""
    ten, jack = rank_code(cards, 0, suits), rank_code(cards, 1, suits)
    queen, king = rank_code(cards, 2, suits), rank_code(cards, 3, suits)
    return ACE << (4 * ACE) | ranked((ten, jack, queen, king))


def key_of(t: Table, question: int, cards: int, suits: int, ranks: int) -> int:
    """Return the key of a question; questions with the same choices to make have equal keys."""
    key = 1
    for rank in range(RANKS):
        key += rank_code(cards, rank, suits) << (1 + 8 * ((ranks >> (4 * rank)) & 7))
    for suit in range(SUITS):
        key += ((cards >> (SUIT_BITS * suit + KNOWN)) & 3) << (41 + 2 * ((suits >> (4 * suit)) & 3))
    knocked = int(t.s.knocked[0]) | int(t.s.knocked[1])
    return (((key << 4 | int(t.s.turns)) << 1 | knocked) << 1 | int(t.s.from_discard)) << 1 | question


def column_of(t: Table, seat: int, question: int, code: int, suits: int, ranks: int) -> int:
    """Return the column of a choice: an answer by its code, a card of the hand by the places of its suit and rank."""
    if question == rules.DRAW:
        return code
    column, own = 0, stands(look(t, hand(t, seat), code), suits, ranks)
    for place in range(held(t, hand(t, seat))):
        column += stands(look(t, hand(t, seat), place), suits, ranks) < own
    return column


def stands(card: int, suits: int, ranks: int) -> int:
    """Return the place of a card in the order of all."""
    rank, suit = (card - TENS) // SUITS, card % SUITS
    return RANKS * ((suits >> (4 * suit)) & 3) + ((ranks >> (4 * rank)) & 7)
