"""Knowledge of cards: the notes that verbs write on cards, and each seat's guesses about the rest."""

import random
from typing import Any

import pytest
from msgspec.structs import replace
from support import conformance
from support.tables import war

from threedown.cards import NUMBER, parse_card
from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle
from threedown.session.live import Pending
from threedown.session.session import Session
from threedown.session.views import HIDDEN, PileSeen, question_for, view_of
from threedown.table import verbs
from threedown.table.chance import Generator
from threedown.table.layout import EVERYBODY_SEES, PLACE, Table, TableState
from threedown.table.sight import (
    UNKNOWN_BATCH,
    cards_in,
    known_batch,
    knows_here,
    lie_alike,
    named_cards,
    relabelled,
    resampled,
    spots,
    unknown_groups,
)

DECK, OTHER, POT = 0, 1, 4


class Quiet:
    """The live part of a table without spectators."""

    def __init__(self, seed: int) -> None:
        self.chance = Generator(seed)

    def announce(self, *event: object) -> None:
        pass


def table_with(cards: str, seed: int = 1) -> Table:
    """Two seats; the cards lie in the packet of seat 0, top first."""
    setting = war()
    table_state = setting.new_table_state()
    live = Quiet(seed)
    live.chance.start(table_state)
    t = Table(table_state, setting.option_codes, live)
    for name in cards.split():
        verbs.put_under(t, DECK, parse_card(name))
    return t


def top(t: Table, pile: int) -> int:
    return cards_in(t.s, pile)[0]


def known_by(card: int, seats: int = 2) -> list[bool]:
    return [knows_here(card, seat) for seat in range(seats)]


def test_a_card_turned_up_is_known_to_all() -> None:
    t = table_with("7H 8H")
    assert verbs.turn_up(t, 0, DECK, POT) == parse_card("7H")
    assert known_by(top(t, POT), 16) == [True] * 16
    assert known_by(top(t, DECK)) == [False, False]


def test_a_card_laid_down_is_known_to_whom_it_was() -> None:
    t = table_with("7H 8H")
    t.s.cards[DECK, 0] |= 1 << (PLACE + 1)
    verbs.lay_face_down(t, 0, DECK, POT)
    assert known_by(top(t, POT)) == [False, True]
    verbs.lay_face_down(t, 0, DECK, POT)
    assert known_by(top(t, POT)) == [False, False]
    assert named_cards(t.s, POT, (1,)) == [None, parse_card("7H")]
    assert named_cards(t.s, POT, (0, 1)) == [None, None], "a spectator sees what all know, and nothing else"


def test_a_shuffle_forgets_places_and_remembers_the_batch() -> None:
    t = table_with("7H 8H 9H TH")
    for _ in range(4):
        verbs.turn_up(t, 0, DECK, POT)
    verbs.shuffle(t, POT)
    batch = int(t.s.batch)
    for card in cards_in(t.s, POT):
        assert known_by(card) == [False, False]
        assert known_batch(t.s, card, 0) == known_batch(t.s, card, 1) == batch


def test_a_batch_is_broken_when_a_card_leaves_it_unseen() -> None:
    """Cards 7H and 8H are shuffled openly; one of them goes unseen into another shuffle: which, nobody can say."""
    t = table_with("7H 8H 2C")
    for _ in range(2):
        verbs.turn_up(t, 0, DECK, POT)
    verbs.shuffle(t, POT)
    first = int(t.s.batch)
    assert known_batch(t.s, top(t, POT), 0) == first
    verbs.move_card(t, POT, DECK)
    verbs.shuffle(t, DECK)
    assert known_batch(t.s, top(t, POT), 0) == UNKNOWN_BATCH
    assert {known_batch(t.s, card, 0) for card in cards_in(t.s, DECK)} == {UNKNOWN_BATCH}


def test_a_card_that_leaves_a_batch_openly_does_not_break_it() -> None:
    t = table_with("7H 8H 2C")
    for _ in range(2):
        verbs.turn_up(t, 0, DECK, POT)
    verbs.shuffle(t, POT)
    first = int(t.s.batch)
    verbs.turn_up(t, 0, POT, DECK)
    verbs.shuffle(t, DECK)
    assert known_batch(t.s, top(t, POT), 0) == first


def test_groups_are_of_one_batch() -> None:
    t = table_with("7H 8H 2C 3C")
    for _ in range(2):
        verbs.turn_up(t, 0, DECK, POT)
    assert [len(group) for group in unknown_groups(t.s, 0)] == [2]
    verbs.shuffle(t, POT)
    assert sorted(len(group) for group in unknown_groups(t.s, 0)) == [2, 2]
    for group in unknown_groups(t.s, 0):
        assert len({pile for pile, _ in group}) == 1


def known(table_state: TableState, seat: int) -> list[tuple[tuple[int, int], int]]:
    return [
        (spot, int(table_state.cards[spot]) & NUMBER)
        for spot in spots(table_state)
        if knows_here(int(table_state.cards[spot]), seat)
    ]


def shuffler(pick: random.Random):  # type: ignore[no-untyped-def]
    return lambda numbers: pick.sample(list(numbers), len(numbers))


def midgame(setting: Setting, seed: int, turns: int = 30) -> Session:
    return conformance.play_out(conformance.dealt(setting, seed), turns=1, inputs=turns)


def test_resampling_moves_no_known_card_and_every_unknown_one() -> None:
    for preset in ("bicycle", "win-pile", "race-to-ace", "three-players"):
        session = midgame(war(preset), 4)
        table_state, pick = session.table_state, random.Random(1)
        for seat in range(session.setting.seats):
            groups = [
                {int(table_state.cards[spot]) & NUMBER for spot in group} for group in unknown_groups(table_state, seat)
            ]
            moved: set[int] = set()
            for _ in range(60):
                exchange = resampled(table_state, seat, shuffler(pick))
                assert sorted(exchange) == sorted(exchange.values()), "a card is lost or doubled"
                twin = relabelled(table_state, exchange)
                assert known(twin, seat) == known(table_state, seat)
                assert view_of(session.setting, twin, seat) == view_of(session.setting, table_state, seat)
                for group in groups:
                    assert {exchange[card] for card in group} == group, "a card has left its batch"
                moved |= {card for card, other in exchange.items() if card != other}
            wanted = {card for group in groups if len(group) > 1 for card in group}
            assert moved == wanted


def test_relabelling_leaves_the_notes_alone() -> None:
    session = midgame(war(), 4)
    twin = relabelled(session.table_state, resampled(session.table_state, 0, shuffler(random.Random(2))))
    before = [int(session.table_state.cards[spot]) & ~NUMBER for spot in spots(session.table_state)]
    assert [int(twin.cards[spot]) & ~NUMBER for spot in spots(twin)] == before
    assert twin.tobytes() != session.table_state.tobytes()


@pytest.mark.slow
def test_a_relabelled_race_comes_to_the_same_question() -> None:
    """Imagined tables: unknown cards exchanged, the turn run again with the answers given. 200 tries and more."""
    setting, pick = war("race-to-ace"), random.Random(3)
    tries = same = 0
    for seed in range(60):
        session = conformance.dealt(setting, seed)
        while not session.over and session.pending is None:
            session.go(1)
        for _ in range(4):
            if session.pending is None:
                break
            for seat in (0, 1):
                exchange = resampled(session.table_state, seat, shuffler(pick))
                twin = session.rerun(
                    lambda table_state, exchange=exchange: relabelled(table_state, exchange), Generator(seed, 9)
                )
                tries += 1
                same += twin.pending is not None and twin.pending.menu == session.pending.menu
                assert view_of(setting, twin.table_state, seat) == view_of(setting, session.table_state, seat)
                assert len(twin.last_turn) == len(session.last_turn)
                conformance.assert_whole(setting, twin.table_state, "after a rerun")
            conformance.step(session)
    assert tries >= 200
    assert same == tries


def test_a_rerun_leaves_the_session_alone_and_draws_other_words_later() -> None:
    setting = war("race-to-ace")
    session = conformance.dealt(setting, 1)
    while session.pending is None:
        session.go(1)
    before = conformance.state(session)
    twin = session.rerun(lambda table_state: table_state, Generator(1, 5))
    conformance.play_out(twin, turns=1, inputs=5)
    assert conformance.state(session) == before


def test_views_name_only_what_the_pile_shows_and_the_seat_knows() -> None:
    session = midgame(war("three-down"), 10, turns=3)
    table_state = session.table_state.copy()
    view = view_of(session.setting, table_state, 0)
    assert view.piles["deck 0"] == PileSeen(len(cards_in(table_state, 0)))
    assert set(view.state) <= {"dealer", "racing", "wars", "war_battles", "longest_war"}
    for pile in range(len(session.setting.piles)):
        for place in range(table_state.cards.shape[1]):
            table_state.cards[pile, place] |= EVERYBODY_SEES
    assert view_of(session.setting, table_state, 0).piles["deck 0"] == PileSeen(len(cards_in(table_state, 0)))


def test_the_pot_hides_what_was_laid_down() -> None:
    setting = war("three-down")
    seen: list[Any] = []

    def watch(t: Table, event: object) -> None:
        seen.append(view_of(setting, t.s, None).piles["pot"].cards)

    conformance.play_out(conformance.dealt(setting, 10, watch=watch), turns=1, inputs=40)
    assert any(HIDDEN in cards for cards in seen)
    assert any(cards and HIDDEN not in cards for cards in seen)


def test_a_question_is_shown_to_whom_it_concerns() -> None:
    session = conformance.dealt(war("race-to-ace"), 1)
    assert question_for(session, 0) is None
    while session.pending is None:
        session.go(1)
    for seat in (0, 1, None):
        shown = question_for(session, seat)
        assert shown is not None
        assert (shown.seat, shown.question, shown.choices) == (None, "arrives", session.menu())
    session.state = replace(session.state, pending=Pending(session.pending.question, {1: session.pending.menu}))
    for seat, sees in ((1, session.menu()), (0, None), (None, None)):
        shown = question_for(session, seat)
        assert shown is not None
        assert (shown.seat, shown.choices, shown.parts is None) == (1, sees, sees is None)


def test_redacting_twice_changes_nothing() -> None:
    for game, seats in (("blitz31", 3), ("champz", 3), ("blitzwar", 3), ("steal-war", 3), ("blitzkrieg", 2)):
        session = conformance.play_out(conformance.dealt(settle(find_game(game), None, {}, seats), 5), turns=4)
        for seat in (*range(seats), None):
            once = session.setting.redacted(session.table_state, seat)
            assert session.setting.redacted(once, seat).tobytes() == once.tobytes()
            assert view_of(session.setting, once, seat) == view_of(session.setting, session.table_state, seat)


def test_several_viewers_at_once_get_what_each_would_get_alone() -> None:
    """The array operations run over the cards of all viewers: no card of one may end up in another's copy."""
    for game, seats in (("blitz31", 4), ("champz", 3), ("blitzwar", 3), ("steal-war", 3), ("blitzkrieg", 2)):
        session = conformance.dealt(settle(find_game(game), None, {}, seats), 6)
        for _ in range(5):
            session = conformance.play_out(session, turns=1, inputs=10)
            viewers = [2, None, *range(seats), 0] if seats > 2 else [1, None, 0, 1]
            together = session.setting.redacted_for_each(session.table_state, viewers)
            for seat, table in zip(viewers, together, strict=True):
                assert table.tobytes() == session.setting.redacted(session.table_state, seat).tobytes(), (game, seat)


def test_a_table_whose_cards_lie_as_before_is_redacted_as_before() -> None:
    """A step that moves no card, such as the start of a turn, takes the cards of the redacted tables before it."""
    found: set[bool] = set()
    for game, seats in (("blitz31", 4), ("champz", 3), ("blitzwar", 3), ("war", 3), ("blitzkrieg", 2)):
        session, viewers = conformance.dealt(settle(find_game(game), None, {}, seats), 8), (None, *range(seats))
        for _ in range(12):
            before, known = session.table_state, session.redacted_tables(viewers)
            session = conformance.play_out(session.fork(), turns=1, inputs=1)
            found.add(alike := lie_alike(before, session.table_state))
            told = session.redacted_tables(viewers, known if alike else ())
            for seat, table in zip(viewers, told, strict=True):
                assert table.tobytes() == session.redacted_table(seat).tobytes(), (game, seat)
    assert found == {True, False}


def test_lines_about_the_table_need_no_more_than_everybody_knows() -> None:
    """A view has them from the table as a spectator may know it; every game says the same from the table of a seat."""
    for game in game_names():
        setting = settle(find_game(game))
        session, words = conformance.dealt(setting, 7), setting.game.words.table
        for _ in range(6):
            session = conformance.play_out(session, turns=1, inputs=5)
            told = view_of(setting, session.table_state, 0).told
            for table in (session.redacted_for(seat).table for seat in range(setting.seats)):
                assert words.progress(table) == told["progress"]
                if words.seat_line is not None:
                    assert [words.seat_line(table, seat) for seat in range(setting.seats)] == told["holding"]
