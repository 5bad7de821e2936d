"""Tests of the tests: leaks and wrong rules that are planted in Blitz Champz."""

from typing import Any

import pytest
from support import conformance
from support.planted import caught

from threedown.cards import HIDDEN, NUMBER
from threedown.games import find_game
from threedown.games.champz import rules
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import Setting, settle
from threedown.session import result, views
from threedown.session.live import Live
from threedown.session.scenario import failures, play_scenario, scenario_of
from threedown.table import hands, verbs
from threedown.table.layout import Table
from threedown.table.sight import cards_in

Patch = pytest.MonkeyPatch
GAME = find_game("champz")


def table(seats: int = 2) -> Setting:
    return settle(GAME, None, {}, seats)


def leaks(setting: Setting, **named: Any) -> str:
    return caught(conformance.check_no_leak, setting, 10, **named)


def test_a_hand_shown_to_others_is_caught() -> None:
    def careless(setting: Setting, table_state: Any, seat: int) -> dict[str, Any]:
        return {
            **conformance.plain_view(setting, table_state, seat),
            "hand": result.piles_of(setting, table_state)["hand 1"],
        }

    assert "seat 0" in leaks(table(), view=careless)


def test_the_next_card_of_the_draw_pile_shown_is_caught() -> None:
    def careless(setting: Setting, table_state: Any, seat: int) -> dict[str, Any]:
        top = cards_in(table_state, setting.piles.index("stock"))[:1]
        return {**conformance.plain_view(setting, table_state, seat), "next": [card & NUMBER for card in top]}

    assert "next" in leaks(table(), view=careless)


def test_the_worth_of_a_secret_hand_shown_is_caught() -> None:
    """Not a card, but something that depends on the cards: how many Tackles are out there in hands."""

    def careless(setting: Setting, table_state: Any, seat: int) -> dict[str, Any]:
        hidden = " ".join(result.piles_of(setting, table_state)[f"hand {other}"] for other in range(setting.seats))
        return {**conformance.plain_view(setting, table_state, seat), "defences": hidden.count("TACKLE")}

    assert "defences" in leaks(table(3), view=careless)


def test_a_draw_that_everybody_sees_is_caught(monkeypatch: Patch) -> None:
    honest = Live.announce

    def chatty(live: Live, t: Table, kind: int, seat: int, card: int, *rest: int) -> None:
        honest(live, t, kind, seat, card | verbs.EVERYBODY_SEES if kind == verbs.TAKEN else card, *rest)

    monkeypatch.setattr(Live, "announce", chatty)
    with pytest.raises(AssertionError, match="take names a card to seat"):
        conformance.check_events_name_only_what_is_known(table(), 10)


def test_a_card_received_that_all_know_is_caught(monkeypatch: Patch) -> None:
    """The note on the card itself is wrong: the blindness of a policy that trusts it would be lost."""
    monkeypatch.setattr(hands, "put_under", lambda t, hand, card: verbs.put_under(t, hand, card | verbs.EVERYBODY_SEES))
    session = conformance.dealt(table(), 1)
    while session.turns <= 5:
        conformance.step(session)
    seen = views.view_of(session.setting, session.table_state, 0).piles["hand 1"].cards
    assert HIDDEN not in seen, "the planted bug shows nothing"


def test_an_unable_player_who_may_not_pass_is_caught(monkeypatch: Patch) -> None:
    honest = rules.legal
    monkeypatch.setattr(rules, "legal", lambda t, s, q, code: code != rules.PASS and honest(t, s, q, code))

    def play_on() -> None:
        for seed in range(30):
            conformance.check_legal_list_exact(table(), seed, questions=60)

    with pytest.raises(AssertionError, match="no choice"):
        play_on()


def broken_examples() -> int:
    """Return the number of failing examples of the rulebook."""
    count = 0
    for clause in read_rulebook("champz").clause:
        for example in clause.example:
            data = {key: value for key, value in example.items() if key != "note"}
            scenario = scenario_of({"game": "champz", **data})
            try:
                count += bool(failures(scenario, play_scenario(scenario)))
            except ValueError:
                count += 1
    return count


def test_a_defence_that_lasts_a_round_is_caught(monkeypatch: Patch) -> None:
    """Cards that are never forgotten: the rulebook's own examples notice."""
    assert broken_examples() == 0
    monkeypatch.setattr(rules, "just_placed", lambda t: 1 if verbs.held(t, rules.area(t, 1)) else -1)
    assert broken_examples() > 0


def test_a_leader_who_wins_at_once_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(rules, "close_turn", lambda t, seat: verbs.end_game(t, 1 << seat, rules.TWENTY_ONE))
    assert broken_examples() > 5
