"""Attacks, the nuclear bomb, moves after a conquest, and other moves."""

from threedown.games.blitzwar import board
from threedown.games.blitzwar.board import borders_of_map, goal, number_of, origin, owner, tanks
from threedown.games.blitzwar.options import CONNECTED, UNTIL_ATTACK
from threedown.games.blitzwar.tris import eliminate
from threedown.table.chance import below
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import announce, end_game, in_play, options

ATTACKS, CONQUERS, OCCUPIES, BOMBS, MOVES = range(21, 26)
LAST_STANDING = 16

MOST_DICE = 3
SIDES = 6
NO_BORDER = 0
"""No border is noted. Otherwise the value is the border's number plus one."""


# What may be attacked


def hostile(t: Table, seat: int, border: int) -> bool:
    """BW-022. True if a border leads from a seat's own state to another's."""
    return owner(t, origin(t, border)) == seat and owner(t, goal(t, border)) != seat


def may_attack(t: Table, seat: int, border: int, dice: int) -> bool:
    """BW-022..025. Over a border to an enemy, with fewer dice than there are tanks: one stays."""
    return border < borders_of_map(t) and hostile(t, seat, border) and dice < tanks(t, origin(t, border))


def may_bomb(t: Table, seat: int, border: int) -> bool:
    """BW-049. Once a game, where an attack is possible."""
    return int(t.s.bombed[seat]) == 0 and may_attack(t, seat, border, 1)


def can_attack(t: Table, seat: int) -> bool:
    """True if there is anything to attack."""
    for border in range(borders_of_map(t)):
        if may_attack(t, seat, border, 1):
            return True
    return False


def may_follow(t: Table, code: int) -> bool:
    """BW-059. True if this many tanks may follow into the state just conquered."""
    border = int(t.s.conquest) - 1
    return border >= 0 and board.may_name(code, 1, tanks(t, origin(t, border)) - 1)


# The attack


def roll(t: Table, dice: int) -> int:
    """Rolls up to three dice; returns them sorted, three bits each, the highest lowest: 6, 3, 1 is 6 + 3·8 + 1·64."""
    high, middle, low = 0, 0, 0
    for _ in range(dice):
        die = below(t, SIDES) + 1
        if die > high:
            high, middle, low = die, high, middle
        elif die > middle:
            middle, low = die, middle
        else:
            low = die
    return high | middle << 3 | low << 6


def assault(t: Table, seat: int, border: int, dice: int) -> None:
    """BW-026..029, BW-052, BW-074. One roll of both: the highest dice are compared, then the next, then the third.

    Each comparison costs its loser a tank; a tie costs the attacker one, under the bomb the defender.
    """
    here, there = origin(t, border), goal(t, border)
    bomb = int(t.s.bomb) == border + 1
    t.s.bomb = border + 1 if bomb else NO_BORDER
    if options(t).just_conquered == UNTIL_ATTACK:
        t.s.conquest = NO_BORDER
    t.s.attacks += 1
    answer = min(int(options(t).defence_dice), tanks(t, there))
    attackers, defenders = roll(t, dice), roll(t, answer)
    lost, destroyed = 0, 0
    for place in range(min(dice, answer)):
        mine, his = (attackers >> 3 * place) & 7, (defenders >> 3 * place) & 7
        if mine > his or (bomb and mine == his):
            destroyed += 1
        else:
            lost += 1
    board.add_tanks(t, here, -lost)
    board.add_tanks(t, there, -destroyed)
    t.s.attack_losses += lost
    t.s.defence_losses += destroyed
    announce(t, ATTACKS, seat, numbers=(here, there, attackers, defenders, lost, destroyed, int(bomb)))
    t.s.phase = board.ATTACK
    if tanks(t, there) == 0:
        conquer(t, seat, border, dice)


def conquer(t: Table, seat: int, border: int, dice: int) -> None:
    """BW-030. The state is taken, and at least as many tanks move in as dice were rolled (ruling BW-R10)."""
    here, there = origin(t, border), goal(t, border)
    t.s.bomb = NO_BORDER
    t.s.conquest = border + 1
    t.s.dice = dice
    t.s.taken += 1
    t.s.conquests += 1
    loser = owner(t, there)
    board.change_owner(t, there, seat)
    announce(t, CONQUERS, seat, numbers=(here, there))
    if loser != NOBODY and int(t.s.states[loser]) == 0:
        eliminate(t, loser, seat)
    if in_play(t) == 1:
        occupy(t, seat, dice)
        t.s.turn_winner = seat
        t.s.phase = board.DONE
        end_game(t, 1 << seat, LAST_STANDING)
    elif tanks(t, here) - 1 == dice:
        occupy(t, seat, dice)
    else:
        t.s.phase = board.OCCUPY


def occupy(t: Table, seat: int, number: int) -> None:
    """Moves this many tanks into the state just conquered."""
    border = int(t.s.conquest) - 1
    board.shift_tanks(t, origin(t, border), goal(t, border), number)
    announce(t, OCCUPIES, seat, numbers=(origin(t, border), goal(t, border), number))
    t.s.phase = board.ATTACK


def most_occupying(t: Table) -> int:
    """All tanks of the state of the attack but one."""
    return tanks(t, origin(t, int(t.s.conquest) - 1)) - 1


def drop_bomb(t: Table, seat: int, border: int) -> None:
    """BW-049..051. The bomb is bound to this border; until it ends, the attacker wins ties there."""
    t.s.bombed[seat] = 1
    t.s.bombs += 1
    t.s.bomb = border + 1
    announce(t, BOMBS, seat, numbers=(origin(t, border), goal(t, border)))


def carry_out_attack(t: Table, seat: int, code: int) -> None:
    """Carries out an answer: an attack, the bomb, or tanks that follow (but not to stop)."""
    if code >= board.FOLLOW:
        follow(t, seat, int(t.s.conquest) - 1, code - board.FOLLOW)
    elif code % board.WAYS == board.WITH_BOMB:
        drop_bomb(t, seat, code // board.WAYS)
    else:
        assault(t, seat, code // board.WAYS, board.dice_of(code))


# Moves


def movable(t: Table, seat: int, border: int) -> int:
    """BW-056, BW-057. The number of tanks that may cross a border between own states: one stays."""
    if border >= borders_of_map(t) or owner(t, origin(t, border)) != seat or owner(t, goal(t, border)) != seat:
        return 0
    return tanks(t, origin(t, border)) - 1


def can_move(t: Table, seat: int) -> bool:
    """True if there is anything to move."""
    for border in range(borders_of_map(t)):
        if movable(t, seat, border) > 0:
            return True
    return False


def move(t: Table, seat: int, border: int, code: int) -> None:
    """BW-056, BW-057. Tanks go to a neighbour."""
    send(t, seat, origin(t, border), goal(t, border), number_of(code, movable(t, seat, border)))


def send(t: Table, seat: int, here: int, there: int, number: int) -> None:
    """BW-056, BWH-06. Tanks go from one own state to another."""
    board.shift_tanks(t, here, there, number)
    announce(t, MOVES, seat, numbers=(here, there, number))


def may_set_out(t: Table, seat: int, code: int) -> bool:
    """BWH-06. True if tanks may go between the two states of a route: own ones, connected through own ones."""
    here, there = board.start_of(code), board.end_of(code)
    if max(here, there) >= board.states_of_map(t) or here == there or owner(t, here) != seat or tanks(t, here) < 2:
        return False
    return bool((board.connected(t, here) >> there) & 1)


def may_move(t: Table, seat: int, code: int) -> bool:
    """BW-056, BW-057, BWH-06. True for a legal move before the end of the turn."""
    if options(t).moves == CONNECTED:
        return code < board.END and may_set_out(t, seat, code)
    return board.may_name(code, 1, movable(t, seat, code // board.NUMBERS))


def most_sent(t: Table) -> int:
    """All tanks but one of the state that the route of this turn's move leaves."""
    return tanks(t, board.start_of(int(t.s.route) - 1)) - 1


def follow(t: Table, seat: int, border: int, code: int) -> None:
    """BW-059, BW-060. More tanks follow into the state just conquered, and the turn goes on with attacks."""
    move(t, seat, border, code)
    t.s.phase = board.ATTACK
