"""Casino War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml.

Chips are counted in half chips, so that half an odd bet can be given back (ruling CW-R5).
"""

from threedown.cards import PACK, height
from threedown.games.casino_war.options import EACH_ROUND, LARGEST_BET
from threedown.games.declare import NUMBER, Kind
from threedown.table import verbs
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, in_play, is_in, look, options, seats

BETS, WINS, LOSES, GOES_TO_WAR, SURRENDERS, TIE_WINS, TIE_LOSES, BONUS = range(16, 24)
EVENTS: dict[int, Kind | str] = {
    BETS: Kind("bet", {"bet": NUMBER, "tie": NUMBER}),
    WINS: "beat",
    LOSES: "lose",
    GOES_TO_WAR: "war",
    SURRENDERS: "surrender",
    TIE_WINS: Kind("tie_win", {"pays": NUMBER}),
    TIE_LOSES: "tie_lose",
    BONUS: "bonus",
}

AHEAD, HOUSE_AHEAD, BROKE, EMPTY_SHOE = 16, 17, 18, 19
REASONS = {
    AHEAD: "ahead",
    HOUSE_AHEAD: "house_ahead",
    BROKE: "broke",
    EMPTY_SHOE: "empty_shoe",
    TURN_CAP: "turn_cap",
}

BET, TIE = range(2)
QUESTIONS = {BET: "bet", TIE: "tie"}
TIE_BETS = LARGEST_BET + 1
CODES = {BET: TIE_BETS * TIE_BETS, TIE: 2}
"""BET: the bet times TIE_BETS, plus the tie bet. TIE: WAR or SURRENDER."""

WAR, SURRENDER = 0, 1
HALVES = 2


# The piles


def hand(t: Table, seat: int) -> int:
    """A player's cards of this round, in the order received."""
    return seat


def house_cards(t: Table) -> int:
    return seats(t)


def shoe(t: Table) -> int:
    return seats(t) + 1


def discard(t: Table) -> int:
    return seats(t) + 2


def burned(t: Table) -> int:
    return seats(t) + 3


# The shoe


def deal(t: Table) -> None:
    """All packs are shuffled together into the shoe."""
    for number in range(options(t).decks):
        verbs.open_pack(t, shoe(t), PACK * number, PACK * number + 51)
    verbs.shuffle(t, shoe(t))


def clear_table(t: Table) -> None:
    """The cards of the last round are discarded."""
    for pile in range(seats(t) + 1):
        if held(t, pile) > 0:
            verbs.pour(t, pile, discard(t))
    if held(t, burned(t)) > 0:
        verbs.pour(t, burned(t), discard(t))


def shuffle_if_due(t: Table) -> None:
    """Ruling CW-R2. Before a round the discarded cards go back into the shoe, always or behind the cut card."""
    if held(t, discard(t)) > 0 and (options(t).reshuffle == EACH_ROUND or held(t, shoe(t)) < 13 * options(t).decks):
        verbs.pour(t, discard(t), shoe(t))
        verbs.shuffle(t, shoe(t))


def has_cards(t: Table, cards: int) -> bool:
    """Ruling CW-R2. True if this many cards can be dealt; if need be the discards go under the shoe, shuffled."""
    if held(t, shoe(t)) < cards and held(t, discard(t)) > 0:
        verbs.pour_shuffled(t, discard(t), shoe(t))
    return held(t, shoe(t)) >= cards


# A round


def turn(t: Table) -> None:
    """CW-01. Everybody bets; each player and the house get a card."""
    clear_table(t)
    shuffle_if_due(t)
    for seat in range(seats(t)):
        t.s.last[seat] = 0
        if is_in(t, seat) and not can_bet(t, seat):
            verbs.drop_out(t, seat)
        if is_in(t, seat):
            place_bet(t, seat)
    if in_play(t) == 0:
        verbs.end_game(t, 0, BROKE)
        return
    if not has_cards(t, in_play(t) + 1):
        end_without_cards(t)
        return
    for seat in range(seats(t)):
        if is_in(t, seat):
            verbs.deal_face_up(t, seat, shoe(t), hand(t, seat))
    verbs.deal_face_up(t, NOBODY, shoe(t), house_cards(t))
    at_war = compare(t)
    if at_war and not go_to_war(t, at_war):
        end_without_cards(t)
        return
    close_round(t)


def place_bet(t: Table, seat: int) -> None:
    """The player bets, and optionally on a tie too (CW-11)."""
    code = ask(t, seat, BET)
    t.s.bet[seat] = code // TIE_BETS
    t.s.tie_bet[seat] = code % TIE_BETS
    t.s.bets += 1
    t.s.staked += HALVES * int(t.s.bet[seat])
    t.s.tie_staked += HALVES * int(t.s.tie_bet[seat])
    announce(t, BETS, seat, numbers=(int(t.s.bet[seat]), int(t.s.tie_bet[seat])))


def half_chips(t: Table, seat: int) -> int:
    """A player's half chips, including open bets."""
    return HALVES * int(options(t).chips) + int(t.s.gain[seat])


def pay(t: Table, seat: int, halves: int) -> None:
    """The house pays a player so many half chips (takes them, where it is below 0)."""
    t.s.gain[seat] += halves
    t.s.last[seat] += halves


def newest(t: Table, pile: int) -> int:
    """The height of the card that was dealt last to a pile."""
    return height(look(t, pile, held(t, pile) - 1))


def compare(t: Table) -> int:
    """CW-02, CW-03, CW-04. The higher card wins the bet; returns the seats that go to war over a tie, a bit each."""
    at_war = 0
    his = newest(t, house_cards(t))
    for seat in range(seats(t)):
        if is_in(t, seat):
            mine = newest(t, hand(t, seat))
            settle_tie_bet(t, seat, mine == his)
            if mine != his:
                settle_bet(t, seat, mine > his, HALVES * int(t.s.bet[seat]))
            else:
                t.s.ties += 1
                if war_or_surrender(t, seat) == WAR:
                    at_war |= 1 << seat
                    t.s.wars += 1
                    announce(t, GOES_TO_WAR, seat)
                else:
                    surrender(t, seat)
    return at_war


def settle_tie_bet(t: Table, seat: int, tie: bool) -> None:
    """CW-11, CWH-03. The tie bet is settled by the first two cards, whatever is decided then (ruling CW-R5)."""
    halves = HALVES * int(t.s.tie_bet[seat])
    if halves > 0:
        won = options(t).tie_pays * halves if tie else -halves
        pay(t, seat, won)
        t.s.tie_lost -= won
        if tie:
            announce(t, TIE_WINS, seat, numbers=(options(t).tie_pays,))
        else:
            announce(t, TIE_LOSES, seat)
        t.s.tie_bet[seat] = 0


def settle_bet(t: Table, seat: int, wins: bool, halves: int) -> None:
    """A bet is won or lost, by so many half chips."""
    pay(t, seat, halves if wins else -halves)
    t.s.lost -= halves if wins else -halves
    announce(t, WINS if wins else LOSES, seat)
    t.s.bet[seat] = 0


def pay_bonus(t: Table, seat: int, halves: int) -> None:
    """CWH-02. A second tie wins the bet once more."""
    pay(t, seat, halves)
    t.s.lost -= halves
    t.s.bonuses += 1
    announce(t, BONUS, seat)


def war_or_surrender(t: Table, seat: int) -> int:
    """CW-04. The player's choice, if they have one (ruling CW-R3)."""
    if legal(t, seat, TIE, WAR) and legal(t, seat, TIE, SURRENDER):
        return ask(t, seat, TIE)
    return WAR if legal(t, seat, TIE, WAR) else SURRENDER


def surrender(t: Table, seat: int) -> None:
    """CW-05. Half the bet is given back."""
    half = int(t.s.bet[seat])
    pay(t, seat, -half)
    t.s.lost += half
    t.s.surrenders += 1
    announce(t, SURRENDERS, seat)
    t.s.bet[seat] = 0


def go_to_war(t: Table, at_war: int) -> bool:
    """CW-06..10, CW-12, CWH-02. As much again is staked, cards are burned, and each side gets one more.

    False if the shoe has too few cards.
    """
    fighters = 0
    for seat in range(seats(t)):
        fighters += (at_war >> seat) & 1
    if not has_cards(t, options(t).burn + fighters + 1):
        return False
    for _ in range(options(t).burn):
        verbs.move_card(t, shoe(t), burned(t))
    for seat in range(seats(t)):
        if (at_war >> seat) & 1:
            verbs.deal_face_up(t, seat, shoe(t), hand(t, seat))
    verbs.deal_face_up(t, NOBODY, shoe(t), house_cards(t))
    his = newest(t, house_cards(t))
    for seat in range(seats(t)):
        if (at_war >> seat) & 1:
            mine, halves = newest(t, hand(t, seat)), HALVES * int(t.s.bet[seat])
            settle_bet(t, seat, mine >= his, halves if mine >= his else 2 * halves)
            if mine == his and options(t).tie_bonus:
                pay_bonus(t, seat, halves)
    return True


# Ends


def close_round(t: Table) -> None:
    """Ruling CW-R4. A player who cannot bet any more leaves; the game ends when all have left, or its rounds are
    played.
    """
    gained = 0
    for seat in range(seats(t)):
        if int(t.s.last[seat]) > 0:
            gained |= 1 << seat
            t.s.turn_winner = seat
        if is_in(t, seat) and not can_bet(t, seat):
            verbs.drop_out(t, seat)
    if gained & (gained - 1):
        t.s.turn_winner = NOBODY
    if in_play(t) == 0:
        verbs.end_game(t, 0, BROKE)
    elif int(t.s.turns) >= options(t).rounds:
        ahead = 0
        for seat in range(seats(t)):
            ahead |= (int(t.s.gain[seat]) > 0) << seat
        verbs.end_game(t, ahead, AHEAD if ahead else HOUSE_AHEAD)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def end_without_cards(t: Table) -> None:
    """Ruling CW-R2. There are no cards to go on with: the open bets are given back, and the game is over."""
    for seat in range(seats(t)):
        t.s.staked -= HALVES * int(t.s.bet[seat])
        t.s.tie_staked -= HALVES * int(t.s.tie_bet[seat])
        t.s.bet[seat] = 0
        t.s.tie_bet[seat] = 0
    verbs.end_game(t, 0, EMPTY_SHOE)


def can_bet(t: Table, seat: int) -> bool:
    return legal(t, seat, BET, options(t).min_bet * TIE_BETS)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """CW-04, CW-06, ruling CW-R3. A bet must be covered; so must a war, and a player who cannot cover it surrenders."""
    if question == BET:
        bet, tie = code // TIE_BETS, code % TIE_BETS
        if not options(t).min_bet <= bet <= options(t).max_bet or tie > options(t).max_tie:
            return False
        war = 0 if options(t).surrender else bet
        return HALVES * (bet + tie + war) <= half_chips(t, seat)
    covered = 2 * HALVES * int(t.s.bet[seat]) <= half_chips(t, seat)
    if code == WAR:
        return covered
    return options(t).surrender == 1 or not covered
