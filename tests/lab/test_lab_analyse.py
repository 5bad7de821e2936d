"""Game analyses: the parts add up to the result, mistakes are named, and nothing secret is revealed."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import conformance, records
from support.commands import Told, one_line
from support.tables import war

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.lab.analysis import worlds as lab_worlds
from threedown.lab.analysis.analysis import LEAST_FOLLOWED, GameAnalysis, analyse
from threedown.lab.analysis.course import steps_of
from threedown.lab.analysis.verdict import analysis_facts, mistakes, sentences, why
from threedown.lab.analysis.worlds import WHOLE_GAME, Worlds
from threedown.session.branch import TOGETHER, before_deal, point_of
from threedown.session.keeper import Keeper
from threedown.session.session import Session
from threedown.table.chance import Generator, Sealed
from threedown.table.sight import indistinguishable

NAMES = ("Ann", "Bob")
SHORT = settle(find_game("blitz31"), None, {"lives": 1})
SHORT_WAR = war("race-to-ace", turn_cap=12)


@pytest.fixture(autouse=True)
def _stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: that takes longer than the few worlds of a test."""
    monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)


def worlds(setting: Setting, seed: int = 1) -> Worlds:
    return Worlds(setting, setting.game.first_level[0], seed)


def played(setting: Setting, seed: int, first: str = "") -> Session:
    """A game that the game's first level plays, but for the ``first`` choice of seat 0."""
    session = conformance.dealt(setting, seed)
    while not session.over:
        if session.pending is None:
            session.go()
        else:
            choice = first if first and session.asked == 0 else conformance.answer(session)
            first = "" if session.asked == 0 else first
            session.choose(choice, session.asked)
    return session


def analysed(session: Session, seed: int, n: int = 8, eyes: int | None = None, workers: int = 1) -> GameAnalysis:
    steps = steps_of(session.setting, Generator(seed), session.history)
    return analyse(steps, session, worlds(session.setting), n, eyes, workers)


def test_values_are_told_turn_by_turn_while_the_game_is_played_on() -> None:
    """Each time the first turns, as many as are known, with the values that the analysis ends with."""
    session = played(SHORT_WAR, 3)
    steps = steps_of(session.setting, Generator(3), session.history)
    told: list[tuple[Any, dict[int, Any]]] = []
    found = analyse(steps, session, worlds(SHORT_WAR), 8, on_values=lambda *values: told.append(values), workers=1)
    counts = [len(turns) for _, turns in told]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] == len(found.turns) - 1, "the last turn has a result, and no value"
    for start, turns in told:
        assert start.tolist() == pytest.approx([found.scaled(value) for value in found.start])
        for turn, (number, values) in zip(found.turns, turns.items(), strict=False):
            assert (turn.turn, values.tolist()) == (number, pytest.approx([found.scaled(one) for one in turn.values]))


# Worlds


def test_a_turn_is_played_on_from_its_question() -> None:
    """Answers and words of chance before a question stay, in a turn that shuffles before it asks; what follows is the
    choice given: a tie that is surrendered costs half the bet in every world, and war may win or lose."""
    setting = settle(find_game("casino-war"), "single-deck", {"rounds": 2}, 1)
    for seed in range(200):
        session = Session(setting, Sealed(bytes([seed])))
        for _ in range(2):
            session.go()
            session.choose("bet 2", 0)
            if session.pending is not None and session.turns == 1:
                session.choose("surrender", 0)
        if session.pending is not None:
            break
    assert session.pending is not None
    codes = dict(zip(session.menu(), session.pending.menu, strict=True))
    table = worlds(setting)
    point = point_of(session)
    assert point.words
    surrendered = session.fork()
    surrendered.choose("surrender", 0)
    assert table.play(point, 0, 0, 20, [codes["surrender"]]).ravel().tolist() == 20 * table.worth_of(
        surrendered.table_state
    )
    fought = table.play(point, 0, 0, 20, [codes["war"]]).ravel().tolist()
    assert {each - table.worth_of(surrendered.table_state)[0] for each in fought} == {-6, 6}


def test_unknown_cards_change_nothing() -> None:
    """Through its eyes the worlds are the same, however the cards that it has not seen lie."""
    session = conformance.dealt(SHORT, 3)
    session.go()
    point, table = point_of(session), worlds(SHORT)
    pick = random.Random(5)
    other = indistinguishable(point.here, 0, lambda cards: pick.sample(cards, len(cards)))
    assert other.tobytes() != point.here.tobytes()
    assert np.array_equal(table.play(point, 1, 0, 12), table.play(point._replace(here=other), 1, 0, 12))


def test_together_the_hands_are_known_and_the_stock_is_not() -> None:
    """Seen by all, no hand changes; seen by one seat the other's does."""
    session = conformance.dealt(SHORT, 3)
    session.go()
    hands = session.setting.piles.index("hand 0"), session.setting.piles.index("hand 1")
    table_state = session.table_state
    for eyes, changes in ((TOGETHER, False), (0, True)):
        imagined = _last_imagined(worlds(SHORT), session, eyes)
        before = [_cards(table_state, hand) for hand in hands]
        after = [_cards(imagined, hand) for hand in hands]
        assert before[0] == after[0]
        assert (before[1] != after[1]) == changes
        stock = session.setting.piles.index("stock")
        assert _cards(table_state, stock) != _cards(imagined, stock)


def _last_imagined(table: Worlds, session: Session, eyes: int | None) -> Any:
    """The table of a world, as it is taken up."""
    found = []

    def look(t: Any, m: Any, *others: Any) -> None:
        lab_worlds.begin_worlds(t, m, *others)
        found.append(m.s.copy())

    table._begin = look
    table.play(point_of(session), 7, eyes, 1)
    return found[0]


def _cards(table_state: Any, pile: int) -> list[int]:
    from threedown.cards import NUMBER
    from threedown.table.sight import cards_in

    return [card & NUMBER for card in cards_in(table_state, pile)]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["war", "casino-war"])
def test_compiled_worlds_are_the_stepped_ones(game: str) -> None:
    pytest.importorskip("numba")
    setting = settle(find_game(game))
    session = conformance.dealt(setting, 2)
    session.go()
    for point in (before_deal(setting), point_of(session)):
        stepped = worlds(setting).play(point, 3, TOGETHER, 4)
        compiled = Worlds(setting, setting.game.first_level[0], 1, compiled=True).play(point, 3, TOGETHER, 4)
        assert np.array_equal(stepped, compiled)


# Luck and choices


def test_the_parts_make_the_result_exactly() -> None:
    found = analysed(played(SHORT, 2, first="knock"), 2)
    for seat in range(2):
        parts = found.start[seat] + found.luck[seat] + found.own(seat) + found.others(seat)
        assert parts == found.result[seat]
    assert sorted(found.result.tolist()) == [0, found.n * WHOLE_GAME]
    assert found.own(0)


def test_the_same_seed_gives_the_same_on_any_number_of_workers() -> None:
    session = played(SHORT, 3)
    facts = [analysis_facts(analysed(session, 3, workers=workers), NAMES) for workers in (1, 3)]
    assert facts[0] == facts[1]


def test_in_war_all_is_luck() -> None:
    session = conformance.dealt(SHORT_WAR, 2)
    while not session.over:
        session.go()
    found = analysed(session, 2)
    assert sentences(found, NAMES) == ["Nobody had a choice: the result is all luck."]
    assert not found.own(0)
    assert found.start[0] + found.luck[0] == found.result[0]


def test_a_blunder_is_named_with_what_would_have_been_better() -> None:
    """A player who knocks at once with three bad cards and one life left throws the game away; no later chance turns
    that choice into good play."""
    session = played(SHORT, 2, first="knock")
    found = analysed(session, 2, n=64)
    worst = mistakes(found)[0]
    assert (worst.asked.seat, worst.turn) == (0, 1)
    assert worst.cost.low > 0.02
    told = sentences(found, NAMES)[0]
    assert told.startswith("Turn 1, Ann: knock gave away ")
    assert told.endswith(("better was draw stock.", "better was draw discard."))
    assert found.own(0) < 0


def test_a_blunder_is_told_by_what_it_led_to() -> None:
    """With one life each, a knock at once ends the game one turn later, and a game that is won is a life that is
    left: so the lives after it are exactly the games won, which the analysis has counted in the same worlds."""
    session = played(SHORT, 2, first="knock")
    found = analysed(session, 2, n=LEAST_FOLLOWED)
    worst = mistakes(found)[0]
    led = worst.led_to
    assert led is not None
    won = worst.means[worst.asked.made]
    assert led.turns == 1
    assert led.shares.made.tolist() == led.won.made.tolist() == pytest.approx([won, 1 - won])
    assert led.shares.best[0] > led.shares.made[0]
    assert led.helped is None, "between two, it helps nobody else"
    told = f"That is better because, a turn later, Bob has won 0% of the games instead of {1 - won:.0%}."
    assert why(found, worst, NAMES) == told
    assert all(each.led_to is None for each in found.choices if not each.is_mistake)


def test_the_usual_play_is_no_mistake() -> None:
    """A level that plays as the worlds are played on gains and loses nothing by its choices."""
    found = analysed(played(SHORT, 3), 3, n=12)
    assert found.choices
    assert not found.own(0)
    assert not found.own(1)
    assert not mistakes(found)


# The command


def recorded(path: Path, session: Session, seed: int) -> Path:
    """The record of a game; it is closed if it is over."""
    keeper, _ = Keeper.start(path, session.setting, NAMES, seed)
    keeper.keep(session)
    if session.over:
        keeper.finish(session)
    keeper.close()
    return path


def test_an_analysis_for_people_and_as_data(threedown: Any, tmp_path: Path) -> None:
    path = recorded(tmp_path / "game.3d", played(SHORT, 2, first="knock"), 2)
    told: Told = threedown(f"analyse {path} --worlds 40 --seed 1 --ascii")
    assert told.code == 0, told.err
    for text in (
        "expected",
        "own choices",
        "Turning points",
        "Ann: knock gave away",
        "better because, a turn later, Bob has won",
        "steady at every seat",
        "again: ",
    ):
        assert text in told.out
    facts = threedown(f"analyse {path} --worlds 40 --seed 1 --json").json
    for account in facts["accounts"]:
        parts = sum(account[part] for part in ("expected", "luck", "choices", "others"))
        assert parts == pytest.approx(account["result"], abs=1e-9)
    assert facts["sentences"][0].startswith("Turn 1, Ann: knock gave away ")
    worst = next(each for each in facts["choices"] if each["mistake"])
    assert worst["led_to"]["turns"] == 1
    assert worst["led_to"]["best"][0] > worst["led_to"]["made"][0]
    assert threedown(facts["command"].removeprefix("threedown ") + " --json").json == facts


def test_of_a_running_game_only_what_a_seat_may_know_is_told(threedown: Any, tmp_path: Path) -> None:
    """It needs a seat, weighs that seat's choices alone, and names no card that it has not seen."""
    session = conformance.dealt(SHORT, 3)
    session.go()
    session.choose("draw stock", 0)
    session.choose(conformance.answer(session), 0)
    session.go()
    session.choose(conformance.answer(session), 1)
    path = recorded(tmp_path / "half.3d", session, 3)
    assert "give --seat S" in one_line(threedown(f"analyse {path}"))
    told: Told = threedown(f"analyse {path} --seat 1 --worlds 16 --seed 1 --json")
    facts = told.json
    assert not facts["over"]
    assert {each["seat"] for each in facts["choices"]} <= {1}
    drawn = next(event for turn in facts["turns"] for event in turn["events"] if event["kind"] == "take")
    assert (drawn["seat"], drawn["from"], drawn["card"]) == (0, "stock", "??")
    assert "luck and the others" in threedown(f"analyse {path} --seat 1 --worlds 16 --seed 1").out


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        ("nowhere.3d", 3, "cannot be read"),
        ("GAME --seat 2", 2, "the seats are 0 to 1"),
        ("GAME --level cleverest", 2, "there is no bot 'cleverest'"),
        ("GAME --worlds 3", 2, "--worlds"),
        ("DAMAGED", 3, "line 3"),
    ],
)
def test_an_impossible_analysis_is_refused_in_a_line(
    threedown: Any, tmp_path: Path, arguments: str, code: int, text: str
) -> None:
    path = records.recorded(tmp_path, SHORT_WAR)
    damaged = tmp_path / "damaged.3d"
    lines = path.read_bytes().splitlines(keepends=True)
    damaged.write_bytes(b"".join([*lines[:2], b"{}\n", *lines[3:]]))
    told = threedown(f"analyse {arguments.replace('GAME', str(path)).replace('DAMAGED', str(damaged))}")
    assert told.code == code
    assert text in one_line(told)


# Measured with the true hands


def test_with_the_true_hands_gains_are_those_of_the_hands_that_were_held() -> None:
    """The parts still add up; each gain is what the choice made of the true hands, and costs stay the seat's own."""
    session = played(SHORT, 3)
    steps = steps_of(SHORT, Generator(3), session.history)
    imagined, true = (
        analyse(steps, session, worlds(SHORT), 8, None, 1, true_hands=true_hands) for true_hands in (False, True)
    )
    for seat in (0, 1):
        parts = true.start[seat] + true.luck[seat] + true.own(seat) + true.others(seat)
        assert parts == true.result[seat]
    asked = [each for step in steps for each in step.asked]
    assert len(asked) > 2
    for place, each in enumerate(asked):
        made, level = (
            worlds(SHORT).play(each.point, 1 + len(steps) + place, TOGETHER, 8, [code]).sum(axis=0)
            for code in (each.codes[each.made], lab_worlds.POLICY)
        )
        assert true.choices[place].gain.tolist() == (made - level).tolist()
    assert [each.cost for each in true.choices] == [each.cost for each in imagined.choices]
    assert [each.means for each in true.choices] == [each.means for each in imagined.choices]


@pytest.mark.slow
def test_every_value_is_as_far_from_the_truth_as_its_interval_says() -> None:
    """The same game in 24 samples of 12 worlds: values spread as their intervals say, on average over all of them.

    An interval of so few worlds is told too small by 1/12 of its variance. The values of compared choices are tested
    with their exact ones (test_lab_comparison.py).
    """
    session, few = played(SHORT, 11, first="draw discard"), 12
    steps = steps_of(session.setting, Generator(11), session.history)
    found = [analysis_facts(analyse(steps, session, worlds(SHORT, seed), few), NAMES) for seed in range(24)]

    def spread(values: list[float], around: list[float]) -> tuple[float, float]:
        """Return the variance of a value over the samples, and the one that its intervals tell."""
        said = float(np.mean(np.square(np.array(around) / 1.96))) * few / (few - 1)
        return float(np.var(values, ddof=1)), said

    told: dict[str, list[tuple[float, float]]] = {
        "values": [],
        "luck": [],
        "choices": [],
        "account": [],
    }
    for turn in range(len(found[0]["turns"])):
        for part in ("values", "luck", "choices"):
            of_turn = [each["turns"][turn] for each in found]
            told[part].append(
                spread([each[part][0] for each in of_turn], [each[f"{part}_around"][0] for each in of_turn])
            )
    of_seat = [each["accounts"][0] for each in found]
    told["account"].append(spread([each["luck"] for each in of_seat], [each["luck_around"] for each in of_seat]))
    for part, pairs in told.items():
        true, said = np.array(pairs).sum(axis=0)
        assert true > 0
        low, high = (0.5, 2.0) if part == "account" else (0.7, 1.4)
        assert low < true / said < high, (part, true / said)
