"""Chance is a stream of 32-bit words.

Three sources produce them: a generator keyed by (run seed, game number) for games that must be reproducible by number;
SHAKE-256 over a secret for a real table, with only a counter in the table state; and a scenario's list. ``below`` turns
words into an unbiased choice, the same way in all three.

The generator is PCG32 (XSH-RR 64/32, O'Neill 2014), its keys come from SplitMix64 (Steele, Lea and Flood 2014).
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from threedown.table.layout import Table, TableState

WORD = 0xFFFFFFFF
_MULTIPLIER = 6364136223846793005
_LOW_45 = (1 << 45) - 1
_LOW_46 = (1 << 46) - 1


class ChanceError(ValueError):
    """Raised when a scenario's list of results is too short, or holds a result that the draw cannot give."""


class Chance(Protocol):
    """A source of words at a stepped table."""

    def word(self, s: TableState, n: int) -> int:
        """The next word, 0 to 2**32 - 1, for a choice among ``n``; its state is in the table state."""


def below(t: Table, n: int) -> int:
    """One of 0 … n-1, all equally likely (n < 2**31).

    Lemire's multiplication with rejection (2019): the words whose low half falls below 2**32 mod n are refused.
    """
    product = word(t, n) * n
    if (product & WORD) < n:
        refused = (4294967296 - n) % n
        while (product & WORD) < refused:
            product = word(t, n) * n
    return product >> 32


def word(t: Table, n: int) -> int:
    """The next word of the table's source. Compiled: always the generator."""
    return int(t.live.chance.word(t.s, n))


def generator_word(t: Table, n: int) -> int:
    """The generator's next word; its state and increment are ``chance[0]`` and ``chance[1]`` of the table state."""
    state = int(t.s.chance[0])
    t.s.chance[0] = wrap(state * _MULTIPLIER + int(t.s.chance[1]))
    folded = ((((state >> 18) & _LOW_46) ^ state) >> 27) & WORD
    turned = (state >> 59) & 31
    return ((folded << 32 | folded) >> turned) & WORD


def wrap(number: int) -> int:
    """The int64 with the low 64 bits of ``number``. Compiled arithmetic wraps by itself."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def mixed(number: int) -> int:
    """A 32-bit hash of the low 32 bits (lowbias32, Wellons 2018): the source of the policies' randomness."""
    number &= WORD
    number = ((number ^ (number >> 16)) * 0x7FEB352D) & WORD
    number = ((number ^ (number >> 15)) * 0x846CA68B) & WORD
    return number ^ (number >> 16)


def drawn(t: Table, count: int) -> int:
    """One of 0 … count-1 from the policies' own randomness, which is independent of the table's chance.

    It depends on the policies' key and on the number of choices made before: each decision draws once.
    """
    return mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % count


class Generator:
    """The words of game ``game`` of run ``seed``; :meth:`start` puts its key into a table state."""

    def __init__(self, seed: int, game: int = 0) -> None:
        if not (0 <= seed < 1 << 63 and 0 <= game < 1 << 63):
            raise ValueError(f"seed {seed}, game {game}: both must be from 0 to 2**63 - 1")
        self.seed, self.game = seed, game

    def start(self, s: TableState) -> None:
        key = keys(self.seed, self.game, 1)[0]
        s.chance[0], s.chance[1], s.pilot[0] = key[0], key[1], key[2]

    def word(self, s: TableState, n: int) -> int:
        return generator_word(Table(s, None), n)


class Sealed:
    """The words of a real table: SHAKE-256(key ‖ block number), 32 words a block, big-endian.

    The key combines the secret with the seats' contributions (:func:`threedown.session.fairness.sealed`). Only the
    number of words drawn is in the table state (``chance[0]``), so that neither a save nor a bot's copy reveals future
    words.
    """

    BLOCK = 32

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._number, self._block = -1, b""

    def start(self, s: TableState) -> None:
        s.chance[0] = 0
        s.pilot[0] = int.from_bytes(hashlib.sha256(b"pilot" + self.key).digest()[:4], "big")

    def word(self, s: TableState, n: int) -> int:
        number, place = divmod(int(s.chance[0]), self.BLOCK)
        s.chance[0] += 1
        if number != self._number:
            self._number = number
            self._block = hashlib.shake_256(self.key + number.to_bytes(8, "big")).digest(4 * self.BLOCK)
        return int.from_bytes(self._block[4 * place : 4 * place + 4], "big")


class Draws:
    """A source of chance that records its draws: ``(n, result)`` for each choice of one among n.

    A turn that is replayed draws its words again; each draw keeps the position of its first time.
    """

    def __init__(self, source: Generator | Sealed) -> None:
        self.source = source
        self._words: dict[int, tuple[int, int]] = {}

    def start(self, s: TableState) -> None:
        self.source.start(s)

    def word(self, s: TableState, n: int) -> int:
        place = int(s.chance[0])
        word = self.source.word(s, n)
        self._words[place] = (n, word)
        return word

    def listed(self) -> list[tuple[int, int]]:
        """The draws in order, without the words that :func:`below` refuses."""
        products = [(n, word * n) for n, word in self._words.values()]
        return [(n, product >> 32) for n, product in products if product & WORD >= (WORD + 1) % n]


class Listed:
    """The results of a scenario's list in order, then, if there is one, the words of ``after``."""

    def __init__(self, results: Sequence[int], after: Generator | None = None) -> None:
        self._results, self._after = results, after

    def start(self, s: TableState) -> None:
        if self._after is not None:
            self._after.start(s)

    def word(self, s: TableState, n: int) -> int:
        place = int(s.chance[2])
        if place >= len(self._results):
            if self._after is None:
                raise ChanceError(
                    f"chance: draw {place + 1} asks for one of 0 to {n - 1}, but the list has only"
                    f" {len(self._results)} results: add one, or give a seed"
                )
            return self._after.word(s, n)
        result = self._results[place]
        if not 0 <= result < n:
            raise ChanceError(f"chance[{place}] = {result}: draw {place + 1} must be from 0 to {n - 1}")
        s.chance[2] += 1
        return -(-(result << 32) // n) + 1

    def left_over(self, s: TableState) -> int:
        """The number of results in the list that have not been drawn."""
        return len(self._results) - int(s.chance[2])


def splitmix64(numbers: Any) -> Any:
    """SplitMix64's output function over an array of uint64 states."""
    mix = numbers
    mix = (mix ^ (mix >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mix = (mix ^ (mix >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mix ^ (mix >> np.uint64(31))


def run_key(seed: int) -> int:
    """The part of the keys that all games of a run share; pass it to :func:`start_game`."""
    return _split(wrap(seed + _GAMMA))


def start_game(s: Any, run: int, game: int) -> None:
    """Puts the key of a game of a run into a table state, as :func:`keys` computes it.

    Works for one game at a time, and in compiled play.
    """
    state = _split(wrap(wrap(game * _GAMMA) + run))
    s.chance[0] = _split(wrap(state + _GAMMA))
    s.chance[1] = _split(wrap(state + 2 * _GAMMA)) | 1
    s.pilot[0] = _split(wrap(state + 3 * _GAMMA)) & WORD


def play_otherwise(s: Any, again: int) -> None:
    """Gives a dealt table different chance from here on, another for each ``again``. Works in compiled play."""
    s.chance[0] = _split(wrap(int(s.chance[0]) + wrap(again * _GAMMA)))
    s.pilot[0] = _split(wrap((int(s.pilot[0]) & WORD) + wrap(again * _GAMMA))) & WORD


_GAMMA = -0x61C8864680B583EB
_FIRST_FACTOR, _SECOND_FACTOR = -0x40A7B892E31B1A47, -0x6B2FB644ECCEEE15
_LOW_33, _LOW_34, _LOW_37 = (1 << 33) - 1, (1 << 34) - 1, (1 << 37) - 1
"""SplitMix64's numbers as int64s, and the masks of its shifts."""


def _split(number: int) -> int:
    """SplitMix64's output function of one state, in int64s."""
    number = wrap((number ^ ((number >> 30) & _LOW_34)) * _FIRST_FACTOR)
    number = wrap((number ^ ((number >> 27) & _LOW_37)) * _SECOND_FACTOR)
    return number ^ ((number >> 31) & _LOW_33)


def keys(seed: int, first: int, count: int) -> Any:
    """The keys of games ``first`` … ``first + count - 1`` of run ``seed``: int64 of shape (count, 3).

    Column 0 is the generator's state, 1 its (odd) increment, 2 the key of the policies. ``seed`` is 0 to 2**64 - 1.
    """
    gamma = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        run = splitmix64(np.array([seed], dtype=np.uint64) + gamma)
        games = splitmix64(np.arange(first, first + count, dtype=np.uint64) * gamma + run)
        columns = [splitmix64(games + gamma * np.uint64(column)) for column in (1, 2, 3)]
    columns[1] |= np.uint64(1)
    columns[2] &= np.uint64(WORD)
    return np.stack(columns, axis=1).view(np.int64)
