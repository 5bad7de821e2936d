"""What the command line says about games: `games` and `options`."""

from typing import Any


def test_games_and_their_presets_are_listed(threedown: Any) -> None:
    games = threedown("games --json").json["games"]
    war = games[[game["name"] for game in games].index("war")]
    assert (war["default_preset"], war["first_preset"]) == ("bicycle", "hundred-turns")
    schema = threedown("options war --json").json
    assert schema["properties"]["turn_cap"]["maximum"] == 1_000_000
    assert schema["presets"]["rigal"]["options"]["face_down"] == "rank"
    assert [name for name, preset in schema["presets"].items() if preset["first"]] == ["hundred-turns"]
    assert "hundred-turns (for a first game)" in threedown("options war").out
    for command in ("games", "options war"):
        told = threedown(command)
        assert told.code == 0
        assert "war" in told.out.lower()
        assert "\x1b" not in told.out, "colours in a pipe"
