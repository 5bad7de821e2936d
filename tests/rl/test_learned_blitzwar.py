"""The level that examples/learned_blitzwar.py adds, and what examples/train_blitzwar.py learns for it."""

from typing import Any

import numpy as np
import pytest
from support import conformance
from support.examples import example
from support.levels import choices_made

from threedown.bulk.compiler import compiled_policy
from threedown.bulk.player import compiled_options
from threedown.games import find_game
from threedown.games.blitzwar import board
from threedown.games.blitzwar.maps import map_named
from threedown.games.detached import answer_of
from threedown.games.search import WHOLE_GAME
from threedown.games.setting import Setting, settle
from threedown.session.session import Session
from threedown.table.imagine import imagination
from threedown.table.layout import NOBODY, Table

SEATS = (2, 3, 4, 5)
ARRAYS = ("INNER", "INNER_BIAS", "WINS", "DIRECT")


@pytest.fixture(scope="module")
def learned() -> Any:
    return example("learned_blitzwar")


def table(seats: int = 3, preset: str | None = None) -> Setting:
    return settle(find_game("blitzwar"), preset or ("two-players" if seats == 2 else None), {}, seats)


def shared_out(seats: int = 3, preset: str | None = None) -> Session:
    """A table between two turns: the states go round the seats, with a tank on each."""
    session = conformance.dealt(table(seats, preset), 1)
    s = session.table.s
    count = len(map_named(session.setting.options.map).state_names)
    s.owner[:count] = np.arange(count) % seats
    s.tanks[:count] = 1
    s.unplaced[:] = 0
    s.round_number, s.expired, s.turn_of, s.opening = 1, 0, 0, 0
    board.take_stock(session.table)
    return session


def shapes_of(learned: Any) -> list[tuple[int, ...]]:
    return [getattr(learned, name).shape for name in ARRAYS]


def test_the_weights_are_small_and_learned(learned: Any) -> None:
    assert learned.WEIGHTS.stat().st_size < 50_000
    by_input, by_unit = (learned.INPUTS,), (learned.HIDDEN,)
    assert shapes_of(learned) == [by_input + by_unit, by_unit, by_unit, by_input]
    assert np.count_nonzero(learned.INNER) > learned.INNER.size / 2


def test_nothing_overflows(learned: Any) -> None:
    """With inputs larger than there can be: 42 states at the front count 84, all continents 96, twice UNIT the most."""
    largest = np.abs(learned.INNER).sum(axis=0) * 2.0 * learned.UNIT + np.abs(learned.INNER_BIAS)
    direct = np.abs(learned.DIRECT).sum() * 2.0 * learned.UNIT * learned.ONE
    assert (np.abs(learned.WINS) * largest).sum() + direct < 2**62
    assert WHOLE_GAME * learned.POWER_OF_ONE < 2**62
    assert learned.POWERS.max() * 5 < 2**62


def test_a_table_is_read_as_it_lies(learned: Any) -> None:
    """By hand, on the map of South America's 12 states or more, for three with as many states and tanks each."""
    session = shared_out(3, "duel")
    t = session.table
    x = learned.read(t)
    states = len(map_named("duel").state_names)
    assert x[:, learned.ARMY].tolist() == x[:, learned.STATES].tolist()
    assert abs(int(x[0, learned.ARMY]) - learned.UNIT * -(-states // 3) // states) <= 1
    assert (x[:, learned.PRESSURE] == 0).all(), "nobody is stronger"
    assert (x[:, learned.LARGEST] == learned.UNIT // states).all()
    assert x[:, learned.NEXT : learned.NEXT + 3].tolist() == (np.eye(3) * learned.UNIT).tolist()
    assert x[:, learned.LEFT : learned.LEFT + 4].tolist() == [[0, learned.UNIT, 0, 0]] * 3
    assert (x[:, learned.PLAYS] == learned.UNIT).all()
    assert (x[:, learned.BOMB] == learned.UNIT).all()
    assert (x[:, learned.CARDS] == 0).all()
    best = int(np.argmax(t.s.score[:3]))
    most, second = sorted((int(points) for points in t.s.score[:3]), reverse=True)[:2]
    assert x[best, learned.AHEAD] == most - second
    assert x[best, learned.BEHIND] == 0
    t.s.turn_of, t.s.bombed[1] = 2, 1
    x = learned.read(t)
    assert [int(np.argmax(x[seat, learned.NEXT : learned.NEXT + 5])) for seat in range(3)] == [1, 2, 0]
    assert x[:, learned.PLAYS].tolist() == [0, 0, learned.UNIT]
    assert x[:, learned.BOMB].tolist() == [learned.UNIT, 0, learned.UNIT]


@pytest.mark.parametrize(
    ("preset", "round_number", "expired", "time"),
    [
        ("conquest", 30, 0, 0), ("clock", 30, 0, 1), ("seed", 1, 0, 1), ("seed", 4, 0, 1), ("seed", 5, 0, 2),
        ("seed", 7, 0, 3), ("seed", 9, 0, 4), ("seed", 10, 0, 5), ("seed", 10, 10, 5), ("seed", 11, 10, 6),
        ("seed", 13, 10, 8), ("seed", 20, 10, 8),
    ],
)  # fmt: skip
def test_the_time_is_read(learned: Any, preset: str, round_number: int, expired: int, time: int) -> None:
    t = shared_out(3, preset).table
    t.s.round_number, t.s.expired = round_number, expired
    assert learned.time_of(t) == time
    assert learned.read(t)[0, learned.TIME :].tolist() == [
        learned.UNIT * (place == time) for place in range(learned.TIMES)
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_the_chances_of_all_players_are_a_whole_game(learned: Any, seats: int) -> None:
    session = conformance.dealt(table(seats), 3)
    while int(session.table.s.round_number) < 3:
        conformance.step(session)
    chances = [learned.chance_to_win(session.table, seat) for seat in range(seats)]
    assert WHOLE_GAME - seats <= sum(chances) <= WHOLE_GAME
    assert all(chance > 0 for chance in chances)
    session.table.s.left[seats - 1] = 1
    assert learned.chance_to_win(session.table, seats - 1) == 0


def test_points_count_in_the_last_rounds_and_tanks_before(learned: Any) -> None:
    """Seat 0 has half of all states, seat 1 twice its tanks: seat 1 expects less in the last rounds than early on."""
    t = shared_out(3).table
    t.s.owner[:21] = 0
    t.s.owner[21:42] = np.arange(21) % 2 + 1
    t.s.tanks[:42] = 1
    t.s.tanks[21:42:2] = 4
    board.take_stock(t)
    leads = []
    for round_number, expired in ((2, 0), (13, 10)):
        t.s.round_number, t.s.expired, t.s.turn_of = round_number, expired, 2
        leads.append(learned.chance_to_win(t, 0) - learned.chance_to_win(t, 1))
    assert leads[1] > leads[0]


@pytest.mark.slow
def test_the_training_runs(learned: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """For three: the surprise is below that of a guess among three, and the level can load the file."""
    training = example("train_blitzwar")
    found = training.tables_of(1, 300, (3,))
    again = training.tables_of(1, 300, (3,))
    assert all((one == two).all() for one, two in zip(found, again, strict=True)), "the same seed, the same games"
    seen, left, won, _, held_out = found
    bits = []
    for network, (_, surprise) in training.fit(1, seen, left, won, held_out):
        network.save(tmp_path / "learned.npz")
        bits.append(surprise)
    assert bits[-1] < np.log2(3)
    monkeypatch.setattr(learned, "WEIGHTS", tmp_path / "learned.npz")
    assert [each.shape for each in learned.saved()] == shapes_of(learned)


def test_the_network_in_whole_numbers_is_the_one_that_was_trained(
    learned: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = example("train_blitzwar")
    network = training.Network(np.random.default_rng(5))
    network.weights[3] += np.linspace(-1, 1, learned.INPUTS, dtype=np.float32)
    network.save(tmp_path / "learned.npz")
    monkeypatch.setattr(learned, "WEIGHTS", tmp_path / "learned.npz")
    for name, weights in zip(ARRAYS, learned.saved(), strict=True):
        monkeypatch.setattr(learned, name, weights)
    session = conformance.dealt(table(4), 4)
    while int(session.table.s.round_number) < 4:
        conformance.step(session)
    left = np.array([[learned.is_left(session.table, seat) for seat in range(4)]])
    chances = network.chances(learned.read(session.table)[None], left)[2][0]
    played = [learned.chance_to_win(session.table, seat) / WHOLE_GAME for seat in range(4)]
    assert np.allclose(chances, played, atol=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_the_level_answers_what_is_legal(learned: Any, seats: int) -> None:
    assert choices_made(learned.with_level(learned.usual(seats), worlds=2), learned.LEVEL, 6, seed=5) == 6


@pytest.mark.slow
def test_the_level_sees_only_its_view(learned: Any) -> None:
    setting = learned.with_level(table(3, "duel"), worlds=2)
    assert conformance.check_policies_see_only_their_view(setting, learned.LEVEL, seed=5, questions=12) == 12


@pytest.mark.slow
def test_the_level_chooses_the_same_in_machine_code(learned: Any) -> None:
    """With two worlds, at six choices from round 9 on."""
    setting, policy, compared = learned.with_level(table(3), worlds=2, ahead_by=1), None, 0
    session = conformance.dealt(setting, 2)
    while compared < 6:
        assert not session.over, "another seed, please"
        pending, state = session.pending, session.table_state
        early = int(session.table.s.round_number) < 9
        if early or pending is None or pending.seat == NOBODY or len(pending.menu) < 2:
            conformance.step(session)
            continue
        mind = imagination(state, setting.new_table_state())
        at = Table(state.compiled, compiled_options(setting), mind)
        policy = policy or compiled_policy(setting, learned.LEVEL, None, at)
        stepped = answer_of(setting, state, learned.LEVEL, pending.seat, pending.question)
        assert int(policy(at, pending.seat, pending.question)) == stepped
        session.choose(session.menu()[pending.menu.index(stepped)], session.asked)
        compared += 1


@pytest.mark.slow
def test_its_games_are_played_and_printed(learned: Any, capsys: pytest.CaptureFixture[str]) -> None:
    learned.main(3, 3, 2)
    assert "of 3 games; even is 33.3%" in capsys.readouterr().out
