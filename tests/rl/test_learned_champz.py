"""The level that examples/learned_champz.py adds, and the network that examples/train_champz.py learns."""

from typing import Any

import numpy as np
import pytest
from support import conformance
from support.examples import example
from support.levels import choices_made

from threedown.games import find_game
from threedown.games.champz.deck import BLITZ, EXTRA_POINT, FIELD_GOAL, FUMBLE, HAIL_MARY, TACKLE, TD_RUN
from threedown.games.champz.rules import ACT
from threedown.games.laying import LaidTable, lay
from threedown.games.search import WHOLE_GAME
from threedown.games.setting import Setting, settle
from threedown.session.session import Session
from threedown.table.chance import Generator

GAME = find_game("champz")
SEATS = (2, 3, 4, 5, 6)


@pytest.fixture(scope="module")
def network() -> Any:
    return example("learned_champz")


def table(seats: int = 2, **options: Any) -> Setting:
    return settle(GAME, None, options, seats)


def laid(seats: int, **piles: str) -> Session:
    """A table with these piles, as seat 0 is asked."""
    state = table(seats).new_table_state()
    lay(table(seats), state, LaidTable({name.replace("_", " "): cards for name, cards in piles.items()}), openly=True)
    session = Session(table(seats), Generator(1), state)
    session.go()
    return session


def test_the_weights_are_small_and_learned(network: Any) -> None:
    assert network.WEIGHTS.stat().st_size < 50_000
    weights = (network.INNER, network.INNER_BIAS, network.WINS)
    assert [each.shape for each in weights] == [
        (network.INPUTS, network.HIDDEN),
        (network.HIDDEN,),
        (network.HIDDEN + 1,),
    ]
    assert all(each.dtype == np.int64 and np.count_nonzero(each) > each.size / 2 for each in weights)


def test_nothing_overflows(network: Any) -> None:
    """With inputs larger than there can be: 132 points are the most."""
    largest = np.abs(network.INNER).sum(axis=0) * 132.0 + np.abs(network.INNER_BIAS)
    assert (np.abs(network.WINS[:-1]) * largest).sum() * network.FINENESS < 2**62


def test_a_view_is_read_as_it_lies(network: Any) -> None:
    """By hand: seat 0 of four holds a Tackle, a Touchdown run and two Fumbles; the next seat has 8 + 6 points."""
    session = laid(
        4, hand_0="TACKLE TD-RUN FUMBLE FUMBLE", hand_1="BLITZ", hand_2="BLITZ", hand_3="BLITZ BLITZ",
        field_0="FIELD-GOAL", field_1="TD-RUN HAIL-MARY", field_3="EXTRA-POINT", stock="EXTRA-POINT " * 8 + "BLITZ",
        discard="TACKLE",
    )  # fmt: skip
    t = session.table
    t.s.just_played[1] = 1
    x = network.read(t, 0, ACT)
    drew = 1  # the top card of the stock, an Extra Point
    hand = {kind: int(x[kind]) for kind in range(network.KINDS) if x[kind]}
    assert hand == {TACKLE: 1, TD_RUN: 1, FUMBLE: 2, EXTRA_POINT: drew}
    assert x[network.OWN_FIELD + FIELD_GOAL] == 1
    assert x[network.OWN_POINTS] == 3
    assert x[network.UNSEEN + TACKLE] == 4 - 2, "of four one is in hand and one was discarded"
    assert x[network.UNSEEN + TD_RUN] == 6 - 2
    assert x[network.UNSEEN + BLITZ] == 8, "those in other hands are not seen"
    assert x[network.PROGRESS + 4] == 1
    assert x[network.PROGRESS + 1 : network.PROGRESS + 7].sum() == 8 // 8 + 1
    left, right, across = (network.OTHER + place * network.EACH for place in range(3))
    assert x[left : left + 3].tolist() == [1, 1, 14]
    assert x[left + 3 : left + network.FIELD].tolist() == [0, 0, 0, 0, 0, 0, 1, 1], "7 points are missing"
    assert x[left + network.FIELD + HAIL_MARY] == x[left + network.FIELD + TD_RUN] == 1
    assert x[left + network.JUST_PLAYED : left + network.EACH].sum() == 1
    assert x[right : right + 3].tolist() == [1, 2, 1]
    assert x[across : across + 3].tolist() == [1, 1, 0]
    assert not x[network.OTHER + 3 * network.EACH :].any()
    t.s.counterclockwise = 1
    assert network.read(t, 0, ACT)[left : left + 3].tolist() == [1, 2, 1], "now seat 3 is next"


@pytest.mark.parametrize("seats", SEATS)
def test_every_other_seat_has_one_place(seats: int, network: Any) -> None:
    session = conformance.dealt(table(seats), 1)
    for backwards in (0, 1):
        session.table.s.counterclockwise = backwards
        for seat in range(seats):
            places = [network.other_seat(session.table, seat, place) for place in range(network.OTHERS)]
            assert sorted(places[: seats - 1]) == sorted({*range(seats)} - {seat})
            assert places[seats - 1 :] == [-1] * (network.OTHERS + 1 - seats)
            assert places[0] == (seat + (seats - 1 if backwards else 1)) % seats


@pytest.mark.parametrize("seats", [2, 6])
def test_a_player_who_cannot_lose_expects_to_win(seats: int, network: Any) -> None:
    """The network's share with 20 points, a Hail Mary and defences in hand, against that of the others without any."""
    strong = laid(
        seats, hand_0="HAIL-MARY TD-RUN BLITZ TACKLE", field_0="HAIL-MARY TD-RUN TD-PASS", stock="TD-PASS BLITZ"
    )
    weak = laid(
        seats, hand_0="FUMBLE", hand_1="TD-RUN BLITZ", field_1="HAIL-MARY TD-RUN TD-PASS", stock="FUMBLE FUMBLE"
    )
    shares = [network.share_won(session.table, 0, ACT) for session in (strong, weak)]
    assert 0 <= shares[1] < WHOLE_GAME // 3 < WHOLE_GAME // 2 < shares[0] <= WHOLE_GAME


def test_the_level_answers_what_is_legal_in_worlds_that_end(network: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two worlds; each ends with the game, or after the turns to look ahead, and in time."""
    turns: list[int] = []
    play, worth = network.turn, network.worth

    def counted(m: Any) -> None:
        turns[-1] += 1
        play(m)

    def in_a_world(t: Any, seat: int, question: int, code: int, number: int) -> int:
        turns.append(0)
        return int(worth(t, seat, question, code, number))

    monkeypatch.setitem(network.worth.__globals__, "turn", counted)
    for seats in (2, 4):
        setting = network.with_level(table(seats), worlds=2)
        search = setting.game.bots.LEVELS[network.LEVEL].__globals__
        monkeypatch.setitem(search["weigh_in"].__globals__, "worth", in_a_world)
        turns.clear()
        assert choices_made(setting, network.LEVEL, 12, seed=5) == 12
        assert network.TURNS_AHEAD <= max(turns) <= network.MOST_TURNS


@pytest.mark.slow
def test_its_ladder_is_played_and_printed(network: Any, capsys: pytest.CaptureFixture[str]) -> None:
    network.main(2, 4, 2)
    assert "of 4 games; even is 50.0%" in capsys.readouterr().out


@pytest.mark.slow
def test_the_training_runs(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """For two and three, at few tables: the error is below that of a fair coin, and the game can play the file."""
    training = example("train_champz")
    training.SEATS, training.TABLES, training.PART, training.ROWS = (2, 3), 64, 64, 4
    errors = []
    for learned, (_, error) in training.train(1, 120):
        learned.save(tmp_path / "champz.npz")
        errors.append(error)
    assert len(errors) == 4
    assert errors[-1] < 1.0, "bits of a fair coin"
    monkeypatch.setattr(training.PLAYED, "WEIGHTS", tmp_path / "champz.npz")
    there = (training.PLAYED.INNER, training.PLAYED.INNER_BIAS, training.PLAYED.WINS)
    assert [each.shape for each in training.PLAYED.saved()] == [each.shape for each in there]
