"""The luck of a deal: the games that such a deal wins, counted from whole games."""

import msgspec
import pytest

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.analysis.deal_luck import (
    SEED,
    DealLuck,
    DealtCount,
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


def test_each_game_counts_with_its_own_deal_and_its_own_winner() -> None:
    """Twelve games, played once more one by one."""
    setting = settle(find_game("war"), None, {"turn_cap": 40}, 2)
    luck = deal_luck(setting, "A", 12, compiled=False)
    expected: list[dict[int, list[float]]] = [{}, {}]
    for number in range(12):
        session = Session(setting, Generator(SEED, number))
        dealt = dealt_cards(open_view(setting, session.record), 2, "A")
        assert sum(dealt) == 4
        while not session.over:
            session.go()
        winners = [seat for seat in range(2) if int(session.record.winners) >> seat & 1] or [0, 1]
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
        assert sum(each.won for own in one.luck.counts for each in own) == pytest.approx(one.luck.games)
    assert {"bicycle", "three-down"} <= {one.preset for one in shipped_deals() if one.game == "war"}
    assert shipped_luck(settle(find_game("war"), None, {"turn_cap": 40}, 2)) is None


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
