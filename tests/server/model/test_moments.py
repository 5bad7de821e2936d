"""The messages of a table beside the view: sentences, the running turn, the lead, choices in words."""

import asyncio
import random
from typing import Any

import pytest
from support.server_rooms import heard, listener_of, say, sit_and_start

import threedown
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.server.model.history import History
from threedown.server.model.messages import Choose, GoOn, Hello, TakeBack
from threedown.server.store.records import header_line, restored
from threedown.session.record import linked
from threedown.session.session import Session
from threedown.session.state import Undo
from threedown.session.views import question_for, shares_of, view_of
from threedown.table.chance import Generator


def test_events_are_told_to_each_in_his_own_words() -> None:
    async def run() -> None:
        room, (ann, ben, watcher) = await sit_and_start("war", 2)
        for subscriber in (ann, ben, watcher):
            heard(subscriber)
        for number, subscriber in enumerate((ann, ben)):
            await say(room, subscriber, GoOn(f"g{number}", 0))
        told = {name: [event.get("text") for event in heard(one, "step")[0]["events"]]
                for name, one in (("ann", ann), ("ben", ben), ("watcher", watcher))}  # fmt: skip
        cards = [event["card"] for event in _shown(room) if event["kind"] == "turn_up"]
        first, second = (card.replace("T", "10").translate(SYMBOLS) for card in cards[:2])
        assert told["ann"][:2] == [f"You turn up {first}.", f"Seat 1 turns up {second}."]
        assert told["ben"][:2] == [f"Seat 0 turns up {first}.", f"You turn up {second}."]
        assert told["watcher"][:2] == [f"Seat 0 turns up {first}.", f"Seat 1 turns up {second}."]

    asyncio.run(run())


def test_an_event_names_the_clause_by_which_it_happened() -> None:
    """A player turns up a card by W1-03, and who has the highest takes all by W1-04."""

    async def run() -> None:
        room, (ann, ben, _) = await sit_and_start("war", 2)
        heard(ann)
        for number, subscriber in enumerate((ann, ben)):
            await say(room, subscriber, GoOn(f"g{number}", 0))
        told = heard(ann, "step")[0]["events"]
        assert [event["clause"] for event in told if event["kind"] == "turn_up"][:2] == ["W1-03"] * 2
        assert {event["clause"] for event in told if event["kind"] == "win"} == {"W1-04"}

    asyncio.run(run())


def test_the_end_names_winners_ranking_and_reason_to_each_player_in_their_own_words() -> None:
    async def run() -> None:
        room, (ann, ben, watcher) = await sit_and_start("war", 2, options={"turn_cap": 1})
        for number, subscriber in enumerate((ann, ben)):
            await say(room, subscriber, GoOn(f"g{number}", room.game.seq))
        ends = [heard(one, "step")[-1]["events"][-1] for one in (ann, ben, watcher)]
        assert [end["kind"] for end in ends] == ["end"] * 3
        assert {end["text"] for end in ends} == {"The turn cap is reached: a draw."}
        assert all(end["winners"] == [] for end in ends)
        assert sorted(seat for group in ends[0]["ranking"] for seat in group) == [0, 1]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("preset", "seats", "clause"),
    [
        ("bicycle", 2, "W1-05"),
        ("pagat-last-card", 2, "W1-05"),
        ("three-down", 2, "W2-04"),
        ("declare-war", 2, "W2-04"),
        ("four-players", 4, "W34-05"),
        ("razboi", 2, "WR-01"),
        ("race-to-ace", 2, "WA-01"),
    ],
)
def test_a_war_names_the_clause_of_its_preset_that_equal_cards_mean_war(preset: str, seats: int, clause: str) -> None:
    session = threedown.new("war", seed=298, preset=preset, seats=seats).session
    events = session.go(60, lambda happened: any(event.kind == "war" for event in happened))
    assert {event.clause for event in events if event.kind == "war"} == {clause}


SYMBOLS = str.maketrans({"C": "♣", "D": "♦", "H": "♥", "S": "♠"})


def _shown(room: Any) -> list[dict[str, Any]]:
    session = room.game.session
    return [event.shown(session.setting, None) for event in session.last_turn]


def test_the_whole_table_says_what_has_just_happened_and_who_was_ahead() -> None:
    async def run() -> None:
        room, (ann, ben, watcher) = await sit_and_start("war", 2)
        for turn in range(3):
            for number, subscriber in enumerate((ann, ben)):
                await say(room, subscriber, GoOn(f"{turn} {number}", room.game.seq))
        steps = heard(watcher, "step")
        again = listener_of("p0")
        await room.handle(again, Hello())
        (table,) = heard(again, "table")
        assert [event["kind"] for event in table["events"]] == [event["kind"] for event in steps[-1]["events"]]
        assert table["events"][0]["text"].startswith("You turn up ")
        assert table["history"] == [step["view"]["shares"] for step in steps]
        assert table["history"][0] == [26, 26]

    asyncio.run(run())


def test_undone_inputs_are_not_in_the_history() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"}, options={"return_order": "random"})
        for turn in range(4):
            await say(room, ann, GoOn(f"g{turn}", room.game.seq))
        kept = room.game.event_log.history.rows()
        await say(room, ann, TakeBack("u", room.game.seq))
        back = room.game.session.turns
        assert back < 4
        assert room.game.event_log.history.rows() == kept[: back + 1]
        await say(room, ann, GoOn("on", room.game.seq))
        assert room.game.event_log.history.rows() == kept[: back + 2]

    asyncio.run(run())


def test_a_game_that_is_restored_has_the_history_that_it_had() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("blitz31", 2, bots={1: "simple"}, seed=4)
        pick = random.Random(4)
        while not room.game.session.over and room.game.seq < 60:
            session = room.game.session
            if session.pending is None:
                await say(room, ann, GoOn(f"c{room.game.seq}", room.game.seq))
            elif 0 in session.pending.menus:
                choice = pick.choice(session.menu(0))
                await say(room, ann, Choose(f"c{room.game.seq}", room.game.seq, choice))
            else:
                await asyncio.sleep(0)
        lines, chain = [], room.game.header.start()
        for entry in room.game.session.log:
            line, chain = linked(chain, entry)
            lines.append(line)
        again = restored(header_line(room.game.header), room._secret, lines, 3)
        assert again.wrong is None
        assert again.history.rows() == room.game.event_log.history.rows()
        assert len(again.history.rows()) > 5

    asyncio.run(run())


def test_turns_that_were_played_at_once_have_a_row_each() -> None:
    session = Session(settle(find_game("war")), Generator(5))
    history = History(2)
    history.note(session)
    session.go(3)
    history.note(session)
    rows = history.rows()
    assert len(rows) == 4
    assert rows[3] == shares_of(session.setting, session.table_state)
    session.undo(1)
    assert isinstance(session.log[-1], Undo)
    history.note(session)
    assert history.rows() == [[26, 26]]


def test_a_choice_is_told_in_words_where_its_notation_is_not_enough() -> None:
    game = find_game("steal-war")
    for seed in range(40):
        session = Session(settle(game), Generator(seed))
        while not session.over and session.turns < 60:
            if session.pending is None:
                session.go()
                continue
            seat = session.asked
            question = question_for(session, seat, ["Ann", "Bot 1"])
            assert question is not None
            if seat == 0 and question.parts is not None and question.choices == ["play", "steal 1"]:
                labels = [part.label for part in question.parts]
                held = view_of(session.setting, session.table_state, 0).piles["won 1"].count
                cards = "1 card" if held == 1 else f"{held} cards"
                assert labels == ["Play the card", f"Steal the pile of Bot 1, {cards}"]
                return
            session.choose(session.menu()[0], seat)
    raise AssertionError("nobody was ever asked")
