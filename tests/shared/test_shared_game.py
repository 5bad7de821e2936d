"""People and bots at a table: saving before anything counts, permissions, and undo."""

from collections.abc import Sequence
from typing import Any

import pytest

from threedown.games import find_game
from threedown.games.levels import LevelError
from threedown.games.setting import Setting, settle
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Go, Input, Undo
from threedown.shared.seating import Seating, SeatingError, seat_all
from threedown.shared.shared_game import SharedGame
from threedown.shared.store import NullStore
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY


class Remembers(NullStore):
    """A store whose disk can be full."""

    def __init__(self) -> None:
        self.log: list[Input] = []
        self.answers: dict[int, str] = {}
        self.full = False

    def commit(self, entries: Sequence[Input]) -> None:
        self._write()
        self.log += entries
        self.answers = {}

    def hold(self, seat: int, choice: str) -> None:
        self._write()
        self.answers[seat] = choice

    def held(self) -> dict[int, str]:
        return dict(self.answers)

    def _write(self) -> None:
        if self.full:
            raise OSError(28, "No space left on device")


def setting_of(game: str, seats: int, **options: Any) -> Setting:
    return settle(find_game(game), None, options, seats)


def opened(
    game: str, *levels: str | None, seed: int = 5, undo: Any = "fair", **options: Any
) -> tuple[SharedGame, Remembers]:
    """A room where bots of these levels sit (None: a person)."""
    setting, store = setting_of(game, len(levels), **options), Remembers()
    return SharedGame(Session(setting, Generator(seed)), store, seat_all(setting, levels), undo), store


def people_choose(room: SharedGame, turns: int = 1) -> None:
    """Plays on until a person is asked, or so many turns are over."""
    while turns > 0 and not room.session.over and not room.asked_people():
        if room.asked_bots():
            room.answer_for_bot(room.asked_bots()[0])
        elif room.world_is_asked():
            room.answer_for_world()
        else:
            room.go()
            turns -= 1


def test_an_act_that_cannot_be_saved_has_not_happened() -> None:
    room, store = opened("blitz31", None, "simple")
    people_choose(room, 3)
    before = (room.session.table_state.tobytes(), list(room.session.log), room.session.menu())
    store.full = True
    with pytest.raises(OSError, match="No space left"):
        room.choose(0, "draw stock")
    assert (room.session.table_state.tobytes(), list(room.session.log), room.session.menu()) == before
    store.full = False
    room.choose(0, "draw stock")
    assert store.log == list(room.session.log)
    assert store.log[-1] == Choice(0, "draw stock")


def test_an_attempt_is_nothing_before_it_is_accepted() -> None:
    room, store = opened("blitz31", None, "simple")
    people_choose(room, 3)
    before = room.session
    attempt = room.try_choice(0, "draw stock")
    assert room.session is before
    assert (attempt.entries, store.log) == ((Choice(0, "draw stock"),), list(before.log))
    assert attempt.events
    room.accept(attempt)
    assert room.session is attempt.session


def test_a_seat_answers_for_itself_alone() -> None:
    room, _ = opened("blitz31", None, None)
    room.go()
    asked = room.session.asked
    assert asked is not None
    with pytest.raises(Refused, match=f"Seat {1 - asked} isn't asked now: seat {asked} is asked") as refused:
        room.choose(1 - asked, "draw stock")
    assert refused.value.menu == ()
    with pytest.raises(Refused, match="a legal choice") as refused:
        room.choose(asked, "discard 2C")
    assert "draw stock" in refused.value.menu


def test_all_people_must_be_ready_and_nobody_else() -> None:
    room, _ = opened("war", None, None, "random")
    assert not room.ready(0)
    assert not room.ready(0)
    with pytest.raises(Refused, match="Spectators can't play"):
        room.ready(2)
    assert room.ready(1)
    room.go()
    assert not room.ready(1), "each turn wants all anew"


def test_alone_at_an_open_table_all_can_be_taken_back() -> None:
    room, store = opened("war", None, "random")
    dealt = room.session.table_state.tobytes()
    room.go(3)
    room.undo(0)
    assert room.session.table_state.tobytes() == dealt
    assert store.log == [Go(3), Undo(1)]


def test_a_hidden_card_that_was_drawn_is_not_taken_back() -> None:
    """Draw, look, take it back, take the discard instead: not where hands are hidden."""
    room, _ = opened("blitz31", None, "simple")
    people_choose(room, 3)
    room.choose(0, "draw stock")
    with pytest.raises(Refused, match="revealed since"):
        room.undo(0)
    free, store = opened("blitz31", None, "simple", undo="free")
    people_choose(free, 3)
    free.choose(0, "draw stock")
    free.undo(0)
    assert "draw stock" in free.session.menu()
    assert store.log[-1] == Undo(1), "and the record tells"
    never, _ = opened("war", None, "random", undo="never")
    never.go()
    with pytest.raises(Refused, match="no undo at this table"):
        never.undo(0)


def test_a_later_choice_of_another_seat_stays() -> None:
    room, _ = opened("blitzwar", None, None, "simple")
    people_choose(room)
    asked = room.session.asked
    assert asked is not None
    room.choose(asked, room.session.menu()[0])
    count = room.inputs_to_undo(asked)
    assert count == 1, "tanks that were placed can be taken up again"
    while room.session.asked == asked:
        room.choose(asked, room.session.menu()[0])
    people_choose(room, 3)
    other = room.session.asked
    assert other not in (None, asked)
    room.choose(other, room.session.menu()[0])
    with pytest.raises(Refused, match="another player has chosen since"):
        room.undo(asked)


def test_a_bot_that_answers_what_is_not_legal_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    room, store = opened("blitz31", None, "simple")
    monkeypatch.setitem(find_game("blitz31").bots.LEVELS, "simple", lambda t, seat, question: 99)  # type: ignore[arg-type]
    while not room.asked_bots():
        people_choose(room)
        if room.asked_people():
            room.choose(0, room.session.menu()[0])
    before = list(store.log)
    with pytest.raises(LevelError, match="simple answers 99 to question 0 at seat 1, which is not legal"):
        room.answer_for_bot(1)
    assert store.log == list(room.session.log) == before


def test_the_world_answers_what_nobody_is_asked() -> None:
    room, _ = opened("war", "random", "random", race=True)
    while not room.world_is_asked():
        room.go()
    assert room.session.pending is not None
    assert room.session.pending.seat == NOBODY
    with pytest.raises(Refused, match="the table is asked"):
        room.choose(0, room.worlds_choice())
    room.answer_for_world()


def declaring() -> tuple[SharedGame, Remembers]:
    """Steal War between two people, who declare at the same time."""
    room, store = opened("steal-war", None, None)
    while len(room.asked_people()) < 2:
        people_choose(room)
        if len(room.asked_people()) == 1:
            asked = room.asked_people()[0]
            room.choose(asked, room.session.menu(asked)[0])
        assert not room.session.over, "nobody ever declares together"
    return room, store


def test_answers_given_at_once_are_unseen_and_logged_together() -> None:
    room, store = declaring()
    logged = list(store.log)
    before = room.moment_for(1)
    assert room.choose(0, "play") == []
    assert (store.log, store.answers) == (logged, {0: "play"}), "on disk, and in no log"
    assert room.asked_people() == [1]
    after = room.moment_for(1)
    assert (after.view, after.events) == (before.view, [])
    assert room.session.redacted_for(1).unseen == {}
    room.choose(1, "play")
    assert store.log[len(logged) :] == [Choice(0, "play"), Choice(1, "play")]
    assert store.answers == {}


def test_answers_given_at_once_are_taken_back_at_once() -> None:
    room, store = declaring()
    free = SharedGame(room.session, store, room.seating, undo="free")
    before = (free.session.table_state.tobytes(), free.session.menu(0), free.session.menu(1))
    free.choose(0, "play")
    free.choose(1, "play")
    free.undo(1)
    assert (free.session.table_state.tobytes(), free.session.menu(0), free.session.menu(1)) == before
    assert store.log[-1] == Undo(2)
    free.choose(1, "play")
    free.choose(0, "play")
    again = Session(free.session.setting, Generator(5))
    for entry in store.log:
        again.apply(entry)
    assert again.table_state.tobytes() == free.session.table_state.tobytes()


def test_answers_of_others_are_not_taken_back_with_ones_own() -> None:
    """The last of several simultaneous answers reveals all of them: under `fair` they stay."""
    room, _ = declaring()
    room.choose(0, "play")
    room.choose(1, "play")
    with pytest.raises(Refused, match="another player has chosen since"):
        room.undo(1)


def test_no_seat_answers_for_the_world() -> None:
    room, _ = opened("war", None, "random", race=True)
    while not room.world_is_asked():
        room.go()
    for seat in (-1, 2):
        with pytest.raises(Refused, match=f"There is no seat {seat} here"):
            room.choose(seat, room.worlds_choice())


def test_spectators_cannot_undo() -> None:
    room, _ = opened("war", None, "random")
    room.go()
    for seat in (1, None, 7):
        with pytest.raises(Refused, match="Spectators"):
            room.undo(seat)
    room.undo(0)
    bots, _ = opened("war", "random", "random")
    bots.go()
    bots.undo(None)
    assert bots.session.turns == 0


def test_answers_given_at_once_come_in_any_order_and_survive() -> None:
    room, store = declaring()
    room.choose(1, "play")
    again = Session(room.session.setting, Generator(5))
    for entry in store.log:
        again.apply(entry)
    resumed = SharedGame(again, store, room.seating)
    assert resumed.asked_people() == [0], "the answer that was acknowledged is not asked for again"
    with pytest.raises(Refused, match="others are still choosing"):
        resumed.undo(1)
    resumed.choose(0, "play")
    assert store.log[-2:] == [Choice(0, "play"), Choice(1, "play")], "in the order of seats"


def test_names_and_bots_are_checked() -> None:
    setting = setting_of("war", 2)
    assert seat_all(setting, [None, "random"]) == Seating(("Player", "Bot 1"), (None, "random"))
    assert seat_all(setting, [None, None]).names == ("Player 0", "Player 1")
    for levels, names in (([None], None), ([None, None], ["Ann"]), ([None, None], ["Ann", "\x1b[2J"])):
        with pytest.raises(SeatingError, match="2"):
            seat_all(setting, levels, names)


def test_a_clock_answers_at_the_ends_of_turns() -> None:
    """W-R25: several turns in one go too; the last one is that in which time is up."""
    setting = setting_of("war", 2, clock=True)
    times = iter([False, False, True])
    seating = seat_all(setting, [None, "simple"])
    room = SharedGame(Session(setting, Generator(5)), Remembers(), seating, time_is_up=lambda: next(times))
    room.go()
    assert (room.session.turns, room.session.pending) == (1, None)
    events = room.go(10)
    assert (room.session.turns, room.session.over, events[-1].kind) == (3, True, "end")
    assert [given for given in room.session.log if isinstance(given, Choice)] == [
        Choice(None, "on"), Choice(None, "on"), Choice(None, "time up"),
    ]  # fmt: skip
    room.undo(0)
    assert (room.session.turns, room.session.over) == (2, False), "an undo takes back one of them"
