"""BlitzWar: what could break for its users beyond what every game's tests look at."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support import conformance

from threedown.cli import threedown
from threedown.exact.blitzwar import battle, captures, outcomes
from threedown.games import find_game
from threedown.games.blitzwar import board, ending, rules, tris, words
from threedown.games.blitzwar.board import ATTACK, CODES, MOVE, OCCUPY, PLACE, TRADE
from threedown.games.blitzwar.maps import map_named
from threedown.games.game_options import OptionError
from threedown.games.setting import Setting, settle
from threedown.session.keeper import Keeper
from threedown.session.live import Event
from threedown.session.record import read_record, replay, verify
from threedown.session.result import state_of
from threedown.session.scenario import ScenarioError, play_scenario, scenario_of
from threedown.session.session import Session
from threedown.session.views import view_of
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY, Table


def blitzwar(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game("blitzwar"), preset, options, seats)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(threedown, list(arguments))


def test_three_to_five_play() -> None:
    """BW-004, BW-006; and two with a neutral side (BWH-15)."""
    assert [blitzwar(seats=seats).seats for seats in (None, 3, 4, 5)] == [3, 3, 4, 5]
    assert blitzwar("two-players").seats == blitzwar(seats=2, neutral=True).seats == 2
    with pytest.raises(OptionError, match="two players need a third side that only defends: neutral=true"):
        blitzwar(seats=2)
    with pytest.raises(OptionError, match="neutral=true is for two players, not for 3"):
        blitzwar(neutral=True)
    with pytest.raises(OptionError, match="is played by 2 to 5, not by 6"):
        blitzwar(seats=6)


# Exact odds


def test_dice_are_those_known_for_risk() -> None:
    """J. A. Osborne, Mathematics Magazine 76 (2003), table 2."""
    known = {(1, 1): (15, 21), (2, 1): (125, 91), (3, 1): (855, 441), (1, 2): (55, 161), (2, 2): (295, 420, 581)}
    assert {dice: outcomes(*dice) for dice in known} == known
    assert outcomes(3, 2) == (2890, 2611, 2275)


@pytest.mark.parametrize("bomb", [False, True])
@pytest.mark.parametrize("dice", list(itertools.product((1, 2, 3), repeat=2)))
def test_dice_are_what_the_rules_roll(dice: tuple[int, int], bomb: bool) -> None:
    """Every roll of the dice, counted one by one, and a sample of them played."""
    attack, defend = dice
    counted = [0] * (min(dice) + 1)
    for roll in itertools.product(range(6), repeat=attack + defend):
        mine, his = sorted(roll[:attack])[::-1], sorted(roll[attack:])[::-1]
        counted[sum(a < d or (a == d and not bomb) for a, d in zip(mine, his, strict=False))] += 1
    assert outcomes(attack, defend, bomb) == tuple(counted)
    pick = random.Random(attack * 10 + defend)
    for _ in range(12):
        roll = [pick.randrange(6) for _ in range(attack + defend)]
        mine, his = sorted(roll[:attack])[::-1], sorted(roll[attack:])[::-1]
        lost = sum(a < d or (a == d and not bomb) for a, d in zip(mine, his, strict=False))
        state = {"turn_of": 1, "owner peru": 1, "owner madagascar": 2, "tanks peru": 9, "bombed 1": 0}
        state["tanks brazil"] = defend
        choices = (["bomb peru>brazil"] if bomb else []) + [f"attack peru>brazil {attack}"]
        result = play_scenario(laid(state, choices, roll))
        assert result["state"]["attack_losses"] == lost
        assert result["state"]["defence_losses"] == min(dice) - lost


def laid(state: dict[str, int], choices: list[str], chance: list[int], **more: Any) -> Any:
    data = {"game": "blitzwar", "piles": {"stock": ""}, "state": state, "choices": choices, "chance": chance, **more}
    return scenario_of(data)


def test_a_battle_adds_up_and_is_what_simulation_finds() -> None:
    found = battle(5, 3)
    assert found.attackers_left.sum() == pytest.approx(1)
    assert found.defenders_left.sum() == pytest.approx(1)
    assert found.capture == pytest.approx(float(captures(6, 3, False)[5, 3]))
    assert battle(1, 1).capture == pytest.approx(15 / 36)
    assert battle(2, 1).capture == pytest.approx(125 / 216 + 91 / 216 * 15 / 36)
    pick, won, games = random.Random(5), 0, 20_000
    for _ in range(games):
        mine, his = 5, 3
        while mine and his:
            a = sorted((pick.randrange(6) for _ in range(min(mine, 3))), reverse=True)
            d = sorted((pick.randrange(6) for _ in range(min(his, 3))), reverse=True)
            for x, y in zip(a, d, strict=False):
                mine, his = (mine, his - 1) if x > y else (mine - 1, his)
        won += his == 0
    assert won / games == pytest.approx(found.capture, abs=5 * (0.25 / games) ** 0.5)


def test_the_commands_print_the_odds() -> None:
    done = json.loads(run("exact", "dice", "--attack", "3", "--defend", "2", "--json").output)
    assert done == {
        "of": 7776,
        "outcomes": {"attacker_loses_0": 2890, "attacker_loses_1": 2611, "attacker_loses_2": 2275},
    }
    done = json.loads(run("exact", "blitzwar", "--attack", "2", "--defend", "1", "--json").output)
    assert set(done) == {
        "capture", "attackers_left", "defenders_left", "expected_attacker_losses", "expected_defender_losses",
    }  # fmt: skip
    assert done["attackers_left"]["2"] == pytest.approx(125 / 216)
    assert run("exact", "dice", "--attack", "4", "--defend", "2").exit_code == 2


# The rules over whole games


def totals(setting: Setting, table_state: Any) -> tuple[int, int]:
    state = state_of(setting, table_state)
    return sum(state[f"tanks {place}"] for place in setting.keys["owner"]), sum(
        state[f"score {seat}"] for seat in range(setting.seats)
    )


def rules_points(t: Table, state: int) -> int:
    from threedown.games.blitzwar.board import points

    return points(t, state)


def check_books(setting: Setting, seed: int) -> None:
    """Tanks come and go only as is announced; every state has an owner who is in; the points stay what they are."""
    board = map_named(setting.options.map)  # type: ignore[attr-defined]
    points = 2 * len(board.borders)
    known = {"tanks": 0, "placed": 0, "lost": 0}

    def watch(t: Table, event: Event) -> None:
        if event.kind in ("assign", "shuffle", "deal"):
            return
        detail = event.open(setting)
        tanks, score = totals(setting, t.s)
        if event.kind == "place":
            known["tanks"] += detail["number"]
        elif event.kind == "attack":
            known["tanks"] -= detail["lost"] + detail["destroyed"]
            assert detail["lost"] + detail["destroyed"] == min(
                len(detail["attack"].split()), len(detail["defend"].split())
            ), "an assault takes as many tanks as dice are compared"
        assert tanks == known["tanks"], f"{event.kind}: {tanks} tanks on the board, and {known['tanks']} accounted for"
        assert score == points, f"{event.kind}: {score} points on the board of {points}"
        for state, place in enumerate(setting.keys["owner"]):
            owner = int(t.s.owner[state])
            assert 0 <= owner < setting.seats, f"{place} is nobody's"
            assert board.points[place] == rules_points(t, state)
        for seat in range(setting.seats):
            army = sum(
                int(t.s.tanks[state]) for state in range(len(setting.keys["owner"])) if int(t.s.owner[state]) == seat
            )
            assert army == int(t.s.army[seat]), f"{event.kind}: seat {seat} has {army} tanks"

    known["tanks"] = len(setting.keys["owner"])
    session = conformance.play_out(conformance.dealt(setting, seed, watch=watch))
    assert all(int(tanks) >= 1 for tanks in session.table_state.tanks), "a state without a tank"


@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (4, 5))])
@pytest.mark.parametrize("preset", ["seed", "duel"])
def test_the_books_are_right(preset: str, seats: int) -> None:
    check_books(blitzwar(preset, seats), seed=seats)


def test_an_assault_that_takes_one_tank_too_many_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = board.add_tanks
    monkeypatch.setattr(board, "add_tanks", lambda t, state, number: honest(t, state, number - (number < 0)))
    assert "accounted for" in caught(check_books, blitzwar("duel"), 1)


def test_a_conquest_that_forgets_the_points_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(t: Table, state: int, seat: int) -> None:
        t.s.states[int(t.s.owner[state])] -= 1
        t.s.states[seat] += 1
        t.s.owner[state] = seat
        t.s.score[seat] += 1

    monkeypatch.setattr(board, "change_owner", forgetful)
    assert "points on the board" in caught(check_books, blitzwar("duel"), 1)


def caught(check: Any, *arguments: Any) -> str:
    with pytest.raises(AssertionError) as failure:
        check(*arguments)
    return str(failure.value)


# Cards are their holder's


def test_a_hand_is_its_holders_and_its_number_public() -> None:
    setting = blitzwar("duel")
    session = conformance.dealt(setting, 6)
    while not session.over and not any(len(session_hand(session, seat)) for seat in range(3)):
        conformance.step(session)
    holder = next(seat for seat in range(3) if session_hand(session, seat))
    cards = session_hand(session, holder)
    for seat in (0, 1, 2, None):
        shown = view_of(setting, session.table_state, seat).piles[f"hand {holder}"]
        assert shown.count == len(cards)
        assert shown.cards == (cards if seat == holder else ["??"] * len(cards))


def session_hand(session: Session, seat: int) -> list[str]:
    from threedown.session.result import piles_of

    return piles_of(session.setting, session.table_state)[f"hand {seat}"].split()


@pytest.mark.slow
def test_no_leak_over_a_longer_game() -> None:
    conformance.check_no_leak(blitzwar("duel"), seed=21, turns=24)


def test_a_card_that_everybody_sees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The card of a conquest is drawn open, and the view's own bits say so: only the rule is wrong."""

    def open_draw(t: Table, seat: int) -> None:
        from threedown.table.verbs import deal_face_up, held

        if held(t, board.stock(t)):
            t.s.parcel += deal_face_up(t, NOBODY, board.stock(t), rules.hand(t, seat)) * 0

    monkeypatch.setattr(rules, "draw_card", open_draw)
    with pytest.raises(AssertionError):
        test_a_hand_is_its_holders_and_its_number_public()


@pytest.mark.slow
def test_a_question_that_is_asked_only_with_a_tris_in_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """To be asked would tell the others that the hand holds a tris."""

    def telling(t: Table, seat: int) -> None:
        able = (
            any(tris.may_trade(t, seat, code) for code in range(10)) if rules.held(t, rules.hand(t, seat)) >= 3 else 0
        )
        if able:
            t.s.phase = TRADE
        else:
            rules.go_to_place(t, seat)

    monkeypatch.setattr(rules, "go_to_trade", telling)

    def many() -> None:
        for seed in range(20, 60):
            conformance.check_no_leak(blitzwar("duel"), seed=seed, turns=30)

    caught(many)


# Answers


@pytest.mark.parametrize(
    ("state", "choices", "question"),
    [
        ({"tanks peru": 80, "owner brazil": 1, "owner japan": 1}, [], "place"),
        ({"tanks peru": 80, "owner brazil": 1}, ["stop"], "move"),
        ({"tanks peru": 80}, ["attack peru>brazil 2"], "occupy"),
        ({"tanks peru": 80}, ["attack peru>brazil 2", "occupy 9"], "attack"),
    ],
)
def test_a_menu_is_what_is_legal_in_every_phase(state: dict[str, int], choices: list[str], question: str) -> None:
    base = {"turn_of": 1, "owner peru": 1, "owner madagascar": 2, "bombed 1": 1}
    found = play_scenario(laid({**base, **state}, choices, [5, 3, 0] if len(choices) and question != "move" else []))
    assert found["pending"]["question"] == question
    menu = found["pending"]["choices"]
    assert len(set(menu)) == len(menu)
    if question == "move":
        assert "move peru>brazil 63" in menu
        assert "move peru>brazil 79" in menu
        assert "move peru>brazil 64" not in menu
    if question == "occupy":
        assert menu == [f"occupy {number}" for number in [*range(2, 64), 79]]
    session = session_of(base | state, choices, [5, 3, 0])
    pending = session.pending
    assert pending is not None
    lawful = [
        code
        for code in range(CODES[pending.question])
        if rules.legal(session.table, pending.seat, pending.question, code)
    ]
    assert lawful == list(pending.menu)
    assert pending.question in (PLACE, OCCUPY, MOVE, ATTACK)


def session_of(state: dict[str, int], choices: list[str], chance: list[int]) -> Session:
    from threedown.session import scenario

    session, _ = scenario._lay(laid(state, [], chance, seed=1))
    session.go()
    for choice in choices:
        session.choose(choice, session.asked)
    return session


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"owner peru": 7}, "owners of states are seats, 0 to 2, not 7"),
        ({"tanks peru": 0}, "a state has 1 to 1000 tanks, not 0"),
        ({"turn_of": 3}, "turn_of is a seat, 0 to 2, not 3"),
        ({"phase": 2}, "phase is -1"),
        ({"expired": 2}, "expired one of the rounds"),
        ({"owner atlantis": 1}, "there is no 'owner atlantis'"),
        ({"unplaced 0": -1}, "0 to 1000 tanks unplaced"),
    ],
)
def test_a_table_that_cannot_be_is_refused(state: dict[str, int], said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        play_scenario(laid(state, [], []))


# Time


def test_a_game_by_the_clock_is_replayed(tmp_path: Path) -> None:
    """Time up is an input like any other: the record of the game holds it, and leads to the same table."""
    path = tmp_path / "clock.3d"
    setting = blitzwar("duel", rounds=0)
    keeper, session = Keeper.start(path, setting, ["Ana", "Ben", "Cleo"], 8)
    while not session.over:
        if session.pending is not None and session.pending.seat == NOBODY:
            session.choose("time up" if int(session.table_state.round_number) >= 2 else "on", session.asked)
        else:
            conformance.step(session)
        keeper.keep(session)
    keeper.finish(session)
    record = read_record(path)
    assert "time up" in [given.choice for given in record.inputs if hasattr(given, "choice")]
    assert verify(record) == []
    again, stopped = replay(record)
    assert stopped is None
    assert again.table_state.tobytes() == session.table_state.tobytes()
    assert int(again.table_state.expired) == 2


def test_the_schedule_of_thresholds() -> None:
    """Rulings BW-R02 and BW-R03, every turn of ten rounds of three players; time is up in round 1."""
    setting = blitzwar()
    table_state = setting.new_table_state()
    table_state.expired = 1
    found = []
    for number in range(1, 11):
        table_state.round_number = number
        found.append([ending.threshold(Table(table_state, setting.option_codes), seat) for seat in range(3)])
    assert found == [[0, 0, 0], [0, 0, 4], [4, 4, 5], [5, 5, 6], [6, 6, 7], [7, 7, 8], [8, 8, 9], [9, 9, 10],
                     [10, 10, 11], [11, 11, 12]]  # fmt: skip


def test_states_are_dealt_evenly_and_at_random() -> None:
    """Each state goes to each seat about equally often: 600 deals, 42 states, 3 seats."""
    setting = blitzwar()
    counts = [[0] * 3 for _ in setting.keys["owner"]]
    deals = 600
    for game in range(deals):
        table_state = Session(setting, Generator(2, game)).table_state
        for state in range(42):
            counts[state][int(table_state.owner[state])] += 1
    chi2 = sum((count - deals / 3) ** 2 / (deals / 3) for row in counts for count in row)
    assert chi2 < 140, "84 degrees of freedom: more happens once in 8000 runs"


# The terminal


def test_a_person_sees_the_board_and_the_odds_and_attacks_to_the_end(tmp_path: Path) -> None:
    flags = ("play", "blitzwar", "--plain", "--preset", "duel", "--seed", "5", "--record", str(tmp_path / "x.3d"))
    asked = ["b", *[""] * 14, "? peru>colombia", "Attack Peru > Colombia 1", "? colombia", "again", "to the end", "q"]
    done = CliRunner().invoke(threedown, list(flags), input="\n".join(asked) + "\n")
    told = done.output
    assert "Caribbean +2   Colombia C1  Venezuela B1" in told
    assert "Plata +2       Paraguay B1  Uruguay A1  Pampas A1  Patagonia A1" in told
    assert "bomb Peru>Colombia: " in told
    assert "% to capture" in told
    assert told.count("Player attacks ") >= 2


def test_again_goes_on_with_what_was_chosen_last() -> None:
    menu = ["attack peru>brazil 1", "attack peru>brazil 2", "attack peru>chile 1", "stop"]
    assert words.repeat_choice("attack peru>brazil 3", menu) == "attack peru>brazil 2"
    assert words.repeat_choice("bomb peru>chile", menu) == "attack peru>chile 1"
    assert words.repeat_choice("attack chile>peru 1", menu) == ""
    assert words.repeat_choice("occupy 2", menu) == ""
    assert words.repeat_choice("", menu) == ""


def test_one_state_one_tank_and_one_point_are_not_many() -> None:
    table_state = blitzwar().new_table_state()
    for seat, n in ((0, 1), (1, 12)):
        table_state.score[seat] = table_state.states[seat] = table_state.army[seat] = n
    lines = [words.seat_line(Table(table_state, blitzwar().option_codes), seat) for seat in (0, 1)]
    assert "  1 point   1 state    1 tank  " in lines[0]
    assert " 12 points 12 states  12 tanks " in lines[1]


def test_without_a_clock_nothing_but_conquest_ends_the_game() -> None:
    """BWH-03. The head says so, a round in which time would be up is refused, and bots play on until one is left."""
    setting = blitzwar("conquest")
    table_state = setting.new_table_state()
    table_state.round_number, table_state.turn_of = 10, 2
    assert words.progress(Table(table_state, setting.option_codes)) == "round 10; only conquest ends the game"
    for option, value in (("rounds", 6), ("last_threshold", 7)):
        with pytest.raises(OptionError, match=f"{option}={value} does nothing with end_check=conquest"):
            blitzwar(end_check="conquest", **{option: value})


def test_the_head_of_the_screen_says_what_may_end_the_game() -> None:
    """Two dice or, by the option, a percentage; and after three conquests nothing ends it with this turn (BW-070)."""
    for setting, said in (
        (blitzwar(), "4 or less on two dice"),
        (blitzwar(end_check="printed_percent"), "11 % or less"),
    ):
        table_state = setting.new_table_state()
        table_state.round_number, table_state.expired, table_state.turn_of = 2, 1, 2
        table = Table(table_state, setting.option_codes)
        assert said in words.progress(table)
        table_state.taken = 3
        assert "not after this turn" in words.progress(table)


def test_a_laid_table_has_its_points_before_its_first_turn() -> None:
    """On the small map Chile borders on Peru, Bolivia, the Pampas and Patagonia: 4 points. Its 29 borders count for a
    state on each side, and 14 other states have a tank each."""
    state = {"owner chile": 1, "tanks chile": 4}
    told = play_scenario(laid(state, [], [], preset="duel", seats=3, until="choices"))["state"]
    assert [told[f"score {seat}"] for seat in range(3)] == [2 * 29 - 4, 4, 0]
    assert [told[f"army {seat}"] for seat in range(3)] == [14, 4, 0]
