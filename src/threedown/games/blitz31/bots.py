"""The bots of Blitz (31). A policy knows its own cards, the top discard, and what everybody has seen."""

from typing import Any

from threedown.cards import suit
from threedown.games.blitz31.expert import drawn_choice, is_book_under, strategy, strategy_under
from threedown.games.blitz31.hands import value, with_discard
from threedown.games.blitz31.rules import (
    CODES,
    DISCARD,
    DRAW,
    END_TURN,
    FINISH,
    FROM_DISCARD,
    FROM_STOCK,
    KNOCK,
    KNOCK_TOO,
    PLACES,
    answer,
    legal,
    turn,
)
from threedown.games.blitz31.stakes import BUY, BUY_BACK
from threedown.games.declare import Plans, Policy
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.games.three_cards import CARDS_EACH, HALVES, SUITS, points
from threedown.table.chance import mixed
from threedown.table.hands import hand, knows, stock
from threedown.table.imagine import imagined
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import (
    begin_turn,
    held,
    in_play,
    is_in,
    is_over,
    look,
    options,
    put_under,
    seats,
    take_out,
    take_top,
)

KNOCK_FROM = (0, 0, 26, 25, 25, 24, 24, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23)
"""The value at which ``simple`` knocks, by the number of players left."""
BEATING_FROM = 30
"""The same where a knocker must beat everybody. (Against players who knock at 30 there, a player who waits for 31 wins
still more: 54 % of games between two, 39 % among three, 32 % among four, 42,000 games each. But where all wait nobody
knocks.)
"""
POT_FROM = (0, 0, 22, 26, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27)
"""The same for a pot, by the number of players: the value that wins most games against players who knock at it (42,000
games each, among two, three, four and six; the shares of its neighbours differ by less than their intervals).
"""
FIRST_KNOCKS = (0, 0, 21, 23, 23, 22, 22, 22, 22, 22)
LAST_KNOCKS = (0, 0, 29, 25, 25, 24, 24, 24, 24, 24)
"""By the number of players left: the value from which ``steady`` knocks in its first turn of a round (a point more each
turn), and the highest such value. (For two they lie near where ``keen`` itself was seen to knock, early with less
and late with more than others: ``steady`` wins as often with 23 to 27, but a ``keen`` that imagines such players
wins 55 % of games against the keen before the shared search, not 57 %. Among four and more, a player who waits for
31 wins more: 26.7 % of games among three of these, 13.4 % among eight. But a ``keen`` that imagines such players
wins less, and among them a player who knocks at 25 wins more.)
"""
STALLED = 40
"""The number of turns after which nobody waits for so much any more: the cards that would help are in others' hands."""
PATIENCE = 12
"""The number of turns after which it asks for a point less with each turn: others hold the cards that would help."""
FURTHER, OF_ALL = 3, 10
"""The parts (of all) of a hand's worth to ``steady`` that are its expected worth after one more card."""
BETTER = (0, 0, 32, 10, 4, 4, 4, 4, 4, 4)
"""By the number of players left: tenths of a point by which the discard must beat a card of the stock, on average."""
IMAGININGS, AHEAD_BY = 256, 1
"""The parameters of ``keen``: imagined worlds for each choice, and the lead in half standard errors that another choice
needs. (In a port, against 4,096 worlds at 501 tables: 128 worlds and two standard errors gained 4.7 thousandths of a
game a choice over ``steady``, 128 and a half 6.8, 256 and a half 7.5, 1,024 and a half 8.3.)
"""
MOST_EXCHANGES = 8
CARDS = 52
TEN_POINTS, ACE_POINTS = 10, 11
LOWEST_THRESHOLD, HIGHEST_THRESHOLD = 18, 31
MOST_POINTS = 16


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    count = 0
    for code in range(CODES[question]):
        count += legal(t, seat, question, code)
    left = mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % count
    for code in range(CODES[question]):
        if legal(t, seat, question, code):
            if left == 0:
                return code
            left -= 1
    return 0


def simple(t: Table, seat: int, question: int) -> int:
    """Knocks from a fixed value on, takes the discard if it makes the hand better, keeps the best three cards."""
    return threshold(t, seat, question, knocks_from(t))


def knocks_from(t: Table) -> int:
    """The value at which ``simple`` knocks: higher where a knock must beat everybody, or is for the pot."""
    if not options(t).ante and not options(t).knocker_beats_all:
        return KNOCK_FROM[in_play(t)]
    wanted = POT_FROM[in_play(t)] if options(t).ante else BEATING_FROM
    return wanted - max(int(t.s.played) // in_play(t) - STALLED, 0)


def threshold(t: Table, seat: int, question: int, knock_from: int) -> int:
    """The policy that knocks when its hand is worth ``knock_from`` or more; it buys back in when it can."""
    if question == DISCARD:
        return best_discard(t, seat)
    if question != DRAW:
        return knock_or_buy(t, seat, question, knock_from)
    now = value(t, seat)
    if now >= HALVES * knock_from and legal(t, seat, DRAW, KNOCK):
        return KNOCK
    if legal(t, seat, DRAW, FROM_DISCARD) and with_discard(t, seat) > now:
        return FROM_DISCARD
    for code in (FROM_STOCK, FROM_DISCARD, KNOCK):
        if legal(t, seat, DRAW, code):
            return code
    return KNOCK


def knock_or_buy(t: Table, seat: int, question: int, knock_from: int) -> int:
    """The answers after a turn: a knock with ``knock_from`` or more, since the hand stays the same until the next turn;
    and a life bought back, which costs nothing in the game.
    """
    if question == BUY_BACK:
        return BUY
    return KNOCK_TOO if value(t, seat) >= HALVES * knock_from and legal(t, seat, FINISH, KNOCK_TOO) else END_TURN


def best_discard(t: Table, seat: int) -> int:
    """The card without which the hand is worth most; of several the one of fewest points."""
    best, most = 0, NOBODY
    for place in range(PLACES):
        if legal(t, seat, DISCARD, place):
            worth = value(t, seat, place) * MOST_POINTS - points(look(t, hand(t, seat), place))
            if worth > most:
                best, most = place, worth
    return best


def varied(t: Table, seat: int, question: int) -> int:
    """Like ``simple``, but it knocks from a value drawn in each game, to find the best one (docs/knock.md)."""
    return threshold(t, seat, question, drawn_threshold(int(t.s.pilot[0])))


def drawn_threshold(key: int) -> int:
    """The value from which ``varied`` knocks in a game with this key of the policies."""
    return LOWEST_THRESHOLD + mixed(key) % (HIGHEST_THRESHOLD - LOWEST_THRESHOLD + 1)


# Steady


def steady(t: Table, seat: int, question: int) -> int:
    """Knocks earlier in the first turns of a round, and looks a card ahead."""
    if question == DISCARD:
        return hopeful_discard(t, seat)
    if question != DRAW:
        return knock_or_buy(t, seat, question, knocks_at(t))
    now = value(t, seat)
    if now >= HALVES * knocks_at(t) and legal(t, seat, DRAW, KNOCK):
        return KNOCK
    if legal(t, seat, DRAW, FROM_DISCARD):
        drawn_on_average = after_a_draw(t, seat, NOBODY)
        if 10 * CARDS * with_discard(t, seat) > 10 * drawn_on_average + BETTER[known_players(t)] * HALVES * CARDS:
            return FROM_DISCARD
    for code in (FROM_STOCK, FROM_DISCARD, KNOCK):
        if legal(t, seat, DRAW, code):
            return code
    return KNOCK


def knocks_at(t: Table) -> int:
    """The value at which ``steady`` knocks in this turn of a round."""
    players = known_players(t)
    turns = int(t.s.played) // players
    if options(t).ante or options(t).knocker_beats_all:
        return knocks_from(t) - max(turns - PATIENCE, 0)
    return min(FIRST_KNOCKS[players] + turns, LAST_KNOCKS[players]) - max(turns - PATIENCE, 0)


def known_players(t: Table) -> int:
    """The number of players left, or the largest number for which there are values."""
    return min(in_play(t), len(FIRST_KNOCKS) - 1)


def hopeful_discard(t: Table, seat: int) -> int:
    """The card without which the hand is worth most, now and after one more card."""
    best, most = 0, NOBODY
    for place in range(PLACES):
        if legal(t, seat, DISCARD, place):
            worth = (OF_ALL - FURTHER) * CARDS * value(t, seat, place) + FURTHER * after_a_draw(t, seat, place)
            if worth > most:
                best, most = place, worth
    return best


def after_a_draw(t: Table, seat: int, left_out: int) -> int:
    """CARDS times the average worth of a hand, in half points, after one more card that it does not hold.

    ``left_out`` is the place of a card that has gone. Three of a kind do not count.
    """
    now, own = value(t, seat, left_out), held(t, hand(t, seat))
    total = (CARDS - own) * now
    for colour in range(SUITS):
        rest, cards, least = 0, 0, MOST_POINTS
        for place in range(own):
            card = look(t, hand(t, seat), place)
            if place != left_out and suit(card) == colour:
                rest += points(card)
                cards += 1
                least = min(least, points(card))
        if cards == CARDS_EACH:
            rest -= least
        for count in range(max(now // HALVES - rest, 1) + 1, ACE_POINTS + 1):
            total += (HALVES * (rest + count) - now) * (4 if count == TEN_POINTS else 1)
        for place in range(own):
            card = look(t, hand(t, seat), place)
            if suit(card) == colour:
                total -= max(HALVES * (rest + points(card)) - now, 0)
    return CARDS * total // (CARDS - own)


# Imagining


def share_after(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """A seat's share of the game after the round, given a choice in an imagined world.

    There the others hold the cards that it has seen them take and the best they could have made of the rest, and all
    play steadily.
    """
    m = imagined(t, seat, number)
    ripen(m, seat)
    return share_at(m, seat, question, code)


def share_at(m: Table, seat: int, question: int, code: int) -> int:
    """The share that a choice leads to at a table, when the round is over."""
    answer(m, seat, question, code)
    while not m.s.round_over and not is_over(m):
        begin_turn(m)
        turn(m)
    return share_of_game(m, seat)


keen = searching(steady, any_other(legal, CODES), share_after, IMAGININGS, AHEAD_BY)
keen.__doc__ = """The choice after which its lives stand best in imagined worlds, if the lead is clear."""


def ripen(m: Table, seat: int) -> None:
    """Improves the others' hands, since they have not kept the cards they were dealt: for each of their turns, a card
    of the stock replaces one of theirs if that makes the hand better. A player who has knocked goes on until they
    would knock.
    """
    would_knock = max(knocks_at(m), int(options(m).knock_least))
    for other in range(seats(m)):
        if other != seat and is_in(m, other):
            turns = min(int(m.s.played) // in_play(m), MOST_EXCHANGES)
            for exchange in range(MOST_EXCHANGES):
                done = value(m, other) >= HALVES * would_knock if m.s.knocked[other] else exchange >= turns
                if not done and held(m, stock(m)) > 0:
                    exchange_card(m, seat, other)


def exchange_card(m: Table, seat: int, other: int) -> None:
    """The top card of the stock for one of the hand that ``seat`` does not know, if the hand gains by it."""
    top, best, gain = look(m, stock(m)), NOBODY, value(m, other)
    for place in range(held(m, hand(m, other))):
        if not knows(m, seat, hand(m, other), place) and value(m, other, place, top) > gain:
            best, gain = place, value(m, other, place, top)
    card = take_top(m, stock(m))
    if best == NOBODY:
        put_under(m, stock(m), card)
    else:
        put_under(m, stock(m), take_out(m, hand(m, other), best))
        put_under(m, hand(m, other), card)


def share_of_game(m: Table, seat: int) -> int:
    """A seat's chance to win with the lives that all have: in proportion to their squares; with chips, to the chips.

    (Of two players who are equally likely to lose the next life, 4 : 3 lives win 0.66 and 2 : 1 win 0.75 of the games;
    the squares say 0.64 and 0.80.)
    """
    total = 0
    if options(m).ante:
        for other in range(seats(m)):
            total += int(m.s.lives[other])
        return WHOLE_GAME * int(m.s.lives[seat]) // max(total, 1)
    for other in range(seats(m)):
        total += losses_left(m, other) ** 2
    return WHOLE_GAME * losses_left(m, seat) ** 2 // max(total, 1)


def losses_left(m: Table, seat: int) -> int:
    """After how many losses of a life a player is out of the game: where there is a free ride, one more, and where
    lives can be bought back, these too.
    """
    if not is_in(m, seat):
        return 0
    bought_back = int(options(m).buy_backs - m.s.bought[seat]) * int(options(m).buy_back_lives)
    return int(m.s.lives[seat]) + bought_back + (1 if options(m).free_ride else 0)


# Two players by the book


def expert(t: Table, seat: int, question: int) -> int:
    """For two players by the book, a strategy that hardly anybody can exploit (expert.py); otherwise like ``keen``."""
    return policies_under(options(t), seats(t))[expert](t, seat, question)


def by_strategy(t: Table, seat: int, question: int) -> int:
    """The choice of the strategy. (Only a table laid by hand, with too few cards, may forbid it.)"""
    code = drawn_choice(t, seat, question)
    return code if legal(t, seat, question, code) else steady(t, seat, question)


def policies_under(codes: Any, number: int) -> dict[Policy, Policy]:
    """See ``Hooks.policies``."""
    return {expert: by_strategy if number == 2 and is_book_under(codes) else keen}


WORLD = random
LEVELS = {"simple": simple, "random": random, "steady": steady, "keen": keen, "expert": expert, "varied": varied}
IMAGINES = {"keen": "steady", "expert": "steady"}
PLANS: Plans = {strategy: strategy_under}
LADDER = ("random", "simple", "steady", "keen")
