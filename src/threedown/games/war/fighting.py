"""War: cards face down and one face up, or a race. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JOKER, TEN, height
from threedown.games.war.events import (
    ARRIVES,
    FEWEST_FOR_ALL,
    LAST_CARD_FIGHTS,
    LAST_CARDS,
    NOBODY_LEFT,
    POT_STAYS,
    SHORT_OF_CARDS,
)
from threedown.games.war.laying import cards_of, chooses, lay_down_chosen, turn_up_chosen, turn_up_next
from threedown.games.war.options import FEWEST, KEEP_POT, LAST_CARD, RANK, TIED
from threedown.games.war.shown import TRUMP
from threedown.table import packets, verbs
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import announce, ask, in_play, is_in, options, seats, shown_height
from threedown.table.wars import lowest_of


def go_to_war(t: Table, tied: int) -> bool:
    """W1-05, W34-05, W34-06. Cards face down, then one face up, by all or by the ``tied`` (a bit each) only.

    If none of the tied players has a card, the others fight all the same (WH-11, ruling W-R05).
    False if the war cannot be fought to its end: then the game is over, or the pot stays for the next winner.
    """
    short = options(t).short
    down = war_size(t, shown_height(t, lowest_of(tied)) % TRUMP)
    for seat in range(seats(t)):
        outsider = options(t).takes_part == TIED and not (tied >> seat) & 1
        if outsider or (short != LAST_CARD and in_play(t) > 2 and cards_of(t, seat) == 0):
            verbs.hide_shown(t, seat)
    able = 0
    for seat in range(seats(t)):
        able |= (shown_height(t, seat) > 0 and cards_of(t, seat) > 0) << seat
    if not able or (not able & tied and options(t).spent_tie == KEEP_POT and short != LAST_CARD):
        return cannot_go_on(t)
    if options(t).race:
        return race(t)
    return lay_war_cards(t, down)


def war_size(t: Table, high: int) -> int:
    """WF-01, WR-01..04. The number of cards that go face down in a war caused by a card of this height."""
    down = int(options(t).face_down)
    if down < RANK:
        return down
    by_rank = 11 if high >= ACE else min(high, TEN)
    return by_rank if down == RANK else by_rank - 1


def lay_war_cards(t: Table, down: int) -> bool:
    """WP-04..12, WF-02, WF-03, WR-05, WR-06. The cards of a war, by the house rule for players with too few."""
    if options(t).short == FEWEST:
        down = as_many_as_all_have(t, down)
    must_complete = options(t).short != LAST_CARD and in_play(t) == 2
    if options(t).short == LAST_CARD:
        last_card_fights(t, down)
    elif not must_complete:
        last_card_of_several_fights(t, down)
    spared = 0 if must_complete else 1
    for _ in range(down):
        if must_complete and somebody_lacks_a_card(t):
            return False
        if chooses(t):
            lay_down_chosen(t, spared)
        else:
            for seat in range(seats(t)):
                if shown_height(t, seat) > 0 and cards_of(t, seat) > spared:
                    packets.lay_next_down(t, seat)
    if must_complete and somebody_lacks_a_card(t):
        return False
    if chooses(t):
        turn_up_chosen(t, True)
    else:
        for seat in range(seats(t)):
            if shown_height(t, seat) > 0 and cards_of(t, seat) > 0:
                turn_up_next(t, seat)
    return True


def as_many_as_all_have(t: Table, down: int) -> int:
    """WF-02. The number of cards that go face down if the fighter with the fewest cards turns up their last."""
    fewest, poorest = 1000, NOBODY
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) < fewest:
            fewest, poorest = cards_of(t, seat), seat
    if 0 < fewest <= down:
        announce(t, FEWEST_FOR_ALL, poorest)
    return min(down, fewest - 1)


def last_card_fights(t: Table, down: int) -> None:
    """WP-10, W2-08, rulings W-R14, W-R18. A player who runs out fights with their last card, even one already on the
    table.
    """
    announce_last_cards(t, down)


def last_card_of_several_fights(t: Table, down: int) -> None:
    """W-R05. Among three or more nobody loses for having too few cards."""
    announce_last_cards(t, down)


def announce_last_cards(t: Table, down: int) -> None:
    """Announces the last cards that fight when the war asks for more; the caller is the rule that the log cites."""
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) <= down:
            announce(t, LAST_CARD_FIGHTS, seat)


def somebody_lacks_a_card(t: Table) -> bool:
    """WP-06..08, WR-06. Of two players, one who must lay a card and has none loses; if both must, it is a draw."""
    able, lacking = 0, False
    for seat in range(seats(t)):
        if is_in(t, seat):
            if cards_of(t, seat) > 0:
                able |= 1 << seat
            else:
                lacking = True
    if lacking:
        for seat in range(seats(t)):
            if is_in(t, seat) and able and not (able >> seat) & 1:
                verbs.drop_out(t, seat)
        verbs.end_game(t, able, SHORT_OF_CARDS if able else NOBODY_LEFT)
    return lacking


def cannot_go_on(t: Table) -> bool:
    """WP-11 and ruling W-R05. None of the tied players can lay a card.

    If nobody at all has cards the game is a draw; else the pot stays for the next winner.
    """
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            announce(t, POT_STAYS)
            return False
    verbs.end_game(t, 0, LAST_CARDS if options(t).short == LAST_CARD else NOBODY_LEFT)
    return False


def race(t: Table) -> bool:
    """WA-01..03. Cards face up as fast as they come; the first ace (with jokers the first joker) takes them all."""
    wanted = JOKER if options(t).jokers else ACE
    racing = 0
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0:
            racing |= 1 << seat
    while True:
        able = 0
        for seat in range(seats(t)):
            if (racing >> seat) & 1 and cards_of(t, seat) > 0:
                able |= 1 << seat
        t.s.racing = able
        if able == 0:
            return cannot_go_on(t)
        seat = ask(t, NOBODY, ARRIVES)
        if height(packets.turn_up_next(t, seat)) == wanted:
            t.s.racing = 0
            for other in range(seats(t)):
                if other != seat:
                    verbs.hide_shown(t, other)
            return True
