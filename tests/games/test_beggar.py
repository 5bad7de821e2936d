"""Beggar-My-Neighbour: its rules against a second program, deals that never end, and the variant with choices."""

import random
from typing import Any

import pytest
from support import conformance, plain_beggar

import threedown
from threedown.cards import NUMBER, RANKS, height, parse_card
from threedown.games import find_game
from threedown.games.beggar_my_neighbour import rules
from threedown.games.laying import LaidTable
from threedown.games.setting import Setting, settle
from threedown.session.narrator import Narrator
from threedown.session.scenario import ScenarioError, play_scenario, scenario_of
from threedown.session.session import Session
from threedown.table import verbs
from threedown.table.cycles import repeats
from threedown.table.layout import Table
from threedown.table.sight import cards_in

NAME = "beggar-my-neighbour"
NEVER_ENDS = ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
"""Casella's deal, the first that was found (arXiv 2403.13855); - is a plain card."""
PILES_ROUND = 62
"""Tricks after which it comes round, by the paper."""


def beggar(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game(NAME), preset, options, seats)


def letters(session: Session, pile: int) -> str:
    """The cards of a pile, top first, as the plain program has them."""
    faces = (RANKS[height(card & NUMBER) - 2] for card in cards_in(session.table_state, pile))
    return "".join(face if face in plain_beggar.DEMANDS else "-" for face in faces)


# Against the plain program


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_second_program_plays_the_same_games(seats: int) -> None:
    """Under house rules drawn at random: the winner, and every card until then."""
    pick, cycles = random.Random(seats), 0
    for seed in range(25):
        demands = {
            face: pick.choice((usual, usual, pick.randint(0, 10))) for face, usual in plain_beggar.DEMANDS.items()
        }
        relief, heirs, last = pick.random() < 0.7, pick.random() < 0.5, pick.random() < 0.5
        setting = beggar(
            seats=seats, ace=demands["A"], king=demands["K"], queen=demands["Q"], jack=demands["J"], passes_on=relief,
            short="next_pays" if heirs else "creditor_takes", return_order="last_first" if last else "as_played",
            turn_cap=1_000_000,
        )  # fmt: skip
        session = conformance.dealt(setting, seed)
        packets = [letters(session, seat) for seat in range(seats)]
        expected = plain_beggar.play(packets, demands, relief, heirs, last)
        session.go(1_000_000)
        winners = 0 if expected.winner is None else 1 << expected.winner
        assert int(session.table_state.winners) == winners, f"seed {seed}: {demands}"
        if expected.winner is not None:
            assert int(session.table_state.cards_played) == expected.cards
            assert int(session.table_state.piles_taken) - expected.piles in (0, 1), (
                "the last pile goes to the last player"
            )
        cycles += expected.winner is None
    assert cycles < 25


# Deals that never end


def laid(packets: tuple[str, str]) -> dict[str, str]:
    """Cards for letters: of each court the suits in order, plain cards from the twos up."""
    suits = {face: [f"{face}{suit}" for suit in "CDHS"] for face in "AKQJ"}
    plain = [f"{rank}{suit}" for rank in "23456789T" for suit in "CDHS"]
    return {
        f"deck {seat}": " ".join((plain if face == "-" else suits[face]).pop(0) for face in packet)
        for seat, packet in enumerate(packets)
    }


def test_the_first_deal_that_never_ends_is_a_draw() -> None:
    """By the paper and by the plain program 62 piles come round, after four others.

    The table is remembered at turn 512, so that the game ends when it lies so again.
    """
    assert plain_beggar.play(NEVER_ENDS).piles == 4 + PILES_ROUND
    scenario = {"game": NAME, "piles": laid(NEVER_ENDS), "until": "game"}
    ended = play_scenario(scenario_of(scenario))
    assert (ended["reason"], ended["winners"]) == ("cycle", [])
    at_512 = play_scenario(scenario_of({**scenario, "options": {"turn_cap": 512}}))
    assert at_512["reason"] == "turn_cap"
    assert ended["state"]["piles_taken"] - at_512["state"]["piles_taken"] == PILES_ROUND


def test_without_the_rule_it_goes_on_to_the_cap() -> None:
    ended = play_scenario(
        scenario_of(
            {
                "game": NAME,
                "piles": laid(NEVER_ENDS),
                "until": "game",
                "options": {"stop_cycles": False, "turn_cap": 2000},
            }
        )
    )
    assert (ended["reason"], ended["turns"]) == ("turn_cap", 2000)


def test_the_same_cards_with_another_player_to_play_are_no_cycle() -> None:
    """Every turn is remembered here: each is the first, the second or the fourth."""
    setting = beggar()
    table_state = setting.new_table_state()
    t = Table(table_state, setting.option_codes)
    for pile, cards in enumerate(("JS 2S", "3S JH")):
        for name in cards.split():
            verbs.put_under(t, pile, parse_card(name))
    found = []
    for turns, position in ((1, 0), (2, 1), (4, 1), (4, 0)):
        table_state.turns = turns
        found.append(repeats(t, 5, position))
    assert found == [False, False, True, False]


def test_cards_that_demand_as_many_stand_for_each_other() -> None:
    """A two for a three is as good, a king for a queen is not, unless both demand two."""
    assert [turned_to("2S", "3S"), turned_to("KS", "QS"), turned_to("KS", "QS", king=2)] == [True, False, True]


def turned_to(before: str, after: str, **options: Any) -> bool:
    """True if a table comes round when one card of a packet has become another."""
    setting = beggar(**options)
    t = Table(setting.new_table_state(), setting.option_codes)
    verbs.put_under(t, 0, parse_card(before))
    verbs.put_under(t, 1, parse_card("JH"))
    t.s.turns = 1
    assert not rules.comes_round(t)
    t.s.cards[0, 0] = parse_card(after)
    t.s.turns = 3
    return rules.comes_round(t)


# Sentences, and the choice of a card


def test_a_demand_agrees_with_its_number() -> None:
    teller = Narrator(find_game(NAME), ["Ann", "Ben"], seat=1, you=True)
    told = [teller.tell({"kind": "demand", "seat": seat, "cards": cards}) for seat, cards in ((0, 1), (1, 4))]
    assert told == ["Ann demands 1 card.", "You demand 4 cards."]
    assert teller.tell({"kind": "short", "seat": 1, "cards": 2}) == "You owe 2 more, and have no card left."


def test_a_debt_is_told_until_it_is_paid() -> None:
    """Seat 0 lays a queen; seat 1 pays a nine and a four."""
    session = conformance.dealt(beggar().laid_by_hand(LaidTable({"deck 0": "QC 5C", "deck 1": "9D 4D 2D"})), 1)
    teller = Narrator(session.setting.game, ["Ann", "Ben"])
    told = []
    for _ in range(3):
        session.go()
        told.append(teller.verdict(session, session.last_turn))
    assert told == ["Ben owes 2 cards.", "Ann takes the pile: 3 cards.", "1 card lies on the pile."]


@pytest.mark.slow
def test_the_sensible_player_wins_more_than_the_random_one() -> None:
    """In 60 games with three cards in hand: half of them would be 30, and three standard errors more are 42."""
    won = threedown.simulate(NAME, 60, seed=1, preset="chosen", bots=["sensible", "random"])["wins"]
    assert won[0] > 42


def test_a_table_without_two_players_cannot_be_laid() -> None:
    with pytest.raises(ScenarioError, match="two players need cards"):
        play_scenario(scenario_of({"game": NAME, "piles": {"deck 0": "5C"}}))
