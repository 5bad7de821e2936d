"""A game goes on from a snapshot as if it had been played again from the deal."""

import random

import msgspec
import pytest

from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.session.session import Session
from threedown.session.snapshot import Snapshot, session_from, snapshot_of
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

INPUTS = 40


def step(session: Session, pick: random.Random) -> None:
    """Some input that is legal."""
    if session.pending is None:
        session.go()
    else:
        seat = pick.choice(list(session.pending.menus))
        session.choose(pick.choice(session.menu(seat)), None if seat == NOBODY else seat)


def told(session: Session) -> tuple[object, ...]:
    """Return everything that must be the same."""
    pending = None if session.pending is None else (session.pending.question, session.pending.menus)
    course = (session.log, session.history, session.revealed, session.state.ends)
    return session.table_state.tobytes(), pending, session.last_turn, course


@pytest.mark.parametrize("game", game_names())
def test_a_game_goes_on_from_a_snapshot(game: str) -> None:
    setting = settle(find_game(game))
    session, pick = Session(setting, Generator(5)), random.Random(game)
    forks: list[tuple[Session, Session]] = []
    while len(session.log) < INPUTS and not session.over:
        step(session, pick)
        if len(session.log) % 5 == 3 and not session.unseen:
            if len(session.log) % 10 == 3:
                session.undo()
            snapshot = msgspec.msgpack.decode(msgspec.msgpack.encode(snapshot_of(session)), type=Snapshot)
            forks.append((session.fork(), session_from(setting, Generator(5), session.log, snapshot)))
    assert forks
    for played, resumed in forks:
        assert told(resumed) == told(played)
        back = min(len(played.history), 3)
        for one in (played, resumed):
            one.undo(back)
            pick = random.Random(7)
            for _ in range(4):
                if not one.over:
                    step(one, pick)
        assert told(resumed) == told(played), "taken back beyond the snapshot, and played on"


@pytest.mark.parametrize(
    "wrong",
    [{"version": 99}, {"table": b"12345678"}, {"revealed": []}, {"ends": []}, {"seq": 1000}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_snapshot_of_another_game_is_refused(wrong: dict[str, object]) -> None:
    setting = settle(find_game("blitz31"))
    session = Session(setting, Generator(5))
    for _ in range(6):
        step(session, random.Random(1))
    snapshot = msgspec.structs.replace(snapshot_of(session), **wrong)
    with pytest.raises(ValueError, match="not of this game"):
        session_from(setting, Generator(5), session.log, snapshot)
