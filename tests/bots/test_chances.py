"""The chances of answers: right where they can be counted by hand, and made from what the seat sees alone."""

import random

import threedown
from threedown.bots.chances import Tally, open_answers, tallies
from threedown.cards import NUMBER
from threedown.session.scenario import Scenario, _lay
from threedown.session.session import Session
from threedown.session.views import look
from threedown.table.chance import Generator
from threedown.table.layout import PLACE
from threedown.table.sight import relabelled, resampled, spots_of

DEFEND, RAID, CHALLENGE, FLIP = 0, 1, 3, 4
TABLE = 11
"""The pile in which a row lies."""
WORLDS = 1000
FIVE_ERRORS = 0.08
"""Five standard errors of a share near one half in 1,000 worlds; the worlds are always the same."""


def at_question(piles: dict[str, str]) -> Session:
    """The first question of a turn from these piles, which no player has seen."""
    session, _ = _lay(Scenario("blitzkrieg", piles=piles, options={"diplomats": 0}, seed=1))
    session.go()
    return session


def counted(session: Session, seat: int = 0, worlds: int = WORLDS) -> dict[int, Tally]:
    assert session.pending is not None
    return tallies(session.setting, session.redacted_table(seat), seat, session.pending.question, 0, worlds)


def test_a_call_for_troops_that_one_card_decides() -> None:
    """3C meets 5C; unseen are 7C and 7D, one in each deck. Seat 0 draws 7C, comes to ten, and seat 1's 7D is red; or it
    draws the 7D itself and loses."""
    session = at_question({"deck 0": "3C 7C", "deck 1": "5C 7D"})
    assert session.menu() == ["defend", "surrender"]
    won, games = counted(session)[0]
    assert games == WORLDS
    assert abs(won / games - 1 / 2) < FIVE_ERRORS


def test_a_row_has_one_chance_for_all_its_cards() -> None:
    """Napoleon with a two of spades: of four cards unseen one is a spade, and two of them lie in the row."""
    session = at_question({"deck 0": "2S 3S 4D 5D", "deck 1": "JS 6D"})
    assert session.menu() == ["flip 1", "flip 2"]
    found = counted(session)
    assert set(found) == {0, 1}
    assert found[0] == found[1]
    assert abs(found[0].won / found[0].games - 1 / 4) < FIVE_ERRORS


def test_a_card_of_the_row_that_the_seat_knows_has_no_chance() -> None:
    """The same row: the seat knows the 3S that lies first, and no spade is left for the other place."""
    session = at_question({"deck 0": "2S 3S 4D 5D", "deck 1": "JS 6D"})
    row = spots_of(session.table_state, TABLE)
    assert [session.setting.deck.names[session.table_state.cards[spot] & NUMBER] for spot in row] == ["4D", "3S"]
    session.table_state.cards[row[1]] |= 1 << PLACE
    question = look(session, 0, ("Ann", "Ben"))[1]
    assert question is not None
    assert [act.outcome for act in question.parts or ()] == ["win", "chance"]
    assert counted(session) == {1: Tally(0, WORLDS)}


def test_a_challenge_counts_a_tie_as_no_win() -> None:
    """Seat 0 holds 2 3 4 5 6 of clubs, twenty in all; the other hand is the 2 to 6 of spades in every world."""
    session = at_question({"deck 0": "QH 2C 3C 4C 5C 6C", "deck 1": "QS 2S 3S 4S 5S 6S"})
    assert session.menu() == ["challenge", "disarm"]
    assert counted(session)[0] == Tally(0, WORLDS)


def test_a_certain_result_has_no_chance() -> None:
    """The queen of hearts wins, raid or not, with cards enough for every treaty."""
    session = at_question({"deck 0": "QH 2C 3C 4C 5C 6C 7C 8C 9C TC", "deck 1": "3S 2S 4S 5S 6S"})
    assert session.menu() == ["raid", "decline"]
    assert open_answers(session.setting, session.redacted_table(0), 0, RAID) == []
    assert counted(session) == {}


def test_chances_are_the_same_however_the_hidden_cards_lie() -> None:
    """At each question, a seat gets the same chances on a table whose unseen cards are dealt again."""
    seen, pick = dict.fromkeys((DEFEND, CHALLENGE, FLIP), 0), random.Random(1)
    for seed in range(100):
        match = threedown.new("blitzkrieg", seed=seed)
        session = match.session
        while not session.over and min(seen.values()) < 2:
            if session.pending is None:
                session.go()
                continue
            seat, question = session.pending.seat, session.pending.question
            if seen.get(question, 2) < 2:
                exchange = resampled(session.table_state, seat, lambda cards: pick.sample(cards, len(cards)))
                twin = session.rerun(
                    lambda table_state, exchange=exchange: relabelled(table_state, exchange), Generator(seed)
                )
                names = ("Ann", "Ben")
                if twin.pending is not None and look(twin, seat, names) == look(session, seat, names):
                    assert exchange
                    assert (twin.table_state.cards != session.table_state.cards).any()
                    assert counted(twin, seat, 20) == counted(session, seat, 20)
                    seen[question] += 1
            session.choose(match.ask_bot(), seat)
    assert min(seen.values()) == 2
