"""Chance: published vectors of its generators, no bias, and keys that depend on nothing but seed and number."""

import hashlib
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import war

from threedown.table.chance import (
    ChanceError,
    Generator,
    Listed,
    Sealed,
    below,
    generator_word,
    keys,
    mixed,
    splitmix64,
    wrap,
)
from threedown.table.layout import Table, TableState

MULTIPLIER = 6364136223846793005
PCG32_DEMO = (0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)
SPLITMIX64_OF_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


class Fed:
    """The live part of a table whose words are given."""

    def __init__(self, words: list[int]) -> None:
        self.words, self.drawn = words, 0

    @property
    def chance(self) -> "Fed":
        return self

    def word(self, s: TableState, n: int) -> int:
        self.drawn += 1
        return self.words[self.drawn - 1]


def empty_table_state() -> TableState:
    return war().new_table_state()


def drawn(words: list[int], n: int) -> tuple[int, int]:
    """Return the results of ``below(n)`` for these words, and the number of words drawn."""
    fed = Fed(words)
    return below(Table(empty_table_state(), None, fed), n), fed.drawn


def test_pcg32_gives_the_words_of_its_authors_demo() -> None:
    """pcg32-demo.c seeds with 42 and sequence 54."""
    table_state = empty_table_state()
    increment = (54 << 1) | 1
    state = (increment + 42) & ((1 << 64) - 1)  # the first of the two steps starts from 0
    table_state.chance[0], table_state.chance[1] = wrap(state * MULTIPLIER + increment), increment
    words = [generator_word(Table(table_state, None), 2) for _ in PCG32_DEMO]
    assert tuple(words) == PCG32_DEMO


def test_splitmix64_gives_the_published_words() -> None:
    gamma = 0x9E3779B97F4A7C15
    states = [(1234567 + gamma * step) % (1 << 64) for step in range(1, 6)]
    assert tuple(int(word) for word in splitmix64(np.array(states, dtype=np.uint64))) == SPLITMIX64_OF_1234567


def test_a_sealed_table_draws_from_shake_256() -> None:
    secret = bytes(range(32))
    source, table_state = Sealed(secret), empty_table_state()
    source.start(table_state)
    words = [source.word(table_state, 6) for _ in range(100)]
    stream = b"".join(hashlib.shake_256(secret + block.to_bytes(8, "big")).digest(128) for block in range(4))
    assert words == [int.from_bytes(stream[4 * place : 4 * place + 4], "big") for place in range(100)]
    assert int(table_state.chance[0]) == 100, "the table state must hold the number of words drawn, and nothing more"
    assert int(table_state.chance[1]) == int(table_state.chance[2]) == 0


def test_a_sealed_source_can_go_back_to_any_word() -> None:
    """Undo and rerun set the counter back: the words must be the same then."""
    source, table_state = Sealed(b"x" * 32), empty_table_state()
    source.start(table_state)
    words = [source.word(table_state, 6) for _ in range(70)]
    for place in (0, 31, 32, 69, 5):
        table_state.chance[0] = place
        assert source.word(table_state, 6) == words[place]


def test_a_list_gives_exactly_what_it_says() -> None:
    """Every result r of every draw among n up to 200, at the first word and without another."""
    table_state = empty_table_state()
    for n in range(1, 201):
        for result in range(n):
            table_state.chance[2] = 0
            source = Listed([result])
            table = Table(table_state, None, type("Live", (), {"chance": source})())
            assert below(table, n) == result
            assert source.left_over(table_state) == 0


@pytest.mark.parametrize("n", [7, 52, 601, 65537, 2**31 - 1])
def test_a_list_serves_large_draws_too(n: int) -> None:
    for result in {0, 1, n // 2, n - 2, n - 1}:
        table_state = empty_table_state()
        assert below(Table(table_state, None, type("Live", (), {"chance": Listed([result])})()), n) == result


def test_a_list_says_what_is_wrong_with_it() -> None:
    table_state = empty_table_state()
    with pytest.raises(ChanceError, match=r"chance\[0\] = 6: draw 1 must be from 0 to 5"):
        Listed([6]).word(table_state, 6)
    with pytest.raises(ChanceError, match=r"chance\[0\] = -1: draw 1 must be from 0 to 5"):
        Listed([-1]).word(table_state, 6)
    with pytest.raises(ChanceError, match=r"draw 1 asks for one of 0 to 5, but the list has only 0 results: add one"):
        Listed([]).word(table_state, 6)


def test_after_a_list_comes_the_generator() -> None:
    table_state, alone = empty_table_state(), empty_table_state()
    source = Listed([0], Generator(5))
    source.start(table_state)
    Generator(5).start(alone)
    source.word(table_state, 6)
    assert [source.word(table_state, 6) for _ in range(3)] == [generator_word(Table(alone, None), 6) for _ in range(3)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 1000, 65537, 3 * 2**29, 2**31 - 1])
def test_below_has_no_bias(n: int) -> None:
    """Each result keeps 2**32 // n words exactly: checked at both edges of the words that lead to a result.

    The words with word * n >> 32 == r run from ceil(r 2**32 / n) to the next result's first; refused among them are
    those whose low half falls below 2**32 mod n, which can only be the first.
    """
    refused = 2**32 % n
    kept = 2**32 // n
    for result in {0, 1 % n, n // 3, n // 2, n - 1}:
        first, end = -(-(result << 32) // n), -(-((result + 1) << 32) // n)
        count = end - first
        sentinel = [2**32 - 1] * 3
        start = first if (first * n) % 2**32 >= refused else first + 1
        assert end - start == kept, "the argument is wrong"
        for word in {start, min(start + 1, end - 1), (start + end) // 2, end - 1}:
            assert drawn([word, *sentinel], n) == (result, 1)
        if start > first:
            assert drawn([first, start, *sentinel], n) == (result, 2), "a word that must be refused is kept"
        assert count - kept in (0, 1)


def test_the_least_words_are_refused_where_they_would_be_too_many() -> None:
    """2**32 mod 3 is 1: word 0 gives low half 0 and must go; for 2 none may go."""
    assert drawn([0, 1], 3) == (0, 2)
    assert drawn([0, 1], 2) == (0, 1)


def test_each_game_has_a_key_of_its_own() -> None:
    found = keys(1, 0, 100_000)
    for column in (0, 1):
        assert len(np.unique(found[:, column])) == 100_000
    assert np.all(found[:, 1] & 1 == 1), "an even increment makes a poor generator"
    assert found[:, 2].min() >= 0
    assert found[:, 2].max() < 2**32
    starts = {tuple(keys(seed, game, 1)[0]) for seed in range(30) for game in range(30)}
    assert len(starts) == 900, "two runs share a game"


def test_keys_do_not_depend_on_how_games_are_cut_up() -> None:
    whole = keys(9, 0, 1000)
    parts = np.concatenate([keys(9, first, 1) for first in (*range(3), *range(3, 10))] + [keys(9, 10, 990)])
    assert np.array_equal(whole, parts)
    assert np.array_equal(keys(9, 777, 1)[0], whole[777])


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63 - 1])
def test_seeds_at_the_edges(seed: int) -> None:
    with np.errstate(over="raise"):
        found = keys(seed, 0, 3)
    assert found.dtype == np.int64
    assert len({tuple(row) for row in found}) == 3
    assert not np.array_equal(found, keys(seed ^ 1, 0, 3))


def test_a_generator_starts_where_the_keys_say() -> None:
    table_state = empty_table_state()
    Generator(11, 7).start(table_state)
    key = keys(11, 7, 1)[0]
    assert (int(table_state.chance[0]), int(table_state.chance[1]), int(table_state.pilot[0])) == tuple(
        int(part) for part in key
    )


@given(st.integers(-(1 << 130), 1 << 130))
def test_wrap_is_what_int64_does(number: int) -> None:
    found = wrap(number)
    assert -(1 << 63) <= found < 1 << 63
    assert (found - number) % (1 << 64) == 0


@given(st.integers(0, (1 << 64) - 1), st.integers(1, 600))
def test_words_are_32_bits_and_below_is_below(state: int, n: int) -> None:
    table_state = empty_table_state()
    table_state.chance[0], table_state.chance[1] = wrap(state), 1
    word = generator_word(Table(table_state, None), n)
    assert 0 <= word < 1 << 32
    assert 0 <= drawn([word, (1 << 32) - 1], n)[0] < n


def test_mixed_is_lowbias32() -> None:
    """A bijection of 32 bits whose every input bit turns about half of the output's bits."""
    assert mixed(0) == 0
    assert len({mixed(number) for number in range(100_000)}) == 100_000
    assert mixed(1 << 32) == mixed(0)
    pick = random.Random(1)
    for bit in range(32):
        turned = 0
        for _ in range(200):
            number = pick.getrandbits(32)
            turned += (mixed(number) ^ mixed(number ^ (1 << bit))).bit_count()
        assert Fraction(2, 5) < Fraction(turned, 200 * 32) < Fraction(3, 5)
