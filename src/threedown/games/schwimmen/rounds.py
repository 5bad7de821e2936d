"""The end of a round of Schwimmen: a showdown, 31 or fire, lives lost. Clause ids are those of rulebook.toml."""

from threedown.games import three_cards
from threedown.games.declare import CARDS, Kind
from threedown.games.schwimmen.hands import holders_at_once, on_fire, value
from threedown.games.schwimmen.options import THIRTY_THREE
from threedown.games.three_cards import POINTS, THIRTY_ONE, lives_text
from threedown.language import say
from threedown.table import verbs
from threedown.table.hands import hand, pack_cards
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import OWN_EVENTS, announce, is_in, options, seats, show

(
    DEALS,
    LAYS_OUT,
    KEEPS,
    CHANGES,
    SWAPS,
    SWAPS_ALL,
    LAYS,
    PASSES,
    CLOSES,
    ALL_PASSED,
    RENEWED,
    HAS_31,
    HAS_ACES,
    HAS_FIRE,
    SHOWS,
    LOSES_LOWEST,
    LOSES_TIED,
    LOSES_CLOSING,
    LOSES_TO_FIRE,
    VOID,
    SWIMS,
) = range(OWN_EVENTS, OWN_EVENTS + 21)


def loss_text(lives: int) -> str:
    """A loss in words: a player who swims has no lives to lose.

    >>> loss_text(1), loss_text(0)
    ('one life', 'the last chance')
    """
    return lives_text(lives) if lives else say("the last chance")


MIDDLE = Kind("", {"cards": CARDS})
LOSS = three_cards.LOSS._replace(texts={"loss": lambda told: loss_text(told["lives"])})
EVENTS: dict[int, Kind | str] = {
    DEALS: "round",
    LAYS_OUT: MIDDLE._replace(name="lay_out"),
    KEEPS: MIDDLE._replace(name="keep"),
    CHANGES: MIDDLE._replace(name="change"),
    SWAPS: MIDDLE._replace(name="swap"),
    SWAPS_ALL: Kind("swap_all", {"cards": CARDS, "given": CARDS}),
    LAYS: MIDDLE._replace(name="lay"),
    PASSES: "pass",
    CLOSES: "close",
    ALL_PASSED: "all_passed",
    RENEWED: MIDDLE._replace(name="renew"),
    HAS_31: Kind("knack", reveals=True),
    HAS_ACES: Kind("three_aces", reveals=True),
    HAS_FIRE: Kind("fire", reveals=True),
    SHOWS: Kind("hand", {"cards": CARDS, "value": POINTS}),
    LOSES_LOWEST: LOSS._replace(name="lose_lowest"),
    LOSES_TIED: LOSS._replace(name="lose_tied"),
    LOSES_CLOSING: LOSS._replace(name="lose_closing"),
    LOSES_TO_FIRE: LOSS._replace(name="lose_to_fire"),
    VOID: "void",
    SWIMS: "swim",
}

LAST_LIFE = 16

MORE_THAN_ANY_HAND = 1 << 9
"""Half points."""


def settle(t: Table) -> None:
    """SM-14..17. All show their hands; then lives are lost, and players without any are out.

    Hands of 31 and three aces are called first: they have ended the round.
    """
    holders = holders_at_once(t)
    for seat in range(seats(t)):
        if (holders >> seat) & 1:
            announce(t, call_of(t, seat), seat)
    for seat in range(seats(t)):
        if is_in(t, seat):
            show(t, seat, hand(t, seat))
            announce(t, SHOWS, seat, numbers=(pack_cards(t, hand(t, seat)), value(t, seat)))
    take_lives(t)
    end_round(t)
    leave_or_stay(t)


def call_of(t: Table, seat: int) -> int:
    """SM-15, SM-16, SMH-04. The event for a hand that ends the round."""
    if value(t, seat) == THIRTY_ONE:
        return HAS_31
    return HAS_ACES if options(t).three_aces == THIRTY_THREE else HAS_FIRE


def take_lives(t: Table) -> None:
    """SM-17..19, SMH-10, ruling SM-R08. Lives are lost, unless nobody would be left."""
    low, count = lowest_hand(t)
    if leaves_nobody(t, low, count):
        announce(t, VOID)
        return
    for seat in range(seats(t)):
        if is_in(t, seat):
            cause = why_lost(t, seat, low, count)
            if cause != NOBODY:
                lose_lives(t, seat, cause)


def why_lost(t: Table, seat: int, low: int, count: int) -> int:
    """SM-16..18, SMH-10, ruling SM-R07. The reason why a player loses lives, as its event; NOBODY if they are safe.

    ``low`` is the lowest value, which ``count`` hands have.
    """
    fire = on_fire(t)
    if fire:
        return NOBODY if (fire >> seat) & 1 else LOSES_TO_FIRE
    if value(t, seat) > low:
        return NOBODY
    if count > 1:
        return LOSES_TIED
    return LOSES_CLOSING if t.s.closed[seat] and options(t).close_penalty > 1 else LOSES_LOWEST


def lowest_hand(t: Table) -> tuple[int, int]:
    """SM-17. The lowest value, and the number of players who have it."""
    low, count = MORE_THAN_ANY_HAND, 0
    for seat in range(seats(t)):
        if is_in(t, seat):
            has = value(t, seat)
            if has < low:
                low, count = has, 0
            count += has == low
    return low, count


def leaves_nobody(t: Table, low: int, count: int) -> bool:
    """Ruling SM-R08. True if all players would be out."""
    for seat in range(seats(t)):
        if is_in(t, seat):
            cause = why_lost(t, seat, low, count)
            if cause == NOBODY or bears(t, seat, cause):
                return False
    return True


def price(t: Table, cause: int) -> int:
    """SM-17, SMH-10. How many lives a loss should cost."""
    return int(options(t).close_penalty) if cause == LOSES_CLOSING else 1


def bears(t: Table, seat: int, cause: int) -> bool:
    """SM-19, SM-20, SMH-02. True if a player is still in the game after this loss."""
    return int(t.s.lives[seat]) > price(t, cause) or (bool(options(t).swimming) and not t.s.swims[seat])


def lose_lives(t: Table, seat: int, cause: int) -> None:
    """SM-17..20, ruling SM-R09. A player pays the lives that a loss costs, or all that they have.

    A player who has none left swims, unless they swam already.
    """
    lost = min(price(t, cause), int(t.s.lives[seat]))
    stays = bears(t, seat, cause)
    t.s.lives[seat] -= lost
    t.s.swims[seat] = stays and int(t.s.lives[seat]) == 0
    if cause == LOSES_LOWEST:
        t.s.lost_lowest += lost
    elif cause == LOSES_TIED:
        t.s.lost_tied += lost
    elif cause == LOSES_CLOSING:
        t.s.lost_closing += lost
    else:
        t.s.lost_to_fire += lost
    announce(t, cause, seat, numbers=(value(t, seat), lost))
    if t.s.swims[seat]:
        t.s.swimmers += 1
        announce(t, SWIMS, seat)


def end_round(t: Table) -> None:
    """Ruling SM-R10. The round is over and is counted; the only player with a hand that ended it wins the turn."""
    holders = holders_at_once(t)
    closed = the_closer(t) != NOBODY
    t.s.round_over = 1
    t.s.rounds += 1
    t.s.round_turns += t.s.played
    t.s.longest_round = max(int(t.s.longest_round), int(t.s.played))
    t.s.dealt_rounds += holders != 0 and int(t.s.played) == 0
    t.s.fires += on_fire(t) != 0
    t.s.knacks += holders != 0 and on_fire(t) == 0
    t.s.closed_rounds += holders == 0 and closed
    t.s.passed_rounds += holders == 0 and not closed
    for seat in range(seats(t)):
        if holders == 1 << seat:
            t.s.turn_winner = seat


def the_closer(t: Table) -> int:
    """The player who has closed this round; NOBODY if there is none."""
    for seat in range(seats(t)):
        if t.s.closed[seat]:
            return seat
    return NOBODY


def leave_or_stay(t: Table) -> None:
    """SM-20, SM-21. Players without lives who do not swim are out; the last player in the game wins."""
    left = 0
    for seat in range(seats(t)):
        if is_in(t, seat) and int(t.s.lives[seat]) == 0 and not t.s.swims[seat]:
            verbs.drop_out(t, seat)
        left |= is_in(t, seat) << seat
    if left & (left - 1) == 0:
        verbs.end_game(t, left, LAST_LIFE)
