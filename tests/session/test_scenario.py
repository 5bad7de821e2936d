"""The scenario format: its contents, and errors that name the key of each mistake in a file."""

from pathlib import Path
from typing import Any

import pytest

from threedown.session.scenario import ScenarioError, failures, play_scenario, read_scenario, scenario_of

HIGHER = {"piles": {"deck 0": "9H 2C", "deck 1": "5D 3C"}, "chance": [0]}


def played(**keys: Any) -> dict[str, Any]:
    return play_scenario(scenario_of({"game": "war", **keys}))


def test_a_turn_laid_by_hand() -> None:
    result = played(**HIGHER)
    assert set(result) == {
        "over", "winners", "ranking", "turns", "turn_winner", "reason", "piles", "state", "pending", "events",
    }  # fmt: skip
    assert result["turn_winner"] == 0
    assert result["piles"]["deck 1"] == "3C"
    assert result["piles"]["deck 0"] in ("2C 9H 5D", "2C 5D 9H")
    assert result["events"][0] == {"kind": "turn_up", "seat": 0, "card": "9H", "from": "deck 0", "to": "pot"}
    assert (result["over"], result["pending"], result["reason"], result["turns"]) == (False, None, None, 1)


@pytest.mark.parametrize(("result", "order"), [(0, "2C 5D 9H"), (1, "2C 9H 5D")])
def test_chance_is_what_the_file_says(result: int, order: str) -> None:
    """The pot has 5D on 9H; the draw among 2 says which, from the top, goes under first."""
    assert played(**{**HIGHER, "chance": [result]})["piles"]["deck 0"] == order


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"game": "bridge"}, "game: there is no game 'bridge': choose one of"),
        ({"preset": "pagan"}, "options: war has no preset 'pagan'"),
        ({"options": {"aces": 1}}, "options: war has no option 'aces': choose one of"),
        ({"options": {"jokers": 1}}, "options: jokers=1: allowed is one of 0, 2"),
        ({"seats": 9}, "options: war is played by 2 to 6, not by 9"),
        ({"seats": "two"}, "expected `int | null`, got `str` - at `$.seats`"),
        ({"pile": {}}, "object contains unknown field `pile` (the keys are game, seats"),
        ({"until": "dawn"}, "invalid enum value 'dawn' - at `$.until`"),
        ({"seed": -1}, "seed = -1: allowed is 0 to 2**63 - 1"),
        ({"seed": 1 << 63}, f"seed = {1 << 63}: allowed is"),
        ({"piles": {"deck 2": "2C"}}, "piles: there is no pile 'deck 2': deck 0, deck 1"),
        ({"piles": {"deck 0": "11H"}}, "piles: 'deck 0': '11H' is not a card"),
        ({"piles": {"deck 0": "10H"}}, "piles: 'deck 0': '10H' is not a card"),
        ({"piles": {"deck 0": "2C 2C"}}, "piles: 'deck 0': 2C is there twice"),
        ({"piles": {"deck 0": "2C", "pot": "2C"}}, "piles: 'pot': 2C is there twice"),
        ({"piles": {"deck 0": "JK1"}}, "piles: 'deck 0': JK1 is not in the pack of 52 cards"),
        ({"state": {"dealer": 1}}, "state: give the piles too"),
        ({**HIGHER, "state": {"kings": 1}}, "state: there is no 'kings': dealer, racing"),
        ({**HIGHER, "state": {"wars": 1 << 63}}, "state: wars: must be from -2**40 to 2**40"),
        ({"piles": {}}, "piles: give the piles, or a seed or chance for the deal"),
        (
            {**HIGHER, "chance": []},
            "chance: draw 1 asks for one of 0 to 1, but the list has only 0 results: add one, or",
        ),
        ({**HIGHER, "chance": [2]}, "chance[0] = 2: draw 1 must be from 0 to 1"),
        ({**HIGHER, "chance": [0, 0]}, "chance: 1 results left over: nothing draws them"),
        ({**HIGHER, "chance": [0, 5, 5]}, "chance: 2 results left over"),
        ({**HIGHER, "choices": ["seat 0"]}, "choices: 1 left over, beginning with 'seat 0'"),
        ({"chance": [0]}, "chance: draw 2 asks for one of 0 to 50"),
    ],
)
def test_a_mistake_is_reported_with_its_key(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(ScenarioError) as error:
        played(**keys)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_a_scenario_needs_a_game() -> None:
    with pytest.raises(ScenarioError, match="missing required field `game`"):
        scenario_of({})
    with pytest.raises(ScenarioError, match=r"expected `object`, got `array`"):
        scenario_of([])


RACE = {
    "options": {"race": True, "return_order": "turned_pile"},
    "piles": {"deck 0": "7C 3C AC", "deck 1": "7D 4D 5D 6D"},
}


def test_a_question_stays_open_where_the_choices_end() -> None:
    result = played(**RACE)
    assert result["pending"] == {"seat": None, "question": "arrives", "choices": ["seat 0", "seat 1"]}
    assert result["piles"]["pot"] == "7D 7C"
    assert result["turn_winner"] is None


def test_choices_are_played_in_order() -> None:
    result = played(**RACE, choices=["seat 1", "seat 0", "seat 0"])
    assert result["turn_winner"] == 0
    assert result["piles"]["won 0"] == "AC 3C 4D 7D 7C"
    assert result["pending"] is None


def test_an_illegal_choice_is_told_by_its_place() -> None:
    with pytest.raises(ScenarioError, match=r"choices\[1\]: 'seat 5' isn't a legal choice here: seat 0, seat 1"):
        played(**RACE, choices=["seat 1", "seat 5"])
    with pytest.raises(ScenarioError, match="choices: 1 left over, beginning with 'seat 1'"):
        played(**RACE, choices=["seat 1", "seat 0", "seat 0", "seat 1"])


def test_until_says_where_to_stop() -> None:
    piles = {"deck 0": "9H 8H 7H", "deck 1": "5D 4D 3D"}
    assert played(piles=piles, seed=1)["turns"] == 1
    over = played(piles=piles, seed=1, until="game")
    assert (over["turns"], over["over"], over["winners"], over["reason"]) == (3, True, [0], "all_cards")
    assert over["ranking"] == [[0], [1]]
    race = played(**RACE, until="choices", choices=["seat 1", "seat 0"])
    assert race["pending"]["choices"] == ["seat 0", "seat 1"]
    assert played(**RACE, until="game", choices=["seat 0", "seat 0"])["turn_winner"] == 0


def test_a_seed_deals_when_there_are_no_piles() -> None:
    one, same, other = (played(seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one["piles"] != other["piles"]
    assert one["events"][0]["kind"] == "shuffle"


def test_a_list_may_be_followed_by_a_seed() -> None:
    one = played(**HIGHER, seed=1)
    assert one["piles"]["deck 0"] == "2C 5D 9H"
    assert played(chance=[0, 0, 0], seed=4)["turns"] == 1


@pytest.mark.parametrize(
    ("game", "options", "piles", "counted"),
    [
        ("blitz31", {"lives": 5}, {"hand 0": "2C 3C 4C", "hand 1": "5C 6C 7C"}, {"lives 0": 5, "lives 1": 5}),
        ("blitz31", {}, {"stock": "2C"}, {"lives 0": 4, "lives 1": 4}),
        ("blitz31", {"ante": 2, "chips": 9}, {"hand 0": "2C", "hand 1": "3C"}, {"lives 0": 7, "lives 1": 7, "pot": 4}),
        ("schwimmen", {}, {"hand 0": "7C 8C 9C", "hand 1": "7D 8D 9D"}, {"lives 0": 3, "lives 1": 3}),
        ("champz", {}, {"field 0": "TD-RUN FIELD-GOAL", "field 1": "HAIL-MARY"}, {"points 0": 6 + 3, "points 1": 8}),
    ],
)
def test_a_laid_table_shows_before_its_first_turn_what_the_players_have(
    game: str, options: dict[str, Any], piles: dict[str, str], counted: dict[str, int]
) -> None:
    scenario = {"game": game, "options": options, "piles": piles, "until": "choices"}
    state = play_scenario(scenario_of(scenario))["state"]
    assert {name: state[name] for name in counted} == counted


@pytest.mark.parametrize("game", ["blitz31", "schwimmen"])
def test_a_player_without_cards_is_out_at_a_laid_table(game: str) -> None:
    """While others have cards; the one who is left has won."""
    hands = {"hand 0": "7C 8C 9C", "hand 1": "7D 8D 9D"}
    three = play_scenario(scenario_of({"game": game, "seats": 3, "piles": hands, "choices": []}))
    assert three["pending"]["seat"] == 0
    assert [(event["kind"], event["seat"]) for event in three["events"]] == [("drop_out", 2)]
    two = {"game": game, "piles": {"hand 1": "7D 8D 9D"}, "seed": 1}
    assert play_scenario(scenario_of(two))["winners"] == [1]


def test_state_is_laid_too() -> None:
    assert played(**HIGHER, state={"wars": 5, "dealer": 1})["state"]["wars"] == 5


@pytest.mark.parametrize(
    ("key", "value", "holds"),
    [
        ("turn_winner", 0, True),
        ("turn_winner", 1, False),
        ("turn_winner", False, False),
        ("over", False, True),
        ("over", 0, False),
        ("reason", "null", True),
        ("turn_winner", "null", False),
        ("deck 0", "2C 5D 9H", True),
        ("deck 0", "2C 9H 5D", False),
        ("deck 0", "{9H 5D 2C}", True),
        ("deck 0", "{9H 5D}", False),
        ("deck 0", "{9H 9H 5D 2C}", False),
        ("deck 1", "3C", True),
        ("pot", "", True),
        ("pot", "{}", True),
        ("count.deck 0", 3, True),
        ("count.deck 0", 2, False),
        ("state.wars", 0, True),
        ("state.wars", 1, False),
        ("winners", [], True),
        ("winners", [0], False),
    ],
)
def test_expectations(key: str, value: Any, holds: bool) -> None:
    scenario = scenario_of({"game": "war", **HIGHER, "expect": {key: value}})
    wrong = failures(scenario, play_scenario(scenario))
    assert (wrong == []) == holds, wrong
    assert holds or wrong[0].startswith(f"{key}: expected ")


@pytest.mark.parametrize("key", ["deck 7", "state.kings", "count.deck 7", "colour", ""])
def test_an_expectation_of_nothing_is_an_error(key: str) -> None:
    scenario = scenario_of({"game": "war", **HIGHER, "expect": {key: 1}})
    with pytest.raises(ScenarioError, match="expect: there is no"):
        failures(scenario, play_scenario(scenario))


def test_files(tmp_path: Path) -> None:
    toml, json = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text('game = "war"\nchance = [0]\npiles = { "deck 0" = "9H 2C", "deck 1" = "5D 3C" }\n')
    json.write_text('{"game": "war", "chance": [0], "piles": {"deck 0": "9H 2C", "deck 1": "5D 3C"}}')
    assert play_scenario(read_scenario(toml)) == play_scenario(read_scenario(json)) == played(**HIGHER)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.toml", b"game = ", "is not valid TOML"),
        ("a.json", b"{", "is not valid JSON"),
        ("a.json", b"\xff", "is not text in UTF-8"),
        ("a.toml", b"\xff", "is not text in UTF-8"),
        ("a.json", b"[]", "expected `object`"),
        ("none.toml", None, "cannot be read: No such file"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, data: bytes | None, told: str) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(ScenarioError) as error:
        read_scenario(tmp_path / name)
    assert str(error.value).startswith(told)
