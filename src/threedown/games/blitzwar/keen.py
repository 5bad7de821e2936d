"""Keen players of BlitzWar: they plan chains of attacks, and weigh the gain of each against its cost.

All values are in hundredths of a tank.
"""

import numpy as np

from threedown.exact.blitzwar import losses
from threedown.games.blitzwar.battle import hostile, most_occupying
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    END,
    KEEP,
    NUMBERS,
    OCCUPY,
    PLACE,
    SEND,
    STOP,
    TRADE,
    WAYS,
    WITH_BOMB,
    attack_with,
    bonus,
    connected,
    continent_of,
    first_border,
    goal,
    hand,
    origin,
    owner,
    points,
    route,
    states_of_map,
    tanks,
)
from threedown.games.blitzwar.missions import has_mission, missing, serves
from threedown.games.blitzwar.options import AT_ONCE, CONNECTED, CONQUEST, GROWING
from threedown.games.blitzwar.simple import (
    MOST_COUNTED,
    PART,
    all_sent,
    best_claim,
    best_trade,
    chance_of,
    is_front,
    largest_idle,
    move_to_front,
    size_of,
)
from threedown.games.blitzwar.tris import HAND_LIMIT, brings, growing_value
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, in_play, options, seats

TANK = 100
COSTS = np.array([[losses(MOST_COUNTED, dice, bomb) * TANK for bomb in (False, True)] for dice in (2, 3)]).astype(
    np.int64
)
"""The average cost of an attack to the end, by defence dice less 2, bomb, tanks beyond one, and defenders."""

STATE_WORTH = 130
"""The value of a state over the turns to come, and of its loss to an enemy."""
DESTROYED = 45
"""The value of destroying an enemy's tank when there are two enemies; the more enemies, the less."""
CARD = 250
CARD_TAKEN = 300
KNOCKED_OUT = 600
CONTINENT_TURNS = 220
"""The value of each tank of a continent's bonus that is taken or broken."""
FOR_MISSION, FULFILLED = 150, 4000
"""The value of a state that a mission needs, and of the last one of them; of the last but one a quarter, and so on."""
SHARE = 200
POINT = 80
"""The value of each point in the last round."""
ENOUGH = 5500
"""An attack is begun only with this chance, in ten thousandths."""
LONGEST_CHAIN = 14
GOOD_TRIS = 8
BIG_STACK = 5


def cost_of(t: Table, mine: int, theirs: int, bomb: int) -> int:
    """The average cost of an attack to the end with ``mine`` tanks beyond one against ``theirs``."""
    most = max(mine, theirs, 1)
    if most <= MOST_COUNTED:
        return int(COSTS[options(t).defence_dice - 2, bomb, mine, theirs])
    small_mine, small_theirs = mine * MOST_COUNTED // most, max(theirs * MOST_COUNTED // most, 1)
    return int(COSTS[options(t).defence_dice - 2, bomb, small_mine, small_theirs]) * most // MOST_COUNTED


def is_late(t: Table) -> bool:
    """True if the game may end soon: then points count."""
    if int(t.s.expired) > 0:
        return int(t.s.round_number) > int(t.s.expired)
    return False


def enemies(t: Table) -> int:
    """The players among whom a destroyed tank's value is divided: where only conquest ends the game, those who are in.

    Otherwise the last two would stare at each other's stacks for ever.
    """
    return max(in_play(t), 2) - 1 if options(t).end_check == CONQUEST else seats(t) - 1


def gain_of(t: Table, seat: int, state: int, planned: int) -> int:
    """The value of taking a state, with the ``planned`` ones (a bit each) taken already."""
    loser, continent = owner(t, state), continent_of(t, state)
    mine, theirs = 1, 0
    for other in range(states_of_map(t)):
        if continent_of(t, other) == continent and other != state:
            mine += owner(t, other) == seat or (planned >> other) & 1
            theirs += owner(t, other) == loser and not (planned >> other) & 1
    size = size_of(t, continent)
    value = STATE_WORTH + SHARE * mine * mine // (size * size)
    if has_mission(t, seat) and serves(t, seat, state):
        value += gain_for_mission(t, seat, planned)
    if mine == size:
        value += CONTINENT_TURNS * bonus(t, continent)
    if theirs == size - 1 and loser != NOBODY:
        value += CONTINENT_TURNS * bonus(t, continent) * 2 // 3
    if planned == 0 and int(t.s.taken) == 0:
        value += CARD
    if is_late(t):
        value += POINT * points(t, state)
    if loser == NOBODY:
        return value
    value += 2 * DESTROYED * tanks(t, state) // enemies(t)
    if int(t.s.states[loser]) == 1:
        value += KNOCKED_OUT + worth_of_cards(t, seat, loser)
    elif int(t.s.states[loser]) <= 4:
        value += (KNOCKED_OUT + worth_of_cards(t, seat, loser)) // (2 * int(t.s.states[loser]))
    return value


def gain_for_mission(t: Table, seat: int, planned: int) -> int:
    """The value of one more state for a player's mission: the fewer are missing then, the more."""
    left = missing(t, seat)
    for state in range(states_of_map(t)):
        if (planned >> state) & 1 and serves(t, seat, state):
            left -= 1
    return FOR_MISSION + FULFILLED // (max(left, 1) * max(left, 1))


def worth_of_cards(t: Table, seat: int, loser: int) -> int:
    """The value of taking over a player's cards; more if a set of them is traded at once, and its tanks attack."""
    taken = held(t, hand(t, loser))
    value = CARD_TAKEN * taken
    if options(t).taken_cards == AT_ONCE and held(t, hand(t, seat)) + taken > HAND_LIMIT:
        value += TANK * (growing_value(int(t.s.trades)) if options(t).tris == GROWING else GOOD_TRIS)
    return value


def worth_of_attack(t: Table, seat: int, border: int, force: int, planned: int) -> int:
    """The average gain of an attack over a border with ``force`` tanks beyond one, less its cost."""
    there = goal(t, border)
    bomb = 1 if int(t.s.bomb) == border + 1 else 0
    odds = chance_of(t, force, tanks(t, there), bomb)
    if odds < ENOUGH:
        return 0
    return gain_of(t, seat, there, planned) * odds // PART - cost_of(t, force, tanks(t, there), bomb)


def best_step(t: Table, seat: int, state: int, force: int, planned: int) -> int:
    """The border over which ``force`` tanks beyond one do best from a state (own, or taken by then); -1 if none."""
    best, most = -1, 0
    for border in range(first_border(t, state), first_border(t, state + 1)):
        there = goal(t, border)
        if owner(t, there) != seat and not (planned >> there) & 1:
            value = worth_of_attack(t, seat, border, force, planned)
            if value > most:
                best, most = border, value
    return best


def chain(t: Table, seat: int, state: int, force: int) -> int:
    """The average gain of a chain of attacks from a state with ``force`` tanks beyond one."""
    planned, total, left, here = 0, 0, force * TANK, state
    for _ in range(LONGEST_CHAIN):
        if left < TANK:
            break
        border = best_step(t, seat, here, left // TANK, planned)
        if border < 0:
            break
        there = goal(t, border)
        total += worth_of_attack(t, seat, border, left // TANK, planned)
        left -= cost_of(t, left // TANK, tanks(t, there), 0) + TANK
        planned |= 1 << there
        here = there
    return total


def keen(t: Table, seat: int, question: int) -> int:
    """Plans chains of attacks, trades good tris, bombs big stacks, and wants points when the end is near."""
    if question == PLACE:
        return best_base(t, seat) * NUMBERS + min(int(t.s.parcel), NUMBERS) - 1
    if question == TRADE:
        return timely_trade(t, seat)
    if question == ATTACK:
        return planned_attack(t, seat)
    if question == OCCUPY:
        return where_to_go_on(t, seat)
    if question == SEND:
        return all_sent(t)
    if question == CLAIM:
        return best_claim(t, seat)
    return march_to_base(t, seat) if options(t).moves == CONNECTED else move_to_front(t, seat)


def best_base(t: Table, seat: int) -> int:
    """The own state from which the tanks that are still to come make the best chain."""
    return best_of(t, seat, (1 << states_of_map(t)) - 1, max(int(t.s.unplaced[seat]), int(t.s.parcel)))


def best_of(t: Table, seat: int, states: int, more: int) -> int:
    """The own state, among some (a bit each), from which so many tanks more make the best chain; -1 if none has one."""
    best, most = -1, -1
    for state in range(states_of_map(t)):
        if (states >> state) & 1 and owner(t, state) == seat and is_front(t, seat, state):
            value = chain(t, seat, state, tanks(t, state) - 1 + more) * 4 + tanks(t, state)
            if value > most:
                best, most = state, value
    return best


def march_to_base(t: Table, seat: int) -> int:
    """The largest idle force goes, through own states, to the one where it makes the best chain."""
    here = largest_idle(t, seat)
    there = -1 if here < 0 else best_of(t, seat, connected(t, here), tanks(t, here) - 1)
    return END if there < 0 else route(here, there)


def timely_trade(t: Table, seat: int) -> int:
    """A good tris at once, a poor one when the hand grows large or the end is near."""
    code = best_trade(t, seat)
    if code == KEEP or brings(t, seat, code) >= GOOD_TRIS or held(t, hand(t, seat)) >= HAND_LIMIT or is_late(t):
        return code
    return KEEP


def planned_attack(t: Table, seat: int) -> int:
    """The first step of the best chain; the bomb for a big stack in the way."""
    best, most, bomb, stack = STOP, 0, STOP, BIG_STACK - 1
    for state in range(states_of_map(t)):
        if owner(t, state) == seat and tanks(t, state) > 1 and is_front(t, seat, state):
            force = tanks(t, state) - 1
            value = chain(t, seat, state, force)
            if value > most:
                border = best_step(t, seat, state, force, 0)
                best, most = attack_with(border, force), value
            if int(t.s.bombed[seat]) == 0:
                for border in range(first_border(t, state), first_border(t, state + 1)):
                    theirs = tanks(t, goal(t, border))
                    if hostile(t, seat, border) and theirs > stack and chance_of(t, force, theirs, 1) >= 8500:
                        bomb, stack = border * WAYS + WITH_BOMB, theirs
    if bomb != STOP:
        return bomb
    on = int(t.s.bomb) - 1
    if on >= 0 and hostile(t, seat, on) and chance_of(t, tanks(t, origin(t, on)) - 1, tanks(t, goal(t, on)), 1) >= 5000:
        return attack_with(on, tanks(t, origin(t, on)) - 1)
    return best


def where_to_go_on(t: Table, seat: int) -> int:
    """All tanks go where the better chain begins, else as few as may be."""
    border = int(t.s.conquest) - 1
    most, dice = most_occupying(t), int(t.s.dice)
    ahead = chain(t, seat, goal(t, border), most - 1)
    behind = chain(t, seat, origin(t, border), most - dice)
    if behind > ahead or not is_front(t, seat, goal(t, border)):
        return dice - 1
    return min(most, NUMBERS) - 1
