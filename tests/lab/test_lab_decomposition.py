"""All chance against all choices, compared with games whose shares are known by hand or by enumeration."""

import pickle
import types
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from support import tricks
from support.commands import Told

from threedown.cards import Deck, show_card
from threedown.games import find_game
from threedown.games.levels import LevelError
from threedown.games.setting import Setting, settle
from threedown.lab.analysis import worlds as lab_worlds
from threedown.lab.analysis.decomposition import MIXED, ResultShares, shares_of, usual_levels, with_mixed_level
from threedown.lab.intervals import Interval
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Session
from threedown.table import verbs
from threedown.table.chance import Generator, Listed, below
from threedown.table.hands import deal_to_hand, discard, hand, stock
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import ask, ask_all, look

Wins = Callable[[Table], bool]


@pytest.fixture(autouse=True)
def _stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: it takes longer than the few games here."""
    monkeypatch.setattr("threedown.bulk.run_spec.STEPPED_UP_TO", 10**9)
    monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)


def split(setting: Setting, *levels: str, games: int = 120, worlds: int = 6) -> ResultShares:
    return shares_of(setting, levels or ("random",), 1, games, 1, worlds=worlds)


def holds(found: Interval, exact: Fraction | float, width: float) -> bool:
    """True if an interval is no wider than ``width``, and the exact value lies within 1.7 times its half: in 999 of
    1,000 cases, because many are looked at here."""
    return abs(found.value - float(exact)) <= 1.7 * max(found.high - found.value, found.value - found.low) + 1e-12 and (
        found.high - found.low <= width
    )


def coin(t: Table) -> bool:
    return below(t, 2) == 0


# By hand


@pytest.mark.slow
def test_a_hidden_card_is_chance_when_it_is_drawn_though_it_was_shuffled_before() -> None:
    """The deal settles either game for an observer who sees all cards; the players see their hands only."""
    in_hand = split(tricks.decided_by(lambda t: look(t, 0) % 2 == 0), games=80)
    assert holds(in_hand.deal, 1, 0.5)
    assert holds(in_hand.chance, 1, 0)
    in_stock = split(tricks.decided_by(lambda t: look(t, 2) % 2 == 0), games=80)
    assert holds(in_stock.deal, 0, 0.2)
    assert holds(in_stock.chance, 1, 0)
    assert (in_stock.measured, in_stock.choices) == (0, Interval(0, 0, 0))


@pytest.mark.slow
def test_a_choice_that_decides_has_everything() -> None:
    found = split(tricks.decided_by(lambda t: ask(t, 0, tricks.PLAY) == 0))
    assert holds(found.choices, 1, 0.3)
    assert holds(found.deal, 0, 0.1)
    assert found.chance.value == 1 - found.choices.value
    assert found.measured == found.games


@pytest.mark.slow
def test_a_choice_that_a_coin_may_overrule() -> None:
    """A choice of three wins by one of them, unless a coin calls for another coin.

    After the choice the value is 3/4 or 1/4: a variance of 1/4 · 2/9 = 1/18. A game is won with 1/2 · 1/3 + 1/4 = 5/12,
    a variance of 35/144. So choices have 8/35.
    """

    def wins(t: Table) -> bool:
        chosen = ask(t, 0, tricks.PLAY) == 0
        return chosen if coin(t) else coin(t)

    assert holds(split(tricks.decided_by(wins), games=300, worlds=8).choices, Fraction(8, 35), 0.3)


@pytest.mark.slow
def test_two_choices_at_the_same_time_are_two_moves() -> None:
    """Seat 0 wins if both seats choose the same of three: the first answer tells nothing, the second everything.

    Each by itself moves nothing: without the first one's answer, half of all would be missing.
    """

    def wins(t: Table) -> bool:
        answers = ask_all(t, 0b11, tricks.PLAY, 2)
        return (answers & 3) == answers >> 2

    found = split(tricks.decided_by(wins), games=150)
    assert holds(found.choices, 1, 0.3)
    assert found.measured == 2 * found.games


@pytest.mark.slow
def test_levels_that_differ_make_a_choice_and_the_hand_decides_between_them() -> None:
    """Seat 0 wins with its first card. ``simple`` plays the highest card, which is the first with probability q.

    With it, the mixed level wins 2/3 (1/2 by ``simple``, 1/6 at random), else 1/6: the deal has q(1 - q)/4, and the
    whole variance is p(1 - p) with p = 2q/3 + (1 - q)/6. Of equal cards ``simple`` plays the first.
    """
    ranks = [rank for rank in range(13) for _ in range(4)]
    hands = [(ranks[a], ranks[b], ranks[c]) for a, b, c in permutations(range(52), 3)]
    q = Fraction(sum(first >= max(others) for first, *others in hands), len(hands))
    p = q * Fraction(2, 3) + (1 - q) * Fraction(1, 6)
    deal = q * (1 - q) / 4 / (p * (1 - p))
    found = split(tricks.decided_by(lambda t: ask(t, 0, tricks.PLAY) == 0), "simple", "random", games=200, worlds=8)
    assert holds(found.deal, deal, 0.4)
    assert holds(found.choices, 1 - deal, 0.45)
    alone = split(tricks.decided_by(lambda t: ask(t, 0, tricks.PLAY) == 0), "simple", games=40)
    assert holds(alone.choices, 0, 0)
    assert holds(alone.deal, 1, 0.5)


# By enumeration


FIRST_KING, LAST_ACE = 44, 51


def _deal_aces(t: Table) -> None:
    """Two kings each in turn, then the aces shuffled: one each, one on the discard pile, one left."""
    verbs.open_pack(t, stock(t), FIRST_KING, LAST_ACE)
    for seat in range(2):
        t.s.lives[seat] = 1
    t.s.dealer = 1
    for place in range(6):
        if place == 4:
            verbs.shuffle(t, stock(t))
        deal_to_hand(t, place % 2, stock(t), hand(t, place % 2))
    verbs.deal_face_up(t, NOBODY, stock(t), discard(t))
    t.s.to_play = 0


def eight_card_31(turns: int) -> Setting:
    """Blitz (31) with kings and aces: a draw after so many turns."""
    game = find_game("blitz31")
    rules: Any = types.ModuleType("small 31")
    vars(rules).update({name: value for name, value in vars(game.rules).items() if not name.startswith("__")})
    rules.deal = _deal_aces
    pack = Deck({number: show_card(number) for number in range(FIRST_KING, LAST_ACE + 1)})
    small = game._replace(name="small-31", rules=rules, deck=lambda options: pack)
    return settle(small, None, {"lives": 1, "turn_cap": turns}, 2)


def exact_shares(setting: Setting, deals: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the variance of seat 0's share of the game, that of its value after the deal, and the sum of the mean
    squares of all choices' moves, if every legal choice is equally likely. The deals are lists of chance."""
    share = {0: Fraction(1, 2), 1: Fraction(1), 2: Fraction(0), 3: Fraction(1, 2)}

    def searched(session: Session) -> tuple[Fraction, Fraction, Fraction]:
        """Return the mean of the result, of its square, and of the squares of the moves from here on."""
        while session.pending is None and not session.over:
            session.go()
        if session.over:
            won = share[int(session.table_state.winners)]
            return won, won**2, Fraction(0)
        after = []
        for choice in session.menu():
            fork = session.fork()
            fork.choose(choice, fork.asked)
            after.append(searched(fork))
        mean, square, moved = (sum(column) / len(after) for column in zip(*after, strict=True))
        return mean, square, moved + sum((each[0] - mean) ** 2 for each in after) / len(after)

    found = [searched(Session(setting, Listed(list(deal)))) for deal in deals]
    mean, square, moved = (sum(column) / len(found) for column in zip(*found, strict=True))
    return square - mean**2, sum((each[0] - mean) ** 2 for each in found) / len(found), moved


@pytest.mark.slow
def test_eight_card_31_has_the_shares_of_its_whole_tree() -> None:
    """The four aces lie in 24 orders; all seats together know each of them from the deal on."""
    setting = eight_card_31(2)
    variance, deal, choices = exact_shares(setting, list(product(range(4), range(3), range(2))))
    assert variance == deal + choices, "there is no rest"
    found = split(setting, "random", games=250, worlds=8)
    assert holds(found.deal, deal / variance, 0.4)
    assert holds(found.choices, choices / variance, 0.4)


# The mixed level


def test_the_mixed_level_answers_as_each_of_its_levels_equally_often() -> None:
    """``simple`` plays the highest card, ``clumsy`` the third: apart in most hands, half and half."""
    setting = tricks.tricks(2)
    bots: Any = types.SimpleNamespace(**vars(tricks) | {"LEVELS": tricks.LEVELS | {"clumsy": tricks.clumsy}})
    mixed = with_mixed_level(
        Setting(setting.game._replace(bots=bots), setting.options, 2), ("simple", "clumsy", "random")
    )
    sessions = [Session(mixed, Generator(2, game)) for game in range(600)]
    for session in sessions:
        session.go()
    apart = [each for each in sessions if bots_answer(each, 0, "simple") == 0]
    answers = np.bincount([bots_answer(each, 0, MIXED) for each in apart], minlength=3) / len(apart)
    assert np.abs(answers - np.array([1 / 3 + 1 / 9, 1 / 9, 1 / 3 + 1 / 9])).max() < 0.12


def test_a_level_that_searches_cannot_be_mixed() -> None:
    with pytest.raises(LevelError, match="keen imagines itself"):
        with_mixed_level(tricks.tricks(2), ("random", "keen"))
    assert usual_levels(tricks.tricks(2)) == ("simple", "random")


def test_a_setting_with_a_mixed_level_travels_to_another_process() -> None:
    setting = with_mixed_level(settle(find_game("champz")), ("simple", "random"))
    assert MIXED in pickle.loads(pickle.dumps(setting)).game.bots.LEVELS


# Called


def test_shares_are_the_same_on_any_number_of_workers() -> None:
    one, three = (shares_of(tricks.tricks(2, 4), ("simple", "random"), 3, 6, workers, worlds=4) for workers in (1, 3))
    assert one == three


@pytest.mark.slow
def test_the_command_splits_results_and_repeats_itself(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: Told = threedown("lab casino-war --set rounds=1 --vary surrender --most 12 --seed 5 --chance 3 --json")
    assert told.code == 0, told.err
    for variant in told.json["variants"]:
        shares = variant["shares"]
        assert (shares["levels"], shares["games"]) == (["bold", "random"], 3)
        assert shares["chance"]["value"] + shares["choices"]["value"] == pytest.approx(1)
    assert threedown(told.json["command"].removeprefix("threedown ") + " --json").json == told.json
    shown = threedown(
        "lab casino-war --set rounds=1 --seats 2 --most 12 --seed 5 --chance 3 --skill sensible,random"
    ).out
    for text in ("of it the deal", "choices", "Each question is answered by sensible or random", "--chance 3"):
        assert text in " ".join(shown.split())


def test_python_gets_the_shares_that_the_command_prints(threedown: Any) -> None:
    import threedown as package

    found = package.lab("war", most=12, seed=5, chance=3, turn_cap=6)
    told = threedown("lab war --set turn_cap=6 --most 12 --seed 5 --chance 3 --json").json
    assert found.to_dict()["variants"] == told["variants"]
    shares = found.variants[0].shares
    assert shares is not None
    assert (shares.choices.high, shares.chance.low) == (0, 1), "all games are draws, and nobody chooses"
    with pytest.raises(ValueError, match="chance=1"):
        package.lab("war", most=12, chance=1)
