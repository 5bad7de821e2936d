"""Blitz Champz, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.games.champz import deck
from threedown.games.champz.options import AGAIN, GOAL
from threedown.games.declare import FLAG, NUMBER, Kind
from threedown.table import verbs
from threedown.table.hands import deal_to_hand, discard, hand, refill_but_top, stock, take_to_hand
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, look, options, seats

PLACED, USED, REMOVED, STOLEN, PASSED, SKIPPED, REVERSED, REACHED, PAIRED = range(16, 25)
STANDS = {"points": NUMBER, "team": FLAG}
"""The points of a player, or of their team."""
EVENTS: dict[int, Kind | str] = {
    PLACED: Kind("play", STANDS),
    USED: "use",
    REMOVED: Kind("remove", STANDS),
    STOLEN: Kind("blitz", STANDS),
    PASSED: "pass",
    SKIPPED: "skip",
    REVERSED: "reverse",
    REACHED: Kind("reach", STANDS),
    PAIRED: "team",
}

TWENTY_ONE, GOAL_REACHED = 16, 17
REASONS = {TWENTY_ONE: "twenty_one", GOAL_REACHED: "goal", TURN_CAP: "turn_cap"}

ACT, MORE = range(2)
QUESTIONS = {ACT: "act", MORE: "more"}
STEALS = deck.KINDS
PASS = STEALS + 6 * deck.BLOCKED_KICK
THROWS = PASS + 1
CODES = {ACT: THROWS + deck.KINDS, MORE: PASS + 1}
"""Below STEALS the kind of the card to lay; from there six for each seat, the kind to steal from it; PASS; from THROWS
on the kind of the card that a stuck player throws away."""

HAND = 5


# The piles


def area(t: Table, seat: int) -> int:
    """The Offensive Cards before a player, the one laid last on top."""
    return seats(t) + seat


# The deal


def deal(t: Table) -> None:
    """BC-003, BC-004, ruling BC-R11. Five cards for each, one at a time; the rest are the draw pile."""
    for kind in range(deck.KINDS):
        verbs.open_pack(t, stock(t), kind << deck.COPY_BITS, (kind << deck.COPY_BITS) + deck.COPIES[kind] - 1)
    verbs.shuffle(t, stock(t))
    for step in range(HAND * seats(t)):
        seat = step % seats(t)
        deal_to_hand(t, seat, stock(t), hand(t, seat))
    if options(t).teams:
        for seat in range(seats(t) // 2):
            announce(t, PAIRED, seat, target=hand(t, seat + seats(t) // 2))


# Teams


def are_partners(t: Table, seat: int, other: int) -> bool:
    """CH-06. True for two seats whose points count together: partners, or the same seat."""
    return seat == other or (options(t).teams == 1 and seat != NOBODY and (seat - other) % (seats(t) // 2) == 0)


def score(t: Table, seat: int) -> int:
    """BC-046, CH-06. A player's points, with those of their partner."""
    total = 0
    for other in range(seats(t)):
        if are_partners(t, seat, other):
            total += int(t.s.points[other])
    return total


# A turn


def turn(t: Table) -> None:
    """BC-006, BC-007, BC-008. The next player draws a card, and then does one thing."""
    seat = int(t.s.to_play) % seats(t)
    draw(t, seat)
    answer(t, seat, ACT, choice(t, seat, 0))


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """BC-027..034, ruling BC-R03. Plays from a choice to the end of the turn; after drawing for a card comes another
    choice. One Continuation Card a turn: after such a draw only an Offensive or a Defensive Card, or nothing, may
    follow.
    """
    if question == ACT and code < STEALS and deck.DRAWS[code] > 0:
        use(t, seat, code)
        drawn = deck.DRAWS[code]
        for _ in range(drawn):
            draw(t, seat)
        code = PASS if options(t).draw_ends_turn else choice(t, seat, drawn)
    act(t, seat, code)
    close_turn(t, seat)


def choice(t: Table, seat: int, drawn: int) -> int:
    """A player's choice, or, after drawing for a Continuation Card, the second choice."""
    return ask(t, seat, MORE if drawn > 0 else ACT)


def draw(t: Table, seat: int) -> None:
    """BC-007, BC-049, CH-04, ruling BC-R07. One card; the discards make a new draw pile; if both are empty, none."""
    stays = int(options(t).top_stays)
    if held(t, stock(t)) == 0 and held(t, discard(t)) > stays:
        if stays:
            refill_but_top(t)
        else:
            verbs.pour_shuffled(t, discard(t), stock(t))
        t.s.reshuffles += 1
    if held(t, stock(t)) > 0:
        take_to_hand(t, seat, stock(t), hand(t, seat))


def act(t: Table, seat: int, code: int) -> None:
    """BC-008. The one thing that a player does in a turn; the next player."""
    ahead = who_won(t, seat)
    target = just_placed(t)
    for other in range(seats(t)):
        t.s.just_played[other] = 0
    if code == PASS:
        t.s.passes += 1
        announce(t, PASSED, seat)
    elif code >= THROWS:
        t.s.passes += 1
        verbs.put_face_up(t, seat, hand(t, seat), find(t, hand(t, seat), code - THROWS), discard(t))
    elif code >= STEALS:
        blitz(t, seat, (code - STEALS) // deck.BLOCKED_KICK, (code - STEALS) % deck.BLOCKED_KICK)
    elif code < deck.BLOCKED_KICK:
        place(t, seat, code)
    elif code < deck.BLITZ:
        defend(t, seat, code, target)
    else:
        use(t, seat, code)
    t.s.comebacks += ahead != 0 and who_won(t, seat) == 0
    t.s.to_play = who_is_next(t, seat, code)
    if (
        options(t).second_answer
        and target != NOBODY
        and code in (deck.FUMBLE, deck.END_OF_QUARTER)
        and t.s.to_play == seat
    ):
        t.s.just_played[target] = 1  # CH-03


def close_turn(t: Table, seat: int) -> None:
    """BC-001, BC-041..043, CH-05, CH-06, ruling BC-R05. The player who had 21 points before this turn and still has
    them wins, with their partner.
    """
    winners = who_won(t, seat)
    if winners:
        usual = options(t).goal == GOAL and not options(t).teams
        verbs.end_game(t, winners, TWENTY_ONE if usual else GOAL_REACHED)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def who_won(t: Table, seat: int) -> int:
    """BC-041, BC-044, CH-05, CH-06. The players who have 21 points or more, without the one whose turn it is and their
    partner; a bit each.
    """
    winners = 0
    for other in range(seats(t)):
        if not are_partners(t, seat, other) and score(t, other) >= options(t).goal:
            winners |= 1 << other
    return winners


def who_is_next(t: Table, seat: int, code: int) -> int:
    """BC-006, BC-035, BC-036, BC-051, ruling BC-R06. Clockwise or the other way round; a Fumble skips one."""
    if code == deck.END_OF_QUARTER:
        t.s.reverses += 1
        t.s.counterclockwise = 1 - int(t.s.counterclockwise)
        announce(t, REVERSED, seat)
        if seats(t) == 2 and options(t).two_player_reverse == AGAIN:
            return seat
    if code == deck.FUMBLE:
        t.s.fumbles += 1
        announce(t, SKIPPED, following(t, seat, 1))
        return following(t, seat, 2)
    return following(t, seat, 1)


def following(t: Table, seat: int, turns: int) -> int:
    """BC-006, BC-036. The player so many turns after a player's, the way that play goes round."""
    return (seat + (seats(t) - turns if int(t.s.counterclockwise) else turns)) % seats(t)


# The cards


def place(t: Table, seat: int, kind: int) -> None:
    """BC-009..016. An Offensive Card of one's own hand, face up into one's own area."""
    count_placed(t, kind)
    move_into_area(t, PLACED, seat, hand(t, seat), kind)


def blitz(t: Table, seat: int, robbed: int, kind: int) -> None:
    """BC-037, CH-07, ruling BC-R04. An Offensive Card out of another's area into one's own."""
    use(t, seat, deck.BLITZ)
    t.s.blitzes += 1
    t.s.blitzed_points += deck.POINTS[kind]
    t.s.points[robbed] -= deck.POINTS[kind]
    move_into_area(t, STOLEN, seat, area(t, robbed), kind)


def move_into_area(t: Table, how: int, seat: int, source: int, kind: int) -> None:
    """BC-041, BC-046, CH-05, CH-06. The card counts as just played; at 21 or more, if nobody was first, the next may
    answer.
    """
    t.s.points[seat] += deck.POINTS[kind]
    t.s.just_played[seat] = 1
    t.s.turn_winner = seat
    stands = score(t, seat)
    verbs.put_face_up(t, seat, source, find(t, source, kind), area(t, seat), how, (stands, options(t).teams))
    if stands >= options(t).goal and who_won(t, seat) == 0:
        t.s.reached += 1
        answering = following(t, seat, 1)
        announce(t, REACHED, seat, target=hand(t, answering), numbers=(stands, options(t).teams))


def defend(t: Table, seat: int, kind: int, target: int) -> None:
    """BC-017, BC-018, BC-047. A Defensive Card and the card just played both go to the discard pile."""
    use(t, seat, kind)
    value = deck.POINTS[deck.kind_of(look(t, area(t, target)))]
    t.s.defences += 1
    t.s.removed_points += value
    t.s.points[target] -= value
    verbs.put_face_up(t, target, area(t, target), 0, discard(t), REMOVED, (score(t, target), options(t).teams))


def use(t: Table, seat: int, kind: int) -> None:
    """BC-018, BC-027. A card of one's own hand goes to the discard pile."""
    verbs.put_face_up(t, seat, hand(t, seat), find(t, hand(t, seat), kind), discard(t), USED)


def find(t: Table, pile: int, kind: int) -> int:
    """Ruling BC-R12. How deep the first card of a kind lies: of a hand the one received first, of an area the last."""
    depth = 0
    while deck.kind_of(look(t, pile, depth)) != kind:
        depth += 1
    return depth


# What is on the table


def count_points(t: Table) -> None:
    """BC-010..015, BC-046. Counts the cards that were laid in the players' areas by hand."""
    for seat in range(seats(t)):
        t.s.points[seat] = 0
        for depth in range(held(t, area(t, seat))):
            t.s.points[seat] += deck.POINTS[deck.kind_of(look(t, area(t, seat), depth))]


def kinds_in(t: Table, pile: int) -> int:
    """The kinds of the cards in a pile, a bit each."""
    kinds = 0
    for depth in range(held(t, pile)):
        kinds |= 1 << deck.kind_of(look(t, pile, depth))
    return kinds


def just_placed(t: Table) -> int:
    """BC-019, BC-020, ruling BC-R01. The player who placed a card in the turn before this one, NOBODY if none did."""
    for seat in range(seats(t)):
        if int(t.s.just_played[seat]) and held(t, area(t, seat)) > 0:
            return seat
    return NOBODY


def stopping(t: Table, seat: int) -> int:
    """BC-017..026, BC-050, CH-07. The kinds of Defensive Cards that a player may use now, a bit each."""
    target = just_placed(t)
    if target == NOBODY or are_partners(t, seat, target):
        return 0
    return deck.STOPPED_BY[deck.kind_of(look(t, area(t, target)))]


def stealable(t: Table, seat: int) -> int:
    """BC-037, CH-07, ruling BC-R04. The kinds of Offensive Cards in the areas of all others, a bit each."""
    kinds = 0
    for other in range(seats(t)):
        if not are_partners(t, seat, other):
            kinds |= kinds_in(t, area(t, other))
    return kinds & deck.OFFENSIVE


def count_placed(t: Table, kind: int) -> None:
    """The tally of the points that cards of each kind have made."""
    if kind == deck.TD_RUN:
        t.s.td_run += deck.POINTS[kind]
    elif kind == deck.TD_PASS:
        t.s.td_pass += deck.POINTS[kind]
    elif kind == deck.HAIL_MARY:
        t.s.hail_mary += deck.POINTS[kind]
    elif kind == deck.CONVERSION:
        t.s.conversion += deck.POINTS[kind]
    elif kind == deck.FIELD_GOAL:
        t.s.field_goal += deck.POINTS[kind]
    elif kind == deck.EXTRA_POINT:
        t.s.extra_point += deck.POINTS[kind]


# Choices


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """BC-008, BC-031..034, BC-039, CH-02, CH-07, rulings BC-R02, BC-R03. The legal choices; a player who can do
    something may not pass.
    """
    mine = kinds_in(t, hand(t, seat))
    playable = mine & (deck.OFFENSIVE | (deck.DEFENSIVE & stopping(t, seat)))
    if question == ACT:
        playable |= mine & ~(deck.OFFENSIVE | deck.DEFENSIVE | 1 << deck.BLITZ)
    if code < STEALS:
        return (playable >> code) & 1 == 1
    can_blitz = question == ACT and (mine >> deck.BLITZ) & 1 == 1
    if code == PASS:
        stuck = is_stuck(t, seat, mine, playable) and (mine == 0 or not options(t).stuck_discards)
        return question == MORE or options(t).free_pass == 1 or stuck
    if code > PASS:
        throws = question == ACT and options(t).stuck_discards == 1 and is_stuck(t, seat, mine, playable)
        return throws and (mine >> (code - THROWS)) & 1 == 1
    robbed, kind = (code - STEALS) // deck.BLOCKED_KICK, (code - STEALS) % deck.BLOCKED_KICK
    if not can_blitz or robbed >= seats(t) or are_partners(t, seat, robbed):
        return False
    return (kinds_in(t, area(t, robbed)) >> kind) & 1 == 1


def is_stuck(t: Table, seat: int, mine: int, playable: int) -> bool:
    """BC-039. True if a player can do nothing: no card is ``playable``, and there is no Blitz of their own to use."""
    return playable == 0 and not ((mine >> deck.BLITZ) & 1 == 1 and stealable(t, seat))
