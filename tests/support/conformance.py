"""Checks that every game passes under every house rule. Each raises AssertionError where it fails.

``machine_code.py`` has those of compiled play. ``test_conformance.py`` runs the checks over all presets;
``test_planted.py`` and ``test_planted_leaks.py`` show that each of them can fail.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from threedown.bulk.run_spec import run_spec
from threedown.cards import NUMBER
from threedown.games.detached import DetachedTable, answer_of
from threedown.games.setting import Setting
from threedown.session import leak_audit, views
from threedown.session.keeper import Keeper
from threedown.session.record import read_record, replay, verify
from threedown.session.session import Refused, Session
from threedown.table import verbs
from threedown.table.chance import Generator
from threedown.table.imagine import imagination, imagined
from threedown.table.layout import NOBODY, Table, TableState
from threedown.table.sight import cards_in, indistinguishable, knows_here, unknown_groups

WHOLE_GAME = 1 << 40
HANGS = 600.0
"""Seconds. No test waits for a time: what has not come to its end, or to a state, after so long hangs."""
MANY = 60
NONSENSE = ("", "nonsense", "seat -1", "seat 99", "\x00")


def dealt(setting: Setting, seed: int, game: int = 0, watch: Any = None) -> Session:
    return Session(setting, Generator(seed, game), watch=watch)


def answer(session: Session, level: str = "") -> str:
    """Return the answer of a level of bots (by default the simulation's) to the pending question, in notation."""
    assert session.pending is not None
    level = level or session.setting.game.first_level[0]
    seat, table_state = session.pending.seat, session.table_state.copy()
    table_state.pilot[1] += len(session.unseen)  # of several who are asked at once, each draws as if they took turns
    code = answer_of(session.setting, table_state, level, seat, session.pending.question)
    assert code in session.pending.menu, f"the policy answers {code}, and legal is {session.pending.menu}"
    return session.menu()[session.pending.menu.index(code)]


def step(session: Session, turns: int = 1) -> None:
    """Take one step: some turns, or the answer that is asked for; all answers if several seats answer at once."""
    if session.pending is None:
        session.go(turns)
        return
    session.choose(answer(session), session.asked)
    while session.unseen:
        session.choose(answer(session), session.asked)


def play_out(session: Session, turns: int = WHOLE_GAME, inputs: int = WHOLE_GAME) -> Session:
    """Plays to the end, or for so many inputs of at most ``turns`` turns each."""
    done = 0
    while not session.over and done < inputs:
        step(session, turns)
        done += 1
    return session


def state(session: Session) -> tuple[Any, ...]:
    """All of a session that its user can tell apart."""
    pending = session.pending
    asked = None if pending is None else (pending.question, tuple(pending.menus.items()), tuple(session.unseen.items()))
    return (session.table_state.tobytes(), tuple(session.history), asked, session.over, tuple(session.last_turn))


def assert_whole(setting: Setting, table_state: TableState, when: str) -> None:
    """Every card of the pack lies on the table exactly once."""
    lying = [card & NUMBER for pile in range(len(setting.piles)) for card in cards_in(table_state, pile)]
    pack = sorted(setting.deck.names)
    if sorted(lying) != pack:
        lost = setting.deck.show_all(card for card in pack if card not in lying)
        double = setting.deck.show_all({card for card in lying if lying.count(card) > 1})
        raise AssertionError(f"{when}: lost {lost or 'no card'}; twice there {double or 'no card'}")
    t = Table(table_state, None)
    assert all(verbs.held(t, pile) >= 0 for pile in range(len(setting.piles))), (
        f"{when}: a pile holds less than nothing"
    )


# The checks


def check_conservation(setting: Setting, seed: int) -> None:
    """After every event every card of the pack is on the table exactly once."""
    seen = [0]

    def watch(t: Table, event: Any) -> None:
        seen[0] += 1
        assert_whole(setting, t.s, f"event {seen[0]}, {event.kind} in turn {int(t.s.turns)}")

    session = play_out(dealt(setting, seed, watch=watch))
    assert_whole(setting, session.table_state, "at the end")
    assert seen[0] > min(len(setting.deck.names) // 2, 2 * session.turns), "hardly anything was announced"


def check_ends(setting: Setting, seed: int) -> None:
    """A game ends within its turn cap, for a reason that the game knows, and cannot be played on.

    No number overflows on the way: it would be another one in machine code (trap 5 of test_compiler.py).
    """
    cap = int(setting.option_codes.turn_cap)
    session = dealt(setting, seed)
    with np.errstate(all="raise"):
        while not session.over:
            turn = session.turns
            step(session)
            assert session.turns <= cap, f"turn {session.turns} is played, and the cap is {cap}"
            assert session.turns > turn or session.log, "nothing happens any more"
    reasons = setting.game.rules.REASONS
    assert int(session.table_state.reason) in reasons, f"reason {session.table_state.reason} has no name"
    name = reasons[int(session.table_state.reason)]
    assert name in setting.game.words.narration.reasons, f"reason {name} has no sentence"
    winners = int(session.table_state.winners)
    assert 0 <= winners < 1 << setting.seats, "somebody wins who does not sit here"
    assert name != "turn_cap" or (winners == 0 and session.turns == cap), "stopped by the cap, and not at it"
    try:
        session.go()
    except Refused:
        return
    raise AssertionError("a game that is over can be played on")


def check_record_round_trip(setting: Setting, folder: Path, seed: int | None, turns: int = 40) -> None:
    """A game that is left, resumed, finished and read again is the same game; without a seed it is sealed."""
    path = folder / f"{setting.game.name}-{seed}.3d"
    names = [f"Ana {seat}" for seat in range(setting.seats)]
    keeper, session = Keeper.start(path, setting, names, seed)
    for _ in range(3):
        if not session.over:
            step(session, turns)
            keeper.keep(session)
    keeper.close()
    keeper, resumed = Keeper.resume(path)
    assert state(resumed) == state(session), "the resumed game is another one"
    session = resumed
    while not session.over:
        step(session, turns)
        keeper.keep(session)
    keeper.finish(session)
    keeper.close()
    record = read_record(path)
    assert record.damage is None, f"the record is damaged: {record.damage}"
    assert record.footer is not None, "the footer is missing"
    assert record.inputs == tuple(session.log), "the inputs of the record are not those of the game"
    assert verify(record) == [], f"the record is refused: {verify(record)}"
    again, stopped = replay(record)
    assert stopped is None, f"the replay stopped: {stopped}"
    assert again.table_state.tobytes() == session.table_state.tobytes(), "the replay leads to another table"
    assert record.header.names == tuple(names), "the names are others"
    assert [file.name for file in folder.iterdir()] == [path.name], "something was left beside the record"


def check_undo(setting: Setting, seed: int, inputs: int = 6) -> None:
    """An undone choice has never happened, and a fork changes nothing outside it."""
    pick = random.Random(seed)
    session = dealt(setting, seed)
    before, steps = [state(session)], []
    while not session.over and len(session.history) < inputs:
        given_before = len(session.history)
        twin = session.fork()
        assert state(twin) == before[-1], "a fork stands elsewhere"
        turns = pick.randint(1, 4)
        step(session, turns)
        assert state(twin) == before[-1], "a fork moved with the session that it was made of"
        step(twin, turns)
        assert state(twin) == state(session), "a fork went another way with the same input"
        kept = state(session)
        play_out(twin, turns=3, inputs=2)
        assert state(session) == kept, "a session moved with its fork"
        steps.append(session.history[given_before:])
        session.undo(len(steps[-1]))
        assert state(session) == before[-1], "an input that was taken back has left a trace"
        for given in steps[-1]:
            session.apply(given)
        assert state(session) == kept, "an input that is given again leads elsewhere"
        before.append(kept)
    while steps:
        before.pop()
        session.undo(len(steps.pop()))
        assert state(session) == before[-1], "inputs that were taken back have left a trace"
    try:
        session.undo()
    except Refused:
        return
    raise AssertionError("more was taken back than had been put in")


def check_legal_list_exact(setting: Setting, seed: int, questions: int = 20) -> int:
    """A menu is what is legal, its choices are accepted and nothing else (of very many some are tried).

    Returns how many questions were asked.
    """
    session, asked = dealt(setting, seed), 0
    while not session.over and asked < questions:
        if session.pending is None:
            session.go(WHOLE_GAME)
            continue
        asked += 1
        menu, pending = session.menu(), session.pending
        assert menu, "somebody is asked who has no choice"
        assert len(set(menu)) == len(menu), f"two choices read alike: {menu}"
        for text in a_few(menu, seed):
            assert_accepted(session, text)
        act = setting.game.words.choices.act
        codes = range(setting.game.rules.CODES[pending.question])
        rules, seat, question = setting.game.rules, pending.seat, pending.question
        lawful = [code for code in codes if rules.legal(session.table, seat, question, code)]
        assert list(pending.menu) == lawful, f"the menu is not what is legal: {set(pending.menu) ^ set(lawful)}"
        others = {
            act(session.table, pending.seat, pending.question, code).text for code in codes if code not in pending.menu
        }
        for text in a_few(sorted(others - set(menu)), seed) + list(NONSENSE):
            assert_refused(session, text, session.asked)
        assert_refused(session, menu[0], next(seat for seat in range(99) if seat not in pending.menus))
        if session.asked is not None:
            assert_refused(session, menu[0], None)  # the world does not answer for a seat
        session.choose(answer(session), session.asked)
    return asked


def check_asks_as_declared(setting: Setting, asked: int) -> None:
    """A game that asks so many questions under these options has declared that it asks some, or none (``asks``)."""
    game = setting.game.name
    assert setting.asks or not asked, f"{game} asks {asked} questions, and its options say that they leave none"
    assert asked or not setting.asks, f"{game} asks nothing: if these options leave no question, asks() says False"


def a_few(texts: list[str], seed: int) -> list[str]:
    """All of them, or of very many some."""
    return texts if len(texts) <= MANY else random.Random(seed).sample(texts, MANY)


def assert_accepted(session: Session, text: str) -> None:
    twin = session.fork()
    twin.choose(text, twin.asked)
    logged = 0 if twin.unseen else 1 + len(session.unseen)
    assert len(twin.log) == len(session.log) + logged, f"{text} is accepted and not in the log"
    assert_whole(session.setting, twin.table_state, f"after {text}, which the menu offers")


def assert_refused(session: Session, text: str, seat: int | None) -> None:
    before = state(session)
    twin = session.fork()
    refusal = None
    try:
        twin.choose(text, seat)
    except Refused as refused:
        refusal = refused
    assert refusal is not None, f"{text!r} is not in the menu {session.menu()}, and is accepted"
    hand = seat == session.asked
    assert refusal.menu == (tuple(session.menu()) if hand else ()), f"{refusal.menu} is not what would be legal"
    secret = [] if session.asked is None else session.menu()
    told = str(refusal).replace(repr(text), "")
    assert not any(choice in told for choice in secret), f"{str(refusal)!r} tells everybody what is legal"
    assert state(twin) == before, f"{text!r} is refused, and has changed the table"
    assert state(session) == before, f"{text!r} is refused on a fork, and has changed the table"


def check_events_name_only_what_is_known(setting: Setting, seed: int) -> None:
    """An event names a card to those seats that know the card where it then lies, and to nobody else."""

    def watch(t: Table, event: Any) -> None:
        if event.card == NOBODY or event.target == NOBODY:
            return
        lying = [card for card in cards_in(t.s, event.target) if card & NUMBER == event.card]
        assert len(lying) == 1, f"{event.kind}: the card is not where the event says"
        for seat in range(setting.seats):
            named, known = bool((event.sees >> seat) & 1), knows_here(lying[0], seat)
            assert named <= known, f"{event.kind} names a card to seat {seat}, who does not know it"

    play_out(dealt(setting, seed, watch=watch))


def plain_view(setting: Setting, table_state: TableState, seat: int | None) -> dict[str, Any]:
    """A view as plain data."""
    view: dict[str, Any] = msgspec.to_builtins(views.view_of(setting, table_state, seat))
    return view


def check_no_leak(setting: Setting, seed: int, turns: int = 12, view: Any = None) -> dict[str, int]:
    """Hidden cards do not show in a seat's messages; return the verdicts on the pairs of runs."""
    session = dealt(setting, seed)
    while not session.over and session.turns < turns:
        step(session)
    pick, shown = random.Random(seed), view or views.view_of
    verdicts: dict[str, int] = {"same": 0, "set aside": 0}
    for seat in range(setting.seats):
        first, _ = leak_audit.watch_game(setting, Generator(seed), session.log, seat, view=shown)
        events = len(first)
        for up_to in sorted({1, events // 4, events // 2, events - 1, events, pick.randint(1, events)}):
            found = leak_audit.audit(setting, lambda: Generator(seed), session.log, seat, up_to, pick, shown, first)
            assert found.verdict != "leak", f"seat {seat}, {up_to} events: {found.first} or {found.second}"
            verdicts[found.verdict] += 1
    assert verdicts["same"] > verdicts["set aside"], f"the audit proves nothing: {verdicts}"
    return verdicts


def check_policies_see_only_their_view(setting: Setting, level: str, seed: int, questions: int = 12) -> int:
    """A level of bots chooses only by its seat's view; return the number of questions tried."""
    session, pick = dealt(setting, seed), random.Random(seed)
    verdicts = {"same": 0, "set aside": 0}
    while not session.over and sum(verdicts.values()) < questions:
        if session.pending is not None and session.pending.seat != NOBODY:
            found = leak_audit.audit_policy(setting, level, lambda: Generator(seed), session.log, pick)
            asked = f"{level}, seat {session.pending.seat}, question {sum(verdicts.values())}"
            assert found.verdict != "leak", f"{asked}: {found.first}, and {found.second}"
            verdicts[found.verdict] += 1
        step(session, WHOLE_GAME)
    assert verdicts["same"] >= verdicts["set aside"], f"the audit proves little: {verdicts}"
    return sum(verdicts.values())


def check_imagined_worlds(setting: Setting, seed: int, tables: int = 6, numbers: int = 4) -> None:
    """An imagined table is whole, looks the same to its seat, and holds nothing else of the real one."""
    session, pick = dealt(setting, seed), random.Random(seed)
    for _ in range(tables):
        for _ in range(pick.randint(1, 8)):
            if not session.over:
                step(session, pick.randint(1, 8))
        live = DetachedTable(setting, run_spec(setting, 1, 0).pilots)
        mind = imagination(session.table_state, setting.new_table_state(), live)
        t, before = Table(session.table_state, setting.option_codes, mind), session.table_state.tobytes()
        for seat in range(setting.seats):
            twin = indistinguishable(session.table_state, seat, lambda cards: pick.sample(cards, len(cards)))
            twin.chance[:] = [pick.getrandbits(62), pick.getrandbits(62), 0]
            assert canonical(views.view_of(setting, twin, seat)) == canonical(
                views.view_of(setting, session.table_state, seat)
            )
            for number in range(numbers):
                m = imagined(t, seat, number)
                assert_whole(setting, m.s, "in an imagined world")
                real, shown = (
                    canonical(views.view_of(setting, table_state, seat)) for table_state in (session.table_state, m.s)
                )
                assert real == shown, f"seat {seat} imagines {shown}, and sees {real}"
                assert groups_of(session.table_state, seat) == groups_of(m.s, seat), "another batch than the seat knows"
                assert not set(m.s.chance[:2].tolist()) & set(session.table_state.chance[:2].tolist()), (
                    "the real future"
                )
                again = imagined(Table(twin, setting.option_codes, mind._replace(own=twin.words)), seat, number)
                assert seen_words(again.s) == seen_words(imagined(t, seat, number).s), "something hidden shines through"
        assert session.table_state.tobytes() == before, "imagining has changed the table"


def groups_of(table_state: TableState, seat: int) -> list[list[int]]:
    """The cards that a seat cannot tell apart, as sets."""
    return sorted(
        sorted(int(table_state.cards[spot]) & NUMBER for spot in group) for group in unknown_groups(table_state, seat)
    )


def seen_words(table_state: TableState) -> tuple[Any, ...]:
    """All of a table state that rules may read: the cards that lie in piles, and what comes after the cards."""
    lying = tuple(tuple(cards_in(table_state, pile)) for pile in range(table_state.cards.shape[0]))
    return lying, table_state.words[table_state.clean_from :].tobytes(), table_state.broken.tobytes()


def canonical(data: Any) -> str:
    return msgspec.json.encode(data, order="sorted").decode()
