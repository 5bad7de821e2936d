"""Chosen starts, secret missions and the neutral side of BlitzWar, read from whole games in plain Python."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support import conformance

from threedown.games import find_game
from threedown.games.blitzwar import missions, rules
from threedown.games.blitzwar.board import ATTACK, CLAIM, MOVE, PLACE, SEND
from threedown.games.blitzwar.maps import MAPS, map_named
from threedown.games.setting import Setting, settle
from threedown.session.keeper import Keeper
from threedown.session.live import Event
from threedown.session.result import piles_of, result_of
from threedown.session.session import Session
from threedown.session.views import view_of
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY, Table


def blitzwar(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game("blitzwar"), preset, options, seats)


class Course:
    """The owners of all states and who eliminated whom, from the events of a game alone."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.owners: dict[str, int] = {}
        self.fell_to: dict[int, int] = {}
        self.kinds: Counter[str] = Counter()

    def watch(self, t: Table, event: Event) -> None:
        detail = event.open(self.setting)
        kind = event.kind if isinstance(event.kind, str) else str(event.kind)
        self.kinds[kind] += 1
        if kind in ("assign", "claim"):
            self.owners[detail["state"]] = detail.get("seat", NOBODY)
        elif kind == "conquer":
            loser = self.owners[detail["state"]]
            self.owners[detail["state"]] = detail["seat"]
            if loser not in self.owners.values():
                self.fell_to[loser] = detail["seat"]

    def reached(self, seat: int, mission: str) -> bool:
        """True if a seat has what its mission asks for."""
        found = map_named(self.setting.options.map)  # type: ignore[attr-defined]
        own = {state for state, owner in self.owners.items() if owner == seat}
        if "+" in mission:
            return own >= {state.name for state in found.states if state.continent in mission.split("+")}
        if mission.startswith("defeat-"):
            target = "abcde".index(mission[-1])
            if target != seat and self.fell_to.get(target, seat) == seat:
                return target in self.fell_to
        return len(own) >= len(found.states) * 4 // 7


def dealt_with(setting: Setting, seed: int) -> tuple[Session, Course]:
    course = Course(setting)
    return Session(setting, Generator(seed, 0), watch=course.watch), course


def mission_of(session: Session, seat: int) -> str:
    return piles_of(session.setting, session.table_state)[f"mission {seat}"]


def answered(session: Session, level: str) -> None:
    if session.pending is None:
        session.go()
    else:
        session.choose(conformance.answer(session, level), session.asked)


# Missions


@pytest.mark.parametrize(
    ("map_name", "seats", "games"),
    [("duel", 3, 5), ("duel", 5, 5), pytest.param("world", 4, 3, marks=pytest.mark.slow)],
)
def test_a_mission_wins_when_it_is_reached_and_not_before(map_name: str, seats: int, games: int) -> None:
    """BWH-10 to BWH-14, by the course of the game. A player who is asked in their turn has not reached their goal."""
    setting = blitzwar("missions", seats, map=map_name)
    reasons: Counter[str] = Counter()
    for seed in range(games):
        session, course = dealt_with(setting, seed)
        given = [mission_of(session, seat) for seat in range(seats)]
        while not session.over:
            pending = session.pending
            if pending is not None and pending.question in (ATTACK, MOVE, SEND):
                assert not course.reached(pending.seat, given[pending.seat]), f"seed {seed}: {given[pending.seat]}"
            answered(session, "keen")
        reason = result_of(session)["reason"]
        reasons[reason] += 1
        if reason == "mission":
            (winner,) = result_of(session)["winners"]
            assert course.reached(winner, given[winner])
            assert course.kinds["fulfil"] == course.kinds["show"] == 1
    assert reasons["mission"] >= games // 2
    assert set(reasons) <= {"mission", "last_standing"}


def test_missions_are_dealt_evenly() -> None:
    """Each mission that is not against a missing player goes to each seat about equally often; the others to nobody."""
    setting = blitzwar("missions", 3)
    dealt: Counter[tuple[int, str]] = Counter()
    deals = 600
    for game in range(deals):
        session = Session(setting, Generator(3, game))
        dealt.update((seat, mission_of(session, seat)) for seat in range(3))
        assert piles_of(setting, session.table_state)["removed"] == "defeat-d defeat-e"
    names = [name for name in missions.cards_of(map_named("world")) if name not in ("defeat-d", "defeat-e")]
    assert {name for _, name in dealt} == set(names)
    expected = deals / len(names)
    chi2 = sum((dealt[seat, name] - expected) ** 2 / expected for seat in range(3) for name in names)
    assert chi2 < 75, "33 degrees of freedom: more happens once in 20,000 runs"


def test_a_map_names_missions_that_can_be_won() -> None:
    for found in MAPS:
        for one, other in found.missions:
            size = sum(state.continent in (one, other) for state in found.states)
            assert size < len(found.states) * 4 // 7
        assert len(found.missions) + 1 + 2 > 5, "a mission for each of five players"


def test_nobody_else_sees_a_mission(tmp_path: Path) -> None:
    """Views, spectators' views and the record of a running game never name it; its own seat does."""
    setting = blitzwar("missions", 3, map="duel")
    path = tmp_path / "missions.3d"
    keeper, session = Keeper.start(path, setting, ["Ana", "Ben", "Cleo"], 8)
    names = list(missions.cards_of(map_named("duel")))
    for _ in range(60):
        given = [mission_of(session, seat) for seat in range(3)]
        for seat in (0, 1, 2, None):
            view = view_of(setting, session.table_state, seat)
            text = msgspec.json.encode(view).decode()
            told = {name for name in names if f'"{name}"' in text}
            own = {given[seat]} if seat is not None else set()
            assert told == own | {"defeat-d", "defeat-e"}
        if session.over:
            break
        conformance.step(session)
        keeper.keep(session)
        assert not any(name in path.read_text() for name in names)


# Chosen starts


@pytest.mark.parametrize(("seats", "map_name"), [(2, "world"), (3, "duel"), (4, "world"), (5, "duel")])
@pytest.mark.parametrize("level", ["keen", "random"])
def test_states_are_chosen_in_turn_and_in_equal_shares(seats: int, map_name: str, level: str) -> None:
    """BWH-07, BWH-08, BWH-15. As many states and tanks for each as the deal gives."""
    given = {"map": map_name, "neutral": seats == 2}
    setting = blitzwar(None, seats, start="chosen", opening_tanks=2, **given)
    session, course = dealt_with(setting, seats)
    chosen: list[int] = []
    while int(session.table_state.round_number) == 0:
        pending = session.pending
        if pending is not None and pending.question == CLAIM:
            chosen.append(pending.seat)
            assert len(session.menu()) == len(setting.keys["owner"]) - len(chosen) + 1
        elif pending is not None:
            assert pending.question == PLACE
            assert 1 <= int(session.table_state.parcel) <= 2
        answered(session, level)
    assert chosen == [turn % seats for turn in range(len(chosen))]
    dealt = Session(blitzwar(None, seats, **given), Generator(1, 0)).table_state
    assert list(session.table_state.states) == list(dealt.states)
    found = map_named(map_name)
    assert list(session.table_state.army) == [found.tanks[str(seats)]] * seats
    assert Counter(course.owners.values())[NOBODY] == (len(found.states) // 3 if seats == 2 else 0)


# The neutral side


@pytest.mark.parametrize("level", ["keen", "simple", "random"])
def test_the_neutral_side_only_defends(level: str) -> None:
    """BWH-15, BWH-16. Its states lose tanks or are conquered, and nothing else happens to them."""
    setting = blitzwar("two-players", map="duel", turn_cap=60)
    conquered = 0
    for seed in range(4):
        session, course = dealt_with(setting, seed)
        neutral = {state: 3 for state, owner in course.owners.items() if owner == NOBODY}
        assert len(neutral) == 5
        while not session.over:
            answered(session, level)
            state = session.table_state
            for number, name in enumerate(setting.keys["owner"]):
                if name in neutral and int(state.owner[number]) != NOBODY:
                    conquered += 1
                    del neutral[name]
                elif name in neutral:
                    assert 1 <= int(state.tanks[number]) <= neutral[name]
                    neutral[name] = int(state.tanks[number])
                else:
                    assert int(state.owner[number]) in (0, 1)
            assert sum(map(int, state.states)) == len(setting.keys["owner"]) - len(neutral)
            assert int(state.turn_of) in (0, 1)
        assert result_of(session)["reason"] in ("points", "last_standing", "turn_cap")
    assert conquered > 0


def test_a_mission_that_is_overlooked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "is_fulfilled", lambda t, seat: False)
    with pytest.raises(AssertionError):
        test_a_mission_wins_when_it_is_reached_and_not_before("duel", 3, 4)


def test_a_neutral_side_that_grows_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rules.reinforcement

    def growing(t: Table, seat: int) -> int:
        for state in range(len(t.s.owner)):
            t.s.tanks[state] += int(t.s.owner[state]) == NOBODY
        return honest(t, seat)

    monkeypatch.setattr(rules, "reinforcement", growing)
    with pytest.raises(AssertionError):
        test_the_neutral_side_only_defends("keen")
