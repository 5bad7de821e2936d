"""The luck of a deal: the games that such a deal wins, counted from whole games."""

import msgspec
import pytest

from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.lab.analysis.deal_luck import (
    SEED,
    DealLuck,
    DealtCount,
    _Winners,
    deal_luck,
    dealt_cards,
    luck_sentence,
    shipped_deals,
    shipped_luck,
)
from threedown.language import speaking
from threedown.session.session import Session
from threedown.session.views import open_view
from threedown.table.chance import Generator

SEATS = DealLuck("", 1061, 1, [[DealtCount(1061, 299.0)], [DealtCount(1061, 762.0)]], bots=True)
HOUSE = DealLuck("", 1061, 1, [[DealtCount(1061, 299.0)]], bots=True, house=True)


def test_each_game_counts_with_its_own_deal_and_its_own_winner() -> None:
    """Twelve games, played once more one by one."""
    setting = settle(find_game("war"), None, {"turn_cap": 40}, 2)
    luck = deal_luck(setting, "A", 12, compiled=False)
    expected: list[dict[int, list[float]]] = [{}, {}]
    for number in range(12):
        session = Session(setting, Generator(SEED, number))
        dealt = dealt_cards(open_view(setting, session.table_state), 2, "A")
        assert sum(dealt) == 4
        while not session.over:
            session.go()
        winners = [seat for seat in range(2) if int(session.table_state.winners) >> seat & 1] or [0, 1]
        for seat, count in enumerate(dealt):
            own = expected[seat].setdefault(count, [0, 0.0])
            own[0] += 1
            own[1] += (seat in winners) / len(winners)
    for seat in range(2):
        counted = {n: [each.games, each.won] for n, each in enumerate(luck.counts[seat]) if each.games}
        assert counted == expected[seat]


def test_the_presets_have_their_luck_from_the_start() -> None:
    """The shipped counts are those of the rules as they are, and every game has one winner's share."""
    for one in shipped_deals():
        setting = settle(find_game(one.game), one.preset, {}, one.seats)
        assert (one.version, one.luck.rank) == (setting.game.version, setting.game.page.best_rank)
        assert shipped_luck(setting) == one.luck
        for own in one.luck.counts:
            assert sum(each.games for each in own) == one.luck.games
        won = sum(each.won for own in one.luck.counts for each in own)
        assert won == pytest.approx(one.luck.games) or one.luck.house
    assert {"bicycle", "three-down"} <= {one.preset for one in shipped_deals() if one.game == "war"}
    assert shipped_luck(settle(find_game("war"), None, {"turn_cap": 40}, 2)) is None


def test_the_table_of_each_game_with_its_first_rules_has_its_luck_from_the_start() -> None:
    without = [name for name in game_names() if shipped_luck(settle(find_game(name), None, {}, None)) is None]
    assert without == []


def test_against_the_house_a_game_without_a_gain_is_won_by_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four games for two players the first ends with a gain for both, the second for seat 1, two for neither."""

    def played(*_: object, sink: _Winners, **__: object) -> None:
        sink.winners[:] = [0b11, 0b10, 0, 0]

    monkeypatch.setattr("threedown.lab.analysis.deal_luck.simulate", played)
    luck = deal_luck(settle(find_game("casino-war"), None, {}, 2), "", 4)
    assert luck.counts == [[DealtCount(4, 1.0)], [DealtCount(4, 2.0)]]
    assert luck.house


@pytest.mark.parametrize(
    ("language", "luck", "name", "told"),
    [
        (
            "en",
            SEATS,
            None,
            "You went first of 2: between equal bots, that wins 28 of 100 games (26 to 31 with 95% certainty, from"
            " 1,061 games).",
        ),
        (
            "en",
            SEATS,
            "Ann",
            "Ann went first of 2: between equal bots, that wins 28 of 100 games (26 to 31 with 95%",
        ),
        (
            "it",
            SEATS,
            None,
            "Hai giocato per primo su 2: tra bot di pari livello così si vincono 28 partite su 100 (da 26 a 31",
        ),
        (
            "en",
            HOUSE,
            None,
            "Luck alone beats the house: bots end 28 % of such games with a gain (26 to 31 %, from 1,061",
        ),
        (
            "it",
            HOUSE,
            None,
            "Solo la fortuna batte il banco: i bot finiscono in guadagno il 28 % di queste partite (dal",
        ),
    ],
)
def test_a_game_without_a_best_rank_has_the_luck_of_its_seats(
    language: str, luck: DealLuck, name: str | None, told: str
) -> None:
    with speaking(language):
        assert luck_sentence(luck, 0, [0], name).startswith(told)


LUCK = DealLuck("A", 4000, 1, [[DealtCount(200, 25.0), DealtCount(1061, 299.0), DealtCount(10, 5.0)]])


@pytest.mark.parametrize(
    ("language", "dealt", "name", "told"),
    [
        ("en", 1, None, "You were dealt one of the four aces: such a deal wins 28 % of games"),
        ("en", 0, "Bot 1", "Bot 1 was dealt none of the four aces: such a deal wins 12 % of games"),
        ("it", 1, None, "Hai ricevuto uno dei quattro assi: chi li riceve così vince il 28 % delle partite"),
    ],
)
def test_the_sentence_has_the_figures_with_their_interval(language: str, dealt: int, name: str, told: str) -> None:
    with speaking(language):
        sentence = luck_sentence(LUCK, 0, [dealt, 4 - dealt], name)
    assert sentence.startswith(told)
    interval = {
        ("en", 1): "(26 to 31 %, from 1,061 games).",
        ("en", 0): "(9 to 18 %, from 200 games).",
        ("it", 1): "(dal 26 al 31 %, su 1.061 partite).",
    }
    assert sentence.endswith(interval[language, dealt])


def test_players_with_choices_are_compared_with_equal_bots() -> None:
    sentence = luck_sentence(msgspec.structs.replace(LUCK, bots=True), 0, [1, 3], None)
    begin = "You were dealt one of the four aces: among equal bots, such a deal wins 28 % of games"
    assert sentence == f"{begin} (26 to 31 %, from 1,061 games)."


def test_nothing_is_said_of_deals_that_hardly_happen() -> None:
    assert luck_sentence(LUCK, 0, [2, 2], None) == luck_sentence(LUCK, 0, [3, 1], None) == ""
