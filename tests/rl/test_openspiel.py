"""OpenSpiel's own checks over every game, beside the batch, and searches that rest on what only one seat knows."""

import copy
import functools
import pickle
import random
import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from support import beside
from support.paths import DOCS
from support.small31 import small31
from support.tables import setting_of

from threedown.games.game_options import OptionError
from threedown.rl import Batch, NothingToLearn, openspiel, worlds
from threedown.rl.observing import schema
from threedown.session.leak_audit import _renaming
from threedown.session.live import Event
from threedown.session.session import Refused, Session
from threedown.table.layout import Table

SEED = 11
CARDS = 52
QUICK = [("blitz31", "seed"), ("steal-war", "seed")]
"""One in which a seat is asked after another, and one in which several are asked at once."""

presets = pytest.mark.parametrize("pair", beside.learned(*QUICK))


def made(pair: tuple[str, str], **named: Any) -> openspiel.SpielGame:
    return openspiel.load(pair[0], preset=pair[1], **{"worlds": 50, **named})


def played(game: openspiel.SpielGame, moves: int, world: int = 7, seed: int = SEED) -> openspiel.SpielState:
    """A state after so many random moves, or before the end."""
    pick, state = random.Random(seed), game.new_initial_state()
    state.apply_action(world)
    for _ in range(moves):
        after = state.child(pick.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    return state


def shown(state: openspiel.SpielState, seat: int, name: str) -> set[int]:
    """The cards that a part of a seat's observation shows of its own."""
    part = next(part for part in state.get_game().schema.planes if part.name == name)
    return {*np.flatnonzero(state.observation_tensor(seat)[part.start : part.start + CARDS]).tolist()}


def all_told(state: openspiel.SpielState) -> Any:
    """All that a search can tell a state by."""
    seats = range(state.num_players())
    own = [(state.observation_string(seat), state.information_state_string(seat)) for seat in seats]
    return state.current_player(), state.legal_actions(), own, state.returns(), str(state)


@presets
def test_openspiels_own_check(pair: tuple[str, str]) -> None:
    """Random games with each state serialised, cloned, and asked for all that it tells."""
    pyspiel.random_sim_test(made(pair), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("pair", beside.learned())
def test_worlds_are_the_games_of_a_batch(pair: tuple[str, str]) -> None:
    """World i of a run is its game i: who is asked, what may be done, what is seen, what is gained."""
    game, pick = made(pair, seed=SEED), random.Random(SEED)
    batch = Batch(pair[0], 1, SEED, preset=pair[1])
    step = batch.reset()
    for world in range(4):
        state = game.new_initial_state()
        state.apply_action(world)
        if state.is_terminal():  # this game asks nothing: a batch plays it on the way to the next
            continue
        assert batch.game(0) == world
        gained = np.zeros(batch.setting.seats)
        while not state.is_terminal():
            seat = int(step.seat[0])
            assert (state.current_player(), state.legal_actions()) == (seat, batch.legal_actions(0))
            assert np.array_equal(state.observation_tensor(seat), np.concatenate([step.planes[0], step.counters[0]]))
            action = pick.choice(state.legal_actions())
            step = batch.step([action])
            gained += step.rewards[0]
            state.apply_action(action)
            assert state.is_terminal() == bool(step.done[0])
        assert state.returns() == pytest.approx(gained.tolist())


@presets
def test_copies_go_their_own_way_and_pickles_come_back(pair: tuple[str, str]) -> None:
    state = played(made(pair), 9)
    before = all_told(state)
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert all_told(other) == before
        other.apply_action(other.legal_actions()[0])
        assert all_told(other) != before
        assert all_told(state) == before


@presets
def test_a_resampled_table_looks_the_same_to_its_seat(pair: tuple[str, str]) -> None:
    """The seat's own view, memory and menu stay; the rest is drawn again, and the state can be saved like any other."""
    pick, differ = random.Random(SEED), 0
    for moves in range(0, 16, 5):
        state = played(made(pair), moves)
        seat, before = state.current_player(), all_told(state)
        for _ in range(2):
            other = state.resample_from_infostate(seat, pick.random)
            assert other.current_player() == seat
            assert other.legal_actions() == state.legal_actions()
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert all_told(pickle.loads(pickle.dumps(other))) == all_told(other)
            differ += played_on(other) != played_on(state)
            assert all_told(state) == before
    assert differ, "nothing is drawn anew"


def played_on(state: openspiel.SpielState) -> Any:
    """Return the outcomes of a state when its first legal action is taken many times."""
    twin = state.clone()
    for _ in range(60):
        if twin.is_terminal():
            break
        twin.apply_action(twin.legal_actions()[0])
    return all_told(twin)[2:4]


def test_resampling_deals_all_that_is_unknown_anew() -> None:
    """Of 31 the opponent's hand: over many tables any card that the seat has not seen lies there, and no other."""
    state = played(made(("blitz31", "seed")), 0)
    pick, found = random.Random(SEED), set()
    for _ in range(150):
        other = state.resample_from_infostate(0, pick.random)
        cards = shown(other, 1, "hand")
        assert len(cards) == 3
        found |= cards
    assert found == {*range(52)} - shown(state, 0, "hand") - shown(state, 0, "discard")


def test_an_information_state_holds_what_the_seat_has_seen_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards that a seat has not seen are exchanged in the first shuffle: it has the same information to the end."""
    setting, actions = setting_of(("blitz31", "seed")), (0, 3, 1, 4, 0, 6)
    layout, seen = schema(setting), set()

    def world(exchange: dict[int, int]) -> worlds.SearchWorld:
        rename = _renaming(exchange)

        def look(t: Table, event: Event) -> None:
            rename(t, event)
            if event.sees & 1:
                seen.add(event.card)

        monkeypatch.setattr(worlds, "Session", functools.partial(Session, watch=look))
        dealt = worlds.SearchWorld(setting, layout, SEED, 0)
        for action in actions:
            dealt.play(action)
        return dealt

    first = world({})
    unseen = [card for card in setting.deck.names if card not in seen]
    second = world(dict(zip(unseen, [*unseen[1:], unseen[0]], strict=True)))
    assert (first.view_text(0), first.history_digest(0)) == (second.view_text(0), second.history_digest(0))
    assert first.view_text(1) != second.view_text(1)
    assert first.history_digest(1) != second.history_digest(1)


def test_an_information_state_recalls_the_way() -> None:
    """Two cards discarded one after the other: which of them was it first? The table no longer shows it."""
    ways = []
    for discards in ((3, 4), (4, 3)):
        state = made(("blitz31", "seed")).new_initial_state()
        for action in (7, 0, discards[0], 0, 6, 0, discards[1] - (discards[1] > discards[0])):
            state.apply_action(action)
        ways.append(state)
    one, other = ways
    assert shown(one, 0, "hand") == shown(other, 0, "hand")
    assert len({way.information_state_string(0).partition(" after ")[2] for way in ways}) == 2


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "rl.md").read_text(encoding="utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pyspiel" in block]
    names: dict[str, Any] = {}
    exec(code, names)
    assert str(names["game"]) in page
    assert names["same"].setting == names["game"].setting
    assert "seat 0 sees" in capsys.readouterr().out


def test_games_are_named_and_mistakes_are_told() -> None:
    game = openspiel.load("blitz31", "modern", seats=3, worlds=5, seed=4, lives=2, three_of_a_kind="30.5")
    again = pyspiel.load_game(str(game))
    assert again.setting == game.setting
    assert (again.seed, again.worlds, again.num_players(), game.setting.options.lives) == (4, 5, 3, 2)
    with pytest.raises(OptionError, match="blitz31 has no option 'livs'"):
        openspiel.load("blitz31", livs=2)
    with pytest.raises(ValueError, match="worlds=0: a game needs one at least"):
        openspiel.load("blitz31", worlds=0)
    with pytest.raises(NothingToLearn, match="war asks no player"):
        openspiel.load("war")
    with pytest.raises(Refused, match="isn't a legal choice here"):
        played(game, 0).apply_action(6)


@pytest.mark.slow
def test_exploitability_falls() -> None:
    """Monte Carlo counterfactual regret minimisation on a small 31, from any legal choice to next to a solution."""
    game = pyspiel.convert_to_cached_tree(small31(turns=2))
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed=SEED)
    left = [pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))]
    for iterations in (100, 400, 2500):
        for _ in range(iterations):
            solver.run_iteration()
        left.append(pyspiel.exploitability(game, solver.average_policy()))
    assert left == sorted(left, reverse=True)
    assert left[0] > 0.3
    assert left[-1] < 0.01


@pytest.mark.soak
def test_a_search_that_imagines_beats_chance() -> None:
    """Information set Monte Carlo tree search, keyed by observations, against random choices: both seats by turns."""
    game, pick = small31(turns=4), np.random.RandomState(SEED)
    evaluator = mcts.RandomRolloutEvaluator(2, pick)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 80, random_state=pick, use_observation_string=True)
    # OpenSpiel's own sampler has no seed.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, pick.random_sample))
    gained = []
    for number in range(120):
        state = game.new_initial_state()
        state.apply_action(number)
        while not state.is_terminal():
            searches = state.current_player() == number % 2
            state.apply_action(int(bot.step(state) if searches else pick.choice(state.legal_actions())))
        gained.append(state.returns()[number % 2])
    assert np.mean(gained) > 3 * np.std(gained) / np.sqrt(len(gained))


def test_the_tensor_of_an_information_state_recalls_the_last_choices() -> None:
    """The view first, then each earlier choice of the player: what was seen, and the action in binary digits."""
    game = made(QUICK[0], recall=2)
    size, digits = game.observation_tensor_shape()[0], game.num_distinct_actions().bit_length()
    assert game.information_state_tensor_shape() == [size + 2 * (size + digits)]
    state, pick, seen = game.new_initial_state(), random.Random(4), list[tuple[list[float], int]]()
    state.apply_action(7)
    while len(seen) < 4:
        if (seat := state.current_player()) == 0:
            tensor = state.information_state_tensor(0)
            assert tensor[:size] == state.observation_tensor(0)
            rows = np.array(tensor[size:]).reshape(2, size + digits)
            for row, past in zip(rows, [*reversed(seen[-2:]), None, None], strict=False):
                view, number = (past[0], past[1] + 1) if past else ([0.0] * size, 0)
                assert row[:size].tolist() == view
                assert [int(digit) for digit in row[size:]] == [number >> place & 1 for place in range(digits)]
        action = pick.choice(state.legal_actions())
        if seat == 0:
            seen.append((state.observation_tensor(0), action))
        state.apply_action(action)
    assert made(QUICK[0], recall=0).information_state_tensor_shape() == [size]
    with pytest.raises(ValueError, match="recall=-1"):
        made(QUICK[0], recall=-1)


def test_copies_recall_their_own_choices() -> None:
    game = made(QUICK[0])
    state = played(game, 6)
    twin = state.clone()
    before = state.information_state_tensor(0)
    while not twin.is_terminal() and twin.information_state_tensor(0) == before:
        twin.apply_action(twin.legal_actions()[0])
    assert state.information_state_tensor(0) == before
    assert pickle.loads(pickle.dumps(state)).information_state_tensor(0) == before
