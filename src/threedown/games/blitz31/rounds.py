"""The end of a round of Blitz (31): 31, a showdown, lives lost. Clause ids are those of rulebook.toml."""

from threedown.games.blitz31.hands import value
from threedown.games.blitz31.stakes import (
    ANTES,
    BUYS_BACK,
    WINS_POT,
    end_if_played_out,
    leave_or_stay,
    pay_pot,
)
from threedown.games.declare import CARDS, NUMBER, Kind
from threedown.games.three_cards import LOSS, POINTS, THIRTY_ONE, left_of, lives_text
from threedown.table.hands import hand, pack_cards, stock
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import (
    OWN_EVENTS,
    announce,
    held,
    is_in,
    options,
    seats,
    show,
)

(
    ROUND_BEGINS,
    KNOCKS,
    HAS_31,
    SHOWS,
    LOSES_KNOCKING,
    LOSES_LOWEST,
    LOSES_TIED,
    LOSES_TO_31,
    VOID,
    RIDES,
    LOSES_BEATEN,
) = range(OWN_EVENTS, OWN_EVENTS + 11)

EVENTS: dict[int, Kind | str] = {
    ROUND_BEGINS: "round",
    KNOCKS: "knock",
    HAS_31: Kind("blitz", reveals=True),
    SHOWS: Kind("hand", {"cards": CARDS, "value": POINTS}),
    LOSES_KNOCKING: LOSS._replace(name="lose_knocking"),
    LOSES_LOWEST: LOSS._replace(name="lose_lowest"),
    LOSES_TIED: LOSS._replace(name="lose_tied"),
    LOSES_TO_31: LOSS._replace(name="lose_to_31"),
    VOID: "void",
    RIDES: "ride",
    LOSES_BEATEN: LOSS._replace(name="lose_beaten"),
    ANTES: Kind("ante", {"chips": NUMBER, "pot": NUMBER}),
    WINS_POT: Kind("win_pot", {"value": POINTS, "chips": NUMBER}),
    BUYS_BACK: Kind("buy_back", {"lives": NUMBER}, {"gain": lambda told: lives_text(told["lives"])}),
}

LAST_LIFE = 16

MORE_THAN_ANY_HAND = 1 << 9
"""Half points."""


def settle(t: Table, holders: int) -> None:
    """BZ-024, BZ-027, BH-21. All show their hands; then lives are lost, or the pot is won.

    ``holders`` are the players with 31, a bit each: a blitz. Without any it is a showdown.
    """
    for seat in range(seats(t)):
        if (holders >> seat) & 1:
            announce(t, HAS_31, seat)
    show_hands(t, holders)
    if options(t).ante:
        pay_pot(t, holders)
        end_round(t, holders)
        end_if_played_out(t)
    else:
        take_lives(t, holders)
        end_round(t, holders)
        leave_or_stay(t, LAST_LIFE)


def take_lives(t: Table, holders: int) -> None:
    """BZ-025, BZ-028..035, rulings BZ-R02, BZ-R04, BZ-R09. Lives are lost, unless nobody would be left."""
    low, count = lowest_hand(t)
    if leaves_nobody(t, holders, low, count):
        announce(t, VOID)
        return
    for seat in range(seats(t)):
        if is_in(t, seat):
            cause = why_lost(t, seat, holders, low, count)
            if cause != NOBODY:
                lose_lives(t, seat, cause)


def why_lost(t: Table, seat: int, holders: int, low: int, count: int) -> int:
    """BZ-028, BZ-032..035, BZ-041, BH-15, BH-19. The reason why a player loses lives, as its event; NOBODY if they are
    safe.

    ``low`` is the lowest value, which ``count`` hands have.
    """
    if holders:
        return NOBODY if (holders >> seat) & 1 else LOSES_TO_31
    if options(t).knocker_beats_all and knocker_is_beaten(t):
        return LOSES_BEATEN if t.s.knocked[seat] else NOBODY
    if value(t, seat) > low:
        return NOBODY
    if t.s.knocked[seat] and count == 1:
        return LOSES_KNOCKING
    if t.s.knocked[seat] and not options(t).tied_knocker_loses:
        return NOBODY
    return LOSES_LOWEST if count == 1 else LOSES_TIED


def the_knocker(t: Table) -> int:
    """The player who has knocked in this round; NOBODY if there is none."""
    for seat in range(seats(t)):
        if t.s.knocked[seat]:
            return seat
    return NOBODY


def knocker_is_beaten(t: Table) -> bool:
    """BH-19. True if another player's hand is worth as much as the knocker's or more."""
    knocker = the_knocker(t)
    for seat in range(seats(t)):
        if knocker != NOBODY and seat != knocker and is_in(t, seat) and value(t, seat) >= value(t, knocker):
            return True
    return False


def lowest_hand(t: Table) -> tuple[int, int]:
    """The lowest value, and the number of players who have it."""
    low, count = MORE_THAN_ANY_HAND, 0
    for seat in range(seats(t)):
        if is_in(t, seat):
            has = value(t, seat)
            if has < low:
                low, count = has, 0
            count += has == low
    return low, count


def leaves_nobody(t: Table, holders: int, low: int, count: int) -> bool:
    """BH-07, ruling BZ-R09. True if all would lose more than they can bear."""
    for seat in range(seats(t)):
        if is_in(t, seat):
            cause = why_lost(t, seat, holders, low, count)
            if cause == NOBODY or bears(t, seat, price(t, seat, cause)):
                return False
    return True


def price(t: Table, seat: int, cause: int) -> int:
    """BZ-025, BZ-028, BZ-032, BH-04, BH-05, BH-16, BH-19, rulings BZ-R02, BZ-R04. How many lives it should cost a
    player.
    """
    if cause in (LOSES_KNOCKING, LOSES_BEATEN):
        return int(options(t).knock_penalty)
    if cause != LOSES_TO_31:
        return 1
    return max(int(options(t).loss_to_31), int(options(t).blitz_penalty) if t.s.knocked[seat] else 0)


def bears(t: Table, seat: int, lives: int) -> bool:
    """BZ-036, BH-17. True if a player is still in the game after losing this many lives."""
    return int(t.s.lives[seat]) > lives or (bool(options(t).free_ride) and not t.s.riding[seat])


def show_hands(t: Table, holders: int) -> None:
    """BZ-024. All players show their cards; of the four cards of a player who has drawn 31 (BH-10), three are worth
    that.
    """
    for seat in range(seats(t)):
        if is_in(t, seat):
            show(t, seat, hand(t, seat))
            points = THIRTY_ONE if (holders >> seat) & 1 else value(t, seat)
            announce(t, SHOWS, seat, numbers=(pack_cards(t, hand(t, seat)), points))


def lose_lives(t: Table, seat: int, cause: int) -> None:
    """BZ-003, BZ-038, ruling BZ-R04. A player pays the loss in tokens, or all that they have.

    BH-17: with a free ride they stay in the game after paying the last, and are out at the next loss.
    """
    costs = price(t, seat, cause)
    lost = min(costs, int(t.s.lives[seat]))
    stays = bears(t, seat, costs)
    t.s.lives[seat] -= lost
    t.s.riding[seat] = stays and int(t.s.lives[seat]) == 0
    if cause in (LOSES_KNOCKING, LOSES_BEATEN):
        t.s.lost_knocking += lost
    elif cause == LOSES_LOWEST:
        t.s.lost_lowest += lost
    elif cause == LOSES_TIED:
        t.s.lost_tied += lost
    else:
        t.s.lost_to_31 += lost
    announce(t, cause, seat, numbers=(value(t, seat), lost))
    if t.s.riding[seat]:
        announce(t, RIDES, seat)


def end_round(t: Table, holders: int) -> None:
    """Ruling BZ-R12. The round is over and is counted; the only player with 31 wins the turn."""
    knocked = the_knocker(t) != NOBODY
    if holders == 0:
        t.s.knock_rounds += knocked
        t.s.emptied += not knocked
    else:
        t.s.blitzes += int(t.s.played) > 0
        t.s.dealt_blitzes += int(t.s.played) == 0
    t.s.round_over = 1
    t.s.rounds += 1
    t.s.round_turns += t.s.played
    t.s.longest_round = max(int(t.s.longest_round), int(t.s.played))
    for seat in range(seats(t)):
        if holders == 1 << seat:
            t.s.turn_winner = seat


def ends_round(t: Table, seat: int, opening: bool) -> bool:
    """BZ-021, BH-06, BH-14, ruling BZ-R05. True if a showdown follows the turn of ``seat``.

    After a knock it does when all others have had a turn, or at once if a house rule says so for a knock that opens the
    round (``opening``: this turn was one); else it does when the stock is empty and no new one is made.
    """
    if t.s.knocked[left_of(t, seat)]:
        return True
    if the_knocker(t) != NOBODY:
        return bool(options(t).opening_showdown) and opening
    return not options(t).reshuffle and held(t, stock(t)) == 0
