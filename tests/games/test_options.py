"""House rules: what forms, flags and schema say is allowed, and the rest is refused with what would be right."""

import re
from typing import Any

import msgspec
import numpy as np
import pytest
from support.tables import PRESET_IDS, PRESETS, setting_of, war

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import RunSpec
from threedown.games import UnknownGame, find_game, game_names
from threedown.games.declare import Game
from threedown.games.facts import facts_of
from threedown.games.game_options import OptionError, option_facts, show_value
from threedown.games.setting import settle

every_game = pytest.mark.parametrize("game", [find_game(name) for name in game_names()], ids=game_names())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"preset": "pagan"}, "war has no preset 'pagan': choose one of bicycle, "),
        ({"changes": {"face_up": "1"}}, "war has no option 'face_up': choose one of face_down, "),
        ({"changes": {"face_down": "5"}}, "face_down=5: allowed is one of 0, 1, 2, 3, 4, rank, rank_less_one"),
        ({"changes": {"face_down": True}}, "face_down=true: allowed is one of 0, 1"),
        ({"changes": {"short": "win"}}, "short=win: allowed is one of lose, last_card, fewest"),
        ({"changes": {"short": 0}}, "short=0: allowed is one of lose"),
        ({"changes": {"race": "maybe"}}, "race=maybe: allowed is one of false, true"),
        ({"changes": {"race": 1}}, "race=1: allowed is one of false, true"),
        ({"changes": {"jokers": "1"}}, "jokers=1: allowed is one of 0, 2"),
        ({"changes": {"turn_cap": "0"}}, "turn_cap=0: allowed is 1 to 1000000"),
        ({"changes": {"turn_cap": "1000001"}}, "turn_cap=1000001: allowed is 1 to 1000000"),
        ({"changes": {"turn_cap": "ten"}}, "turn_cap=ten: allowed is 1 to 1000000"),
        ({"changes": {"turn_cap": 1.5}}, "turn_cap=1.5: allowed is 1 to 1000000"),
        ({"changes": {"turn_cap": True}}, "turn_cap=true: allowed is 1 to 1000000"),
        ({"changes": {"turn_cap": ""}}, "turn_cap=: allowed is 1 to 1000000"),
        ({"seats": 1}, "war is played by 2 to 6, not by 1"),
        ({"seats": 7}, "war is played by 2 to 6, not by 7"),
        ({"seats": 0}, "war is played by 2 to 6, not by 0"),
        ({"changes": {"split_jokers": "true"}}, "war: split_jokers=true needs jokers=2"),
        (
            {"changes": {"split_jokers": "true", "jokers": "2"}, "seats": 3},
            "war: split_jokers=true is for two players, and 3 sit here",
        ),
        ({"preset": "jokers", "seats": 4}, "war: split_jokers=true is for two players, and 4 sit here"),
    ],
)
def test_options_that_war_lacks_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError) as error:
        settle(find_game("war"), **given)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'bridge': choose one of .*war"):
        find_game("bridge")


@every_game
def test_facts_are_what_the_schema_says(game: Game) -> None:
    """Forms come from the facts, other programs from the schema: they must allow the same."""
    schema = msgspec.json.schema_components([game.options])[1][game.options.__name__]
    facts = option_facts(game.options)
    assert sorted(fact.name for fact in facts) == sorted(schema["properties"])
    for fact in facts:
        said = schema["properties"][fact.name]
        assert said["default"] == fact.default
        assert said["description"] == fact.help, f"{fact.name} has no help"
        assert len(fact.help) > 10
        if "enum" in said:
            assert set(said["enum"]) == set(fact.values)
        elif "anyOf" in said:
            listed = {value for part in said["anyOf"] for value in part.get("enum", ())}
            assert listed == set(fact.values)
        elif said["type"] == "boolean":
            assert fact.values == (False, True)
        else:
            assert (said["minimum"], said["maximum"]) == (fact.low, fact.high)


@every_game
def test_every_value_is_taken_as_itself_and_as_text(game: Game) -> None:
    for fact in option_facts(game.options):
        for value in fact.values or (fact.low, fact.high):
            for text in (value, show_value(value), show_value(value).upper()):
                try:
                    setting = settle(game, None, {fact.name: text})
                except OptionError as error:
                    if not str(error).startswith(f"{game.name}: "):  # not what a conflict between options says
                        raise
                    continue
                found = getattr(setting.options, fact.name)
                assert (type(found), found) == (type(value), value)


@every_game
def test_codes_are_ints_and_tell_values_apart(game: Game) -> None:
    for fact in option_facts(game.options):
        codes = [fact.code(value) for value in fact.values]
        assert len(set(codes)) == len(codes), f"two values of {fact.name} are one in rules"
        assert all(type(code) is int for code in codes)


@every_game
def test_one_preset_is_the_default(game: Game) -> None:
    assert sum(preset.default for preset in game.presets.values()) == 1
    assert settle(game).options == game.presets[game.default_preset].options
    assert all(len(preset.help) > 10 for preset in game.presets.values())


@every_game
def test_one_of_several_presets_suits_a_first_game(game: Game) -> None:
    assert sum(preset.first for preset in game.presets.values()) == (len(game.presets) > 1)
    assert [one.first for one in facts_of(game).presets] == [preset.first for preset in game.presets.values()]


@pytest.mark.parametrize("pair", PRESETS, ids=PRESET_IDS)
def test_presets_are_allowed_by_their_own_options(pair: tuple[str, str]) -> None:
    """A preset is built past the validation: its values must be ones that a form could give."""
    setting = setting_of(pair)
    values = msgspec.structs.asdict(setting.options)
    assert settle(setting.game, None, values, setting.seats).options == setting.options
    assert msgspec.convert(msgspec.to_builtins(setting.options), setting.game.options) == setting.options
    assert len(setting.option_codes) == len(values)
    assert setting.options.conflict(setting.seats) is None


def test_the_presets_of_war_are_those_of_the_contract() -> None:
    names = set(find_game("war").presets)
    wanted = (
        "bicycle three-down win-pile pagat pagat-last-card three-players four-players jokers rigal razboi race-to-ace"
    )
    assert set(wanted.split()) <= names
    assert find_game("war").default_preset == "bicycle"


def test_changes_stand_above_the_preset() -> None:
    setting = war("three-down", face_down="2")
    assert (setting.options.face_down, setting.options.short) == (2, "last_card")  # type: ignore[attr-defined]
    assert war("three-players").seats == 3
    assert war("three-players", seats=5).seats == 5


def test_house_rules_cannot_be_changed_later() -> None:
    with pytest.raises(AttributeError):
        war().options.turn_cap = 5  # type: ignore[attr-defined]


IDLE = pytest.mark.parametrize(
    ("game", "beside", "idle", "told"),
    [
        ("war", {"race": True}, {"face_down": 3}, "face_down=3 does nothing with race=true"),
        ("war", {"race": True}, {"short": "fewest"}, "short=fewest does nothing with race=true"),
        ("war", {"face_down": 0}, {"short": "fewest"}, "short=fewest does nothing with face_down=0"),
        ("war", {"takes_part": "tied"}, {"spent_tie": "pot_stays"}, "spent_tie=pot_stays does nothing with takes_part"),
        ("war", {"short": "last_card"}, {"spent_tie": "pot_stays"}, "spent_tie=pot_stays does nothing with short"),
        ("war", {}, {"stop_cycles": True}, "stop_cycles=true does nothing with return_order=random"),
        (
            "war",
            {"return_order": "pile"},
            {"stop_cycles": True},
            "stop_cycles=true does nothing with return_order",
        ),
        ("beggar-my-neighbour", {"hand_size": 3}, {"stop_cycles": False}, "stop_cycles=false does nothing with hand"),
        ("pyanitsa", {"object": "first_out_loses"}, {"spent_tie": "pot_stays"}, "spent_tie=pot_stays does nothing"),
        ("blitz31", {"loss_to_31": 3}, {"blitz_penalty": 2}, "blitz_penalty=2 does nothing with loss_to_31=3"),
        (
            "blitz31",
            {"knocker_beats_all": True},
            {"tied_knocker_loses": True},
            "tied_knocker_loses=true does nothing with knocker_beats_all=true",
        ),
        ("blitz31", {}, {"buy_back_lives": 2}, "buy_back_lives=2 does nothing with buy_backs=0"),
        ("blitz31", {}, {"chips": 30}, "chips=30 does nothing with ante=0"),
        ("blitz31", {}, {"pot_rounds": 3}, "pot_rounds=3 does nothing with ante=0"),
        *(
            ("blitz31", {"ante": 1}, {name: value}, f"{name}={show_value(value)} does nothing with ante=1")
            for name, value in (
                ("lives", 3),
                ("knock_penalty", 1),
                ("blitz_penalty", 2),
                ("tied_knocker_loses", True),
                ("knocker_beats_all", True),
                ("loss_to_31", 2),
                ("free_ride", True),
                ("buy_backs", 1),
                ("buy_back_lives", 2),
            )
        ),
    ],
)


@IDLE
def test_an_option_that_does_nothing_is_refused_with_a_reason(
    game: str, beside: dict[str, Any], idle: dict[str, Any], told: str
) -> None:
    """A game that an earlier version kept with such an option is still read."""
    declared = find_game(game)
    with pytest.raises(OptionError, match=f"^{game}: {re.escape(told)}"):
        settle(declared, None, {**beside, **idle})
    assert settle(declared, None, beside).options != settle(declared, None, idle, kept=True).options
    assert settle(declared, None, {**beside, **idle}, kept=True)


@pytest.mark.parametrize(
    ("seats", "games"), [(2, 5), *(pytest.param(seats, 200, marks=pytest.mark.slow) for seats in (2, 4))]
)
@IDLE
def test_what_is_refused_as_idle_changes_no_game(
    game: str, beside: dict[str, Any], idle: dict[str, Any], told: str, seats: int, games: int
) -> None:
    declared = find_game(game)
    one, another = (
        simulate(RunSpec(settle(declared, None, options, seats, kept=True), games, 5, ("random",) * seats)).totals
        for options in (beside, {**beside, **idle})
    )
    assert all(np.array_equal(counted, same) for counted, same in zip(one, another, strict=True))
