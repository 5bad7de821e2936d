"""The clauses behind events: they exist, they belong to kinds of events, and they are about the event."""

import pytest

from threedown.games import find_game, game_names
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
        ("casino-war", "lose", "CW-02", "CW-02"),
        ("casino-war", "lose", "CW-06", "CW-09"),
        ("casino-war", "beat", "CW-06", "CW-10"),
        ("blitz31", "knock", "BZ-015", "BZ-019"),
        ("blitzwar", "reinforce", "BW-013", "BW-016"),
        ("steal-war", "protect", "SW-13", "SW-17"),
        ("tod-und-leben", "war", "TL-04", "TL-05"),
    ],
)
def test_a_line_cites_what_it_is_about(game: str, kind: str, rule: str, cited: str) -> None:
    event = EVENT._replace(kind=kind, clause=rule)
    assert with_clause(find_game(game), event, {"kind": kind, "seat": 0})["clause"] == cited


def test_a_card_of_champz_cites_its_effect() -> None:
    game, book = find_game("champz"), read_rulebook("champz")
    for card in settle(game, None, {}, 2).deck.names.values():
        event = EVENT._replace(kind="use", clause="BC-018")
        cited = with_clause(game, event, {"kind": "use", "seat": 0, "card": card})["clause"]
        said = book.find(cited).text.lower()
        assert game.words.table.titles[card].partition(" ")[2].lower() in said, card
