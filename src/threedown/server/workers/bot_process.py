"""A worker process in which bots think: it reads questions from standard input and answers on standard output.

A question contains only what the bot's seat may know.
"""

import functools
import sys
from typing import BinaryIO

import msgspec
import numpy as np

from threedown.bots.chances import Tally, tallies
from threedown.bots.seated import SeatedBots
from threedown.framing import messages, tell
from threedown.games import find_game
from threedown.games.search import WeighedCode
from threedown.games.setting import settle
from threedown.server.workers.background import stand_back

NICE = 10
"""The niceness of the process: acknowledging choices comes first."""
LOADING = 8.0
"""Seconds that a first question waits for its compiled code to load; less than the time a bot may think."""


class StillCompiling(Exception):
    """A bot's code is not ready, and no cheaper level may answer for it."""


class BotQuestion(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A question to a bot: the rules, and the table as its seat may see it."""

    game: str
    options: bytes
    """JSON."""
    seats: int
    level: str
    seat: int
    question: int
    words: bytes
    """The memory of the table; empty if the bot shall only get ready."""
    exact: bool = False
    """True if no cheaper level may answer while the bot's code is being compiled."""


class ChanceQuestion(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A request to count, in ``worlds`` worlds from number ``first`` on, how often each open choice of a seat wins."""

    game: str
    options: bytes
    seats: int
    seat: int
    question: int
    words: bytes
    first: int
    worlds: int


class BotAnswer(msgspec.Struct, frozen=True, array_like=True):
    """The code of a bot's choice; None after getting ready, after counting (then there are ``tallies`` by code), or
    with an ``error`` type if the bot failed. ``instead`` is the cheaper level that answered, if one did."""

    code: int | None
    error: str = ""
    weighed: list[WeighedCode] = []
    tallies: dict[int, Tally] = {}
    instead: str = ""


def answer_for(question: BotQuestion | ChanceQuestion) -> BotAnswer:
    """Return a bot's answer, with the values it compared, or the tallies; raises what the bot raises."""
    if isinstance(question, ChanceQuestion):
        setting = settle(
            find_game(question.game), None, msgspec.json.decode(question.options), question.seats, kept=True
        )
        seen = setting.new_table_state()
        seen.words[:] = np.frombuffer(question.words, dtype=np.int64)
        asked = question.seat, question.question
        return BotAnswer(None, tallies=tallies(setting, seen, *asked, question.first, question.worlds))
    bots = _bots(question.game, question.options, question.seats, question.level)
    if not question.words:
        bots.wait()
        return BotAnswer(None)
    table_state = bots.setting.new_table_state()
    table_state.words[:] = np.frombuffer(question.words, dtype=np.int64)
    bots.stood_in.clear()
    code = bots.thought(table_state, question.level, question.seat, question.question)
    if question.exact and bots.stood_in:
        raise StillCompiling
    return BotAnswer(code, weighed=bots.weighed, instead=bots.stood_in.get(question.level, ""))


@functools.lru_cache(maxsize=64)
def _bots(game: str, options: bytes, seats: int, level: str) -> SeatedBots:
    return SeatedBots(
        settle(find_game(game), None, msgspec.json.decode(options), seats, kept=True), (level,), patience=LOADING
    )


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until the input ends."""
    for message in messages(questions):
        question = msgspec.msgpack.decode(message, type=BotQuestion | ChanceQuestion)
        try:
            answer = answer_for(question)
        except Exception as error:  # whatever it is, a weaker level answers instead, or no chance is shown
            answer = BotAnswer(None, type(error).__name__)
        tell(answers, msgspec.msgpack.encode(answer))


if __name__ == "__main__":
    stand_back(NICE)
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, answers.buffer)
