"""BlitzWar, in the order of its rulebook. Clause ids are those of rulebook.toml.

A turn can be resumed at any question: its phase is the question that comes next, and every answer ends by setting the
next phase.
"""

from threedown.games.blitzwar import battle, board
from threedown.games.blitzwar.board import CODES, hand, number_of, owner, states_of_map
from threedown.games.blitzwar.ending import END_ROLLED, POINTS, TIME_IS_UP, end_if_due, time_is_up
from threedown.games.blitzwar.events import ASSAULT, AT, END_ROLL, ON_STATE, OVER, SOME, drawn, limit
from threedown.games.blitzwar.missions import FULFILS, MISSION, fulfil, is_fulfilled
from threedown.games.blitzwar.opening import ASSIGNS, CLAIMS, NEUTRALS, claim, deal, is_choosing
from threedown.games.blitzwar.options import CHOSEN, CONNECTED, CONQUEST
from threedown.games.blitzwar.tris import HAND_LIMIT, TRADES, draw_card, may_trade, trade
from threedown.games.declare import NUMBER, Kind
from threedown.table import verbs
from threedown.table.clock import UP
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, in_play, is_in, options, seats

__all__ = [
    "CODES",
    "EVENTS",
    "QUESTIONS",
    "REASONS",
    "answer",
    "before_laying",
    "deal",
    "laying_error",
    "legal",
    "turn",
]

PARCEL, REINFORCES, PLACES = range(17, 20)
RESTS = 31
EVENTS: dict[int, Kind | str] = {
    ASSIGNS: Kind("assign", AT),
    PARCEL: Kind("parcel", SOME),
    REINFORCES: Kind("reinforce", SOME | {"continents": NUMBER}),
    PLACES: Kind("place", AT),
    TRADES: Kind("tris", SOME | {"own": NUMBER}),
    battle.ATTACKS: Kind("attack", ASSAULT),
    battle.CONQUERS: Kind("conquer", OVER),
    battle.OCCUPIES: Kind("occupy", OVER | SOME),
    battle.BOMBS: Kind("bomb", OVER),
    battle.MOVES: Kind("go", OVER | SOME),
    END_ROLLED: Kind("end_roll", END_ROLL, {"drawn": drawn, "limit": limit}),
    TIME_IS_UP: "time_up",
    CLAIMS: Kind("claim", ON_STATE),
    NEUTRALS: Kind("neutral", SOME),
    FULFILS: Kind("fulfil", reveals=True),
    RESTS: "rest",
}
REASONS = {battle.LAST_STANDING: "last_standing", POINTS: "points", MISSION: "mission", TURN_CAP: "turn_cap"}
QUESTIONS = {
    board.PLACE: "place",
    board.TRADE: "trade",
    board.ATTACK: "attack",
    board.OCCUPY: "occupy",
    board.MOVE: "move",
    board.TIME: "time",
    board.SEND: "send",
    board.CLAIM: "claim",
}


# A table laid by hand


def before_laying(t: Table) -> None:
    """A table laid by hand: states without an owner go to the first seat, with a tank on each."""
    for state in range(states_of_map(t)):
        t.s.tanks[state] = 1
    t.s.phase = board.DONE


def laying_error(t: Table) -> str:
    """The reason why a table laid by hand cannot be played on; empty if it can."""
    for state in range(states_of_map(t)):
        if board.is_free(t, state) and options(t).start == CHOSEN:
            continue
        if not 0 <= owner(t, state) < seats(t) and not (options(t).neutral and owner(t, state) == NOBODY):
            return f"the owners of states are seats, 0 to {seats(t) - 1}, not {owner(t, state)}"
        if not 1 <= int(t.s.tanks[state]) <= 1000:
            return f"a state has 1 to 1000 tanks, not {int(t.s.tanks[state])}"
    if not 0 <= int(t.s.turn_of) < seats(t):
        return f"turn_of is a seat, 0 to {seats(t) - 1}, not {int(t.s.turn_of)}"
    for seat in range(seats(t)):
        if not 0 <= int(t.s.unplaced[seat]) <= 1000 or int(t.s.bombed[seat]) not in (0, 1):
            return f"seat {seat} has 0 to 1000 tanks unplaced, and bombed is 0 or 1"
    if not 0 <= int(t.s.expired) <= int(t.s.round_number) <= 1 << 20:
        return "round_number is 0 to 2**20, and expired one of the rounds up to it"
    if int(t.s.phase) != board.DONE:
        return f"phase is {board.DONE}: a table is laid between two turns"
    return ""


# A turn


def turn(t: Table) -> None:
    """BW-013, BW-014, BWH-07. While states are free, one is chosen; while there are tanks to place, one group of them
    is; then one seat's turn."""
    board.take_stock(t)
    choosing = is_choosing(t)
    for seat in range(seats(t)):
        if is_in(t, seat) and int(t.s.states[seat]) == 0 and not choosing:
            t.s.unplaced[seat] = 0
            verbs.drop_out(t, seat)
    if in_play(t) == 1:
        end_alone(t)
        return
    t.s.taken = 0
    t.s.bomb = battle.NO_BORDER
    t.s.conquest = battle.NO_BORDER
    t.s.route = board.NO_ROUTE
    t.s.trading = 0
    t.s.opening = 1 if choosing or unplaced(t) > 0 else 0
    seat = int(t.s.turn_of) if choosing else whose_turn(t)
    t.s.turn_of = seat
    if choosing:
        t.s.phase = board.CLAIM
    elif int(t.s.opening):
        t.s.parcel = min(int(options(t).opening_tanks), int(t.s.unplaced[seat]))
        announce(t, PARCEL, seat, numbers=(int(t.s.parcel),))
        t.s.phase = board.PLACE
    else:
        t.s.parcel = reinforcement(t, seat)
        announce(t, REINFORCES, seat, numbers=(int(t.s.parcel), board.continents_bonus(t, seat)))
        go_to_trade(t, seat)
    play_on(t)


def play_on(t: Table) -> None:
    """Asks and carries out until the turn is done."""
    while int(t.s.phase) != board.DONE:
        question = int(t.s.phase)
        seat = NOBODY if question == board.TIME else int(t.s.turn_of)
        carry_out(t, question, ask(t, seat, question))


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """The rest of the turn, from this answer on."""
    carry_out(t, question, code)
    play_on(t)


def carry_out(t: Table, question: int, code: int) -> None:
    """Carries out an answer, and sets the phase that follows."""
    seat = int(t.s.turn_of)
    if question == board.PLACE:
        place(t, seat, code)
    elif question == board.TRADE:
        if code != board.KEEP:
            trade(t, seat, code)
        if code == board.KEEP:
            go_to_place(t, seat)
        else:
            go_to_trade(t, seat)
    elif question == board.ATTACK:
        if code == board.STOP:
            go_to_move(t, seat)
        else:
            battle.carry_out_attack(t, seat, code)
            go_on_attacking(t, seat)
    elif question == board.OCCUPY:
        battle.occupy(t, seat, number_of(code, battle.most_occupying(t)))
        go_on_attacking(t, seat)
    elif question == board.MOVE:
        finish_moves(t, seat, code)
    elif question == board.CLAIM:
        claim(t, seat, code)
        close_opening(t, seat)
    elif question == board.SEND:
        arrive(t, seat, number_of(code, battle.most_sent(t)))
    else:
        if code == UP:
            time_is_up(t)
        close_turn(t, seat)


def unplaced(t: Table) -> int:
    """The tanks that have still to be placed before anybody may attack."""
    count = 0
    for seat in range(seats(t)):
        count += int(t.s.unplaced[seat])
    return count


def whose_turn(t: Table) -> int:
    """The seat whose turn it is: from ``turn_of`` on the first that is in, and that has tanks to place if any has."""
    opening = unplaced(t) > 0
    for step in range(seats(t)):
        seat = (int(t.s.turn_of) + step) % seats(t)
        if int(t.s.unplaced[seat]) > 0 if opening else is_in(t, seat):
            return seat
    return int(t.s.turn_of)


# Tanks are placed


def reinforcement(t: Table, seat: int) -> int:
    """BW-016..021. A third of the states, rounded down, and the continents."""
    return max(int(t.s.states[seat]) // 3, int(options(t).min_reinforcement)) + board.continents_bonus(t, seat)


def place(t: Table, seat: int, code: int) -> None:
    """BW-013, BW-015. This many tanks of the group go to one of the player's own states."""
    state, number = code // board.NUMBERS, number_of(code, int(t.s.parcel))
    board.add_tanks(t, state, number)
    t.s.parcel -= number
    announce(t, PLACES, seat, numbers=(state, number))
    if int(t.s.opening):
        t.s.unplaced[seat] -= number
        if int(t.s.parcel) == 0:
            close_opening(t, seat)
    else:
        go_to_place(t, seat)


def close_opening(t: Table, seat: int) -> None:
    """BW-014, BWH-07. The next player chooses a state or places a group; when all tanks are placed, the first round
    begins."""
    t.s.phase = board.DONE
    t.s.turn_of = (seat + 1) % seats(t)
    if unplaced(t) == 0 and not is_choosing(t):
        t.s.turn_of = 0
        t.s.round_number = 1
    if int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


# The phases of a seat's turn


def go_to_trade(t: Table, seat: int) -> None:
    """BW-037..039. Tris are played before anything else; every player with three cards is asked, whatever the cards.

    BWH-05. In the middle of a turn only until the hand is small again.
    """
    if held(t, hand(t, seat)) >= (HAND_LIMIT if int(t.s.trading) else 3):
        t.s.phase = board.TRADE
    else:
        t.s.trading = 0
        go_to_place(t, seat)


def go_to_place(t: Table, seat: int) -> None:
    if int(t.s.parcel) > 0:
        t.s.phase = board.PLACE
    else:
        go_on_attacking(t, seat)


def go_on_attacking(t: Table, seat: int) -> None:
    """BW-031, BWH-05, BWH-10. Attacks may go on, as long as there is anything to attack or tanks may follow a conquest;
    but a mission that is fulfilled ends the game, and cards that were taken over are traded first.

    BW-056. After the attacks tanks may be moved; where nothing can be moved either, the turn ends."""
    if int(t.s.phase) == board.OCCUPY or int(t.s.over):
        return
    if is_fulfilled(t, seat):
        t.s.phase = board.DONE
        fulfil(t, seat)
    elif int(t.s.trading):
        t.s.phase = board.TRADE
    elif battle.can_attack(t, seat) or battle.may_follow(t, 0):
        t.s.phase = board.ATTACK
    elif battle.can_move(t, seat):
        t.s.phase = board.MOVE
    else:
        announce(t, RESTS, seat)
        finish(t, seat)


def go_to_move(t: Table, seat: int) -> None:
    """BW-056. Whoever stops attacking may move tanks before the turn ends, if there are any to move."""
    if battle.can_move(t, seat):
        t.s.phase = board.MOVE
    else:
        finish(t, seat)


def finish_moves(t: Table, seat: int, code: int) -> None:
    """BW-058..060, BWH-06. A move ends the turn, except one into the state just conquered. Where it goes through any
    own states, the number of tanks is the next question."""
    if code == board.END:
        finish(t, seat)
        return
    if options(t).moves == CONNECTED:
        t.s.route = code + 1
        if battle.most_sent(t) == 1:
            arrive(t, seat, 1)
        else:
            t.s.phase = board.SEND
        return
    border = code // board.NUMBERS
    battle.move(t, seat, border, code)
    if border + 1 == int(t.s.conquest):
        go_on_attacking(t, seat)
    else:
        finish(t, seat)


def arrive(t: Table, seat: int, number: int) -> None:
    """BWH-06, BW-059. So many tanks go their way through own states."""
    here, there = board.start_of(int(t.s.route) - 1), board.end_of(int(t.s.route) - 1)
    t.s.route = board.NO_ROUTE
    battle.send(t, seat, here, there, number)
    border = int(t.s.conquest) - 1
    if border >= 0 and here == board.origin(t, border) and there == board.goal(t, border):
        go_on_attacking(t, seat)
    else:
        finish(t, seat)


def finish(t: Table, seat: int) -> None:
    """BW-033, BW-035, BWH-03. The card, and by the clock the question whether time is up."""
    t.s.bomb = battle.NO_BORDER
    t.s.conquest = battle.NO_BORDER
    if int(t.s.taken) > 0:
        t.s.turn_winner = seat
        draw_card(t, seat)
    may_expire = int(t.s.expired) == 0 and options(t).end_check != CONQUEST
    if may_expire and options(t).rounds == 0:
        t.s.phase = board.TIME
        return
    if may_expire and int(t.s.round_number) >= options(t).rounds:
        time_is_up(t)
    close_turn(t, seat)


def close_turn(t: Table, seat: int) -> None:
    """The game may end here; else it is the next seat's turn, and after the last one a new round."""
    t.s.phase = board.DONE
    end_if_due(t, seat)
    following = seat
    for step in range(seats(t), 0, -1):
        if is_in(t, (seat + step) % seats(t)):
            following = (seat + step) % seats(t)
    t.s.turn_of = following
    if following <= seat:
        t.s.round_number += 1


def end_alone(t: Table) -> None:
    """Ruling BW-R12. Only one is left."""
    winners = 0
    for seat in range(seats(t)):
        winners |= is_in(t, seat) << seat
    verbs.end_game(t, winners, battle.LAST_STANDING)


# What may be answered


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """BW-022..025, BW-047, BW-049, BW-056, BW-057. True for the legal answers."""
    if question == board.PLACE:
        state = code // board.NUMBERS
        return state < states_of_map(t) and owner(t, state) == seat and board.may_name(code, 1, int(t.s.parcel))
    if question == board.TRADE:
        return may_trade(t, seat, code)
    if question == board.ATTACK:
        if code == board.STOP:
            return True
        if code >= board.FOLLOW:
            return battle.may_follow(t, code - board.FOLLOW)
        if code % board.WAYS == board.WITH_BOMB:
            return battle.may_bomb(t, seat, code // board.WAYS)
        return battle.may_attack(t, seat, code // board.WAYS, board.dice_of(code))
    if question == board.OCCUPY:
        return board.may_name(code, int(t.s.dice), battle.most_occupying(t))
    if question == board.MOVE:
        return code == board.END or battle.may_move(t, seat, code)
    if question == board.SEND:
        return board.may_name(code, 1, battle.most_sent(t))
    if question == board.CLAIM:
        return code < states_of_map(t) and board.is_free(t, code)
    return True
