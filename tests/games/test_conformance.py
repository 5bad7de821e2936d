"""Every check of conformance.py over every game and preset, and over house rules mixed at random."""

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support import conformance, machine_code
from support.levels import with_few_worlds
from support.tables import (
    COMPILED_SOON,
    LARGE,
    QUICK_PRESETS,
    SLOW,
    SLOW_PRESETS,
    SOAK,
    USUAL_PRESETS,
    at_war_tables,
    capped,
    is_usual,
    presets,
    random_setting,
    setting_of,
    war,
    war_tables,
)

from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle

quick_presets = pytest.mark.parametrize("pair", QUICK_PRESETS)
usual_presets = pytest.mark.parametrize("pair", USUAL_PRESETS)
slow_presets = pytest.mark.parametrize("pair", SLOW_PRESETS)
WAR_TABLES = war_tables()


@quick_presets
def test_no_card_is_lost_or_doubled(pair: tuple[str, str]) -> None:
    conformance.check_conservation(setting_of(pair), seed=1)


@usual_presets
def test_every_game_ends(pair: tuple[str, str]) -> None:
    conformance.check_ends(setting_of(pair), seed=3)


@pytest.mark.parametrize(
    "pair", presets(lambda game, preset: () if is_usual(game, preset) and game in COMPILED_SOON else SLOW)
)
def test_machine_code_plays_the_same_game(pair: tuple[str, str]) -> None:
    machine_code.check_stepped_equals_compiled(setting_of(pair), seed=5, games=4)
    machine_code.check_used_table(setting_of(pair), seed=5, games=20)


@SLOW
@pytest.mark.parametrize("preset", ["bicycle", "race-to-ace"])
def test_folded_options_play_the_same_game(preset: str) -> None:
    machine_code.check_stepped_equals_compiled(war(preset), seed=6, games=6, folded=True)
    machine_code.check_used_table(war(preset), seed=6, games=20, folded=True)


@usual_presets
def test_a_record_is_the_game(pair: tuple[str, str], tmp_path: Path) -> None:
    conformance.check_record_round_trip(in_short(pair), tmp_path, seed=7)


@usual_presets
def test_a_sealed_record_is_the_game(pair: tuple[str, str], tmp_path: Path) -> None:
    conformance.check_record_round_trip(in_short(pair), tmp_path, seed=None)


@usual_presets
def test_undo_leaves_no_trace(pair: tuple[str, str]) -> None:
    conformance.check_undo(setting_of(pair), seed=8)


@usual_presets
def test_the_menu_is_what_is_legal(pair: tuple[str, str]) -> None:
    setting = setting_of(pair)
    asked = conformance.check_legal_list_exact(setting, seed=9, questions=12)
    conformance.check_asks_as_declared(setting, asked)


@usual_presets
def test_seats_see_only_their_own_secrets(pair: tuple[str, str]) -> None:
    conformance.check_no_leak(setting_of(pair), seed=10, turns=5)
    conformance.check_events_name_only_what_is_known(setting_of(pair), seed=10)


@pytest.mark.parametrize(
    "pair", presets(lambda game, preset: () if is_usual(game, preset) and game != "blitzwar" else SLOW)
)
def test_bots_know_what_their_seat_knows(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    setting = capped(setting_of(pair), 8) if pair[0] in LARGE else setting_of(pair)
    for level in setting.game.bots.LEVELS if setting.game.rules.QUESTIONS else ():
        # What imagines takes long, step by step; tests/test_imagine.py looks at it in a small game.
        with_few_worlds(pair[0], level, monkeypatch)
        questions = 3 if pair[0] in LARGE else 6
        conformance.check_policies_see_only_their_view(setting, level, seed=21, questions=questions)


def _called(*arguments: object) -> None:
    raise AssertionError("a function is called that machine code leaves out")


def left_out(pair: tuple[str, str]) -> tuple[Any, ...]:
    return setting_of(pair).game.hooks.uncalled(setting_of(pair).option_codes)


@pytest.mark.parametrize("pair", [each for each in USUAL_PRESETS if left_out(each.values[0])])
def test_what_machine_code_leaves_out_is_never_called(pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    setting = capped(setting_of(pair), 60)
    for function in left_out(pair):
        monkeypatch.setattr(function, "__code__", _called.__code__)
    for level in setting.game.bots.LADDER:
        with_few_worlds(pair[0], level, monkeypatch)
    session = conformance.play_out(conformance.dealt(setting, 24), inputs=200)
    for _ in range(20 if not session.over else 0):
        for level in setting.game.bots.LADDER if session.pending is not None else ():
            conformance.answer(session, level)
        conformance.step(session)


@usual_presets
def test_an_imagined_table_could_be_the_real_one(pair: tuple[str, str]) -> None:
    conformance.check_imagined_worlds(setting_of(pair), seed=22)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_level_chooses_the_same_in_machine_code(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level at seat 0 among those that play by default, in short games: what imagines is slow step by step."""
    preset = next(iter(find_game(game).asking_presets), None)
    setting = capped(settle(find_game(game), preset), 12)
    for level in list(setting.game.bots.LEVELS)[1:]:
        with_few_worlds(game, level, monkeypatch)
        seated = (level, *setting.game.first_level * (setting.seats - 1))
        machine_code.check_levels_are_the_same_compiled(setting, seated, seed=23, games=3)


@slow_presets
def test_many_seeds(pair: tuple[str, str]) -> None:
    setting = setting_of(pair)
    for seed in range(100, 103):
        conformance.check_conservation(setting, seed)
        conformance.check_ends(setting, seed)
        conformance.check_undo(setting, seed, inputs=10)
        conformance.check_legal_list_exact(setting, seed, questions=60)
        conformance.check_no_leak(setting, seed, turns=25)
    machine_code.check_stepped_equals_compiled(setting, seed=11, games=100)


@slow_presets
def test_folded_options_of_every_preset(pair: tuple[str, str]) -> None:
    """Each is a separate variant in a separate process, because machine code stays in memory until that ends."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        apart.submit(_folded_options, pair).result()


def _folded_options(pair: tuple[str, str]) -> None:
    machine_code.check_stepped_equals_compiled(setting_of(pair), seed=12, games=20, folded=True)


@pytest.mark.parametrize("name", at_war_tables(lambda seats: () if seats == 2 else SLOW))
def test_each_house_rule_of_war_at_each_table(name: str) -> None:
    """Every value of every option, from two seats to six."""
    setting = WAR_TABLES[name]
    conformance.check_ends(capped(setting, 1000), seed=13)
    conformance.check_conservation(capped(setting, 60), seed=14)


@pytest.mark.parametrize("name", at_war_tables(lambda seats: SLOW if seats == 3 else SOAK))
def test_each_house_rule_of_war_in_machine_code(name: str, tmp_path: Path) -> None:
    setting = WAR_TABLES[name]
    machine_code.check_stepped_equals_compiled(setting, seed=15, games=10)
    conformance.check_undo(setting, seed=16)
    conformance.check_no_leak(setting, seed=17)
    folder = tmp_path / "record"
    folder.mkdir()
    conformance.check_record_round_trip(setting, folder, seed=18)


@pytest.mark.parametrize("seed", [19, *(pytest.param(seed, marks=SLOW) for seed in (26, 33))])
@pytest.mark.parametrize("game", game_names())
def test_house_rules_mixed_at_random(game: str, seed: int, tmp_path: Path) -> None:
    setting = capped(random_setting(find_game(game), random.Random(seed)), 25)
    conformance.check_conservation(setting, seed)
    conformance.check_ends(setting, seed)
    conformance.check_undo(setting, seed, inputs=4)
    conformance.check_no_leak(setting, seed, turns=6)
    folder = tmp_path / "record"
    folder.mkdir()
    conformance.check_record_round_trip(setting, folder, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_random_house_rules_in_machine_code(game: str) -> None:
    """At the fewest seats."""
    pick = random.Random(20)
    for number in range(1 if game in LARGE else 40):
        setting = random_setting(find_game(game), pick, find_game(game).seats.fewest)
        machine_code.check_stepped_equals_compiled(capped(setting), number, games=1)


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("ten", range(4))
def test_hundreds_of_random_tables(game: str, ten: int) -> None:
    """Forty of each game."""
    pick = random.Random(1000 + ten)
    for number in range(10):
        setting = random_setting(find_game(game), pick)
        conformance.check_conservation(setting, number)
        conformance.check_ends(setting, number)
        machine_code.check_stepped_equals_compiled(setting, number, games=5)
        conformance.check_undo(setting, number, inputs=12)
        conformance.check_legal_list_exact(setting, number, questions=100)
        conformance.check_no_leak(setting, number, turns=20)


def in_short(pair: tuple[str, str]) -> Setting:
    """A preset for a check that plays a game again and again: where turns are long, without its later ones."""
    return capped(setting_of(pair), 20) if pair[0] in LARGE else setting_of(pair)
