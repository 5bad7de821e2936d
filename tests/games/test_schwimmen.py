"""Schwimmen: its rules against a second program, its secrets, its words and its bots."""

import collections
import random
from typing import Any

import msgspec
import pytest
from support import conformance
from support.plain_schwimmen import PlainSchwimmen
from support.tables import random_setting

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.games.words import menu_line
from threedown.session.bot_answers import bots_answer
from threedown.session.result import piles_of, state_of, winners_of
from threedown.session.scenario import scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import look

NAME = "schwimmen"


def lying(session: Session) -> dict[str, list[str]]:
    """All cards by name, the top of each pile first."""
    return {name: cards.split() for name, cards in piles_of(session.setting, session.table_state).items()}


# Against the plain program


def assert_equal(session: Session, plain: PlainSchwimmen) -> None:
    """Every card lies in the same place, and all lives are the same."""
    piles, state = lying(session), state_of(session.setting, session.table_state)
    assert {f"hand {seat}": piles[f"hand {seat}"] for seat in plain.hands} == {
        f"hand {seat}": cards for seat, cards in plain.hands.items()
    }
    assert (piles["table"], piles["stock"]) == (plain.middle, plain.stock)
    assert (piles["packet"], piles["removed"]) == (plain.packet, plain.aside)
    for seat in range(plain.seats):
        assert state[f"lives {seat}"] == plain.lives[seat]
        assert bool(state[f"swims {seat}"]) == (seat in plain.swimming and seat in plain.playing)
    assert bool(state["round_over"]) == plain.round_over


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 5, 9))])
def test_a_second_program_plays_the_same_games(seats: int) -> None:
    """Under house rules drawn at random: the choices of every turn, every card, every life, the winner."""
    pick, verbs, met = random.Random(seats), set[str](), collections.Counter[str]()
    for seed in range(48 if seats == 2 else 16):
        setting = random_setting(find_game(NAME), pick, seats)
        options = msgspec.structs.replace(setting.options, turn_cap=100_000, lives=3, close_penalty=1 + seed % 2)
        setting = msgspec.structs.replace(setting, options=options)
        session = conformance.dealt(setting, seed)
        plain = PlainSchwimmen(msgspec.structs.asdict(setting.options), seats)
        plain.begin(lying(session), int(session.table_state.dealer))
        deals = False
        while not session.over:
            session.go(1)
            if deals:
                plain.begin(lying(session), int(session.table_state.dealer))
            while session.pending is not None:
                assert session.asked == plain.asked()
                assert set(session.menu()) == plain.menu()
                choice = chosen(session, plain, pick)
                verbs.add(choice.split()[0])
                session.choose(choice, session.asked)
                plain.play(choice)
            assert_equal(session, plain)
            deals = plain.round_over
        assert plain.over
        met.update(state_of(setting, session.table_state))
        assert winners_of(setting, session.table_state) == [plain.winner]
    assert verbs == {"keep", "change", "swap", "swap-all", "pass", "close", "end"}
    ends = (
        "closed_rounds",
        "renewals",
        "passed_rounds",
        "knacks",
        "fires",
        "dealt_rounds",
        "lost_tied",
        "lost_to_fire",
        "swimmers",
    )
    assert [name for name in (*ends, "lost_closing") if not met[name]] == []


def chosen(session: Session, plain: PlainSchwimmen, pick: random.Random) -> str:
    """A choice: of each verb as often, or half the time that of a bot, so that hands of 31 come up."""
    if pick.random() < 0.5:
        return conformance.answer(session, "steady")
    verb = pick.choice(sorted({choice.split()[0] for choice in plain.menu()}))
    return pick.choice([choice for choice in sorted(plain.menu()) if choice.split()[0] == verb])


# Secrets


def seen(session: Session, seat: int) -> dict[str, Any]:
    """The cards that a seat sees, by pile."""
    return {name: pile.cards for name, pile in look(session, seat)[0].piles.items()}


def test_only_the_dealer_sees_the_first_packet_and_nobody_the_second() -> None:
    session = conformance.dealt(settle(find_game(NAME), seats=3), 1)
    session.go(1)
    dealer = int(session.table_state.dealer)
    assert session.pending is not None
    assert session.asked == dealer
    for seat in range(3):
        piles = seen(session, seat)
        assert piles["packet"] is None, "its cards are counted and not listed"
        assert ("??" in piles[f"hand {dealer}"]) == (seat != dealer)
    laid = lying(session)
    session.choose("change", dealer)
    assert sorted(seen(session, 0)["table"]) == sorted(laid[f"hand {dealer}"])
    assert seen(session, 0)[f"hand {dealer}"] == ["??"] * 3
    assert sorted(seen(session, dealer)[f"hand {dealer}"]) == sorted(laid["packet"])


def test_a_card_taken_from_the_middle_stays_known_and_the_cards_put_aside_lie_open() -> None:
    session = conformance.dealt(settle(find_game(NAME), seats=2), 4)
    session.go(1)
    session.choose("keep", session.asked)
    session.go(1)
    taken = lying(session)["table"][1]
    mine = lying(session)["hand 0"][2]
    session.choose(f"swap {mine} {taken}", 0)
    assert seen(session, 1)["hand 0"].count("??") == 2
    assert taken in seen(session, 1)["hand 0"]
    assert lying(session)["table"][1] == mine, "it lies where the other lay"
    middle = lying(session)["table"]
    for seat in (1, 0):
        session.go(1)
        session.choose("pass", seat)
    assert seen(session, 0)["removed"] == seen(session, 1)["removed"] == middle


# Words


def menu(laid: dict[str, Any]) -> list[str]:
    """The choices at a table laid by hand, as lines of a menu."""
    *_, (session, _) = stops(scenario_of({"game": NAME, **laid}))
    assert session.pending is not None
    game, table, seat = session.setting.game, session.table, session.pending.seat
    acts = [game.words.choices.act(table, seat, session.pending.question, code) for code in session.pending.menu]
    return [menu_line(game, table, seat, act, []) for act in acts]


def test_a_choice_says_what_the_hand_is_worth() -> None:
    laid = {"piles": {"hand 0": "7C 7D 9H", "hand 1": "7S 8S TC", "table": "KS KD KC"}}
    assert menu(laid)[0] == "Swap the 7C for the KS"
    assert menu(laid)[-3:] == ["Swap all three for 30.5, three of a kind", "Pass", "Close with 9 in hearts"]
    packets = {"hand 0": "7C 8D 9H", "hand 1": "AH QH 7S", "packet": "AS TD 7H"}
    assert menu({"piles": packets, "state": {"choosing": 1, "dealer": 1}}) == [
        "Keep 21 in hearts",
        "Take the other packet, unseen",
    ]


@pytest.mark.parametrize(
    ("mine", "open_cards", "usual"),
    [
        ("9H 8H 7C", "KH QS 7D", "swap 7C KH"),
        ("9H 8D 7C", "KS QS 7S", "swap-all"),
        ("KH QH 9H", "7S 8D 9C", "pass"),
    ],
)
def test_enter_makes_the_best_swap_or_passes(mine: str, open_cards: str, usual: str) -> None:
    piles = {"hand 0": mine, "hand 1": "7S 8S TC" if "7S" not in open_cards else "8S 9S TC", "table": open_cards}
    *_, (session, _) = stops(scenario_of({"game": NAME, "piles": piles}))
    question = look(session, 0)[1]
    assert question is not None
    assert question.usual == usual


# Bots


@pytest.mark.parametrize("level", ["simple", "random", "steady", "keen"])
def test_a_level_plays_a_table_that_lacks_cards(level: str) -> None:
    """A hand of one card, and one card or none in the middle."""
    for piles in ({"hand 0": "7C", "hand 1": "8C 9D"}, {"hand 0": "7C", "hand 1": "8C 9D", "table": "KS"}):
        *_, (session, _) = stops(scenario_of({"game": NAME, "piles": piles}))
        assert session.pending is not None
        assert bots_answer(session, 0, level) in session.pending.menu


@pytest.mark.parametrize(
    ("mine", "answer"),
    [("KH QH 7H", "close"), ("KH QH 8C", "swap 8C 9H"), ("9S 8D 7C", "swap-all")],
)
def test_a_steady_player_closes_swaps_one_or_all(mine: str, answer: str) -> None:
    piles = {"hand 0": mine, "hand 1": "7S 8S TC", "table": "9H TD AD" if answer == "swap-all" else "9H JC TS"}
    *_, (session, _) = stops(scenario_of({"game": NAME, "piles": piles}))
    assert conformance.answer(session, "steady") == answer


def test_two_steady_players_end_every_round() -> None:
    """They could swap back and forth for ever: the longer a round lasts, the less is enough to close."""
    setting = settle(find_game(NAME), seats=2)
    for seed in range(30):
        session = conformance.dealt(setting, seed)
        while not session.over:
            if session.pending is None:
                session.go(1)
            else:
                session.choose(conformance.answer(session, "steady"), session.asked)
        assert state_of(setting, session.table_state)["longest_round"] < 80


# House rules that exclude each other


@pytest.mark.parametrize(
    ("options", "idle"),
    [({"close_penalty": 2}, False), ({"close_penalty": 2, "lives": 1}, True), ({"lives": 1}, False)],
)
def test_a_penalty_needs_lives_to_lose(options: dict[str, Any], idle: bool) -> None:
    assert bool(find_game(NAME).options(**options).idle()) == idle
