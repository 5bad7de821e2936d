"""Blitzkrieg: the deal, a turn, a battle and nested battles. Clause ids are those of rulebook.toml.

Only ``fight_out`` calls itself, and never with constants: for Numba each would be a type of its own. The table state
holds the depth of a battle and the cards that wait for it. A battle's winner is left in ``victor``.
"""

from threedown.cards import JOKER, height
from threedown.games.blitzkrieg import duels, scenarios
from threedown.games.blitzkrieg.drawing import both_can_lay, draw_to, peace_treaty, set_aside, table
from threedown.games.blitzkrieg.events import (
    ADVANTAGE,
    BARRED,
    BATTLE,
    FLIP,
    NO_WINNER,
    SCENARIO,
    SETTLED,
)
from threedown.games.blitzkrieg.events import (
    CODES as CODES,
)
from threedown.games.blitzkrieg.events import (
    EVENTS as EVENTS,
)
from threedown.games.blitzkrieg.events import (
    QUESTIONS as QUESTIONS,
)
from threedown.games.blitzkrieg.events import (
    REASONS as REASONS,
)
from threedown.games.blitzkrieg.exchanges import changing_sides, cold_war, queens_raid
from threedown.games.blitzkrieg.options import LOW
from threedown.games.blitzkrieg.sieges import (
    against_the_clock,
    battalion,
    crossing_the_delaware,
    last_stand,
    napoleon,
)
from threedown.table import verbs
from threedown.table.layout import ALL_CARDS, NOBODY, TURN_CAP, Table
from threedown.table.packets import capture, cards_of, deal_out, pot, removed, stock, turn_up_next
from threedown.table.trades import find, lay_open
from threedown.table.verbs import announce, held, is_over, options
from threedown.table.wars import lowest_of

MOST_SUB_BATTLES = 9
"""Ruling BK-R33."""


def deal(t: Table) -> None:
    """BK-002, BK-003. The pack is shuffled and halved; a card that is left over is set aside."""
    verbs.open_pack(t, stock(t), 0, 51 + options(t).diplomats)
    verbs.shuffle(t, stock(t))
    deal_out(t, 1, held(t, stock(t)) - held(t, stock(t)) % 2)
    while held(t, stock(t)) > 0:
        verbs.move_card(t, stock(t), removed(t))


# A turn


def turn(t: Table) -> None:
    """BK-005..007. One battle with all that it triggers; the winner takes the pot."""
    t.s.depth = 0
    for seat in range(2):
        t.s.facing[seat] = 0
    battle(t, 0)
    if not is_over(t):
        take_pot(t)
        close_turn(t)
    if not is_over(t) and repeats_battle(t):
        repeat_battle(t)
    else:
        remember_battle(t)
    if not is_over(t) and int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def take_pot(t: Table) -> None:
    """BK-010, BK-172. The winner of the outermost battle takes every card of every battle inside."""
    if t.s.victor != NOBODY:
        left = int(t.s.fought)
        while left:
            t.s.cards_won[lowest_of(left)] += held(t, pot(t))
            left &= left - 1
        t.s.largest_pot = max(int(t.s.largest_pot), held(t, pot(t)))
        capture(t, int(t.s.victor))


def close_turn(t: Table) -> None:
    """BK-004, BK-007, ruling BK-R07. Who owns no card when the battle is over has lost."""
    for seat in range(2):
        if cards_of(t, seat) == 0:
            verbs.drop_out(t, seat)
            verbs.end_game(t, 1 << (1 - seat), ALL_CARDS)


# A battle


def battle(t: Table, waiting: int) -> None:
    """BK-005, BK-006. Two cards meet, and the scenarios they trigger are fought out; ``waiting``: see ``meet``."""
    first, second, steps = meet(t, waiting)
    if steps != 0:
        fight_out(t, first, second, steps, NOBODY)


def meet(t: Table, waiting: int) -> tuple[int, int, int]:
    """BK-005, BK-006. Two cards meet. Returns them and the plan they trigger (see scenarios.plan), 0 if all is decided.

    ``waiting``: the seats, a bit each, for which a card waits (``facing``).
    """
    count_battle(t)
    first, second = lay_pair(t, waiting)
    return first, second, 0 if first == NOBODY else decide(t, first, second)


def count_battle(t: Table) -> None:
    """Starts a battle, which has no winner yet."""
    t.s.victor = NOBODY
    t.s.battles += 1
    t.s.deepest = max(int(t.s.deepest), int(t.s.depth))


def lay_pair(t: Table, waiting: int) -> tuple[int, int]:
    """BK-005. Both turn up their next card, but for a card that waits. Returns the two, NOBODY if the game is over."""
    if not both_can_lay(t, 1 - (waiting & 1), 1 - (waiting >> 1)):
        return NOBODY, NOBODY
    first = lay_waiting(t, 0) if waiting & 1 else turn_up_next(t, 0)
    second = lay_waiting(t, 1) if waiting & 2 else turn_up_next(t, 1)
    return first, second


def decide(t: Table, first: int, second: int) -> int:
    """BK-006. Decides a regular battle at once; otherwise returns the plan that the pair triggers."""
    steps = announce_battle(t, first, second)
    if steps == 0:
        t.s.victor = fight_regular(t, first, second)
    return steps


def fight_out(t: Table, first: int, second: int, steps: int, winner: int) -> None:
    """BK-171. The pair's scenarios are fought out, one after the other, nested battles first.

    ``winner`` has won the earlier fights; scenarios that favour the same seat are left out.
    """
    scenario, seat = (steps >> 1) & 31, steps & 1
    if winner != seat:
        begin_scenario(t, scenario, seat)
        if scenario == scenarios.DIPLOMAT:
            if receive_diplomat(t, seat, first, second):
                t.s.depth += 1
                one, other, within = meet(t, 1 << (1 - seat))
                if within != 0:
                    fight_out(t, one, other, within, int(t.s.victor))
                t.s.depth -= 1
            winner = int(t.s.victor)
        elif scenario == scenarios.CLASSIC_WAR:
            won_by_0, won_by_1, fought = 0, 0, 0
            while fought < 3 or (won_by_0 == won_by_1 and fought < MOST_SUB_BATTLES):
                t.s.depth += 1
                one, other, within = meet(t, 0)
                if within != 0:
                    fight_out(t, one, other, within, int(t.s.victor))
                t.s.depth -= 1
                if is_over(t):
                    return
                fought += 1
                won_by_0 += t.s.victor == 0
                won_by_1 += t.s.victor == 1
            winner = end_of_war(t, won_by_0, won_by_1)
        else:
            winner = fight(t, scenario, seat, first, second)
        if is_over(t):
            return
        settle(t, scenario, seat, winner)
    more = steps >> scenarios.STEP_BITS
    if more != 0:
        fight_out(t, first, second, more, winner)
    else:
        t.s.victor = winner


def lay_waiting(t: Table, seat: int) -> int:
    """BK-111, BK-124. A seat's card that waits comes to the pot, if it does not lie there. Returns its number."""
    card = int(t.s.facing[seat]) - 1
    t.s.facing[seat] = 0
    depth = find(t, table(t), card)
    if depth != NOBODY:
        lay_open(t, seat, table(t), depth, pot(t))
    return card


def announce_battle(t: Table, first: int, second: int) -> int:
    """BK-170. The pair's scenarios (see scenarios.plan), without an A-Bomb that is barred."""
    steps = scenarios.plan(first, second)
    if options(t).delaware_ace == LOW:
        steps = scenarios.with_a_low_ace(steps, first, second)
    barred = (steps >> 1) & 31 == scenarios.A_BOMB and not duels.may_bomb(t)
    if barred:
        steps >>= scenarios.STEP_BITS
    if t.s.depth == 0:
        t.s.fought = 0
        for seat in range(2):
            t.s.latest[seat] = 0
    announce(t, BATTLE, numbers=(first, second, steps))
    if barred:
        announce(t, BARRED)
    return steps


def begin_scenario(t: Table, scenario: int, seat: int) -> None:
    """A scenario applies; ``seat`` has its part."""
    if t.s.depth == 0:
        t.s.met[scenario] += 1
        t.s.fought |= 1 << scenario
    else:
        t.s.nested[scenario] += 1
    if scenario != scenarios.REGULAR:
        announce(t, SCENARIO, seat, numbers=(scenario,))


def settle(t: Table, scenario: int, seat: int, winner: int) -> None:
    """A scenario is decided; ``seat`` had its part."""
    t.s.wins[scenario] += winner == seat
    announce(t, SETTLED if winner != NOBODY else NO_WINNER, winner, numbers=(scenario, held(t, pot(t))))


def fight_regular(t: Table, first: int, second: int) -> int:
    """BK-006, BK-008, BK-009. The higher card wins; the ace is the highest."""
    if t.s.depth == 0:
        t.s.latest[0] = first + 1
        t.s.latest[1] = second + 1
    begin_scenario(t, scenarios.REGULAR, 0)
    winner = 0 if height(first) > height(second) else 1
    settle(t, scenarios.REGULAR, 0, winner)
    return winner


def receive_diplomat(t: Table, seat: int, first: int, second: int) -> bool:
    """BK-116..124, ruling BK-R22. The Diplomat is set aside, a treaty held; whether a card waits for a new opponent."""
    alone = height(first) != JOKER or height(second) != JOKER
    set_aside(t, seat, pot(t), find(t, pot(t), first if seat == 0 else second))
    if not alone:
        set_aside(t, 1 - seat, pot(t), 0)
    peace_treaty(t)
    if alone:
        t.s.facing[1 - seat] = 1 + (second if seat == 0 else first)
    return alone and not is_over(t)


def fight(t: Table, scenario: int, seat: int, first: int, second: int) -> int:
    """A scenario in which no battle nests; ``seat`` has its part. The winner; NOBODY for none, or if all is over."""
    mine, other = (first, second) if seat == 0 else (second, first)
    if scenario == scenarios.HALFSIES:
        return duels.halfsies(t, seat)
    if scenario == scenarios.BATTALION:
        return battalion(t, seat, first, second)
    if scenario == scenarios.DELAWARE:
        return crossing_the_delaware(t, seat, other, mine)
    if scenario == scenarios.NAPOLEON:
        return napoleon(t, seat, scenarios.value(mine), other)
    if scenario == scenarios.KING_ASSASSINATION:
        return duels.assassinate_the_king(t, seat, scenarios.value(mine))
    if scenario == scenarios.HELEN:
        return duels.helen_of_troy(t, seat, scenarios.value(mine))
    if scenario == scenarios.QUEEN_OF_HEARTS:
        return queens_raid(t, seat, scenarios.value(other))
    if scenario == scenarios.COLD_WAR:
        return cold_war(t, seat, first, second)
    if scenario == scenarios.KING_QUEEN:
        return duels.royal_quarrel(t, seat, mine)
    if scenario == scenarios.THREE_NINE:
        return duels.over_the_wall(t, seat)
    if scenario == scenarios.CLOCK:
        return against_the_clock(t, seat)
    if scenario == scenarios.NINE_FIVE:
        return duels.forty_or_bust(t, seat)
    if scenario == scenarios.SEVEN_TEN:
        return last_stand(t, seat)
    if scenario == scenarios.SIX_NINE:
        return changing_sides(t, seat)
    if scenario == scenarios.TEN_FOUR:
        return duels.spell_it_out(t, seat, first, second)
    if scenario in (scenarios.FOXHOLE, scenarios.ROYAL_FOXHOLE):
        return duels.foxhole(t, seat, mine, other)
    return duels.a_bomb(t, seat)


def end_of_war(t: Table, won_by_0: int, won_by_1: int) -> int:
    """BK-019..026, rulings BK-R12, BK-R33. Three to nothing wins; else two cards of the one ahead against one.

    A tie is drawn again. Returns the winner, NOBODY if the game is over.
    """
    if max(won_by_0, won_by_1) == 3:
        return 0 if won_by_0 > won_by_1 else 1
    if won_by_0 != won_by_1:
        announce(t, ADVANTAGE, 0 if won_by_0 > won_by_1 else 1)
    total, other = 0, 0
    while total == other and not is_over(t):
        total, other = duels.sums(t, 2 if won_by_0 > won_by_1 else 1, 2 if won_by_1 > won_by_0 else 1)
    return 0 if total > other else 1


# History repeats


def remember_battle(t: Table) -> None:
    """BK-110, BK-115. The pair of this turn, if its battle was a regular one."""
    for seat in range(2):
        t.s.previous[seat] = t.s.latest[seat]


def repeats_battle(t: Table) -> bool:
    """BK-109, ruling BK-R23. True if two regular battles in a row had the same two ranks."""
    if min(int(t.s.previous[0]), int(t.s.latest[0])) == 0:
        return False
    before = ranks(int(t.s.previous[0]), int(t.s.previous[1]))
    if ranks(int(t.s.latest[0]), int(t.s.latest[1])) != before:
        return False
    there = 0
    for seat in range(2):
        there += owner_pile(t, int(t.s.previous[seat]) - 1) != NOBODY
        there += owner_pile(t, int(t.s.latest[seat]) - 1) != NOBODY
    return there == 4


def ranks(first: int, second: int) -> int:
    """The ranks of a regular battle's cards (their numbers + 1), a bit each."""
    return 1 << height(first - 1) | 1 << height(second - 1)


def owner_pile(t: Table, card: int) -> int:
    """The deck or pile of won cards in which a card lies, NOBODY if it is in none."""
    for pile in range(4):
        if find(t, pile, card) != NOBODY:
            return pile
    return NOBODY


def repeat_battle(t: Table) -> None:
    """BK-111..114, rulings BK-R23, BK-R31. The four cards are shared out, and each is fought by a newly drawn one."""
    old, old_other = int(t.s.previous[0]) - 1, int(t.s.previous[1]) - 1
    new, new_other = int(t.s.latest[0]) - 1, int(t.s.latest[1]) - 1
    for seat in range(2):
        t.s.previous[seat] = 0
    t.s.fought = 0
    begin_scenario(t, scenarios.REPEAT_BATTLE, NOBODY)
    low_0 = set_out(t, 0, old if height(old) < height(old_other) else old_other)
    high_0 = set_out(t, 0, new if height(new) > height(new_other) else new_other)
    low_1 = set_out(t, 1, new if height(new) < height(new_other) else new_other)
    high_1 = set_out(t, 1, old if height(old) > height(old_other) else old_other)
    if not both_can_lay(t, 2, 2):
        return
    first_0 = draw_to(t, 0, 0, table(t))
    first_1 = NOBODY if first_0 == NOBODY else draw_to(t, 1, 1, table(t))
    second_0 = NOBODY if first_1 == NOBODY else draw_to(t, 0, 0, table(t))
    second_1 = NOBODY if second_0 == NOBODY else draw_to(t, 1, 1, table(t))
    t.s.depth = 1
    for pair in range(4):
        if not is_over(t):
            t.s.facing[0] = 1 + (first_0, second_0, low_0, high_0)[pair]
            t.s.facing[1] = 1 + (low_1, high_1, first_1, second_1)[pair]
            battle(t, 3)
            if not is_over(t):
                take_pot(t)
    t.s.depth = 0
    if not is_over(t):
        close_turn(t)


def set_out(t: Table, seat: int, card: int) -> int:
    """A card is taken from wherever it went and laid out before a seat. Returns the card."""
    pile = owner_pile(t, card)
    lay_open(t, seat, pile, find(t, pile, card), table(t))
    return card


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """Both answers to a question are always allowed; of a row any of its cards may be turned over."""
    return question != FLIP or code < t.s.row
