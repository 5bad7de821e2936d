"""The compiled loop that plays a thousand tables at once, each up to the next question to a learner.

A rule asks with a plain call, however deep. Here ``ask`` takes its answer from the script of this turn; when the script
ends, it notes the question and raises, and :func:`finishes` catches it. With the answer the turn is resumed as
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
"""The largest number of answers in a turn that is run again from its start."""
GIVE_UP = -1
"""The action of a seat that loses the game at once."""
STAY = -2
"""The action of a lane in which nothing shall happen."""

MOST_SKIPPED = 1_000_000

DEALS, TAKES_TURN, ANSWERS = range(3)
"""The state of a lane's game as it goes on."""


class LaneQuestion(Exception):
    """Raised when a rule asks and the script of answers has ended."""


def lane_type(table: np.dtype[Any], scripted: bool) -> np.dtype[Any]:
    """Return the type of a lane: the table, a second time as ``words``, and the script of its turn.

    For a game that runs a turn again for each answer (``scripted``), the lane also saves the table at the turn's start.
    """
    size = table.itemsize // 8
    names = (
        "part",
        "asked",
        "seat",
        "question",
        "code",
        "script_length",
        "script_used",
        "game",
        "points",
        "answers",
        "turn_start",
    )
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


def result_type(seats: int, planes: int, counters: int, masked: int, listed: int) -> np.dtype[Any]:
    """Return the type of a lane's result, with the numbers of planes, counters, and masked or listed actions.

    Numba has no arrays of bools and no empty arrays in a record.
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


# Stand-ins for the functions of a game


def resumes() -> bool:
    """True if the game declares how a turn is resumed from an answer. Compiled: a constant."""
    return False


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """Play the rest of a turn from an answer on. Compiled: the game's ``resume``."""


def policy(t: Table, seat: int, question: int) -> int:
    """Answer for seats without a learner. Compiled: the bots by seat, and the world."""
    return 0


def listed(t: Table, seat: int, question: int, codes: Any) -> int:
    """Write the legal codes in order and return how many there are. Compiled: the game's own ``menu``."""
    return 0


def has_masks() -> bool:
    """True if legal actions are masks, not lists. Compiled: a constant."""
    return True


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """True if a code is legal. Compiled: the rules' own."""
    return False


def codes(question: int) -> int:
    """Return the number of a question's codes. Compiled: the rules' own."""
    return 0


def counts_holdings() -> bool:
    """True if the game is played for points, not to win. Compiled: a constant."""
    return False


def bankroll(t: Table, seat: int) -> int:
    """Return a seat's points, in games played for points. Compiled: the game's own."""
    return 0


def ask_or_suspend(t: Table, seat: int, question: int) -> int:
    """Stand in for ``ask``: return the next answer of the script, or note the question and raise."""
    live = t.live
    used = int(live.script_used)
    if used < int(live.script_length):
        live.script_used = used + 1
        t.s.pilot[1] += 1
        return int(live.answers[used])
    live.asked = 1
    live.seat = seat
    live.question = question
    raise LaneQuestion


# A lane


def play_part(t: Table) -> None:
    """Play the deal, a turn or the rest of one; raises at a question."""
    part = int(t.live.part)
    if part == DEALS:
        deal(t)
    elif part == TAKES_TURN:
        begin_turn(t)
        turn(t)
    else:
        answer(t, int(t.live.seat), int(t.live.question), int(t.live.code))


def finishes(t: Table) -> bool:
    """Play a part of a game; False if it stopped at a question."""
    t.live.asked = 0
    t.live.script_used = 0
    through = False
    try:
        play_part(t)
        through = True
    except Exception:
        through = False
    return through


def advance(t: Table, mind: Any, learners: int) -> bool:
    """Play on until a learner is asked; False if the game is over."""
    live = t.live
    while True:
        if finishes(t):
            if is_over(t):
                return False
            live.part = TAKES_TURN
            live.script_length = 0
            if not resumes():
                live.turn_start[:] = live.words
        elif live.asked == 0:
            raise RuntimeError("an error in the rules: play this game stepped to see it")
        else:
            seat = int(live.seat)
            if seat >= 0 and (learners >> seat) & 1:
                return True
            give_answer(t, bot_answer(t, mind, seat, int(live.question)))


def give_answer(t: Table, code: int) -> None:
    """Answer the open question of a game."""
    live = t.live
    if resumes():
        t.s.pilot[1] += 1
        live.part = ANSWERS
        live.code = code
        return
    length = int(live.script_length)
    if length >= MOST_ANSWERS:
        raise RuntimeError("more answers in one turn than a script holds")
    live.words[:] = live.turn_start
    live.answers[length] = code
    live.script_length = length + 1


def bot_answer(t: Table, mind: Any, seat: int, question: int) -> int:
    """Return the answer of a bot or the world. Compiled: :func:`imagining_answer` if there is a ``mind``."""
    return policy(Table(t.s, t.o, None), seat, question)


def imagining_answer(t: Table, mind: Any, seat: int, question: int) -> int:
    """Return the same answer where a bot may imagine, with the lane's own table."""
    own = Imagination(t.live.words, mind.scratch, mind.words, mind.room, None, mind.levels, mind.weighed)
    return policy(Table(t.s, t.o, own), seat, question)


def begin_game(t: Table, facts: Any) -> None:
    """Put the lane's next game on its table, not dealt yet."""
    live = t.live
    live.words[:] = facts.fresh
    start_game(t.s, int(facts.run), int(live.game))
    if not resumes():
        live.turn_start[:] = live.words
    live.part = DEALS
    live.script_length = 0
    if counts_holdings():
        for seat in range(seats(t)):
            live.points[seat] = bankroll(t, seat)


def settle(t: Table, seat: int, gave_up: bool, ended: bool, rewards: Any) -> None:
    """Write each seat's gain from a step: in points, or by the end of the game.

    The winners share the stake among them, the losers the loss: 1 between two players.
    """
    count = seats(t)
    if counts_holdings():
        for other in range(count):
            has = 0 if gave_up and other == seat else bankroll(t, other)
            rewards[other] = has - int(t.live.points[other])
            t.live.points[other] = has
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


def write_question(t: Table, result: Any, facts: Any, plan: Any) -> None:
    """Write the view and the legal actions of the learner that is asked."""
    seat, question = int(t.live.seat), int(t.live.question)
    result.seat = seat
    result.question = question
    observe(t, t.live.words, seat, question, plan, result.planes, result.counters)
    first = int(facts.first_action[question])
    count = 0
    if has_masks():
        result.mask[:] = 0
        for code in range(codes(question)):
            if legal(t, seat, question, code):
                result.mask[first + code] = 1
                count += 1
    else:
        count = listed(t, seat, question, result.menu)
        for place in range(count):
            result.menu[place] += first
    result.choices = count


def step_lane(t: Table, result: Any, facts: Any, plan: Any, mind: Any, action: int, deal_next: bool) -> None:
    """Play one lane to the next question to a learner, from an action or from the deal."""
    live = t.live
    result.rewards[:] = 0
    result.done = 0
    result.skipped = 0
    asked = False
    if not deal_next:
        seat = int(result.seat)
        if seat == NOBODY or action == STAY:
            return
        gave_up = action == GIVE_UP
        if not gave_up:
            give_answer(t, action - int(facts.first_action[int(live.question)]))
            asked = advance(t, mind, int(facts.learners))
        settle(t, seat, gave_up, not asked, result.rewards)
        if not asked:
            result.done = 1
            observe(t, live.words, seat, NOBODY, plan, result.last_planes, result.last_counters)
            live.game += facts.lanes
    while not asked and (deal_next or facts.restarts):
        begin_game(t, facts)
        asked = advance(t, mind, int(facts.learners))
        if not asked:
            result.skipped += 1
            live.game += facts.lanes
            if result.skipped == MOST_SKIPPED:
                raise RuntimeError("game after game ends without asking a learner anything")
    if asked:
        write_question(t, result, facts, plan)
    else:
        result.seat = NOBODY
        result.question = NOBODY
        result.choices = 0
        result.mask[:] = 0


def step(lanes: Any, results: Any, facts: Any, plan: Any, options: Any, mind: Any, actions: Any, deal_next: Any) -> int:
    """Take one step in every lane. ``deal_next`` marks the lanes whose next game is dealt whatever their action.

    ``lanes`` and ``results`` are arrays of ``lane_type`` and ``result_type``; ``facts`` is a record of constants.
    Returns the first lane whose action is not legal, and then changes nothing; NOBODY if all are legal.
    """
    for lane in range(len(actions)):
        if not deal_next[lane] and not may_act(results[lane], int(actions[lane])):
            return lane
    for lane in range(len(actions)):
        t = Table(lanes[lane].table, options, lanes[lane])
        step_lane(t, results[lane], facts, plan, mind, int(actions[lane]), bool(deal_next[lane]))
    return NOBODY


def may_act(result: Any, action: int) -> bool:
    """True if an action is legal in a lane; if no seat is asked, every action is, and does nothing."""
    if action in (GIVE_UP, STAY) or int(result.seat) == NOBODY:
        return True
    if has_masks():
        return 0 <= action < len(result.mask) and result.mask[action] != 0
    low, high = 0, int(result.choices)
    while low < high:
        middle = (low + high) // 2
        if int(result.menu[middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < int(result.choices) and int(result.menu[low]) == action
