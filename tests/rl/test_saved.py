"""Games taken out of a batch and put back: the same game goes on, and an imagined one tells nothing hidden."""

import numpy as np
import pytest
from support.beside import learned
from support.tables import setting_of

from threedown.rl import Batch
from threedown.session.views import open_view

LANES = 6


def played(batch: Batch, steps: int, seed: int = 1) -> None:
    """Reset a batch and play random actions."""
    pick = np.random.default_rng(seed)
    batch.reset()
    for _ in range(steps):
        batch.step(batch.random_actions(pick))


def course(batch: Batch, lane: int, steps: int) -> list[tuple[int, bytes, float]]:
    """The questions and rewards of a lane when the first legal action is always taken; the other lanes stay."""
    found = []
    for _ in range(steps):
        actions = np.full(batch.n, Batch.STAY)
        actions[lane] = batch.legal_actions(lane)[0]
        step = batch.step(actions)
        found.append((int(step.seat[lane]), step.planes[lane].tobytes(), float(step.rewards[lane].sum())))
    return found


@pytest.mark.parametrize("pair", learned())
def test_a_game_goes_on_in_another_lane_as_in_its_own(pair: tuple[str, str]) -> None:
    batch = Batch(setting_of(pair), LANES, 3)
    played(batch, 9)
    saved = batch.save(2)
    first = course(batch, 2, 4)
    before = [batch.table_state(lane).tobytes() for lane in range(LANES) if lane != 4]
    batch.restore(4, saved)
    assert [batch.table_state(lane).tobytes() for lane in range(LANES) if lane != 4] == before
    assert course(batch, 4, 4) == first
    batch.restore([0, 2], saved)
    assert course(batch, 0, 4) == course(batch, 2, 4) == first


def test_what_is_saved_does_not_change_with_the_batch() -> None:
    batch = Batch("blitz31", 2, 1)
    played(batch, 3)
    saved, there = batch.save(0), batch.table_state(0).tobytes()
    played(batch, 20, seed=2)
    batch.restore(1, saved)
    assert batch.table_state(1).tobytes() == there


@pytest.mark.slow
@pytest.mark.parametrize("game", ["blitz31", "champz", "blitzwar"])
def test_an_imagined_game_keeps_what_the_seat_knows_and_deals_the_rest_anew(game: str) -> None:
    batch = Batch(game, LANES, 5, seats=3)
    played(batch, 7)
    saved = batch.save(0)
    step = batch.restore(range(LANES), saved, imagine=11)
    assert len({step.planes[lane].tobytes() for lane in range(LANES)}) == 1, "the seat sees the same"
    assert len({tuple(batch.legal_actions(lane)) for lane in range(LANES)}) == 1
    states = [batch.table_state(lane) for lane in range(LANES)]
    assert len({state.tobytes() for state in states}) == LANES
    held = {(state.end - state.top).tobytes() for state in states}
    assert len(held) == 1, "the piles are as high"
    again = Batch(game, LANES, 5, seats=3)
    again.reset()
    again.restore(range(LANES), saved, imagine=11)
    assert [again.table_state(lane).tobytes() for lane in range(LANES)] == [state.tobytes() for state in states]
    again.restore(range(LANES), saved, imagine=12)
    assert [again.table_state(lane).tobytes() for lane in range(LANES)] != [state.tobytes() for state in states]


@pytest.mark.slow
def test_imagined_cards_do_not_depend_on_the_hidden_ones() -> None:
    """Two games that a seat can't tell apart have the same imagined games."""
    batch = Batch("blitz31", 2, 5)
    played(batch, 4)
    batch.restore(1, batch.save(0), imagine=3)
    tables = []
    for lane in (0, 1):
        saved = batch.save(lane)
        other = Batch("blitz31", LANES, 5)
        other.reset()
        other.restore(range(LANES), saved, imagine=8)
        tables.append([other.all_cards().piles[place].tolist() for place in range(LANES)])
    assert tables[0] == tables[1]


@pytest.mark.slow
def test_what_can_not_be_restored_is_refused_and_changes_nothing() -> None:
    batch, other = Batch("blitz31", 2, 1), Batch("blitz31", 2, 1, seats=4)
    played(batch, 2)
    played(other, 2)
    before = other.table_state(0).tobytes()
    with pytest.raises(ValueError, match="another game"):
        other.restore(0, batch.save(0))
    with pytest.raises(ValueError, match="0 to 1"):
        batch.restore(2, batch.save(0))
    scripted = Batch("blitzkrieg", 2, 1)
    played(scripted, 1)
    there = scripted.table_state(1).tobytes()
    with pytest.raises(ValueError, match="middle of a turn"):
        scripted.restore(1, scripted.save(0), imagine=1)
    assert scripted.table_state(1).tobytes() == there
    assert other.table_state(0).tobytes() == before


@pytest.mark.parametrize("pair", learned())
def test_all_cards_are_those_of_the_open_table(pair: tuple[str, str]) -> None:
    setting = setting_of(pair)
    batch = Batch(setting, 3, 4)
    played(batch, 11)
    told, facts = batch.all_cards(), batch.describe()
    for lane in range(3):
        view = open_view(setting, batch.table_state(lane))
        for number, pile in enumerate(facts["piles"]):
            there = np.flatnonzero(told.piles[lane] == number)
            by_depth = there[np.argsort(told.depths[lane][there])]
            assert told.depths[lane][by_depth].tolist() == list(range(len(there)))
            assert [facts["deck"][card] for card in by_depth] == view.piles[pile].cards
