"""Blitz (31): the worth of hands, lost lives, knowledge of cards, and several people at one keyboard."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from support import conformance, machine_code
from support.planted import caught

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.cards import NUMBER, show_cards, suit
from threedown.exact import blitz31 as exact
from threedown.exact.blitz31 import mean
from threedown.games import declare, find_game, three_cards
from threedown.games.blitz31 import bots, hands, rounds, rules
from threedown.games.game_options import OptionError
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import Setting, settle
from threedown.session import views
from threedown.session.live import Live
from threedown.session.scenario import play_scenario, scenario_of
from threedown.session.session import Session
from threedown.table import hands as table_hands
from threedown.table import verbs
from threedown.table.layout import NOBODY, PLACE, Table, TableState
from threedown.table.sight import cards_in, knows_here, unknown_groups

Patch = pytest.MonkeyPatch
KINDS = ("30", "30.5", "none")


def blitz(seats: int = 3, **options: Any) -> Setting:
    return settle(find_game("blitz31"), None, options, seats)


# What a hand is worth: counted here from the names of the cards, without threedown

COUNTS = {**{str(number): number for number in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
PACK = [rank + suit for rank in COUNTS for suit in "CDHS"]


def points_of(hand: list[str], kind: str) -> float:
    suits: Counter[str] = Counter()
    for card in hand:
        suits[card[1]] += COUNTS[card[0]]
    same = len(hand) == 3 and len({card[0] for card in hand}) == 1
    return max(*suits.values(), float(kind) if same and kind != "none" else 0)


def dealt_hands(kind: str = "30") -> dict[int, int]:
    return exact.dealt_hands(lambda hand: hands.worth_of(hand, KINDS.index(kind)))


@pytest.mark.parametrize("kind", KINDS)
def test_all_22100_hands_are_counted(kind: str) -> None:
    found = Counter(points_of(list(hand), kind) for hand in itertools.combinations(PACK, 3))
    assert sum(found.values()) == 22_100
    assert {halves / 2: count for halves, count in dealt_hands(kind).items()} == found
    total = sum(points * count for points, count in found.items())
    assert mean(dealt_hands(kind)) * 22_100 == 2 * total


def test_31_is_an_ace_and_two_tens_of_one_suit() -> None:
    assert dealt_hands()[62] == 4 * 6
    assert dealt_hands("none")[60] == 4 * 4 * 1 + 4 * 4, "30: ace, nine and a ten, or three tens of a suit"
    assert dealt_hands("30")[60] - dealt_hands("none")[60] == 13 * 4
    assert dealt_hands("30.5")[61] == 13 * 4


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_count_as_the_enumeration_does(kind: str) -> None:
    pick = random.Random(1)
    setting = blitz(2, three_of_a_kind=kind)
    for _ in range(400):
        cards = (
            pick.sample(range(52), 3) if pick.random() < 0.8 else [4 * pick.randrange(13) + suit for suit in (0, 1, 3)]
        )
        table_state = setting.new_table_state()
        table_state.cards[0, :3] = cards
        table_state.end[0] = 3
        t = Table(table_state, setting.option_codes)
        expected = 2 * points_of(show_cards(cards).split(), kind)
        assert hands.value(t, 0) == hands.worth_of(cards, KINDS.index(kind)) == expected
        ordered, told = setting.game.words.table.sorted_hand(t, cards)
        assert sorted(ordered) == sorted(cards)
        assert told.startswith(f"{expected / 2:g} in " if "kind" not in told else f"{expected / 2:g}, three of a kind")


@pytest.mark.parametrize("cards", [3, 4])
def test_the_value_after_a_draw_is_the_mean_over_all_possible_cards(cards: int) -> None:
    pick = random.Random(cards)
    setting = blitz(2)
    for _ in range(200):
        table_state = setting.new_table_state()
        held = table_state.cards[0, :cards] = pick.sample(range(52), cards)
        table_state.end[0] = cards
        left_out = NOBODY if cards == 3 else pick.randrange(4)
        kept = [card for place, card in enumerate(held) if place != left_out]
        now = hands.worth_of(kept, 0)
        worths = []
        for card in set(range(52)) - set(held):
            suited = [three_cards.points(each) for each in (*kept, card) if suit(each) == suit(card)]
            worths.append(max(now, 2 * sum(sorted(suited)[-3:])))
        assert bots.after_a_draw(Table(table_state, setting.option_codes), 0, left_out) == 52 * sum(worths) // len(
            worths
        )


def test_a_pair_or_four_cards_are_no_three_of_a_kind() -> None:
    """Hands of other sizes lie on tables laid by hand only, or between draw and discard."""
    setting = blitz(2)
    for cards, expected in (([0, 1], 4), ([0, 1, 2, 3], 4), ([0, 1, 2], 60), ([], 0)):
        table_state = setting.new_table_state()
        table_state.cards[0, : len(cards)] = cards
        table_state.end[0] = len(cards)
        assert hands.value(Table(table_state, setting.option_codes), 0) == expected


@pytest.mark.parametrize("return_discard", [True, False])
def test_a_player_without_other_cards_returns_the_taken_card(return_discard: bool) -> None:
    scenario = {
        "game": "blitz31", "options": {"return_discard": return_discard}, "state": {"lives 0": 4},
        "piles": {"hand 1": "2C 3D 4H", "discard": "5C"}, "choices": ["draw discard", "discard 5C"],
    }  # fmt: skip
    result = play_scenario(scenario_of(scenario))
    assert (result["piles"]["discard"], result["state"]["to_play"]) == ("5C", 1)


@pytest.mark.parametrize("piles", [{}, {"hand 0": "2C"}, {"hand 0": "2C", "hand 1": "3C"}, {"stock": "2C"}])
@pytest.mark.parametrize("reshuffle", [True, False])
def test_a_table_that_lacks_cards_is_played_to_an_end(piles: dict[str, str], reshuffle: bool) -> None:
    setting = blitz(2, reshuffle=reshuffle, turn_cap=300)
    table_state = setting.new_table_state()
    chance = conformance.Generator(1)
    chance.start(table_state)
    lay(setting, table_state, LaidTable(piles))
    session = conformance.play_out(Session(setting, chance, table_state))
    assert session.over


def test_the_hand_is_arranged_as_a_player_holds_it() -> None:
    setting = blitz(2)
    t = Table(setting.new_table_state(), setting.option_codes)

    def told(text: str) -> tuple[str, str]:
        cards, worth_text = setting.game.words.table.sorted_hand(t, setting.deck.parse(text))
        return show_cards(cards), worth_text

    assert told("2C 8H KH") == ("KH 8H 2C", "18 in hearts")
    assert told("7C 7S 7H")[1] == "30, three of a kind"
    assert told("AS 9H KS QS") == ("AS KS QS 9H", "the best three: 31 in spades")
    assert told("2C") == ("2C", "2 in clubs")


# Whole games against a referee of our own


def is_31(hand: list[str], kind: str) -> bool:
    """A seat that holds four cards at a 31 on the draw counts any three of them."""
    return any(points_of(list(three), kind) == 31 for three in itertools.combinations(hand, 3))


def expected_losses(names: dict[int, list[str]], knocker: int | None, rules: dict[str, Any]) -> dict[int, int]:
    """Return the lives each player should lose, from the hands shown; computed in another order than rounds.py does."""
    kind = rules["three_of_a_kind"]
    holders = [seat for seat, hand in names.items() if is_31(hand, kind)]
    if holders:
        price = {seat: rules["loss_to_31"] for seat in names if seat not in holders}
        if knocker in price:
            price[knocker] = max(price[knocker], rules["blitz_penalty"])
        return price
    points = {seat: points_of(hand, kind) for seat, hand in names.items()}
    beaten = knocker is not None and any(points[seat] >= points[knocker] for seat in points if seat != knocker)
    if rules["knocker_beats_all"] and beaten:
        return {knocker: rules["knock_penalty"]}
    lowest = [seat for seat, has in points.items() if has == min(points.values())]
    if lowest == [knocker]:
        return {knocker: rules["knock_penalty"]}
    return {seat: 1 for seat in lowest if seat != knocker or rules["tied_knocker_loses"]}


@pytest.mark.parametrize("number", range(20))
def test_every_round_is_settled_as_a_referee_would(number: int) -> None:
    """Lives are counted here as losses that a player can bear: a free ride is one more."""
    pick = random.Random(number)
    options: dict[str, Any] = {
        "three_of_a_kind": pick.choice(KINDS), "knock_penalty": pick.choice((1, 2, 3)),
        "blitz_penalty": pick.choice((1, 2)), "lives": pick.choice((1, 3, 6)), "reshuffle": pick.random() < 0.6,
        "return_discard": pick.random() < 0.5, "loss_to_31": pick.choice((1, 2)),
        "tied_knocker_loses": pick.random() < 0.5, "free_ride": pick.random() < 0.5,
        "show_31": pick.choice(("discard", "draw")), "knock_least": pick.choice((0, 0, 19, 27)),
        "knock_after": pick.choice(("deal", "turn", "round")), "knock_with_discard": pick.random() < 0.5,
        "buy_backs": pick.choice((0, 0, 1, 2)),
    }  # fmt: skip
    options["buy_back_lives"] = pick.randint(1, 3) if options["buy_backs"] else 1
    options["knocker_beats_all"] = not options["tied_knocker_loses"] and pick.random() < 0.5
    options["opening_showdown"] = options["knock_after"] == "deal" and pick.random() < 0.5
    setting = blitz(pick.randint(2, 7), **options)
    session = conformance.dealt(setting, number)
    lives, riding, bought = [options["lives"]] * setting.seats, [False] * setting.seats, [0] * setting.seats
    dealer, rounds_seen, lost = setting.seats - 1, 0, 0
    while not session.over:
        table_state = session.table_state
        alive = [seat for seat in range(setting.seats) if lives[seat] or riding[seat]]
        if session.pending is None and table_state.round_over:
            dealer = next_of(alive, dealer)
        level = pick.choice(("simple", "random", "varied"))
        if table_state.round_over and session.pending is not None:
            seat, choice = session.pending.seat, conformance.answer(session, level)
            assert seat == next_of(leaving(lives, riding, bought, options), dealer)
            if choice == "buy":
                lives[seat], bought[seat] = options["buy_back_lives"], bought[seat] + 1
            else:
                bought[seat] = options["buy_backs"]  # and is not asked again
            session.choose(choice, session.asked)
            assert session.table_state.lives.tolist() == lives
            continue
        if session.pending is None:
            session.go()
        else:
            if "knock" in session.menu():
                assert may_knock(session.table_state, options, len(alive))
            session.choose(conformance.answer(session, level), session.asked)
        table_state = session.table_state
        assert int(table_state.dealer) == dealer
        if not table_state.round_over:
            assert table_state.lives.tolist() == lives
            assert table_state.riding.tolist() == riding
            assert all(len(cards_in(table_state, seat)) == (3 if seat in alive else 0) for seat in range(setting.seats)
                       if session.pending is None or seat != session.pending.seat)  # fmt: skip
            if session.pending is not None:
                assert session.pending.seat == int(table_state.to_play)
                if table_state.played == 0:
                    assert session.pending.seat == next_of(alive, dealer)
            continue
        rounds_seen += 1
        names = {seat: show_cards(cards_in(table_state, seat)).split() for seat in alive}
        knockers = [seat for seat in alive if table_state.knocked[seat]]
        losses = expected_losses(names, (knockers or [None])[0], options)
        stay = [seat for seat in alive if lives[seat] > losses.get(seat, 0) or seat not in losses
                or (options["free_ride"] and not riding[seat])]  # fmt: skip
        for seat, price in losses.items() if stay else ():
            lost += min(price, lives[seat])
            lives[seat] = max(0, lives[seat] - price)
            riding[seat] = seat in stay and lives[seat] == 0
        assert table_state.lives.tolist() == lives
        assert table_state.riding.tolist() == riding
        assert (session.pending is not None) == bool(leaving(lives, riding, bought, options))
    table_state = session.table_state
    assert sum(lives[seat] > 0 or riding[seat] for seat in range(setting.seats)) == 1
    assert (
        rounds_seen
        == table_state.rounds
        == table_state.knock_rounds + table_state.blitzes + table_state.dealt_blitzes + table_state.emptied
    )
    assert lost == table_state.lost_knocking + table_state.lost_lowest + table_state.lost_tied + table_state.lost_to_31
    assert table_state.round_turns + table_state.dealt_blitzes == table_state.turns


def leaving(lives: list[int], riding: list[bool], bought: list[int], options: dict[str, Any]) -> list[int]:
    """The seats that are out unless they buy back in, which they may."""
    return [
        seat for seat, left in enumerate(lives) if not left and not riding[seat] and bought[seat] < options["buy_backs"]
    ]


def may_knock(table_state: TableState, options: dict[str, Any], players: int) -> bool:
    hand = show_cards(cards_in(table_state, int(table_state.to_play))).split()
    early = {"deal": 0, "turn": 1, "round": players}[options["knock_after"]]
    enough = points_of(hand, options["three_of_a_kind"]) >= options["knock_least"]
    return int(table_state.played) >= early and enough and not table_state.knocked.any()


def next_of(alive: list[int], seat: int) -> int:
    """Whoever of those sits next to the left."""
    return min(alive, key=lambda other: (other - seat - 1) % 16)


@pytest.mark.slow
def test_31_is_dealt_as_often_as_counted() -> None:
    """To two players: 48 of 22,100 hands, less those in which both have it, of 18 in 18,424."""
    setting = blitz(2)
    machine_code.prepared(setting, folded=False)
    run = simulate(run_spec(setting, 20_000, 1), folded=False)
    tally = dict(zip(setting.game.counters.tallies, run.totals.tallies[0].tolist(), strict=True))
    chance = 48 / 22_100 - 24 / 22_100 * 18 / 18_424
    n = tally["rounds"]
    assert n > 50_000
    assert abs(tally["dealt_blitzes"] - n * chance) < 5 * (n * chance) ** 0.5


def test_more_than_nine_need_a_large_table() -> None:
    with pytest.raises(OptionError, match="10 players need large_table=true"):
        blitz(10)
    session = conformance.play_out(conformance.dealt(blitz(16, large_table=True), 1))
    assert session.over
    with pytest.raises(OptionError, match="by 2 to 16"):
        blitz(17, large_table=True)


def test_the_head_says_the_round_and_keeps_it_until_the_next_deal() -> None:
    session = conformance.dealt(blitz(3, lives=2), 4)
    heads, deals = ["round 1"], 1
    while not session.over:
        over_before = int(session.table_state.round_over)
        conformance.step(session)
        deals += over_before and not int(session.table_state.round_over)
        head = views.look(session, None)[0].told["head"]
        assert head == f"round {deals}"
        if head != heads[-1]:
            heads.append(head)
    assert heads == [f"round {n}" for n in range(1, deals + 1)]
    assert deals == int(session.table_state.rounds) > 2


# Who knows what


def to_question(session: Session, question: int) -> None:
    while session.pending is None or session.pending.question != question:
        conformance.step(session)


def test_a_card_taken_from_the_discards_is_known_until_it_is_discarded() -> None:
    session = conformance.dealt(blitz(3), 2)
    session.go()
    top = cards_in(session.table_state, rules.discard(session.table))[0] & NUMBER
    session.choose("draw discard", session.asked)
    for seat in range(3):
        known = [card & NUMBER for card in cards_in(session.table_state, 0) if knows_here(card, seat)]
        assert top in known
        assert len(known) == (4 if seat == 0 else 1)
        assert show_cards([top]) in views.view_of(session.setting, session.table_state, seat).piles["hand 0"].cards
    keep = next(choice for choice in session.menu() if show_cards([top]) not in choice)
    session.choose(keep, session.asked)
    session.go()
    session.choose("draw stock", session.asked)
    assert [knows_here(card, 0) for card in cards_in(session.table_state, 1)] == [False] * 4
    assert [knows_here(card, 0) for card in cards_in(session.table_state, 0)].count(True) == 3
    assert [knows_here(card, 2) for card in cards_in(session.table_state, 0)].count(True) == 1
    assert knows_here(cards_in(session.table_state, rules.discard(session.table))[0], 2)


def test_after_a_new_deal_nobody_knows_more_than_his_hand() -> None:
    session = conformance.dealt(blitz(4), 3)
    while int(session.table_state.rounds) < 2:
        conformance.step(session)
    while session.pending is None:
        session.go()
    for seat in range(4):
        groups = unknown_groups(session.table_state, seat)
        assert [len(group) for group in groups] == [52 - 3 - 1], "nothing is left of what was known in the last round"


def test_the_cards_of_a_new_stock_are_known_to_be_in_it() -> None:
    session = conformance.dealt(blitz(2), 4)
    for _ in range(60):
        if session.pending is None:
            session.go()
        session.choose("draw stock", session.asked)
        session.choose(session.menu()[3], session.asked)
        if session.table_state.reshuffles:
            break
    table_state = session.table_state
    assert table_state.reshuffles == 1
    sizes = sorted(len(group) for group in unknown_groups(table_state, 0))
    assert sizes == [3, len(cards_in(table_state, rules.stock(session.table)))], "the other hand, and the stock"


@pytest.mark.parametrize("level", ["simple", "random", "varied"])
def test_bots_choose_by_what_they_see(level: str) -> None:
    assert conformance.check_policies_see_only_their_view(blitz(4), level, seed=5) >= 10


@pytest.mark.slow
def test_the_leak_audit_sees_much() -> None:
    for seats in (2, 5):
        verdicts = conformance.check_no_leak(blitz(seats), 10, turns=12)
        assert verdicts["set aside"] * 10 <= verdicts["same"], verdicts


# Planted leaks and errors


def test_a_deal_that_shows_hands_is_caught(monkeypatch: Patch) -> None:
    """Seat 0 gets to know every card that goes into a hand, and the event says that only its holder does."""
    honest = table_hands.put_under
    monkeypatch.setattr(table_hands, "put_under", lambda t, pile, card: honest(t, pile, card | 1 << PLACE))
    assert "seat 0" in caught(conformance.check_no_leak, blitz(), 10)


def test_a_draw_that_is_told_to_all_is_caught(monkeypatch: Patch) -> None:
    honest = Live.announce

    def chatty(live: Live, t: Table, kind: int, seat: int, card: int, *rest: int) -> None:
        honest(live, t, kind, seat, card | verbs.EVERYBODY_SEES if kind == verbs.TAKEN else card, *rest)

    monkeypatch.setattr(Live, "announce", chatty)
    assert "take names a card" in caught(conformance.check_events_name_only_what_is_known, blitz(), 10)


def test_a_view_of_the_stock_is_caught() -> None:
    def careless(setting: Setting, table: Any, seat: int | None) -> dict[str, Any]:
        top = cards_in(table, setting.seats)[:1]
        return {**conformance.plain_view(setting, table, seat), "next": [card & NUMBER for card in top]}

    assert "next" in caught(conformance.check_no_leak, blitz(), 10, view=careless)


def test_a_view_that_tells_what_hands_are_worth_is_caught() -> None:
    def careless(setting: Setting, table: Any, seat: int | None) -> dict[str, Any]:
        return {
            **conformance.plain_view(setting, table, seat),
            "worth": hands.value(Table(table, setting.option_codes), 1),
        }

    assert "worth" in caught(conformance.check_no_leak, blitz(), 10, view=careless)


def test_an_event_whose_numbers_tell_a_hidden_hand_is_caught(monkeypatch: Patch) -> None:
    honest = rules.announce

    def chatty(t: Table, kind: int, seat: int = -1, *rest: int, **named: Any) -> None:
        if kind == rounds.KNOCKS:
            named["numbers"] = (hands.value(t, seat),)
        honest(t, kind, seat, *rest, **named)

    monkeypatch.setattr(rules, "announce", chatty)
    monkeypatch.setitem(rules.EVENTS, rounds.KNOCKS, declare.Kind("knock", {"value": declare.NUMBER}))
    assert "value" in caught(conformance.check_no_leak, blitz(), 10, turns=30)


def test_a_bot_that_peeps_is_caught(monkeypatch: Patch) -> None:
    def peeping(t: Table, seat: int, question: int) -> int:
        other = (seat + 1) % verbs.seats(t)
        return bots.simple(t, seat, question) if hands.value(t, other) % 4 else bots.random(t, seat, question)

    monkeypatch.setitem(bots.LEVELS, "peeping", peeping)
    assert "peeping" in caught(conformance.check_policies_see_only_their_view, blitz(), "peeping", 3, 60)


def test_a_hand_that_is_forgotten_in_the_new_deal_is_caught(monkeypatch: Patch) -> None:
    honest = rules.gather
    monkeypatch.setattr(rules, "gather", lambda t, source, target: None if source == 1 else honest(t, source, target))
    assert caught(test_after_a_new_deal_nobody_knows_more_than_his_hand)
