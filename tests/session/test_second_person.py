"""Sentences addressed to a seat are in the second person, in every game."""

import re
from collections.abc import Iterator

import pytest
from support.goldens import compare
from support.paths import GOLDEN

from threedown.games import find_game, game_names
from threedown.games.blitzkrieg.scenarios import SCENARIOS
from threedown.games.blitzkrieg.words import _MOVES
from threedown.games.casino_war.words import BOTH_BETS
from threedown.games.champz.words import OF_A_TEAM
from threedown.games.words import SENTENCES
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.second_person import second_person

WHO = ("seat", "owner", "other")


def templates() -> Iterator[tuple[str, str]]:
    """Yield every sentence that names a player, with its game."""
    shared = [("every game", text) for text in SENTENCES.values()]
    own = [(name, text) for name in game_names() for text in find_game(name).words.narration.sentences.values()]
    special = [("casino-war", BOTH_BETS), *(("champz", text) for text in OF_A_TEAM.values())]
    stories = [("blitzkrieg", text) for text in (*(scenario.story for scenario in SCENARIOS), *_MOVES.values())]
    for game, text in (*shared, *own, *special, *stories):
        if any(f"{{{who}}}" in text for who in WHO):
            yield game, text


def test_every_sentence_is_said_in_the_second_person(rewrite_golden: bool) -> None:
    """The golden file was read by a native speaker: `make golden` rewrites it; read the diff."""
    lines = []
    for game, text in templates():
        for who in WHO:
            if f"{{{who}}}" not in text:
                continue
            told = second_person(text, who)
            lines.append(f"{game}: {told}")
            assert f"{{{who}}}" not in told
            assert re.search(r"\b[yY]ou\b|\byour\b", told), told
            for verb in re.findall(r"\b[yY]ou (\w+)", told):
                assert not verb.endswith("s") or verb.endswith("ss"), told
                assert verb not in ("is", "has", "was", "does"), told
    assert len(lines) > 70
    compare(GOLDEN.parent / "addressed.txt", lines, rewrite_golden)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{seat} turns up {card}.", "You turn up {card}."),
        ("{seat} passes.", "You pass."),
        ("{seat} goes to war!", "You go to war!"),
        ("{seat} has no life left and is out.", "You have no life left and are out."),
        ("{seat} must cross, card by card.", "You must cross, card by card."),
        ("{seat} wins, and draws once for ten cards.", "You win, and draw once for ten cards."),
        ("{seat} turns one over: the jack saves him.", "You turn one over: the jack saves you."),
        ("31! Blitz by {seat}.", "31! Blitz by you."),
        ("It matches the pile of {seat}.", "It matches your pile."),
        ("It matches {seat}'s pile.", "It matches your pile."),
        ("The cards are shuffled.", "The cards are shuffled."),
    ],
)
def test_a_sentence_is_turned(text: str, told: str) -> None:
    assert second_person(text, "seat") == told


def test_listeners_are_addressed_and_others_named() -> None:
    game = find_game("steal-war")
    stolen = {"kind": "steal", "seat": 1, "card": "7S", "from": "hand 1", "to": "won 0"}
    names = ["Ann", "Bot 1", "Bot 2"]
    told = {seat: Narrator(game, names, seat, symbolic_name, you=True).tell(stolen) for seat in (0, 1, 2, None)}
    assert told == {
        0: "Bot 1 lays 7♠ on your pile and steals it.",
        1: "You lay 7♠ on the pile of Ann and steal it.",
        2: "Bot 1 lays 7♠ on the pile of Ann and steals it.",
        None: "Bot 1 lays 7♠ on the pile of Ann and steals it.",
    }


def test_cards_have_their_symbols() -> None:
    assert [symbolic_name(card) for card in ("TH", "2C", "JK1", "TD-RUN", "peru")] == [
        "10♥",
        "2♣",
        "JK1",
        "TD-RUN",
        "peru",
    ]


def test_a_card_that_leaves_no_pile_is_told() -> None:
    """A repeated battle lays out a card that lay in none: seed 204, turn 13."""
    event = {"kind": "move", "seat": 1, "card": "9S", "to": "table", "depth": 0}
    told = Narrator(find_game("blitzkrieg"), ["You", "Bot 1"], 0, symbolic_name, you=True).tell(event)
    assert told == "9♠ is laid out before Bot 1."


def test_the_names_first_and_second_may_be_dice() -> None:
    rolled = {"kind": "end_roll", "first": 2, "second": 5, "drawn": 7, "limit": 6}
    told = Narrator(find_game("blitzwar"), ["Ann"], None, symbolic_name).tell(rolled)
    assert told == "The roll for the end: 7. On 6 the game ends."
