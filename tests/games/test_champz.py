"""Blitz Champz: its pack, its hidden cards, its bots, and planted leaks."""

import tomllib
from typing import Any

import pytest
from support import conformance
from support.paths import GOLDEN

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.cards import HIDDEN, NUMBER
from threedown.cli.table.drawing import narrator, table_lines
from threedown.cli.table.faces import Look
from threedown.cli.table.feed import FeedStep, WaitsFor
from threedown.games import find_game
from threedown.games.champz import bots, card_words, rules, words
from threedown.games.champz.deck import CODES, COPIES, DECK, POINTS, kind_of
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import Setting, settle
from threedown.session import result, views
from threedown.session.scenario import play_scenario, scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import view_of
from threedown.table import hands, verbs
from threedown.table.chance import Generator
from threedown.table.layout import Table
from threedown.table.sight import cards_in, unknown_groups

Patch = pytest.MonkeyPatch
GAME = find_game("champz")
SEATS = (2, 3, 4, 5, 6)
at_every_table = pytest.mark.parametrize("seats", SEATS)


def table(seats: int = 2, **options: Any) -> Setting:
    return settle(GAME, None, options, seats)


def played(setting: Setting, seed: int, turns: int) -> Session:
    """A game after so many turns, at the next question if it is not over."""
    session = conformance.dealt(setting, seed)
    while not session.over and (session.turns <= turns or session.pending is None):
        conformance.step(session)
    return session


def pile(session: Session, name: str) -> list[int]:
    return [card & NUMBER for card in cards_in(session.table_state, session.setting.piles.index(name))]


# The pack and the deal


def test_the_pack_is_the_recovered_one() -> None:
    """The clients of the licensed game agree: 38, 18 and 44 cards, 132 points."""
    names = list(DECK.names.values())
    assert len(names) == 100
    assert {name: names.count(name) for name in CODES} == {
        "TD-RUN": 6, "TD-PASS": 6, "HAIL-MARY": 2, "CONVERSION": 6, "FIELD-GOAL": 7, "EXTRA-POINT": 11,
        "BLOCKED-KICK": 11, "TACKLE": 4, "INTERCEPTION": 3,
        "BLITZ": 8, "FUMBLE": 4, "FIRST-DOWN": 8, "PASS-COMPLETION": 8, "5-YARD-RUN": 8, "END-OF-QUARTER": 8,
    }  # fmt: skip
    assert (sum(COPIES[:6]), sum(COPIES[6:9]), sum(COPIES[9:])) == (38, 18, 44)
    assert sum(number * worth for number, worth in zip(COPIES, POINTS, strict=False)) == 132
    assert all(CODES[kind_of(number)] == name for number, name in DECK.names.items())


@at_every_table
def test_everybody_gets_five_cards_of_the_hundred(seats: int) -> None:
    session = conformance.dealt(table(seats), 1)
    assert [len(pile(session, f"hand {seat}")) for seat in range(seats)] == [5] * seats
    assert len(pile(session, "stock")) == 100 - 5 * seats


# Secrets


def test_a_hand_is_its_owners_and_the_draw_pile_nobodys() -> None:
    session = played(table(3), 2, 8)
    for seat in (0, 1, 2, None):
        seen = views.view_of(session.setting, session.table_state, seat).piles
        assert seen["stock"].cards is None
        assert HIDDEN not in [*(seen["discard"].cards or ()), *(seen["field 0"].cards or ())], "these lie open"
        for other in range(3):
            cards = seen[f"hand {other}"].cards or []
            assert len(cards) == len(pile(session, f"hand {other}"))
            assert (HIDDEN in cards) == (other != seat), f"seat {seat} sees {cards} of seat {other}"


def test_after_a_reshuffle_everybody_knows_which_cards_are_in_the_pile_and_nobody_where() -> None:
    setting = table(6, free_pass=True)
    session = conformance.dealt(setting, 4)
    while int(session.table_state.reshuffles) == 0:
        if session.pending is None:
            session.go()
        else:
            session.choose(next((text for text in session.menu() if text.startswith("use ")), "pass"), session.asked)
    stock = pile(session, "stock")
    assert len(stock) > 10
    for seat in range(6):
        spots = unknown_groups(session.table_state, seat)
        groups = [{int(session.table_state.cards[spot]) & NUMBER for spot in group} for group in spots]
        group = next(group for group in groups if group & set(stock))
        assert group >= set(stock), "the draw pile is one secret"
        assert not group & set(pile(session, f"hand {seat}")), "one's own cards are none"
        others = {number for other in range(6) if other != seat for number in pile(session, f"hand {other}")}
        assert group - set(stock) <= others
        old = others - group
        assert len(old) > 10, "who never let go of a card holds one of the old pile, and that is known"


def test_every_event_is_told_without_a_secret() -> None:
    """The sentence of another's draw names no card."""
    session = conformance.dealt(table(2), 5)
    names, look = ["Ana", "Ben"], Look(ascii=True)
    told: set[str] = set()
    while not session.over:
        conformance.step(session)
        for event in session.events:
            line = narrator(session.setting.game, names, look, 0).tell(event.shown(session.setting, 0))
            told.add(event.kind)
            assert "{" not in line
            if event.kind == "take":
                assert ("a card" in line) == (event.seat == 1)
    assert told >= {"take", "play", "use", "remove", "blitz", "reach", "end"}


def test_a_fumble_names_who_is_skipped_and_a_leader_is_announced() -> None:
    laid = {"hand 0": "FUMBLE", "hand 2": "TD-RUN", "field 2": "TD-RUN TD-PASS HAIL-MARY", "stock": "TACKLE TACKLE"}
    scenario = {"game": "champz", "seats": 3, "piles": laid, "until": "choices"}
    events = play_scenario(scenario_of({**scenario, "choices": ["use FUMBLE", "play TD-RUN"]}))["events"]
    assert {"kind": "skip", "seat": 1} in events
    assert {"kind": "reach", "seat": 2, "to": "hand 0", "points": 26, "team": False} in events


ANSWERED = "Ann has {}: take points away now, or Ann wins."
DRAWN = "Ann has {}: only a card that you draw can help."
LOST = "Ann has {}, and no card of yours can change that: the game ends with this turn."
RUNS, LOW = "TD-RUN TD-PASS HAIL-MARY", "EXTRA-POINT TD-RUN TD-PASS HAIL-MARY"


def asked_after(area: str, hand: str, **more: Any) -> views.Question:
    """The question to a player who draws a Fumble; the first card of the other's area was just placed."""
    laid = {"field 1": area, "hand 0": hand, "stock": "FUMBLE FIELD-GOAL"}
    scenario = {"game": "champz", "piles": laid, "state": {"just_played 1": 1}, **more}
    *_, (session, _) = stops(scenario_of(scenario))
    asked = views.question_for(session, 0, ["You", "Ann"])
    assert asked is not None
    return asked


@pytest.mark.parametrize(
    ("area", "hand", "told", "more"),
    [
        (RUNS, "BLOCKED-KICK", "", {}),
        (LOW, "BLOCKED-KICK", ANSWERED.format("21 points"), {}),
        (LOW, "TACKLE HAIL-MARY", LOST.format("21 points"), {}),  # a Tackle stops no kick; own points don't count
        (f"HAIL-MARY {RUNS}", "TACKLE BLOCKED-KICK INTERCEPTION", LOST.format("28 points"), {}),
        (LOW, "BLITZ", ANSWERED.format("21 points"), {}),
        (f"TD-RUN TD-RUN {RUNS}", "BLITZ TACKLE", LOST.format("32 points"), {}),  # 24, or 26
        (f"TD-RUN EXTRA-POINT {RUNS}", "TACKLE", LOST.format("27 points"), {}),  # 21 are enough
        (LOW, "5-YARD-RUN", DRAWN.format("21 points"), {}),
        (LOW, "FIRST-DOWN", LOST.format("21 points"), {"options": {"draw_ends_turn": True}}),
        (f"HAIL-MARY {RUNS}", "5-YARD-RUN", LOST.format("28 points"), {}),  # no red card removes a Hail Mary
        (f"TD-RUN TD-RUN {RUNS}", "5-YARD-RUN", LOST.format("32 points"), {}),
        (LOW, "5-YARD-RUN BLITZ", LOST.format("21 points"), {"choices": ["use 5-YARD-RUN"]}),  # BC-034
        (LOW, "5-YARD-RUN", LOST.format("21 points"), {"state": {"just_played 1": 0}}),  # BC-019
    ],
)
def test_who_may_answer_21_points_is_told_what_can_help(area: str, hand: str, told: str, more: dict[str, Any]) -> None:
    """Ruling BC-R05: a Defensive Card or a Blitz that takes enough, or such a Defensive Card drawn; nothing else."""
    assert asked_after(area, hand, **more).lead == told


@pytest.mark.parametrize(
    ("area", "hand", "usual"),
    [
        (LOW, "TD-RUN BLOCKED-KICK", "defend BLOCKED-KICK"),
        (LOW, "TD-RUN BLITZ", "blitz 1 TD-RUN"),  # 15 are left, with an Extra Point 20: a Touchdown comes first
        (LOW, "TD-RUN 5-YARD-RUN", "use 5-YARD-RUN"),
        (f"HAIL-MARY {RUNS}", "TD-RUN", "play TD-RUN"),
        (RUNS, "TD-RUN BLOCKED-KICK", "play TD-RUN"),
    ],
)
def test_what_can_stop_a_leader_is_offered_first(area: str, hand: str, usual: str) -> None:
    assert asked_after(area, hand).usual == usual


@pytest.mark.parametrize(
    ("area", "fumble", "quarter"),
    [
        (RUNS, "the other player is skipped: the next turn is yours too", "with two players it only ends your turn"),
        (LOW, "the leader wins all the same", "the leader wins all the same"),
    ],
)
def test_a_fumble_or_an_end_of_quarter_promises_no_rescue(area: str, fumble: str, quarter: str) -> None:
    parts = asked_after(area, "END-OF-QUARTER 5-YARD-RUN").parts or []
    effects = {part.text: part.effect for part in parts}
    assert effects == {
        "use FUMBLE": fumble,
        "use END-OF-QUARTER": quarter,
        "use 5-YARD-RUN": "draw a card, as with a Pass Completion",
    }


# Bots


@pytest.mark.slow
def test_simple_players_come_to_an_end_where_drawing_ends_the_turn() -> None:
    """They once drew until all cards were in hands, and stole the same card in a ring for ever, in 19 games of 100."""
    setting = settle(find_game("champz"), None, {"draw_ends_turn": True, "turn_cap": 400}, 4)
    for seed in range(40):
        session = conformance.play_out(conformance.dealt(setting, seed))
        assert int(session.table_state.winners), f"seed {seed}: {session.turns} turns and nobody has won"


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("level", ["simple", "random"])
def test_a_policy_sees_no_more_than_its_seat(level: str, seats: int) -> None:
    assert sum(conformance.check_policies_see_only_their_view(table(seats), level, seed, 20) for seed in range(2)) > 30


def test_a_policy_that_peeks_is_caught(monkeypatch: Patch) -> None:
    """One policy peeks at the next player's hand, another at the top card of the draw pile."""

    def if_(t: Table, seat: int, question: int, seen: bool) -> int:
        menu = table(3).menu(t, seat, question)
        return menu[0] if seen else menu[-1]

    def at_a_hand(t: Table, seat: int, question: int) -> int:
        theirs = rules.kinds_in(t, rules.hand(t, (seat + 1) % verbs.seats(t)))
        return if_(t, seat, question, theirs & (1 << 7) > 0)

    def at_the_stock(t: Table, seat: int, question: int) -> int:
        return if_(t, seat, question, kind_of(verbs.look(t, rules.stock(t))) > 7)

    for peeking in (at_a_hand, at_the_stock):
        monkeypatch.setitem(bots.LEVELS, "peeking", peeking)
        with pytest.raises(AssertionError, match="peeking, seat"):
            conformance.check_policies_see_only_their_view(table(3), "peeking", 1, 40)


@pytest.mark.parametrize(
    ("mine", "areas", "best"),
    [
        ("TD-RUN TACKLE", ("", "TD-RUN TD-PASS HAIL-MARY TD-PASS"), "defend TACKLE"),
        ("TD-RUN BLITZ", ("", "CONVERSION HAIL-MARY TD-PASS TD-RUN"), "blitz 1"),
        ("EXTRA-POINT TD-RUN", ("TD-RUN TD-RUN CONVERSION FIELD-GOAL", ""), "play TD-RUN"),
    ],
    ids=["stop the leader", "steal from the leader", "reach 21"],
)
@pytest.mark.parametrize("level", ["simple", "keen"])
def test_a_bot_sees_what_a_child_would(level: str, mine: str, areas: tuple[str, str], best: str) -> None:
    """At 21 or more the other must be brought down, and one's own 21 is worth reaching."""
    laid = {
        "hand 0": mine,
        "hand 1": "EXTRA-POINT BLOCKED-KICK",
        "field 0": areas[0],
        "field 1": areas[1],
        "stock": "FUMBLE BLOCKED-KICK TACKLE EXTRA-POINT END-OF-QUARTER FIELD-GOAL BLITZ FUMBLE 5-YARD-RUN FIRST-DOWN",
    }
    table_state = table().new_table_state()
    lay(table(), table_state, LaidTable(laid), openly=True)
    table_state.just_played[1] = 1
    session = Session(table(), Generator(1), table_state)
    session.go()
    assert conformance.answer(session, level).startswith(best)


def wins(setting: Setting, n: int, pilots: tuple[str, ...], seed: int = 1) -> list[int]:
    return [int(number) for number in simulate(run_spec(setting, n, seed, pilots), pool=ThreadPool(1)).totals.counts]


FEWEST_AND_MOST = [pytest.param(2, marks=pytest.mark.slow), pytest.param(6, marks=pytest.mark.soak)]


@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_simple_beats_random_from_every_seat(seats: int) -> None:
    """One simple bot among random ones wins more than half as often again as its share."""
    for seat in range(seats):
        pilots = tuple("simple" if other == seat else "random" for other in range(seats))
        assert wins(table(seats), 1000, pilots)[seat] * seats > 1500


@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_keen_beats_simple(seats: int) -> None:
    """From seat 0, against what simple wins there."""
    keen = wins(table(seats), 500, ("keen",) + ("simple",) * (seats - 1))[0]
    assert keen > wins(table(seats), 500, ("simple",) * seats)[0]


@pytest.mark.parametrize(
    "options", [{}, {"free_pass": True}, {"draw_ends_turn": True}, {"two_player_reverse": "again"}]
)
@at_every_table
def test_games_end_with_a_winner(seats: int, options: dict[str, Any]) -> None:
    """Random bots never come near the turn cap, nor do those who may pass."""
    setting = table(seats, **options)
    for seed in range(2):
        session = conformance.dealt(setting, seed)
        while not session.over:
            if session.pending is None:
                session.go()
            else:
                code = bots.random(session.table, session.pending.seat, session.pending.question)
                session.choose(session.menu()[session.pending.menu.index(code)], session.asked)
        winners = result.winners_of(setting, session.table_state)
        assert len(winners) == 1
        assert int(session.table_state.reached) == int(session.table_state.comebacks) + 1
        assert rules.score(session.table, winners[0]) >= setting.option_codes.goal
        assert session.turns < 1000


def test_points_are_what_lies_in_the_areas() -> None:
    """After every choice, over whole games."""
    for seed in range(20):
        session = conformance.dealt(table(2 + seed % 5), seed)
        while not session.over:
            conformance.step(session)
            for seat in range(session.setting.seats):
                names = [DECK.show(number) for number in pile(session, f"field {seat}")]
                worth = {"TD-RUN": 6, "TD-PASS": 6, "HAIL-MARY": 8, "CONVERSION": 2, "FIELD-GOAL": 3, "EXTRA-POINT": 1}
                assert int(session.table_state.points[seat]) == sum(worth[name] for name in names)


# The screen


@pytest.mark.parametrize("in_ascii", [True, False])
def test_every_card_has_a_face_of_its_own(in_ascii: bool) -> None:
    faces = [card_words.card_label(name, in_ascii) for name in CODES]
    assert len({text for text, _ in faces}) == len(CODES), "two cards look alike"
    assert max(len(text) for text, _ in faces) <= 7, "too wide for a hand"
    assert [style for _, style in faces] == [card_words.OFFENCE] * 6 + [card_words.DEFENCE] * 3 + [
        card_words.CONTINUATION
    ] * 6
    assert in_ascii == all(text.isascii() for text, _ in faces)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_table_fits_its_screen(seats: int, width: int) -> None:
    """Whatever is held and laid: no line is too long, and no card of one's own is left out."""
    session = played(table(seats), 3, 25)
    table_state = session.table_state
    for seat in range(seats):
        for _ in range(12):
            hands.take_to_hand(Table(table_state, None, Quiet()), seat, 2 * seats, seat)
    names = [f"Player {seat}" for seat in range(seats)]
    heard = FeedStep(
        WaitsFor.NEXT, [], [], "", view_of(session.setting, table_state, 0), table=session.redacted_for(0).table
    )  # fmt: skip
    lines = [text.plain for text in table_lines(session.setting, heard, names, Look(False, width), 0, 20)]
    assert max(len(line.rstrip()) for line in lines) <= width
    assert sum(" points" in line or " point " in line for line in lines) >= seats
    mine = lines[: next(place for place, line in enumerate(lines) if line.startswith("Player 1"))]
    hand = "\n".join(mine)
    assert hand.count("▏") == len(view_of(session.setting, table_state, 0).piles["hand 0"].cards or ()) + len(
        view_of(session.setting, table_state, 0).piles["field 0"].cards or ()
    ), "every card of one's own is there"
    assert "worth" in hand
    assert all("worth" not in line for line in lines[len(mine) :]), "no other hand is shown"


class Quiet:
    """Nobody listens."""

    def announce(self, *event: object) -> None:
        pass


# Tables laid by hand


@pytest.mark.parametrize(
    "odd",
    [
        {"state": {"to_play": 99}},
        {"state": {"to_play": -1}},
        {"state": {"counterclockwise": 7, "just_played 0": 5, "just_played 1": -3}},
        {"piles": {"hand 0": "TACKLE BLITZ", "field 0": "TACKLE FUMBLE", "field 1": "FUMBLE"}},
        {"piles": {"hand 0": "BLITZ", "field 1": "TACKLE TD-RUN", "stock": "TACKLE"}, "state": {"just_played 1": 1}},
        {"piles": {"field 0": "TD-RUN TD-RUN TD-RUN TD-RUN", "field 1": "TD-PASS TD-PASS TD-PASS TD-PASS"}},
        {"state": {"points 0": 1 << 40}},
    ],
)
def test_odd_tables_are_played_on(odd: dict[str, Any]) -> None:
    piles = odd.get("piles", {"hand 0": "TACKLE TD-RUN BLITZ", "hand 1": "TD-PASS", "stock": "FUMBLE 5-YARD-RUN"})
    scenario = {"game": "champz", "seed": 1, "options": {"turn_cap": 30}, **odd, "piles": piles}
    while True:
        result = play_scenario(scenario_of({**scenario, "until": "game"}))
        laid = " ".join(piles.values()).split()
        assert sorted(" ".join(result["piles"].values()).split()) == sorted(laid)
        if result["over"]:
            return
        assert result["pending"]["choices"], "somebody is asked who has no choice"
        scenario["choices"] = [*scenario.get("choices", []), result["pending"]["choices"][-1]]


def test_the_reasons_are_all_shown() -> None:
    folder = GOLDEN / "reasons" / "champz"
    shown = {tomllib.loads(path.read_text())["expect"]["reason"] for path in folder.glob("*.toml")}
    assert shown == set(rules.REASONS.values())


def test_a_game_of_a_seed_is_a_game_for_ever() -> None:
    """The same seed and the same choices, the same table."""
    first, second = (played(table(4), 6, 30) for _ in range(2))
    assert first.table_state.tobytes() == second.table_state.tobytes()
    other = Session(table(4), Generator(7))
    assert other.table_state.tobytes() != conformance.dealt(table(4), 6).table_state.tobytes()


def test_a_player_who_reached_21_too_late_is_told_so() -> None:
    session = played(table(), 5, 10_000)
    assert session.over
    t = session.table
    won, lost = (0, 1) if int(t.s.winners) == 1 else (1, 0)
    t.s.points[lost] = 26
    assert words.seat_line(t, lost) == "26 points, but too late"
    assert "too late" not in words.seat_line(t, won)
    t.s.over = 0
    assert "too late" not in words.seat_line(t, lost)
