"""Everything that leaves a table has the shape that the schema says, in every game and preset."""

import msgspec
import pytest
from support.shapes import check_shapes
from support.tables import PRESETS, setting_of

from threedown.games import find_game, game_names
from threedown.games.facts import GameFacts, facts_of
from threedown.games.page import Milestone, ShareBasis
from threedown.language import speaking
from threedown.server.model.schemas import wire_schemas
from threedown.session.schemas import event_type, schemas


@pytest.mark.parametrize("pair", PRESETS, ids=":".join)
def test_all_that_is_seen_has_its_shape(pair: tuple[str, str]) -> None:
    check_shapes(setting_of(pair))


def test_an_event_with_a_number_too_many_is_not_told() -> None:
    kind = find_game("champz").kinds["play"]
    with pytest.raises(ValueError, match=r"shorter|longer"):
        kind.values(None, (3, 0, 4))  # type: ignore[arg-type]
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"kind": "play", "points": 3, "team": False, "hand": "TACKLE"}, event_type(kind))


def test_the_facts_of_every_game_are_there() -> None:
    for name in game_names():
        facts = facts_of(find_game(name))
        assert msgspec.convert(msgspec.to_builtins(facts), GameFacts) == facts
        assert facts.preset in [preset.name for preset in facts.presets]
        assert set(schemas()["events"][name]) == set(facts.events)


def test_a_game_says_to_which_event_one_skips() -> None:
    def milestone(game: str) -> Milestone | None:
        return facts_of(find_game(game)).page.milestone

    assert milestone("war") == Milestone("war", "To the next war", "war", "wars")
    assert milestone("blitzkrieg") == Milestone("scenario", "To the next scenario", "scenario", "scenarios")
    assert milestone("blitz31") is None
    with speaking("it"):
        assert milestone("pyanitsa") == Milestone("war", "Al prossimo pari", "pari", "pari")


def test_a_game_says_what_counts_as_a_share() -> None:
    def share(game: str) -> ShareBasis:
        return facts_of(find_game(game)).page.share

    assert share("war") == ShareBasis(piles=("deck", "won", "hand"))
    assert share("blitz31") == ShareBasis("lives")
    assert share("casino-war") == ShareBasis("bet", unit=2), "the chips on the table; what was won is in half chips"


def test_tiles_have_places_of_their_own() -> None:
    tiles = [tile for name in game_names() if (tile := facts_of(find_game(name)).page.tile)]
    assert sorted(tile.place for tile in tiles) == list(range(1, len(tiles) + 1))


def test_the_wire_is_in_the_schema() -> None:
    told = wire_schemas()
    for kind in ("from_player", "from_room", "requests", "answers"):
        assert all(name in told["types"] for name in told["wire"][kind])
    step = told["types"]["Step"]
    since = {"turn", "next", "digest"}
    assert set(step["required"]) == {"type", "seq", "events", "view", "question", "clock", "undo", *since}
    assert step["properties"]["events"]["items"]["properties"]["text"]["type"] == "string"
    assert "after" not in told["types"]["Hello"]["required"], "what has a default need not be said"
    assert set(told["types"]["NewRoom"]["properties"]) >= {"game", "from"}
