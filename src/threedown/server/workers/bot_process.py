"""A process in which bots think: asked over its standard input, it answers over its standard output.

It is sent what a bot's seat may know, and nothing else.
"""

import functools
import os
import signal
import sys
from typing import BinaryIO

import msgspec
import numpy as np

from threedown.bots.seated import SeatedBots
from threedown.framing import messages, tell
from threedown.games import find_game
from threedown.games.search import WeighedCode
from threedown.games.setting import settle

NICE = 10
"""How far thinking stands back where choices are to be acknowledged."""
LOADING = 8.0
"""Seconds that a first question waits for machine code: it was compiled before, and less than a bot may think."""


class BotQuestion(msgspec.Struct, frozen=True, array_like=True):
    """A question to a bot: the rules, and the table as its seat may know it."""

    game: str
    options: bytes
    """JSON."""
    seats: int
    level: str
    seat: int
    question: int
    words: bytes
    """The record's memory; none where the bot is only to get ready."""


class BotAnswer(msgspec.Struct, frozen=True, array_like=True):
    """The code that the bot answers; None where nothing was asked, or where it fails, with the kind of its error."""

    code: int | None
    error: str = ""
    weighed: list[WeighedCode] = []


def answer_for(asked: BotQuestion) -> BotAnswer:
    """What the bot answers, and what it has weighed; raises what it raises."""
    bots = _bots(asked.game, asked.options, asked.seats, asked.level)
    if not asked.words:
        bots.wait()
        return BotAnswer(None)
    record = bots.setting.new_record()
    record.words[:] = np.frombuffer(asked.words, dtype=np.int64)
    return BotAnswer(bots.thought(record, asked.level, asked.seat, asked.question), weighed=bots.weighed)


@functools.lru_cache(maxsize=64)
def _bots(game: str, options: bytes, seats: int, level: str) -> SeatedBots:
    return SeatedBots(settle(find_game(game), None, msgspec.json.decode(options), seats), (level,), patience=LOADING)


def serve(heard: BinaryIO, told: BinaryIO) -> None:
    """Answers until nobody asks any more."""
    for message in messages(heard):
        asked = msgspec.msgpack.decode(message, type=BotQuestion)
        try:
            answered = answer_for(asked)
        except Exception as error:  # whatever it is, another level answers instead
            answered = BotAnswer(None, type(error).__name__)
        tell(told, msgspec.msgpack.encode(answered))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks ends it, by asking no more
    if hasattr(os, "nice"):
        os.nice(NICE)
    told, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, told.buffer)
