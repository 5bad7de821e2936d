"""The clauses behind events: they exist, they belong to kinds of events, and they are about the event."""

import pytest

from threedown.games import find_game, game_names
from threedown.games.blitzkrieg.scenarios import SCENARIOS
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle
from threedown.games.words import SENTENCES
from threedown.session.live import Event
from threedown.session.narrator import with_clause
from threedown.table.layout import NOBODY

EVENT = Event("", 0, NOBODY, NOBODY, NOBODY, 0)


@pytest.mark.parametrize("name", game_names())
def test_clauses_exist_and_belong_to_events(name: str) -> None:
    game, book = find_game(name), read_rulebook(name)
    own = (getattr(kind, "name", kind) for kind in game.rules.EVENTS.values())
    told = {*SENTENCES, *game.words.narration.sentences, *own}
    for key, cited in game.words.narration.clauses.items():
        kind, _, rule = key.partition(" ")
        assert kind in told, key
        assert book.find(cited).id == cited
        assert not rule or book.find(rule).id == rule


@pytest.mark.parametrize(
    ("game", "kind", "rule", "cited"),
    [
        ("blitz31", "lose_tied", "BZ-003", "BZ-035"),
        ("blitzkrieg", "bonus", "BK-149", "BK-151"),
        ("blitzkrieg", "challenge", "BK-096", "BK-097"),
        ("blitzkrieg", "turn_up", "BK-154", "BK-155"),
        ("blitzwar", "attack", "BW-026", "BW-027"),
        ("casino-war", "lose", "CW-02", "CW-02"),
        ("casino-war", "lose", "CW-06", "CW-09"),
        ("casino-war", "beat", "CW-06", "CW-10"),
        ("blitz31", "knock", "BZ-015", "BZ-019"),
        ("blitzwar", "reinforce", "BW-013", "BW-016"),
        ("steal-war", "protect", "SW-13", "SW-17"),
        ("schwimmen", "swap_all", "SM-10", "SM-11"),
        ("schwimmen", "lose_tied", "SM-17", "SM-18"),
        ("stealing-bundles", "steal", "SB-09", "SB-09"),
        ("stealing-bundles", "rest", "SB-11", "SB-11"),
        ("stealing-bundles", "hands", "SB-05", "SB-10"),
        ("egyptian-ratscrew", "false_slap", "RS-10", "RS-10"),
        ("egyptian-ratscrew", "demand", "RS-04", "RS-04"),
        ("tod-und-leben", "war", "TL-04", "TL-05"),
    ],
)
def test_a_line_cites_what_it_is_about(game: str, kind: str, rule: str, cited: str) -> None:
    event = EVENT._replace(kind=kind, clause=rule)
    setting = settle(find_game(game), None, {}, None)
    assert with_clause(setting, event, {"kind": kind, "seat": 0})["clause"] == cited


@pytest.mark.parametrize(
    ("preset", "cited"),
    [
        ("bicycle", "WP-04"),
        ("three-down", "W2-04"),
        ("three-players", "W34-05"),
        ("rigal", "WR-01"),
    ],
)
def test_a_card_of_a_war_cites_the_source_of_its_preset(preset: str, cited: str) -> None:
    setting = settle(find_game("war"), preset, {}, None)
    for kind in ("lay_face_down", "turn_up"):
        event = EVENT._replace(kind=kind, clause="WP-04")
        assert with_clause(setting, event, {"kind": kind, "seat": 0})["clause"] == cited
    plain = EVENT._replace(kind="turn_up", clause="W1-03")
    assert with_clause(setting, plain, {"kind": "turn_up", "seat": 0})["clause"] == "W1-03"


def test_a_house_rule_of_31_is_cited_where_it_sets_the_loss() -> None:
    event = EVENT._replace(kind="lose_knocking", clause="BZ-003")
    for penalty, cited in ((2, "BZ-032"), (1, "BH-04")):
        setting = settle(find_game("blitz31"), None, {"knock_penalty": penalty}, None)
        assert with_clause(setting, event, {"kind": "lose_knocking", "seat": 0})["clause"] == cited


def test_a_battle_of_blitzkrieg_cites_its_scenario() -> None:
    setting, book = settle(find_game("blitzkrieg"), None, {}, None), read_rulebook("blitzkrieg")
    for scenario in SCENARIOS:
        for kind, told in (("battle", {"scenarios": [scenario.id]}), ("settled", {"scenario": scenario.id})):
            event = EVENT._replace(kind=kind, clause="BK-171")
            cited = with_clause(setting, event, {"kind": kind, **told})["clause"]
            assert book.find(cited).id == f"BK-{scenario.clauses[0]:03}"
    regular = with_clause(setting, EVENT._replace(kind="battle", clause="BK-170"), {"kind": "battle", "scenarios": []})
    assert regular["clause"] == "BK-012"


def test_a_card_of_champz_cites_its_effect() -> None:
    game, book = find_game("champz"), read_rulebook("champz")
    setting = settle(game, None, {}, 2)
    for card in setting.deck.names.values():
        event = EVENT._replace(kind="use", clause="BC-018")
        cited = with_clause(setting, event, {"kind": "use", "seat": 0, "card": card})["clause"]
        said = book.find(cited).text.lower()
        assert game.words.table.titles[card].partition(" ")[2].lower() in said, card
