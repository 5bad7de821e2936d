"""A level of Blitz Champz that judges imagined worlds by what ``train_champz.py`` has learned, and its ladder.

    python examples/learned_champz.py                 a bot of it among keen ones, 200 games for two
    python examples/learned_champz.py 4               for four
    python examples/learned_champz.py 2 200 512 0 2   512 worlds until the own next turn; one standard error is enough

Like ``keen`` it tries its choices in imagined worlds in which simple players play on. Where a world ends, a small
network tells from what the seat sees there how often it will win, instead of its lead in points. The network is
computed in whole numbers, and was trained for the publisher's rules. (It isn't shown to be stronger than ``keen``:
docs/rl.md.)
"""

import sys
import types
from pathlib import Path

import msgspec
import numpy as np

from threedown.bots.ladder import climb
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.champz.bots import simple
from threedown.games.champz.deck import BLOCKED_KICK, COPIES, KINDS, kind_of
from threedown.games.champz.options import GOAL
from threedown.games.champz.rules import ACT, CODES, answer, area, draw, legal, turn
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.games.setting import settle
from threedown.table.hands import discard, hand, stock
from threedown.table.imagine import imagined
from threedown.table.verbs import begin_turn, held, is_over, look, seats

WEIGHTS = Path(__file__).with_suffix(".npz")
LEVEL, SEED = "expert", 1
GAMES, WORLDS, TURNS_AHEAD, AHEAD_BY = 200, 384, 8, 3
"""The games of the ladder; the imagined worlds for each choice, the turns that are played on in each before the seat's
next turn ends it, and the half standard errors by which another choice than a simple player's must be ahead."""
MOST_TURNS = 20
"""Turns after which a world ends even if the seat's turn hasn't come again."""

OTHERS = 5
"""Places for the other seats: the next, the one before, then the rest in the order of play; empty ones are all 0."""
STEPS = (0, 1, 2, 3, 5, 6, 8, 12)
"""For a seat's points, beside their number: whether no more than so many are missing to the goal."""
OWN_FIELD = KINDS
OWN_POINTS = OWN_FIELD + BLOCKED_KICK
UNSEEN = OWN_POINTS + 1 + len(STEPS)
"""Among the inputs, after the kinds in hand and in the own area and the own points: cards not seen yet, by kind …"""
PROGRESS = UNSEEN + KINDS
"""… the question, the cards in the stock, the number of seats from 2 on …"""
OTHER = PROGRESS + 2 + OTHERS
"""… and for each other seat its presence, its cards in hand, its points, …"""
FIELD = 3 + len(STEPS)
JUST_PLAYED = FIELD + BLOCKED_KICK
"""… the kinds in its area, and the kind of the card that it just played."""
EACH = JUST_PLAYED + BLOCKED_KICK
INPUTS = OTHER + OTHERS * EACH

HIDDEN = 32
ONE = 1 << 12
"""A weight of 1; a value of 1 after both layers is ONE times ONE."""

FINENESS, REACH = 256, 16
"""The curve from what the network says to a share of games: points for each unit, and the units to both sides."""
SHARES = np.round(WHOLE_GAME / (1 + np.exp(-np.arange(-REACH * FINENESS, REACH * FINENESS + 1) / FINENESS))).astype(
    np.int64
)


def saved():
    """Return the weights: by input and hidden unit, the biases of the hidden units, and by hidden unit, then a bias."""
    with np.load(WEIGHTS) as file:
        return tuple(file[name].astype(np.int64) for name in ("inner", "inner_bias", "wins"))


INNER, INNER_BIAS, WINS = saved()
"""Weights in parts of ONE."""


def other_seat(t, seat, place):
    """The other seat at a place: the next to play, the one before, then the rest in the order of play; -1 if none."""
    count = seats(t)
    if place >= count - 1:
        return -1
    ahead = 1 if place == 0 else count - 1 if place == 1 else place
    return (seat + (count - ahead if int(t.s.counterclockwise) else ahead)) % count


def read(t, seat, question):
    """Return the inputs: the view of a seat, in small whole numbers."""
    x = np.zeros(INPUTS, dtype=np.int64)
    for kind in range(KINDS):
        x[UNSEEN + kind] = COPIES[kind]
    for depth in range(held(t, hand(t, seat))):
        kind = kind_of(look(t, hand(t, seat), depth))
        x[kind] += 1
        x[UNSEEN + kind] -= 1
    for depth in range(held(t, area(t, seat))):
        kind = kind_of(look(t, area(t, seat), depth))
        x[OWN_FIELD + kind] += 1
        x[UNSEEN + kind] -= 1
    read_points(t, seat, x, OWN_POINTS)
    for depth in range(held(t, discard(t))):
        x[UNSEEN + kind_of(look(t, discard(t), depth))] -= 1
    x[PROGRESS] = question
    x[PROGRESS + 1] = held(t, stock(t)) // 8
    x[PROGRESS + seats(t)] = 1
    for place in range(OTHERS):
        other = other_seat(t, seat, place)
        if other >= 0:
            read_other(t, other, x, OTHER + place * EACH)
    return x


def read_points(t, seat, x, at):
    """Write a seat's points, and how near they are to the goal."""
    points = int(t.s.points[seat])
    x[at] = points
    for step in range(len(STEPS)):
        x[at + 1 + step] = GOAL - points <= STEPS[step]


def read_other(t, other, x, at):
    """Write what is seen of another seat."""
    x[at] = 1
    x[at + 1] = held(t, hand(t, other))
    read_points(t, other, x, at + 2)
    for depth in range(held(t, area(t, other))):
        kind = kind_of(look(t, area(t, other), depth))
        x[at + FIELD + kind] += 1
        x[UNSEEN + kind] -= 1
    if int(t.s.just_played[other]) and held(t, area(t, other)) > 0:
        x[at + JUST_PLAYED + kind_of(look(t, area(t, other)))] = 1


def share_won(t, seat, question):
    """The share of games that a seat may expect to win when it is asked, of WHOLE_GAME."""
    x = read(t, seat, question)
    inner = INNER_BIAS.copy()
    for place in range(INPUTS):
        if x[place] != 0:
            for to in range(HIDDEN):
                inner[to] += x[place] * INNER[place, to]
    total = int(WINS[HIDDEN]) * ONE
    for place in range(HIDDEN):
        total += max(int(inner[place]), 0) * int(WINS[place])
    return int(SHARES[min(max(total * FINENESS // (ONE * ONE) + REACH * FINENESS, 0), 2 * REACH * FINENESS)])


# The level


def worth(t, seat, question, code, number):
    """The value of a choice in an imagined world: won, lost, or the share of games that the seat wins from there."""
    m = imagined(t, seat, number)
    answer(m, seat, question, code)
    played = 0
    while not is_over(m) and (played < TURNS_AHEAD or int(m.s.to_play) % seats(m) != seat) and played < MOST_TURNS:
        begin_turn(m)
        turn(m)
        played += 1
    if is_over(m):
        return WHOLE_GAME if (int(m.s.winners) >> seat) & 1 else 0
    draw(m, seat)
    return share_won(m, seat, ACT)


def with_level(setting, worlds=WORLDS, ahead_by=AHEAD_BY):
    """Return the same setting with the level."""
    own = setting.game.bots
    names = {name: getattr(own, name) for name in ("LEVELS", "WORLD", "IMAGINES", "PLANS", "LADDER")}
    level = searching(simple, any_other(legal, CODES), worth, worlds, ahead_by)
    level.__doc__ = """A simple player's choice, or one that wins clearly more games, by what was learned."""
    names |= {"LEVELS": own.LEVELS | {LEVEL: level}, "IMAGINES": own.IMAGINES | {LEVEL: "simple"}}
    return msgspec.structs.replace(setting, game=setting.game._replace(bots=types.SimpleNamespace(**names)))


def main(count=2, games=GAMES, worlds=WORLDS, turns_ahead=TURNS_AHEAD, ahead_by=AHEAD_BY):
    global TURNS_AHEAD
    TURNS_AHEAD = turns_ahead
    setting = with_level(settle(find_game("champz"), seats=count), worlds, ahead_by)
    ladder = climb(setting, ("keen", LEVEL), SEED, games, ThreadPool(1))
    (pairing,) = ladder.pairings
    share, low, high = pairing.estimate()
    print(
        f"{count} players, seed {SEED}: among keen ones it won {share:.1%} (95 % interval {low:.1%} to {high:.1%})"
        f" of {pairing.games} games; even is {1 / count:.1%}"
    )
    for pace in ladder.paces:
        print(f"a choice of {pace.level} takes {pace.microseconds / 1000:.3g} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
