"""The choices of a question compared: in a game whose values are known, each is right on average, with its interval."""

import types
from typing import Any

import numpy as np
import pytest
from support import tricks

from threedown.games.setting import Setting
from threedown.lab.analysis import worlds as lab_worlds
from threedown.lab.analysis.comparison import HALVING, MenuComparison, half_interval
from threedown.lab.analysis.course import AskedChoice, asked_choice
from threedown.lab.analysis.worlds import POLICY, WHOLE_GAME, Worlds
from threedown.session.session import Session
from threedown.table import verbs
from threedown.table.chance import Generator, below
from threedown.table.verbs import ask

CHOICES = 24
EXACT = [(code + 1) / 48 for code in range(CHOICES)]
"""The value of each choice: the last one wins half of the games, the first one hardly any."""


@pytest.fixture(autouse=True)
def _stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: it takes longer than the few games here."""
    monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)


def long_menu() -> Setting:
    """A game of one choice among 24 for seat 0."""
    setting = tricks.decided_by(lambda t: ask(t, 0, tricks.PLAY) >= below(t, 48))
    rules: Any = types.ModuleType("long menu")
    vars(rules).update({name: value for name, value in vars(setting.game.rules).items() if not name.startswith("__")})
    rules.CODES = {tricks.PLAY: CHOICES}
    rules.deal = lambda t: verbs.open_pack(t, tricks.stock(t), 0, 1)
    rules.legal = lambda t, seat, question, code: code < CHOICES
    return Setting(setting.game._replace(rules=rules), setting.options, 2)


def question(setting: Setting, made: int) -> AskedChoice:
    session = Session(setting, Generator(1))
    session.go()
    return asked_choice(session, 0, session.menu(0)[made])


@pytest.mark.slow
def test_every_value_and_the_cost_are_right_on_average_with_their_intervals() -> None:
    """The worlds in which a choice was kept for being lucky don't count for its value, nor those that made it best."""
    setting, samples, n, made = long_menu(), 60, 64, 12
    asked, apart, costs, held = question(setting, made), [], [], []
    for seed in range(samples):
        found = MenuComparison(Worlds(setting, "random", seed), asked, 1, n)
        values = found.values()
        assert made in values
        assert len(values) <= HALVING.kept[-1][1] + 1
        off = [float(rows.mean()) / WHOLE_GAME - EXACT[place] for place, rows in values.items()]
        apart.append(np.mean(off))
        held += [abs(each) <= half_interval(rows, WHOLE_GAME) for each, rows in zip(off, values.values(), strict=True)]
        cost, exact = found.advantage(found.best, made), EXACT[found.best] - EXACT[made]
        costs.append(cost.value - exact)
        held.append(cost.low <= exact <= cost.high)
    for errors in (apart, costs):
        assert abs(np.mean(errors)) < 3 * np.std(errors) / len(errors) ** 0.5
    assert 0.92 < np.mean(held) < 1


@pytest.mark.slow
def test_better_choices_are_played_on_and_most_worlds_are_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    played, plain = [], Worlds.play_some

    def counted(worlds: Worlds, point: Any, number: int, eyes: int | None, places: Any, then: Any = ()) -> Any:
        played.append(len(places))
        return plain(worlds, point, number, eyes, places, then)

    monkeypatch.setattr(Worlds, "play_some", counted)
    setting, n = long_menu(), 64
    asked = question(setting, 0)
    bests = [MenuComparison(Worlds(setting, "random", seed), asked, 1, n).best for seed in range(20)]
    assert np.mean(bests) > 15, "one drawn blindly would be 11.5 on average"
    assert sum(played) / 20 < 0.25 * CHOICES * n


def test_the_same_worlds_give_the_same_comparison() -> None:
    setting = long_menu()
    one, other = (MenuComparison(Worlds(setting, "random", 3), question(setting, 5), 1, 32) for _ in range(2))
    assert (one.best, one.advantage(one.best, 5)) == (other.best, other.advantage(other.best, 5))
    assert {place: rows.tolist() for place, rows in one.values().items()} == {
        place: rows.tolist() for place, rows in other.values().items()
    }


@pytest.mark.parametrize("level", ["random", "simple"])
def test_a_choice_beside_the_levels_is_as_if_both_were_played(level: str) -> None:
    """Where the level gives the same answer the world isn't played again: a level that draws answers differently."""
    setting = tricks.tricks(2, 4)
    session = Session(setting, Generator(2))
    session.go()
    asked, worlds, n = asked_choice(session, 0, session.menu(0)[0]), Worlds(setting, level, 1), 24
    rows = {code: worlds.play(asked.point, 1, 0, n, (code,)) for code in (*asked.codes, POLICY)}
    for code in asked.codes:
        of_code, of_level, answers = worlds.play_beside_level(asked.point, 1, 0, n, (), code)
        assert np.array_equal(of_code, rows[code])
        assert np.array_equal(of_level, rows[POLICY])
        assert len(set(answers.tolist())) == (3 if level == "random" else 1)
        for world, answer in enumerate(answers.tolist()):
            assert of_level[world].tolist() == rows[answer][world].tolist()


def test_an_interval_of_equal_games_is_not_empty() -> None:
    """Of 14 games won and none lost, with one of each imagined: 15/16, and Student's quantile is 2.131."""
    half = half_interval(np.full(14, WHOLE_GAME), WHOLE_GAME)
    assert half == pytest.approx(2.131 * (15 / 16 * 1 / 16 * 16 / 15 / 16) ** 0.5, rel=1e-3)
    assert half_interval(np.array([3, 5]), 0) == pytest.approx(12.706, rel=1e-3)
