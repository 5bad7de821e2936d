"""A level of BlitzWar that plays by what ``train_blitzwar.py`` has learned, and its games among fierce players.

    python examples/learned_blitzwar.py             one bot of it among fierce ones, 200 games for three
    python examples/learned_blitzwar.py 4 200 48 3  for four; with 48 worlds, and a lead of 1.5 standard errors
    python examples/learned_blitzwar.py 4 200 48 3 0  the same search with the formula of fierce, for comparison

It searches like ``fierce``, in more imagined worlds, and at the end of a world a small network estimates each player's
chance to win. The network turns a player's inputs, small whole numbers, into a strength; the chances are the softmax of
the strengths. It is computed in whole numbers, so that every machine makes the same choices. (It predicts winners
better than the formula of ``fierce``, and yet the level is weaker than ``fierce``: docs/rl.md.)
"""

import sys
import types
from pathlib import Path

import msgspec
import numpy as np

from threedown.bots.ladder import climb
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.blitzwar.board import (
    bonus,
    continent_of,
    first_border,
    goal,
    hand,
    owner,
    points,
    states_of_map,
    tanks,
)
from threedown.games.blitzwar.fierce import other_choice, play_a_round, worth_of
from threedown.games.blitzwar.keen import keen
from threedown.games.blitzwar.maps import CONTINENTS
from threedown.games.blitzwar.options import CONQUEST
from threedown.games.blitzwar.simple import size_of
from threedown.games.search import WHOLE_GAME, searching
from threedown.games.setting import settle
from threedown.table.imagine import imagined
from threedown.table.layout import NOBODY
from threedown.table.verbs import held, is_in, is_over, options, seats

WEIGHTS = Path(__file__).with_suffix(".npz")
LEVEL, SEED = "expert", 1
GAMES, WORLDS, AHEAD_BY = 200, 48, 3
"""The games; the imagined worlds for each choice, and the half standard errors by which another choice must be ahead of
a keen player's."""

UNIT = 64
"""The unit of the inputs that are shares."""
(
    ARMY, STATES, POINTS, INCOME, CONTINENT, NEARLY, CARDS, MAY_TRADE, MUST_TRADE, AHEAD, AHEAD_BY, BEHIND, ARMY_AHEAD,
    FRONTS, FRONT_TANKS, PRESSURE, EXPOSED, REACH, LARGEST, AT_RISK, BOMB, PLAYS, NEXT, LEFT, TIME,
) = (*range(22), 22, 27, 31)  # fmt: skip
"""The inputs of a player, by place: the shares of all tanks, states, points and new tanks a turn; the tanks for whole
continents and for continents held in part; the cards, and marks for three or more and for five or more; the lead in
points (also as a share of all), the number of players with more points, and the lead in tanks; the states at the front,
the share of the tanks there, the tanks by which neighbours are stronger, the share of the points exposed to stronger
neighbours, the tanks by which the player is stronger than the weakest neighbours; the largest stack; the tanks for
continents at risk; marks for a bomb not used yet and for a turn still to come in this round. Then marks for the place
in the turn order (five), the number of players left from two on (four), and the time (TIMES).
"""
TIMES = 9
INPUTS = TIME + TIMES
MOST_LEAD, MOST_PRESSURE, TRADES_FROM, MUST_TRADE_FROM = 40, 20, 3, 5

ONE = 1 << 16
"""A weight of 1; a value of 1 after both layers is ONE times ONE."""
FINENESS, REACHES = 64, 12
"""The table of the exponential function: entries in a unit, and units to both sides of 0."""
POWER_OF_ONE = 1 << 12
POWERS = np.round(POWER_OF_ONE * np.exp(np.arange(-REACHES * FINENESS, REACHES * FINENESS + 1) / FINENESS)).astype(
    np.int64
)


def saved():
    """Return the weights by input and hidden unit, the biases of the hidden units, the weights of the hidden units, and
    those that lead from the inputs to the strength directly."""
    with np.load(WEIGHTS) as file:
        return tuple(file[name].astype(np.int64) for name in ("inner", "inner_bias", "wins", "direct"))


INNER, INNER_BIAS, WINS, DIRECT = saved()
HIDDEN = len(INNER_BIAS)


def is_left(t, seat):
    """True if a seat may still win."""
    return is_in(t, seat) and int(t.s.states[seat]) > 0


def share(part, whole):
    return UNIT * part // max(whole, 1)


def time_of(t):
    """The time of the game: 0 if only conquest ends it, 1 to 5 before time is up, 5 to 8 by the rounds since then."""
    if options(t).end_check == CONQUEST:
        return 0
    if int(t.s.expired) > 0:
        return 5 + min(int(t.s.round_number) - int(t.s.expired), 3)
    left = int(options(t).rounds) - int(t.s.round_number)
    if int(options(t).rounds) == 0 or left >= 6:
        return 1
    return 2 if left >= 4 else 3 if left >= 2 else 4 if left == 1 else 5


def read(t):
    """Return the inputs of all seats; those of seats that are out mean nothing."""
    count, left, place = seats(t), 0, 0
    x = np.zeros((count, INPUTS), dtype=np.int64)
    read_board(t, x)
    army, states, score, income = 0, 0, 0, 0
    for seat in range(count):
        left += is_left(t, seat)
        army += int(t.s.army[seat])
        states += int(t.s.states[seat])
        score += int(t.s.score[seat])
        income += int(x[seat, INCOME])
    for step in range(count):
        seat = (int(t.s.turn_of) + step) % count
        if is_left(t, seat):
            x[seat, NEXT + place] = UNIT
            place += 1
    for seat in range(count):
        own, own_points, cards = int(t.s.army[seat]), int(t.s.score[seat]), held(t, hand(t, seat))
        most, most_points = 0, 0
        for other in range(count):
            if other != seat and is_left(t, other):
                most = max(most, int(t.s.army[other]))
                most_points = max(most_points, int(t.s.score[other]))
                x[seat, BEHIND] += 16 * (int(t.s.score[other]) > own_points)
        x[seat, ARMY] = share(own, army)
        x[seat, STATES] = share(int(t.s.states[seat]), states)
        x[seat, POINTS] = share(own_points, score)
        x[seat, INCOME] = share(int(x[seat, INCOME]), income)
        x[seat, CARDS] = 8 * min(cards, 10)
        x[seat, MAY_TRADE] = UNIT * (cards >= TRADES_FROM)
        x[seat, MUST_TRADE] = UNIT * (cards >= MUST_TRADE_FROM)
        x[seat, AHEAD] = min(max(own_points - most_points, -MOST_LEAD), MOST_LEAD)
        x[seat, AHEAD_BY] = share(own_points - most_points, score)
        x[seat, ARMY_AHEAD] = share(own - most, army)
        x[seat, FRONT_TANKS] = share(int(x[seat, FRONT_TANKS]), own)
        x[seat, PRESSURE] = min(share(int(x[seat, PRESSURE]), own), 2 * UNIT)
        x[seat, EXPOSED] = share(int(x[seat, EXPOSED]), score)
        x[seat, REACH] = share(int(x[seat, REACH]), army)
        x[seat, LARGEST] = share(int(x[seat, LARGEST]), army)
        x[seat, BOMB] = UNIT * (int(t.s.bombed[seat]) == 0)
        x[seat, PLAYS] = UNIT * (seat >= int(t.s.turn_of))
        x[seat, LEFT + max(left, 2) - 2] = UNIT
        x[seat, TIME + time_of(t)] = UNIT
    return x


def read_board(t, x):
    """Write the inputs that depend on single states, as numbers of tanks, states and points, and INCOME in tanks."""
    count, continents = seats(t), int(CONTINENTS[options(t).map])
    owned = np.zeros((count, continents), dtype=np.int64)
    exposed = np.zeros((count, continents), dtype=np.int64)
    for state in range(states_of_map(t)):
        seat, here, strongest, weakest = owner(t, state), tanks(t, state), 0, NOBODY
        if seat != NOBODY:
            for border in range(first_border(t, state), first_border(t, state + 1)):
                there = goal(t, border)
                if owner(t, there) != seat:
                    if owner(t, there) != NOBODY:
                        strongest = max(strongest, tanks(t, there))
                    weakest = tanks(t, there) if weakest == NOBODY else min(weakest, tanks(t, there))
            owned[seat, continent_of(t, state)] += 1
            x[seat, LARGEST] = max(int(x[seat, LARGEST]), here)
            if weakest != NOBODY:
                x[seat, FRONTS] += 2
                x[seat, FRONT_TANKS] += here
                x[seat, PRESSURE] += min(max(strongest - here, 0), MOST_PRESSURE)
                x[seat, REACH] += max(here - 1 - weakest, 0)
                if strongest > here + 1:
                    x[seat, EXPOSED] += points(t, state)
                    exposed[seat, continent_of(t, state)] = 1
    for seat in range(count):
        x[seat, INCOME] = max(int(t.s.states[seat]) // 3, int(options(t).min_reinforcement))
        for continent in range(continents):
            size, own, tanks_due = size_of(t, continent), int(owned[seat, continent]), bonus(t, continent)
            if own == size:
                x[seat, CONTINENT] += 4 * tanks_due
                x[seat, INCOME] += tanks_due
                x[seat, AT_RISK] += 4 * tanks_due * int(exposed[seat, continent])
            x[seat, NEARLY] += 4 * tanks_due * own * own // (size * size)


def strength(x, seat):
    """The strength of a seat with these inputs, in parts of FINENESS."""
    inner, total = INNER_BIAS.copy(), 0
    for place in range(INPUTS):
        if x[seat, place] != 0:
            total += int(x[seat, place]) * int(DIRECT[place]) * ONE
            for to in range(HIDDEN):
                inner[to] += x[seat, place] * INNER[place, to]
    for to in range(HIDDEN):
        total += max(int(inner[to]), 0) * int(WINS[to])
    return total // (ONE * ONE // FINENESS)


def chance_to_win(t, seat):
    """The chance of a seat to win from a table between two turns, in parts of WHOLE_GAME."""
    if not is_left(t, seat):
        return 0
    x = read(t)
    mine, powers = strength(x, seat), POWER_OF_ONE
    for other in range(seats(t)):
        if other != seat and is_left(t, other):
            ahead = min(max(strength(x, other) - mine, -REACHES * FINENESS), REACHES * FINENESS)
            powers += int(POWERS[ahead + REACHES * FINENESS])
    return WHOLE_GAME * POWER_OF_ONE // powers


# The level


def learned_worth(t, seat, question, code, number):
    """The value of a choice in an imagined world after a round: won, lost, or the chance to win then."""
    m = imagined(t, seat, number)
    play_a_round(m, seat, question, code)
    if is_over(m):
        return WHOLE_GAME if (int(m.s.winners) >> seat) & 1 else 0
    return chance_to_win(m, seat)


def with_level(setting, worlds=WORLDS, ahead_by=AHEAD_BY, learned=True):
    """Return the same setting with the level; if not ``learned``, it judges worlds by the formula of ``fierce``."""
    own = setting.game.bots
    names = {name: getattr(own, name) for name in ("WORLD", "PLANS", "LADDER")}
    level = searching(keen, other_choice, learned_worth if learned else worth_of, worlds, ahead_by)
    level.__doc__ = """Play a keen player's choice, or one that is better in imagined worlds by the learned value."""
    names |= {"LEVELS": own.LEVELS | {LEVEL: level}, "IMAGINES": own.IMAGINES | {LEVEL: own.IMAGINES["fierce"]}}
    return msgspec.structs.replace(setting, game=setting.game._replace(bots=types.SimpleNamespace(**names)))


def usual(count):
    """Return the usual rules for a number of players."""
    return settle(find_game("blitzwar"), "two-players" if count == 2 else None, seats=count)


def main(count=3, games=GAMES, worlds=WORLDS, ahead_by=AHEAD_BY, learned=1):
    setting = with_level(usual(count), worlds, ahead_by, bool(learned))
    ladder = climb(setting, ("fierce", LEVEL), SEED, games, ThreadPool(1))
    (pairing,) = ladder.pairings
    share, low, high = pairing.estimate()
    print(
        f"{count} players, seed {SEED}: among fierce ones it won {share:.1%} (95 % interval {low:.1%} to {high:.1%})"
        f" of {pairing.games} games; even is {1 / count:.1%}"
    )
    for pace in ladder.paces:
        print(f"a choice of {pace.level} takes {pace.microseconds / 1000:.3g} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
