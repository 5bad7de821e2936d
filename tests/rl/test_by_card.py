"""Actions by card beside actions by place: the same games, the same choices, other numbers."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from threedown.rl import Batch
from threedown.rl import gym as _gym  # noqa: F401  it registers the games
from threedown.rl.by_card import NoPlaces

TABLES, STEPS = 32, 60


def pair(game: str, named: dict[str, Any], seed: int = 3) -> tuple[Batch, Batch]:
    """Return two batches of the same games, the second with actions by card, both dealt."""
    batches = both(game, named, seed)
    for batch in batches:
        batch.reset()
    return batches


def both(game: str, named: dict[str, Any], seed: int = 3) -> tuple[Batch, Batch]:
    return (
        Batch(game, TABLES, seed, learners=[0], **named),
        Batch(game, TABLES, seed, learners=[0], by_card=True, **named),
    )


def held_at(batch: Batch, lane: int) -> list[list[str]]:
    """Return the cards at the places of the hand, by the observation."""
    part = next(part for part in batch.schema.planes if part.name == "hand places")
    planes = batch.last_step.planes[lane, part.start : part.stop].reshape(part.shape)
    return [[part.labels[1][card] for card in np.flatnonzero(place)] for place in planes]


def meaning(batch: Batch, lane: int, action: int) -> tuple[str, str]:
    """Return the question that an action answers, and the card or the number that it names."""
    for name, question in batch.describe()["actions"]["questions"].items():
        place = action - question["first"]
        if 0 <= place < question["count"]:
            if "cards" in question:
                return name, question["cards"][place]
            cards = held_at(batch, lane)
            is_place = question["count"] == len(cards)
            return name, cards[place][0] if is_place else str(place)
    raise AssertionError(f"no question has action {action}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "named"),
    [
        pytest.param("blitz31", {"bots": "simple"}, id="blitz31"),
        pytest.param("beggar-my-neighbour", {"preset": "chosen"}, id="beggar-my-neighbour", marks=pytest.mark.slow),
    ],
)
def test_the_same_choices_make_the_same_games(game: str, named: dict[str, Any]) -> None:
    places, cards = pair(game, named)
    pick, moved = np.random.default_rng(1), 0
    for _ in range(STEPS):
        by_card = cards.random_actions(pick)
        by_place = np.empty_like(by_card)
        for lane in range(TABLES):
            legal = {meaning(places, lane, action): action for action in reversed(places.legal_actions(lane))}
            named_now = {meaning(cards, lane, action) for action in cards.legal_actions(lane)}
            assert named_now == set(legal)
            by_place[lane] = legal[meaning(cards, lane, int(by_card[lane]))]
            moved += int(by_place[lane] != by_card[lane])
        one, other = places.step(by_place), cards.step(by_card)
        for name in ("seat", "planes", "counters", "rewards", "done"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
        assert np.array_equal(one.choices, one.masks.sum(axis=1))
    assert moved, "the numbers differ"


def test_the_numbers_after_the_cards_move_on() -> None:
    """In Blitz (31) three draws come first; the discards are 52 instead of 4. Unasked questions have none."""
    places, cards = both("blitz31", {"bots": "simple"})
    assert (places.actions.first, places.actions.total) == ((0, 3, -1, -1), 7)
    assert (cards.actions.first, cards.actions.total) == ((0, 3, -1, -1), 55)
    told = cards.describe()["actions"]["questions"]["discard"]
    assert (told["first"], told["count"], told["cards"][0], told["cards"][-1]) == (3, 52, "2C", "AS")
    places, cards = both("blitz31", {"bots": "simple", "knock_with_discard": True, "buy_backs": 1})
    assert (places.actions.first, places.actions.total) == ((0, 3, 7, 9), 11)
    assert (cards.actions.first, cards.actions.total) == ((0, 3, 55, 57), 59)


@pytest.mark.slow
def test_a_card_that_is_not_held_is_refused_and_changes_nothing() -> None:
    _, batch = pair("blitz31", {"bots": "simple"})
    while not batch.last_step.planes[0, 1]:  # the second question is the discard
        batch.step([batch.legal_actions(lane)[0] for lane in range(TABLES)])
    legal = batch.legal_actions(0)
    assert len(legal) in (3, 4)
    wrong = next(action for action in range(3, 55) if action not in legal)
    before, actions = batch.last_step.planes.copy(), [batch.legal_actions(lane)[0] for lane in range(TABLES)]
    for action in (wrong, 0, 55, 1000):
        with pytest.raises(ValueError, match=f"lane 0: action {action} is not legal; legal are {legal[0]}, "):
            batch.step([action, *actions[1:]])
    assert np.array_equal(batch.last_step.planes, before)
    assert batch.step([Batch.STAY] * TABLES).seat[0] == 0
    assert batch.step([Batch.GIVE_UP] * TABLES).done.all()


def test_a_restored_game_has_its_legal_cards() -> None:
    _, batch = pair("blitz31", {"bots": "simple"})
    saved, legal = batch.save(0), batch.legal_actions(0)
    pick = np.random.default_rng(2)
    for _ in range(9):
        batch.step(batch.random_actions(pick))
    batch.restore([0, 5], saved)
    assert batch.legal_actions(0) == batch.legal_actions(5) == legal


@pytest.mark.parametrize("game", ["champz", "blitzwar", "casino-war", "steal-war"])
def test_games_without_places_of_a_hand_say_so(game: str) -> None:
    with pytest.raises(NoPlaces, match="leave out by_card"):
        Batch(game, 1, by_card=True)


def test_gymnasium_has_them_too() -> None:
    env = gymnasium.make("threedown/blitz31-v0", bots="simple", by_card=True, illegal="replace")
    assert env.action_space.n == 55  # type: ignore[attr-defined]
    check_env(env.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec("threedown/blitz31-v0", num_envs=8, bots="simple", by_card=True)
    _, infos = many.reset(seed=1)
    assert infos["action_mask"].shape == (8, 55)
