"""Blitz (31) for a pot, and lives bought back: whole games against a count of our own, bots, and what people read."""

import random
from typing import Any

import pytest
from games.test_blitz31 import is_31, next_of, points_of
from support import conformance
from support.levels import with_few_worlds

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.cards import show_cards
from threedown.games import find_game
from threedown.games.blitz31.bots import BEATING_FROM
from threedown.games.setting import Setting, settle
from threedown.session import views
from threedown.session.session import Session
from threedown.table.sight import cards_in


def blitz(seats: int = 3, **options: Any) -> Setting:
    return settle(find_game("blitz31"), None, options, seats)


def play(session: Session, level: str) -> str | None:
    """Play a turn, or answer as this level does; return the answer."""
    if session.pending is None:
        session.go()
        return None
    choice = conformance.answer(session, level)
    session.choose(choice, session.asked)
    return choice


def pot_shared(session: Session, pot: int, kind: str) -> tuple[dict[int, int], int]:
    """Return what each winner of the round gets, and what stays in the pot."""
    names = {seat: show_cards(cards_in(session.table_state, seat)).split() for seat in range(session.setting.seats)}
    worth = {seat: 31.0 if is_31(hand, kind) else points_of(hand, kind) for seat, hand in names.items()}
    winners = [seat for seat, has in worth.items() if has == max(worth.values())]
    return dict.fromkeys(winners, pot // len(winners)), pot % len(winners)


@pytest.mark.parametrize("number", range(12))
def test_every_pot_goes_where_a_referee_would_give_it(number: int) -> None:
    pick = random.Random(number)
    ante = pick.randint(1, 3)
    options: dict[str, Any] = {
        "ante": ante, "chips": pick.choice((ante, 2 * ante + 1, 20)), "pot_rounds": pick.choice((1, 4, 9)),
        "three_of_a_kind": pick.choice(("30", "30.5", "none")), "show_31": pick.choice(("discard", "draw")),
        "reshuffle": pick.random() < 0.5, "knock_with_discard": pick.random() < 0.5,
    }  # fmt: skip
    setting = blitz(pick.randint(2, 6), **options)
    session = conformance.dealt(setting, number)
    everybody = list(range(setting.seats))
    chips, pot, dealer, rounds = [options["chips"] - ante] * setting.seats, ante * setting.seats, setting.seats - 1, 0
    while not session.over:
        if session.pending is None and session.table_state.round_over:
            dealer = next_of(everybody, dealer)
            chips, pot = [has - ante for has in chips], pot + ante * setting.seats
            assert min(chips) >= 0, "nobody who can't put in the ante is asked for it"
        play(session, pick.choice(("simple", "random", "steady")))
        table_state = session.table_state
        assert int(table_state.dealer) == dealer
        if table_state.round_over:
            rounds += 1
            won, pot = pot_shared(session, pot, options["three_of_a_kind"])
            chips = [has + won.get(seat, 0) for seat, has in enumerate(chips)]
            assert len(won) > 1 or int(table_state.turn_winner) in won
        assert (table_state.lives.tolist(), int(table_state.pot)) == (chips, pot)
        assert sum(chips) + pot == options["chips"] * setting.seats
    last = rounds == options["pot_rounds"]
    assert last or min(chips) < ante
    winners = sum(1 << seat for seat, has in enumerate(chips) if has == max(chips))
    assert int(session.table_state.winners) == winners


def test_a_player_leaves_or_stays_as_they_answer() -> None:
    """Random players decline as often as they accept; those who have left get no more cards."""
    declined = 0
    for seed in range(6):
        session = conformance.dealt(blitz(4, lives=1, buy_backs=2), seed)
        out: set[int] = set()
        while not session.over:
            asked = session.pending.seat if session.pending else None
            assert asked not in out
            if play(session, "random") == "leave" and asked is not None:
                out.add(asked)
                declined += 1
            assert all(not cards_in(session.table_state, seat) for seat in out if not session.table_state.round_over)
        assert max(session.table_state.bought.tolist()) <= 2
    assert declined > 6


@pytest.mark.slow
@pytest.mark.parametrize("level", ["simple", "steady", "keen"])
def test_bots_buy_back_in_and_knock_late_where_they_must_beat_everybody(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_few_worlds("blitz31", level, monkeypatch)
    session, bought = conformance.dealt(blitz(3, lives=1, buy_backs=1, knocker_beats_all=True), 3), 0
    while not session.over:
        seat = session.pending.seat if session.pending else 0
        hand = show_cards(cards_in(session.table_state, seat)).split()
        choice = play(session, level)
        assert choice != "leave"
        bought += choice == "buy"
        assert level == "keen" or choice != "knock" or points_of(hand, "30") >= BEATING_FROM
    assert bought >= 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ante": 2}, ("round 1 of 10, pot 6", "18 chips, dealer")),
        ({"buy_backs": 1}, ("round 1", "4 lives, dealer")),
    ],
)
def test_the_table_says_what_it_is_played_for(changes: dict[str, Any], told: tuple[str, str]) -> None:
    view = views.look(conformance.dealt(blitz(3, **changes), 1), None)[0]
    assert (view.told["head"], view.told["holding"][2]) == told


@pytest.mark.slow
def test_keen_wins_more_than_its_share_of_pots() -> None:
    """A pot that is shared counts for both, so that shares add up to more than one."""
    run = simulate(run_spec(blitz(3, ante=1), 60, 1, ("keen", "steady", "steady")))
    won = run.totals.counts[:3].tolist()
    assert won[0] > max(won[1:])
