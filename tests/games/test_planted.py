"""Tests of the tests: each check of conformance.py is shown to fail on a bug that is planted for it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support import conformance, machine_code, records, tricks
from support.planted import caught
from support.tables import setting_of, war

from threedown import durable
from threedown.bulk import compiler, kernel
from threedown.bulk.dependencies import dependencies_of
from threedown.games.setting import Setting
from threedown.games.war import rules
from threedown.games.war.options import Options as WarOptions
from threedown.session import keeper, record, result
from threedown.session.live import Event
from threedown.session.session import Session
from threedown.session.state import Input, SessionState
from threedown.table import packets, verbs
from threedown.table.chance import Draws
from threedown.table.layout import Table, TableState

Patch = pytest.MonkeyPatch


# Cards


def test_a_capture_that_loses_a_card_is_caught(monkeypatch: Patch) -> None:
    honest = packets.capture

    def careless(t: Table, winner: int) -> None:
        verbs.take_top(t, packets.pot(t))
        honest(t, winner)

    monkeypatch.setattr(packets, "capture", careless)
    assert "lost" in caught(conformance.check_conservation, war(), 1)


def test_a_deal_that_doubles_a_card_is_caught(monkeypatch: Patch) -> None:
    honest = packets.deal_card

    def double(t: Table, seat: int, source: int, target: int) -> None:
        honest(t, seat, source, target)
        if verbs.held(t, source) == 10:
            verbs.put_under(t, source, verbs.look(t, target))

    monkeypatch.setattr(packets, "deal_card", double)
    assert "twice there" in caught(conformance.check_conservation, war(), 1)


def test_a_card_exchanged_for_another_is_caught(monkeypatch: Patch) -> None:
    honest = verbs.into_batch
    monkeypatch.setattr(verbs, "into_batch", lambda t, card, batch: honest(t, card, batch) ^ (card & 127 == 5))
    caught(conformance.check_conservation, war(), 1)


# Ends


def test_a_turn_cap_that_nobody_heeds_is_caught(monkeypatch: Patch) -> None:
    honest = verbs.end_game

    def deaf(t: Table, winners: int, reason: int) -> None:
        if reason != rules.TURN_CAP:
            honest(t, winners, reason)

    monkeypatch.setattr(verbs, "end_game", deaf)
    assert "the cap is 5" in caught(conformance.check_ends, war(turn_cap=5), 1)


def test_a_turn_cap_one_turn_late_is_caught(monkeypatch: Patch) -> None:
    honest = rules.options

    def late(t: Table) -> Any:
        return honest(t)._replace(turn_cap=honest(t).turn_cap + 1)

    monkeypatch.setattr(rules, "options", late)
    assert "turn 6" in caught(conformance.check_ends, war(turn_cap=5), 1)


def test_a_reason_without_a_name_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(rules, "TURN_CAP", 99)
    assert "99" in caught(conformance.check_ends, war(turn_cap=5), 1)


def test_a_game_that_goes_on_after_its_end_is_caught(monkeypatch: Patch) -> None:
    honest = Session.go

    def endless(session: Session, turns: int = 1, until: Any = None) -> list[Event]:
        return [] if session.over else honest(session, turns, until)

    monkeypatch.setattr(Session, "go", endless)
    assert "can be played on" in caught(conformance.check_ends, war(turn_cap=5), 1)


# Questions


def test_options_that_leave_no_question_and_do_not_say_so_are_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(WarOptions, "asks", lambda options: True)
    conformance.check_asks_as_declared(war("race-to-ace"), asked=3)
    assert "asks() says False" in caught(conformance.check_asks_as_declared, war(), 0)


def test_options_that_deny_their_questions_are_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(WarOptions, "asks", lambda options: False)
    conformance.check_asks_as_declared(war(), asked=0)
    assert "asks 3 questions" in caught(conformance.check_asks_as_declared, war("race-to-ace"), 3)


# Stepped and compiled


@pytest.mark.slow
def test_a_stepped_rule_one_off_is_caught(monkeypatch: Patch) -> None:
    machine_code.prepared(war(), folded=False)
    honest = rules.count_war

    def one_more(t: Table, in_a_row: int) -> None:
        honest(t, in_a_row)
        t.s.wars += in_a_row == 1

    monkeypatch.setattr(rules, "count_war", one_more)
    assert "wars" in caught(machine_code.check_stepped_equals_compiled, war(), 1, games=1)


@pytest.mark.slow
def test_a_note_on_a_card_that_only_stepped_play_makes_is_caught(monkeypatch: Patch) -> None:
    """The winner is the same and every card lies where it should: only who knows it differs."""
    machine_code.prepared(war(), folded=False)
    monkeypatch.setattr(verbs, "EVERYBODY_SEES", verbs.EVERYBODY_SEES >> 1)
    assert "cards" in caught(machine_code.check_stepped_equals_compiled, war(), 1, games=1)


def test_an_option_folded_wrongly_is_caught() -> None:
    """Stepped play under one house rule, machine code under another."""
    code = machine_code.prepared(war(), folded=False)
    assert code is machine_code.prepared(war(short="last_card"), folded=False), "options need no compile of their own"
    words = machine_code.compiled_words(war(return_order="as_played"), 1, 0, 1, folded=False)
    session = conformance.play_out(conformance.dealt(war(return_order="winner_first"), 1))
    assert words.tobytes() != session.table_state.tobytes()


@pytest.mark.slow
def test_a_cache_key_without_the_levels_of_bots_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    setting, honest = tricks.tricks(), compiler.Clones.key

    def without(clones: compiler.Clones, found: Any) -> str:
        first = compiler.Clones(setting, setting.game.first_level * setting.seats, folded=False)
        return honest(first, dependencies_of(first, kernel.play_games))

    monkeypatch.setattr(compiler.Clones, "key", without)
    monkeypatch.setenv("THREEDOWN_CACHE", str(tmp_path))
    caught_by = machine_code.check_cache_tells_levels_apart
    assert "random the games of another level" in caught(caught_by, setting, ("simple", "random"), 1, games=20)


def test_a_table_that_is_not_cleared_between_games_is_caught(monkeypatch: Patch) -> None:
    honest = machine_code.compiled_words

    def uncleared(setting: Setting, seed: int, first: int, count: int, folded: bool) -> Any:
        words = honest(setting, seed, first, count, folded)
        words[-1] += count - 1
        return words

    monkeypatch.setattr(machine_code, "compiled_words", uncleared)
    assert "longest_war" in caught(machine_code.check_used_table, war(), 1, games=5)


# Records


def test_a_record_that_forgets_an_input_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    honest = keeper.Keeper.commit

    def forgetful(keeping: keeper.Keeper, entries: Sequence[Input]) -> None:
        if len(keeping._kept) != 1:
            honest(keeping, entries)
        else:
            keeping._kept += entries

    monkeypatch.setattr(keeper.Keeper, "commit", forgetful)
    assert "another one" in caught(conformance.check_record_round_trip, war(turn_cap=300), tmp_path, 1)


def test_a_hash_of_another_table_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    honest = result.table_hash
    calls = [0]

    def changing(setting: Setting, table: Any) -> str:
        calls[0] += 1
        return honest(setting, table) if calls[0] == 1 else "0" * 64

    monkeypatch.setattr(record, "table_hash", changing)
    assert "the hash" in caught(conformance.check_record_round_trip, war(turn_cap=300), tmp_path, 1)


def test_a_secret_left_lying_about_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    honest = keeper.Keeper.finish

    def careless(keeping: keeper.Keeper, session: Session) -> None:
        honest(keeping, session)
        keeping.secret_path(keeping.path).touch()

    monkeypatch.setattr(keeper.Keeper, "finish", careless)
    assert "left beside" in caught(conformance.check_record_round_trip, war(turn_cap=300), tmp_path, 1)


@pytest.mark.parametrize("played_on", [False, True])
def test_a_footer_that_is_believed_is_caught(monkeypatch: Patch, tmp_path: Path, played_on: bool) -> None:
    """The draws are reported just because there is a footer, as they once were."""
    honest = record.examine

    def believing(told: record.Record, secret: bytes | None = None) -> record.Verdict:
        chance = Draws(record.chance_of(told.header, secret))
        session, _ = record.replay_into(Session(told.header.setting(), chance), told)
        return honest(told, secret)._replace(draws=record.draws_of(session, chance))

    monkeypatch.setattr(record, "examine", believing)
    assert "what is to come" in caught(records.check_a_footer_draws_nothing_out, tmp_path, played_on)


def test_a_secret_that_goes_with_the_last_turn_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    """The last turn may be taken back as long as the record is not closed."""
    honest = keeper.Keeper.keep

    def hasty(keeping: keeper.Keeper, session: Session) -> None:
        honest(keeping, session)
        if session.over:
            keeping.secret_path(keeping.path).unlink(missing_ok=True)

    monkeypatch.setattr(keeper.Keeper, "keep", hasty)
    assert "cannot be gone on with" in caught(records.check_a_game_can_be_left_anywhere, tmp_path)


def test_a_line_that_is_not_synced_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    def unsynced(path: Path, data: bytes, after: int) -> int:
        with open(path, "ab") as file:
            file.write(data)
        return after + len(data)

    monkeypatch.setattr(keeper, "append", unsynced)
    told = caught(records.check_nothing_is_lost_in_a_power_cut, tmp_path, monkeypatch)
    assert "a power cut changes .3d" in told


def test_a_folder_that_is_not_synced_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(durable, "_settle", lambda folder: None)
    assert "a power cut" in caught(records.check_nothing_is_lost_in_a_power_cut, tmp_path, monkeypatch)


def test_a_file_that_is_renamed_before_it_is_synced_is_caught(monkeypatch: Patch, tmp_path: Path) -> None:
    def hasty(path: Path, data: bytes, mode: int = 0o644) -> None:
        part = path.with_name(path.name + durable.UNFINISHED)
        part.write_bytes(data)
        part.replace(path)
        durable._settle(path.parent)

    monkeypatch.setattr(keeper, "write_whole", hasty)
    assert "a power cut" in caught(records.check_nothing_is_lost_in_a_power_cut, tmp_path, monkeypatch)


# Undo


def _forgets_the_table(session: Session, inputs: int = 1) -> None:
    session.state = replace(session.state, history=session.history[:-inputs])


def test_an_undo_that_forgets_the_table_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Session, "undo", _forgets_the_table)
    assert "left a trace" in caught(conformance.check_undo, war(), 1)


def test_an_undo_that_forgets_the_question_is_caught(monkeypatch: Patch) -> None:
    honest = Session.undo

    def partly(session: Session, inputs: int = 1) -> None:
        pending = session.pending
        honest(session)
        session.state = replace(session.state, pending=pending)

    monkeypatch.setattr(Session, "undo", partly)
    assert "left a trace" in caught(conformance.check_undo, war("race-to-ace"), 8, inputs=30)


def test_a_fork_that_is_the_same_session_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Session, "fork", lambda session: session)
    assert "fork" in caught(conformance.check_undo, war(), 1)


def test_a_fork_that_shares_its_table_is_caught(monkeypatch: Patch) -> None:
    """Every step changes the table in place; forks share tables."""
    run = Session._run

    def scribbling(session: Session, state: SessionState, checkpoint: TableState, *more: Any) -> SessionState:
        checkpoint.turns += 1
        return run(session, state, checkpoint, *more)

    monkeypatch.setattr(Session, "_run", scribbling)
    caught(conformance.check_undo, war(), 1)


# The legal list


def test_a_list_with_one_choice_too_many_is_caught(monkeypatch: Patch) -> None:
    """A seat that has no card is offered as the next to play."""
    honest = rules.legal

    def lax(t: Table, seat: int, question: int, code: int) -> bool:
        return honest(t, seat, question, code) or code == 0

    monkeypatch.setattr(rules, "legal", lax)
    setting = war("race-to-ace", seats=3)

    def play_on() -> None:
        for seed in range(40):
            conformance.check_legal_list_exact(setting, seed, questions=400)

    assert "which the menu offers" in caught(play_on)


def test_a_session_that_takes_any_answer_is_caught(monkeypatch: Patch) -> None:
    honest = Session.choose

    def lax(session: Session, text: str, seat: int | None) -> list[Event]:
        return honest(session, text if text in session.menu() else session.menu()[0], seat)

    monkeypatch.setattr(Session, "choose", lax)
    assert "is accepted" in caught(conformance.check_legal_list_exact, war("race-to-ace"), 9)


def test_a_session_that_takes_answers_of_others_is_caught(monkeypatch: Patch) -> None:
    honest = Session.choose
    monkeypatch.setattr(Session, "choose", lambda session, text, seat: honest(session, text, session.asked))
    assert "is accepted" in caught(conformance.check_legal_list_exact, war("race-to-ace"), 9)


def test_a_session_in_which_the_world_answers_for_a_seat_is_caught(monkeypatch: Patch) -> None:
    honest = Session.choose

    def lax(session: Session, text: str, seat: int | None) -> list[Event]:
        return honest(session, text, session.asked if seat is None else seat)

    monkeypatch.setattr(Session, "choose", lax)
    assert "is accepted" in caught(conformance.check_legal_list_exact, setting_of(("blitz31", "seed")), 9)


def test_a_refusal_that_changes_the_table_is_caught(monkeypatch: Patch) -> None:
    honest = Session.choose

    def clumsy(session: Session, text: str, seat: int | None) -> list[Event]:
        if text not in session.menu():
            session.table_state.racing = 0
        return honest(session, text, seat)

    monkeypatch.setattr(Session, "choose", clumsy)
    assert "has changed the table" in caught(conformance.check_legal_list_exact, war("race-to-ace"), 9)


def test_a_choice_that_is_offered_and_refused_is_caught(monkeypatch: Patch) -> None:
    honest = Session.menu
    monkeypatch.setattr(Session, "menu", lambda session, seat=None: [*honest(session, seat), "seat 15"])
    with pytest.raises(IndexError, match="out of range"):
        conformance.check_legal_list_exact(war("race-to-ace"), 9)
