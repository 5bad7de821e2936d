"""Two games that differ only in hidden cards: the same messages, byte for byte, at the same moments; planted leaks are
found."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from support.tables import SLOW_PRESETS, random_setting, setting_of
from support.wire_audit import difference, pair

from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle
from threedown.server.model import history, moments
from threedown.server.model.messages import Chances, Clock
from threedown.server.rooms import recent_turns
from threedown.server.rooms.bots import RoomBots
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Pauses
from threedown.session.session import Refused, Session
from threedown.session.views import Looks, question_for
from threedown.shared.shared_game import SharedGame

Patch = pytest.MonkeyPatch


def check_nothing_leaks(monkeypatch: Patch, setting: Setting, seeds: range, eyes: int | None) -> None:
    said, compared, differing = 0, 0, 0
    for seed in seeds:
        games = pair(monkeypatch, setting, seed, eyes)
        found = difference(setting, games, eyes)
        assert found is None, f"seed {seed}: {found}"
        said, compared = said + len(games[0].told), compared + len(games[1].told)
        differing += games[0].record != games[1].record
    assert differing, "the games do not differ: this proves nothing"
    assert 2 * compared >= said, "most of what is said can be said in both games"


SECRETIVE = ("blitz31", "blitzwar", "champz", "steal-war")
"""Games with hands or hidden piles of each kind."""
QUICK_GAMES = [pytest.param(game, marks=() if game in SECRETIVE else pytest.mark.slow) for game in game_names()]


@pytest.mark.parametrize("game", QUICK_GAMES)
def test_secrets_change_no_message_to_a_seat(monkeypatch: Patch, game: str) -> None:
    check_nothing_leaks(monkeypatch, settle(find_game(game)), range(2), 0)


@pytest.mark.parametrize("game", QUICK_GAMES)
def test_a_spectator_is_told_nothing_of_what_a_player_does_not_see(monkeypatch: Patch, game: str) -> None:
    check_nothing_leaks(monkeypatch, settle(find_game(game)), range(10, 12), None)


@pytest.mark.parametrize("game", ["blitz31", pytest.param("champz", marks=pytest.mark.slow)])
def test_a_spectator_over_a_seat_is_told_nothing_of_what_its_player_does_not_see(monkeypatch: Patch, game: str) -> None:
    setting, differing = settle(find_game(game)), 0
    for seed in range(50, 52):
        games = pair(monkeypatch, setting, seed, 0, over=0)
        assert difference(setting, games, 0) is None, f"seed {seed}"
        assert b'"seat":0,"turns"' in b"".join(message for _, told in games[0].told for _, message in told)
        differing += games[0].record != games[1].record
    assert differing, "the games do not differ: this proves nothing"


@pytest.mark.parametrize("preset", SLOW_PRESETS)
def test_nothing_leaks_in_any_preset(monkeypatch: Patch, preset: tuple[str, str]) -> None:
    check_nothing_leaks(monkeypatch, setting_of(preset), range(20, 32), 0)
    check_nothing_leaks(monkeypatch, setting_of(preset), range(40, 48), None)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_nothing_leaks_under_any_house_rules(monkeypatch: Patch, game: str) -> None:
    pick = random.Random(game)
    for seed in range(8):
        setting = random_setting(find_game(game), pick)
        for eyes in (0, None):
            games = pair(monkeypatch, setting, seed, eyes)
            found = difference(setting, games, eyes)
            assert found is None, f"seed {seed}, {setting}: {found}"


def secret(session: Session) -> int:
    """A number that depends on where every card lies."""
    cards = session.table_state.cards
    return sum(place * int(card & 0xFF) for place, card in enumerate(cards.reshape(-1).tolist())) % 9973


def in_the_view(patch: Patch) -> None:
    honest = Looks.of

    def telling(looks: Looks, seat: int | None, names: Any = ()) -> Any:
        view, question = honest(looks, seat, names)
        return msgspec.structs.replace(view, told={**view.told, "psst": secret(looks._session)}), question

    patch.setattr(Looks, "of", telling)


def in_the_question(patch: Patch) -> None:
    honest = Looks.of

    def telling(looks: Looks, seat: int | None, names: Any = ()) -> Any:
        return honest(looks, seat, names)[0], question_for(looks._session, looks._session.asked, names)

    patch.setattr(Looks, "of", telling)


def in_the_events(patch: Patch) -> None:
    def telling(narrator: Any, session: Session, events: Any, is_open: bool = False) -> Any:
        return [
            moments.event_with_text(narrator, session.setting, event, event.open(session.setting)) for event in events
        ]

    patch.setattr(moments, "described_events", telling)


def in_the_log(patch: Patch) -> None:
    def telling(narrator: Any, session: Session, events: Any) -> Any:
        return [
            moments.event_with_text(narrator, session.setting, event, event.open(session.setting)) for event in events
        ]

    patch.setattr(recent_turns, "described_events", telling)


def in_a_refusal(patch: Patch) -> None:
    honest = Session.choose

    def telling(session: Session, text: str, seat: int | None) -> Any:
        try:
            return honest(session, text, seat)
        except Refused as refused:
            raise Refused(f"{refused}, not with {secret(session)}", refused.menu) from refused

    patch.setattr(Session, "choose", telling)


def in_a_hint(patch: Patch) -> None:
    patch.setattr(
        "threedown.shared.shared_game.SharedGame.about", lambda table, seat, choice: f"{secret(table.session)}"
    )


def in_the_clock(patch: Patch) -> None:
    patch.setattr(ServedGame, "_now", lambda game, seat: moments.Now(Clock(60_000, 50_000 + secret(game.session))))


def in_what_may_be_taken_back(patch: Patch) -> None:
    patch.setattr(ServedGame, "can_undo", lambda game, seat: bool(secret(game.session) % 2))


def in_the_history(patch: Patch) -> None:
    patch.setattr(history.History, "rows", lambda rows: [[sum(SECRETS)]])
    honest = history.History.note

    def noting(rows: history.History, session: Session) -> None:
        SECRETS[:] = [secret(session)]
        honest(rows, session)

    patch.setattr(history.History, "note", noting)


SECRETS: list[int] = []


def in_a_pause(patch: Patch) -> None:
    """The bot waits after it has thought, however long that took."""

    async def waiting(pauses: Pauses, thinking: Any) -> Any:
        thought = await thinking
        await asyncio.sleep(pauses._pause)
        return thought

    patch.setattr(Pauses, "after", waiting)


PLANTED: dict[str, Callable[[Patch], None]] = {
    plant.__name__: plant
    for plant in (
        in_the_view, in_the_question, in_the_events, in_the_log, in_a_refusal, in_a_hint, in_the_clock,
        in_what_may_be_taken_back, in_the_history, in_a_pause,
    )
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_a_leak_on_the_wire_is_found(monkeypatch: Patch, planted: str) -> None:
    PLANTED[planted](monkeypatch)
    setting = settle(find_game("blitz31"))
    assert any(difference(setting, pair(monkeypatch, setting, seed)) for seed in range(12))


@pytest.mark.parametrize("planted", ["in_the_view", "in_the_events", "in_the_log", "in_the_history"])
def test_a_leak_to_a_spectator_is_found(monkeypatch: Patch, planted: str) -> None:
    PLANTED[planted](monkeypatch)
    for game in ("war", "champz"):
        setting = settle(find_game(game))
        assert any(difference(setting, pair(monkeypatch, setting, seed, None), None) for seed in range(12)), game


def test_a_leak_in_chances_is_found(monkeypatch: Patch) -> None:
    honest = RoomBots._count

    async def telling(bots: RoomBots, game: SharedGame, seq: int, subscriber: Subscriber, *more: Any) -> None:
        subscriber.send(Chances("psst", secret(game.session), []))
        await honest(bots, game, seq, subscriber, *more)

    monkeypatch.setattr(RoomBots, "_count", telling)
    setting = settle(find_game("blitzkrieg"))
    assert any(difference(setting, pair(monkeypatch, setting, seed)) for seed in range(12))
