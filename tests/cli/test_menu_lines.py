"""The lines of menus: each says what its choice does, in the player's language."""

import pytest

import threedown
from threedown.games import find_game, game_names
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import settle
from threedown.games.wording import Act
from threedown.games.words import menu_line
from threedown.language import speaking
from threedown.session.views import question_for
from threedown.table.layout import NOBODY, Table

NAMES = ("Ann", "Ben", "Cem")


def told(game: str, act: Act, language: str = "en", **piles: str) -> str:
    """Return the menu line of Ann's choice with these piles on the table."""
    setting = settle(find_game(game), None, {}, 3 if game in ("blitzwar", "champz") else None)
    table_state = setting.new_table_state()
    lay(setting, table_state, LaidTable({name.replace("_", " "): cards for name, cards in piles.items()}), openly=True)
    with speaking(language):
        return menu_line(setting.game, Table(table_state, setting.option_codes), 0, act, NAMES)


@pytest.mark.parametrize(
    ("act", "english", "italian"),
    [
        (Act("draw", pile="stock"), "Draw from the stock", "Pesca dal mazzo"),
        (Act("draw", pile="discard"), "Take the 7S from the discard pile", "Prendi 7S dagli scarti"),
        (Act("knock"), "Knock with 20 in clubs", "Bussa con 20 a fiori"),
        (Act("discard", cards=("2H",)), "Discard the 2H", "Scarta 2H"),
    ],
)
def test_blitz_names_the_card_that_it_takes(act: Act, english: str, italian: str) -> None:
    """King and queen of clubs are worth 20."""
    piles = {"hand_0": "KC QC 2H", "discard": "7S"}
    assert (told("blitz31", act, **piles), told("blitz31", act, "it", **piles)) == (english, italian)


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (Act("play", cards=("CONVERSION",)), "Play a Conversion: 2 points"),
        (Act("play", cards=("EXTRA-POINT",)), "Play an Extra Point: 1 point"),
        (Act("defend", cards=("TACKLE",)), "Play a Tackle: it removes a run that was just played"),
        (Act("use", cards=("FUMBLE",)), "Play a Fumble: the next player is skipped"),
        (Act("blitz", seat=1, cards=("TD-RUN",)), "Blitz: take a Rushing Touchdown from Ben"),
        (Act("pass"), "Pass"),
    ],
)
def test_champz_names_its_cards(act: Act, line: str) -> None:
    assert told("champz", act) == line


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (Act("place"), "Place tanks"),
        (Act("place", states=("western-states",)), "Place tanks in Western States"),
        (Act("place", states=("western-states",), number=1), "Place 1 tank in Western States"),
        (Act("attack", states=("peru",)), "Attack from Peru"),
        (Act("attack", states=("peru", "brazil")), "Attack Brazil from Peru"),
        (Act("attack", states=("peru", "brazil"), number=3), "Attack Brazil from Peru with 3 dice"),
        (Act("bomb", states=("peru", "brazil")), "Drop the nuclear bomb on Brazil from Peru"),
        (Act("move", states=("peru", "brazil"), number=2), "Move 2 tanks from Peru to Brazil"),
        (Act("occupy", number=3), "Move 3 tanks in"),
        (Act("trade", cards=("peru", "brazil", "JK1")), "Trade Peru, Brazil, a joker"),
        (Act("end"), "End the turn"),
    ],
)
def test_blitzwar_names_its_states(act: Act, line: str) -> None:
    assert told("blitzwar", act) == line


def test_a_tie_at_the_casino_says_what_it_costs() -> None:
    """Eleven chips are bet: war is eleven more, a surrender gives half of them back."""
    game = threedown.new("casino-war", seed=1)
    table_state = game.session.table_state
    table_state.bet[0] = 11
    table = Table(table_state, game.setting.option_codes)
    lines = [menu_line(game.setting.game, table, 0, Act(verb), NAMES) for verb in ("war", "surrender")]
    assert lines == ["Go to war for 11 more", "Surrender, and get 5.5 back"]


@pytest.mark.parametrize("name", game_names())
def test_no_line_is_a_code(name: str) -> None:
    """In some turns of each game, every line starts with a capital letter and contains no notation."""
    game = threedown.new(name, seed=3)
    for _ in range(40):
        if game.over:
            break
        if game.session.pending is None:
            game.go()
            continue
        seat = game.asked
        question = question_for(game.session, seat, NAMES)
        assert question is not None
        table = game.session.redacted_for(seat).table
        for part in question.parts or ():
            line = menu_line(game.setting.game, table, NOBODY if seat is None else seat, part, NAMES)
            assert line[0].isupper() or line[0].isdecimal(), line
            assert not any(piece in line for piece in (*part.states[:1], ">", "TD-", "POINT") if piece), line
        game.choose(game.ask_bot("random"), game.asked)
