"""Two games that differ only in what a seat may not see: over its socket it is told the same, byte for byte."""

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.play.audit import play_again
from threedown.play.fairness import commitment
from threedown.play.session import Session
from threedown.play.views import Question, View
from threedown.server import moments, served
from threedown.server.house import House
from threedown.server.kept import Chair, Plan
from threedown.server.listener import Listener
from threedown.server.served import ServedRoom
from threedown.server.wire import AskHint, Choose, GoOn, Hello
from threedown.table.layout import NOBODY

SEATS = 3
COMMANDS = 24
"""So many commands are said in a pair of games."""
CARD = re.compile(rb"\b(?:[2-9TJQKA][CDHS]|JK[12])\b")

Said = tuple[str, int, str]
"""A command: its kind, who says it, the choice."""


class Unkept:
    """In the place of the writer: what is kept is not what this is about."""

    async def do(self, work: Callable[..., Any]) -> None:
        return None


class Heard(NamedTuple):
    """What was said, what seat 0 and a spectator were told after each command, and whether all of it was legal."""

    said: list[Said]
    told: list[bytes]
    legal: bool


def setting_of(game: str) -> Setting:
    return settle(find_game(game), None, {}, SEATS)


async def game_of(setting: Setting, seed: int, script: list[Said] | None) -> Heard:
    """A game in a room where people sit who choose at random, or say what a script has."""
    house = House(Unkept(), 0)  # type: ignore[arg-type]
    secret = random.Random(seed).randbytes(32)
    chairs = [Chair(f"p{seat}", f"Seat {seat}") for seat in range(SEATS)]
    options = msgspec.structs.asdict(setting.options)
    name, preset = setting.game.name, setting.game.default_preset
    room = ServedRoom(house, "room", Plan(name, preset, options, chairs, "p0", commitment(secret), 0), secret)
    listeners = [Listener(f"p{seat}") for seat in range(SEATS)]
    spectator = Listener("")
    for listener in (*listeners, spectator):
        await room.hear(listener, Hello())
    await room.start("p0")
    pick, said, told = random.Random(seed), [], []
    number, legal = 0, True

    async def say(kind: str, seat: int, choice: str) -> None:
        nonlocal number
        number += 1
        assert room.game is not None
        command: Any = {
            "go": GoOn(f"{number}", room.game.seq),
            "hint": AskHint(f"{number}", room.game.seq),
            "choose": Choose(f"{number}", room.game.seq, choice),
        }[kind]
        await room.hear(listeners[seat], command)
        said.append((kind, seat, choice))
        told.append(drained(listeners[0]) + b"|" + drained(spectator))
        for other in listeners[1:]:
            drained(other)

    def next_said() -> list[Said]:
        assert room.game is not None
        session = room.game.session
        if session.pending is None:
            return [("go", seat, "") for seat in range(SEATS)]
        wanted: list[Said] = []
        for seat in session.pending.menus:
            if seat == 0:
                wanted += [("hint", 0, ""), ("choose", 0, "no such choice")]
            wanted.append(("choose", seat, pick.choice(session.menu(seat))))
        return wanted

    for command in script or ():
        if room.game is None or room.game.session.over or not legal:
            break
        session = room.game.session
        asked = None if session.pending is None else session.pending.menus
        if command[0] == "choose" and command[2] != "no such choice":
            legal = asked is not None and command[1] in asked and command[2] in session.menu(command[1])
        else:
            legal = command[0] != "go" or asked is None
        if legal:
            await say(*command)
    while script is None and len(said) < COMMANDS:
        assert room.game is not None
        if room.game.session.over or (room.game.session.pending and NOBODY in room.game.session.pending.menus):
            break
        for command in next_said():
            await say(*command)
    for task in list(house._tasks):
        task.cancel()
    return Heard(said, told, legal)


def drained(listener: Listener) -> bytes:
    """All that waits for somebody."""
    messages = []
    while not listener._waiting.empty():
        messages.append(listener._waiting.get_nowait())
    return b"\n".join(messages)


def pair(monkeypatch: pytest.MonkeyPatch, game: str, seed: int) -> tuple[Heard, Heard]:
    """A game, and the same with the cards renamed that seat 0 never saw."""
    setting = setting_of(game)
    first = asyncio.run(game_of(setting, seed, None))
    seen = {card.decode() for told in first.told for card in CARD.findall(told)}
    unseen = [number for number, name in setting.deck.names.items() if name not in seen]
    exchange = dict(zip(unseen, random.Random(seed).sample(unseen, len(unseen)), strict=True))

    def renamed(setting: Setting, chance: Any) -> Session:
        session = play_again(setting, chance, [], exchange)
        assert session is not None
        return session

    with monkeypatch.context() as patch:
        patch.setattr(served, "Session", renamed)
        return first, asyncio.run(game_of(setting, seed, first.said))


def difference(game: str, first: Heard, second: Heard) -> bytes | None:
    """What seat 0 was told in the second game that it was not in the first; None if nothing.

    Where a command is not legal any more, or a kind of event comes by which the game says that a secret may show, what
    follows is set aside.
    """
    betrays = [kind.encode() for kind in find_game(game).betrays]
    for one, two in zip(first.told, second.told, strict=False):
        if any(b'"kind":"' + kind + b'"' in told for told in (one, two) for kind in betrays):
            return None
        if one != two:
            return two
    return None


@pytest.mark.parametrize("game", ["blitz31", "steal-war"])
def test_what_a_seat_may_not_see_changes_nothing_that_it_is_told(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    compared = 0
    for seed in range(12):
        first, second = pair(monkeypatch, game, seed)
        assert difference(game, first, second) is None
        compared += len(second.told)
    assert compared >= 100, "most of what is said can be said in both games"


@pytest.mark.parametrize("game", ["blitz31", "steal-war"])
def test_a_leak_on_the_wire_is_found(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    honest = moments.look

    def telling(session: Session, seat: int | None, names: Any = ()) -> tuple[View, Question | None]:
        view, question = honest(session, seat, names)
        hand = next(pile for pile, name in enumerate(session.setting.piles) if name.endswith(" 1"))
        psst = int(session.record.cards[hand].sum())
        return msgspec.structs.replace(view, told={**view.told, "psst": psst}), question

    monkeypatch.setattr(moments, "look", telling)
    assert any(difference(game, *pair(monkeypatch, game, seed)) for seed in range(4))
