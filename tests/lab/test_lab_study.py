"""Studies: paired games, the same on any number of workers, saved, continued, and described in sentences."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.commands import Told, one_line

from threedown.bots.ladder import points
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.intervals import ONE_LOOK
from threedown.lab.study import study as lab_study
from threedown.lab.study.measures import measures
from threedown.lab.study.plan import neighbours, variation
from threedown.lab.study.sentence import sentences
from threedown.lab.study.study import StudyPlan, StudyResult, result_after, study
from threedown.lab.study.sums import Sums, sums_of_games
from threedown.language import speaking

COMMAND = "lab war --vary turn_cap=2..4 --set turn_cap=3 --most 12 --seed 5"


def plan(game: str, *varied: str, most: int = 12, **changes: object) -> StudyPlan:
    base = settle(find_game(game), None, changes)
    variations = tuple(variation(base, text) for text in varied)
    return StudyPlan(base, variations, False, base.game.first_level * base.seats, 5, most, 0.01)


def told_of(wanted: StudyPlan, *rows: Any) -> StudyResult:
    """Return the result of a study that played these rows, the base's first."""
    measured, found = measures(wanted.base), wanted.variants
    pairs = neighbours(found, wanted.variations)
    sums = Sums.of([sums_of_games(0, rows, measured, pairs)])
    return result_after(wanted, found, measured, pairs, sums, 1, 1, ONE_LOOK)


def rows_of(turns: Any, tallies: int = 4) -> Any:
    """Return games of these lengths, won by seat 0 and seat 1 alternately."""
    rows = np.zeros((len(turns), 3 + tallies), dtype=np.int64)
    rows[:, 0], rows[:, 1], rows[:, 2] = turns, 1, 1 + np.arange(len(turns)) % 2
    return rows


# Games


def test_variants_play_the_games_of_sim() -> None:
    """Game g of a study is game g of ``threedown sim`` with the same seed and rules."""
    wanted = plan("war", "turn_cap=40", turn_cap=30)
    found = study(wanted)
    for place, variant in enumerate(wanted.variants):
        played = simulate(run_spec(variant.setting, 12, 5), compiled=False).totals
        assert found.sums.levels[place, 1 + 2, 0] == played.counts[0] * 2 + played.counts[2] + played.counts[3]
        assert found.sums.levels[place, 2, 0] == played.counts[3]
    assert found.n == 12


def test_a_study_does_not_depend_on_workers_or_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = plan("casino-war", "turn_cap=3,4", turn_cap=2)
    one = study(wanted, pool=ThreadPool(1))
    monkeypatch.setattr(lab_study, "BLOCK", 5)
    other = study(wanted, pool=ThreadPool(3))
    assert np.array_equal(one.sums.levels, other.sums.levels)
    assert np.array_equal(one.sums.differences, other.sums.differences)
    assert one.sums.turns == other.sums.turns
    assert one.levels == other.levels
    assert [each[1:] for each in one.comparisons] == [each[1:] for each in other.comparisons]


def test_games_are_paired() -> None:
    """Common deals cancel: lengths that vary by hundreds differ by one turn, seen at once."""
    turns = np.random.default_rng(1).integers(100, 900, 50)
    found = told_of(plan("war", "face_down=2"), rows_of(turns), rows_of(turns + np.arange(50) % 2))
    apart = found.comparison("turns", 0, 1)
    assert apart.holds
    assert apart.difference.half < 0.2
    assert found.levels[0]["turns"].half > 50


def test_variants_that_play_the_same_have_no_differences() -> None:
    """No game here is so long that its cap counts, so common deals make every pair of games the same game."""
    found = study(plan("war", "turn_cap=100000,200000", most=4, turn_cap=100000))
    assert not found.sums.differences.any()
    assert found.n == 4


def test_points_are_shared_by_winners_and_where_nobody_wins_by_all() -> None:
    winners = np.array([0b001, 0b110, 0b000, 0b111])
    assert points(winners, 0, 3).tolist() == [6, 0, 2, 2]
    assert points(winners, 1, 3).tolist() == [0, 3, 2, 2]


def test_games_are_played_until_differences_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops at the first look that is precise enough, and says so; a wish that is too great ends with the last."""
    wanted = plan("war", "face_down=2", most=8000)

    def some(self: Any, first: int, n: int, tell: Any) -> Any:
        rows = rows_of(100 + np.arange(first, first + n) % 7)
        return sums_of_games(first, [rows, rows + 0], self.measures, self.pairs)

    monkeypatch.setattr(lab_study._Players, "play", some)
    assert (study(wanted).n, study(wanted).is_precise) == (1000, True)
    finer = study(wanted._replace(until=0.001))
    assert (finer.n, finer.look, finer.looks, finer.is_precise) == (4000, 3, 4, True)
    finest = study(wanted._replace(until=0.00001))
    assert (finest.n, finest.is_precise) == (8000, False)


# Sentences


def test_a_steady_effect_is_told_in_a_sentence() -> None:
    wanted = plan("war", "face_down=0..3")
    spread = np.random.default_rng(2).integers(-20, 20, 400)
    lengths = [rows_of(300 + spread), rows_of(400 + spread), rows_of(250 + spread), rows_of(200 + spread)]
    assert sentences(told_of(wanted, *lengths)) == ["The more cards go down, the shorter the game."]


def test_of_numbers_and_words_the_numbers_make_a_rule_and_each_word_is_told_by_itself() -> None:
    wanted = plan("war", "face_down=0..2,rank")
    spread = np.random.default_rng(2).integers(-20, 20, 400)
    lengths = [rows_of(length + spread) for length in (300, 400, 250, 100)]
    found = told_of(wanted, *lengths)
    assert sentences(found) == [
        "The more cards go down, the shorter the game. With “Cards face down: as the rank says”, games are"
        " shorter (by 200 turns)."
    ]
    with speaking("it"):
        assert sentences(found) == [
            "Più carte si coprono, più breve è la partita. Con «Carte coperte: quante dice il valore» le"
            " partite sono più brevi (200 turni)."
        ]


def test_a_sentence_says_how_much_as_its_language_writes_it() -> None:
    games = np.random.default_rng(3).integers(100, 900, 400)
    found = told_of(plan("war", "short=fewest"), rows_of(games), rows_of(games + np.arange(400) % 3))
    with speaking("it"):
        (said,) = sentences(found)
    assert re.fullmatch(
        r"Con «.+: quante ne ha il più povero» le partite sono più lunghe \(da 0,\d+ a 1,\d+ turni\)\.", said
    )


def test_an_uncertain_difference_is_not_reported() -> None:
    """One step of three the other way, or too small to be seen, and no rule is made of it."""
    wanted = plan("war", "face_down=0..3")
    pick = np.random.default_rng(3)
    lengths = [rows_of(pick.integers(100, 900, 400) + more) for more in (0, 100, -20, -22)]
    said = sentences(told_of(wanted, *lengths))
    assert not any(sentence.startswith("The higher") for sentence in said)
    same = told_of(plan("war", "face_down=2"), lengths[0], lengths[0])
    assert sentences(same) == ["No effect of “Cards face down” was seen; no game was longer or shorter."]
    words = told_of(plan("war", "short=fewest"), lengths[0], lengths[0] + np.array([9, 0, 0, 0, 0, 0, 0]))
    assert sentences(words) == [
        "With “Too few cards for a war: as many as the player with the fewest”, games are longer (by 9 turns)."
    ]


# The command


def test_a_study_as_data(threedown: Any) -> None:
    told: Told = threedown(f"{COMMAND} --json")
    assert told.code == 0, told.err
    facts = told.json
    assert [variant["changes"] for variant in facts["variants"]] == [{"turn_cap": cap} for cap in (3, 2, 4)]
    assert facts["n"] == 12
    assert facts["variants"][0]["histogram"] == [[3, 12]]
    longer = next(each for each in facts["comparisons"] if each["measure"] == "turns" and each["variant"] == 2)
    assert (longer["difference"], longer["holds"]) == (1, True)
    assert "The higher “Turn limit”, the longer the game." in facts["sentences"]
    assert threedown(facts["command"].removeprefix("threedown ") + " --json").json == facts


def test_a_study_for_people(threedown: Any) -> None:
    told: Told = threedown(COMMAND)
    assert told.code == 0, told.err
    for text in ("War, 2 seats: 12 games of each", "turn_cap=2", "-1 ± 0",
                 "The higher “Turn limit”, the longer the game.",
                 "again: threedown lab war --vary turn_cap=2,3,4"):  # fmt: skip
        assert text in told.out


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        ("lab", 2, "GAME"),
        ("lab war --vary facedown=1", 2, "did you mean 'face_down'?"),
        ("lab war --vary face_down=9", 2, "face_down=9: allowed is one of 0, 1, 2, 3, 4, rank"),
        ("lab wra --vary face_down", 2, "did you mean 'war'?"),
        ("lab war --vary face_down --until 0%", 2, "write a share between 0 and 100 %"),
        ("lab war --vary face_down --until abc", 2, "write a share between 0 and 100 %"),
        ("lab war --vary face_down --plot x.gif", 2, "must end in .png, .svg or .pdf"),
        ("lab war --vary face_down --out somewhere", 2, "give it a --seed"),
    ],
)
def test_mistakes_are_one_clear_line(threedown: Any, arguments: str, code: int, text: str) -> None:
    told = threedown(arguments)
    assert told.code == code
    assert text in one_line(told)


def test_a_study_is_kept_and_gone_on_with(threedown: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted, the same command goes on; nothing that is there is played again, and the files are the same."""
    monkeypatch.setattr(lab_study, "BLOCK", 5)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert threedown(f"{COMMAND} --out {whole}").code == 0
    assert threedown(f"{COMMAND} --out {broken} --workers 1").code == 0
    files = sorted(path.name for path in whole.iterdir() if path.suffix == ".json")
    assert files == ["lab.json", *(f"part-{first:09d}.json" for first in (0, 5, 10)), "result.json"]
    (broken / "part-000000005.json").unlink()
    (broken / "result.json").unlink()
    played: list[int] = []
    sum_rows = lab_study.sum_rows

    def counting(base: Any, pairs: Any, first: int, rows: Any) -> Any:
        played.extend(map(len, rows))
        return sum_rows(base, pairs, first, rows)

    monkeypatch.setattr(lab_study, "sum_rows", counting)
    assert threedown(f"{COMMAND} --out {broken}").code == 0
    assert sum(played) == 3 * 5
    for name in files:
        assert (whole / name).read_bytes() == (broken / name).read_bytes()


def test_another_study_or_a_damaged_one_is_refused(threedown: Any, tmp_path: Path) -> None:
    assert threedown(f"{COMMAND} --out {tmp_path}").code == 0
    assert "holds another study" in one_line(threedown(f"{COMMAND}0 --out {tmp_path}"))
    part = tmp_path / "part-000000000.json"
    part.write_text(part.read_text()[:40])
    assert "part-000000000.json is damaged" in one_line(threedown(f"{COMMAND} --out {tmp_path}"))
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    assert "is not empty and holds no study" in one_line(threedown(f"{COMMAND} --out {other}"))


@pytest.mark.slow
def test_a_study_is_drawn_the_same_each_time(threedown: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for plot in (tmp_path / "study.svg", tmp_path / "study.png", tmp_path / "study.pdf"):
        told: Told = threedown(f"{COMMAND} --plot {plot} --json")
        assert told.code == 0, told.err
        assert json.loads(told.out)["n"] == 12
        first = plot.read_bytes()
        assert threedown(f"{COMMAND} --plot {plot}").code == 0
        assert plot.read_bytes() == first
