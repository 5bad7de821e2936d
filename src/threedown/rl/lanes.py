"""The compiled loop that plays a thousand tables at once, each up to the next question to a learner.

A rule asks by a plain call, however deep. Here ``ask`` takes its answer from the script of this turn; when the script
ends, it notes the question and raises, and :func:`comes_to_its_end` catches it. With the answer the turn is resumed as
the game declares it or, if it declares nothing, run again from its start with one answer more.

Compiled frames that raise leak the arrays they hold, so only frames that hold records raise. And since compiled code
catches every exception in the same way, the note tells an expected one from an error of the rules.
"""

import math
from typing import Any

import numpy as np

from threedown.bulk.kernel import deal, turn
from threedown.rl.observing import observe
from threedown.table.chance import start_game
from threedown.table.imagine import Imagination
from threedown.table.layout import MOST_SEATS, NOBODY, Table
from threedown.table.verbs import begin_turn, is_over, seats

MOST_ANSWERS = 1024
"""In one turn of a game that is run again from the turn's start."""
GIVE_UP = -1
"""The action of who loses the game at once."""
STAY = -2
"""The action of a lane in which nothing is to happen."""

MOST_SKIPPED = 1_000_000

DEALS, TAKES_TURN, ANSWERS = range(3)
"""The state of a lane's game as it goes on."""


class LaneQuestion(Exception):
    """A rule has asked, and the script of answers has ended."""


def lane_type(table: np.dtype[Any], scripted: bool) -> np.dtype[Any]:
    """The contents of a lane: the table, twice over (``words`` are all its words), and the script of its turn. The
    table of a game that is run again (``scripted``) is kept as it was at the start of the turn.

    A table of a game that is run again (``scripted``) is kept as it was at the start of the turn.
    """
    size = table.itemsize // 8
    names = ("part", "asked", "seat", "question", "code", "given", "used", "game", "held", "answers", "kept")
    shapes = ((),) * 8 + ((MOST_SEATS,), (MOST_ANSWERS if scripted else 1,), (size if scripted else 1,))
    fields: dict[str, Any] = {"table": (table, 0), "words": ((np.int64, (size,)), 0)}
    offset = table.itemsize
    for name, shape in zip(names, shapes, strict=True):
        fields[name] = ((np.int64, shape), offset)
        offset += 8 * math.prod(shape)
    return np.dtype(
        {
            "names": list(fields),
            "formats": [kind for kind, _ in fields.values()],
            "offsets": [place for _, place in fields.values()],
            "itemsize": offset,
        }
    )


def told_type(seats: int, planes: int, counters: int, masked: int, listed: int) -> np.dtype[Any]:
    """The results of a lane after each step: so many planes, counters, actions in a mask, or actions in a list. (Numba
    knows no arrays of bools in a record, and none without entries.)

    (Numba knows no arrays of bools in a record, and none without entries.)
    """
    return np.dtype(
        [
            ("seat", np.int64),
            ("question", np.int64),
            ("choices", np.int64),
            ("skipped", np.int64),
            ("rewards", np.float32, (seats,)),
            ("counters", np.float32, (counters,)),
            ("last_counters", np.float32, (counters,)),
            ("menu", np.int32, (max(listed, 1),)),
            ("planes", np.int8, (planes,)),
            ("last_planes", np.int8, (planes,)),
            ("mask", np.int8, (max(masked, 1),)),
            ("done", np.int8),
        ],
        align=True,
    )


# What stands for the game's own


def resumes() -> bool:
    """True if the game declares how a turn is resumed from an answer. Compiled: a constant."""
    return False


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """The rest of a turn from an answer on. Compiled: the game's ``resume``."""


def policy(t: Table, seat: int, question: int) -> int:
    """Answer for seats without a learner. Compiled: the bots by seat, and the world."""
    return 0


def listed(t: Table, seat: int, question: int, codes: Any) -> int:
    """Writes the legal codes in order; returns how many they are. Compiled: the game's own ``menu``."""
    return 0


def has_masks() -> bool:
    """True if legal actions are masks, not lists. Compiled: a constant."""
    return True


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """Compiled: the rules' own."""
    return False


def codes(question: int) -> int:
    """Return the number of a question's codes. Compiled: the rules' own."""
    return 0


def counts_holdings() -> bool:
    """True if the game is played for points, not to win. Compiled: a constant."""
    return False


def holding(t: Table, seat: int) -> int:
    """Return a seat's points, in games played for points. Compiled: the game's own."""
    return 0


def suspended(t: Table, seat: int, question: int) -> int:
    """``ask``: the next answer of the script, or the note and the raise."""
    live = t.live
    used = int(live.used)
    if used < int(live.given):
        live.used = used + 1
        t.s.pilot[1] += 1
        return int(live.answers[used])
    live.asked = 1
    live.seat = seat
    live.question = question
    raise LaneQuestion


# A lane


def play_on(t: Table) -> None:
    """The deal, a turn, or the rest of one; raises at a question."""
    part = int(t.live.part)
    if part == DEALS:
        deal(t)
    elif part == TAKES_TURN:
        begin_turn(t)
        turn(t)
    else:
        answer(t, int(t.live.seat), int(t.live.question), int(t.live.code))


def comes_to_its_end(t: Table) -> bool:
    """Plays a part of a game; false if a question stands in its way."""
    t.live.asked = 0
    t.live.used = 0
    through = False
    try:
        play_on(t)
        through = True
    except Exception:
        through = False
    return through


def advance(t: Table, mind: Any, learners: int) -> bool:
    """Plays on until a learner is asked; false if the game is over."""
    live = t.live
    while True:
        if comes_to_its_end(t):
            if is_over(t):
                return False
            live.part = TAKES_TURN
            live.given = 0
            if not resumes():
                live.kept[:] = live.words
        elif live.asked == 0:
            raise RuntimeError("an error in the rules: play this game stepped to see it")
        else:
            seat = int(live.seat)
            if seat >= 0 and (learners >> seat) & 1:
                return True
            give(t, thinks(t, mind, seat, int(live.question)))


def give(t: Table, code: int) -> None:
    """Answers the question at which a game stands."""
    live = t.live
    if resumes():
        t.s.pilot[1] += 1
        live.part = ANSWERS
        live.code = code
        return
    given = int(live.given)
    if given >= MOST_ANSWERS:
        raise RuntimeError("more answers in one turn than a script holds")
    live.words[:] = live.kept
    live.answers[given] = code
    live.given = given + 1


def thinks(t: Table, mind: Any, seat: int, question: int) -> int:
    """Return the answer of a bot or the world. Compiled: :func:`imagines`, if there is a ``mind`` to imagine with."""
    return policy(Table(t.s, t.o, None), seat, question)


def imagines(t: Table, mind: Any, seat: int, question: int) -> int:
    """The same where a bot may imagine: with the lane's own table."""
    own = Imagination(t.live.words, mind.scratch, mind.words, mind.room, None, mind.levels, mind.weighed)
    return policy(Table(t.s, t.o, own), seat, question)


def begin_game(t: Table, facts: Any) -> None:
    """The next of a lane's games lies on its table, to be dealt."""
    live = t.live
    live.words[:] = facts.fresh
    start_game(t.s, int(facts.run), int(live.game))
    if not resumes():
        live.kept[:] = live.words
    live.part = DEALS
    live.given = 0
    if counts_holdings():
        for seat in range(seats(t)):
            live.held[seat] = holding(t, seat)


def settle(t: Table, seat: int, gave_up: bool, ended: bool, rewards: Any) -> None:
    """Write each seat's gain from a step: in points, or by the end of the game.

    The winners share the stake among them, the losers the loss: 1 between two players.
    """
    count = seats(t)
    if counts_holdings():
        for other in range(count):
            has = 0 if gave_up and other == seat else holding(t, other)
            rewards[other] = has - int(t.live.held[other])
            t.live.held[other] = has
    elif ended:
        winners = int(t.s.winners)
        if gave_up:
            winners = ((1 << count) - 1) & ~(1 << seat)
        for other in range(count):
            rewards[other] = share_of(winners, count, other)


def share_of(winners: int, count: int, seat: int) -> float:
    """Return a seat's gain at the end of a game; ``winners`` has a bit for each seat."""
    won = 0
    for other in range(count):
        won += (winners >> other) & 1
    if not 0 < won < count:
        return 0.0
    if (winners >> seat) & 1:
        return (count - won) / (won * (count - 1))
    return -1.0 / (count - 1)


def tell(t: Table, told: Any, facts: Any, plan: Any) -> None:
    """Writes what the learner who is asked sees and may do."""
    seat, question = int(t.live.seat), int(t.live.question)
    told.seat = seat
    told.question = question
    observe(t, t.live.words, seat, question, plan, told.planes, told.counters)
    first = int(facts.first_action[question])
    count = 0
    if has_masks():
        told.mask[:] = 0
        for code in range(codes(question)):
            if legal(t, seat, question, code):
                told.mask[first + code] = 1
                count += 1
    else:
        count = listed(t, seat, question, told.menu)
        for place in range(count):
            told.menu[place] += first
    told.choices = count


def step_lane(t: Table, told: Any, facts: Any, plan: Any, mind: Any, action: int, anew: bool) -> None:
    """One lane up to the next question to a learner: with an action, or from the deal of its game."""
    live = t.live
    told.rewards[:] = 0
    told.done = 0
    told.skipped = 0
    asked = False
    if not anew:
        seat = int(told.seat)
        if seat == NOBODY or action == STAY:
            return
        gave_up = action == GIVE_UP
        if not gave_up:
            give(t, action - int(facts.first_action[int(live.question)]))
            asked = advance(t, mind, int(facts.learners))
        settle(t, seat, gave_up, not asked, told.rewards)
        if not asked:
            told.done = 1
            observe(t, live.words, seat, NOBODY, plan, told.last_planes, told.last_counters)
            live.game += facts.lanes
    while not asked and (anew or facts.restarts):
        begin_game(t, facts)
        asked = advance(t, mind, int(facts.learners))
        if not asked:
            told.skipped += 1
            live.game += facts.lanes
            if told.skipped == MOST_SKIPPED:
                raise RuntimeError("game after game ends without asking a learner anything")
    if asked:
        tell(t, told, facts, plan)
    else:
        told.seat = NOBODY
        told.question = NOBODY
        told.choices = 0
        told.mask[:] = 0


def step(lanes: Any, told: Any, facts: Any, plan: Any, options: Any, mind: Any, actions: Any, anew: Any) -> int:
    """Take one step in every lane. ``anew`` marks the lanes whose next game is dealt, whatever their action.

    ``lanes`` and ``told`` are arrays of ``lane_type`` and ``told_type``; ``facts`` a record of what does not change.
    Returns the first lane with an action that is not legal, NOBODY if there is none; if there is one, nothing is done.
    """
    for lane in range(len(actions)):
        if not anew[lane] and not may_act(told[lane], int(actions[lane])):
            return lane
    for lane in range(len(actions)):
        t = Table(lanes[lane].table, options, lanes[lane])
        step_lane(t, told[lane], facts, plan, mind, int(actions[lane]), bool(anew[lane]))
    return NOBODY


def may_act(told: Any, action: int) -> bool:
    """True if an action is legal in a lane; if no seat is asked, every action is, and does nothing."""
    if action in (GIVE_UP, STAY) or int(told.seat) == NOBODY:
        return True
    if has_masks():
        return 0 <= action < len(told.mask) and told.mask[action] != 0
    low, high = 0, int(told.choices)
    while low < high:
        middle = (low + high) // 2
        if int(told.menu[middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < int(told.choices) and int(told.menu[low]) == action
