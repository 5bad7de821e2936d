"""Scenarios: a table laid by hand, the inputs played on it, and the expected result.

They serve as examples of the rulebooks, as bug reports, and as input of ``threedown scenario``.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from threedown.cards import HIDDEN
from threedown.games import UnknownGame, find_game
from threedown.games.game_options import OptionError
from threedown.games.laying import LaidTable, LayingError, lay
from threedown.games.setting import settle
from threedown.limits import MOST_TURNS, TooLarge, read_within, shortened, without_long_keys
from threedown.session.live import Event
from threedown.session.result import result_of
from threedown.session.session import Refused, Session, Watch
from threedown.session.state import Choice
from threedown.table.chance import ChanceError, Generator, Listed
from threedown.table.sight import named_cards


class ScenarioError(ValueError):
    """A scenario that cannot be played; the message says which key is wrong, and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class Scenario(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario as written in its file (docs/contract.md)."""

    game: str
    seats: int | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    seed: int | None = None
    piles: dict[str, str] = {}
    state: dict[str, int] = {}
    chance: list[int] = []
    choices: list[str] = []
    until: Literal["turn", "game", "choices"] = "turn"
    expect: dict[str, Any] = {}


def read_scenario(path: Path) -> Scenario:
    """Read a scenario from a TOML or JSON file; raises :class:`ScenarioError`."""
    try:
        text = read_within(path).decode("utf-8")
        data = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(without_long_keys(text))
    except OSError as error:
        raise ScenarioError(f"cannot be read: {error.strerror}") from error
    except TooLarge as error:
        raise ScenarioError(str(error)) from error
    except UnicodeDecodeError as error:
        raise ScenarioError("is not text in UTF-8") from error
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise ScenarioError(f"is not valid {'JSON' if path.suffix == '.json' else 'TOML'}: {reason}") from error
    return scenario_of(data)


def scenario_of(data: Any) -> Scenario:
    """Read a scenario from plain data; raises :class:`ScenarioError`."""
    try:
        return msgspec.convert(data, Scenario)
    except RecursionError as error:
        raise ScenarioError("is nested too deep") from error
    except msgspec.ValidationError as error:
        known = ", ".join(Scenario.__struct_fields__)
        hint = f" (the keys are {known})" if "unknown field" in str(error) else ""
        raise ScenarioError(f"{str(error)[0].lower()}{str(error)[1:]}{hint}") from error


def play_scenario(scenario: Scenario) -> dict[str, Any]:
    """Play a scenario and return its result, with the events (every card by name).

    Raises :class:`ScenarioError` for anything in it that is wrong, left over or missing.
    """
    events: list[dict[str, Any]] = []
    for session, new in stops(scenario):
        events += [event.open(session.setting) for event in new]
    return {**result_of(session), "events": events, **_looked_up(session, scenario.expect)}


def next_choice(scenario: Scenario, session: Session) -> str | None:
    """The choice of the scenario that follows where its game stands (see :func:`stops`); None after the last."""
    made = sum(isinstance(entry, Choice) for entry in session.log) + len(session.unseen)
    return scenario.choices[made] if made < len(scenario.choices) else None


def stops(scenario: Scenario, watch: Watch | None = None) -> Iterator[tuple[Session, list[Event]]]:
    """Play a scenario: yield the game as laid, and then after each turn and choice, with the events of that step.

    It is the same session every time. ``watch`` is called after every event with the table at that moment. Raises
    :class:`ScenarioError` for anything in the scenario that is wrong, left over or missing.
    """
    session, chance = _lay(scenario)
    yield session, session.events
    session.watch = watch
    left = list(scenario.choices)
    try:
        while True:
            while session.pending is not None and left:
                yield session, session.choose(left.pop(0), session.asked)
            if session.pending is not None or session.over or (scenario.until == "choices" and not left):
                break
            if scenario.until == "turn" and session.log:
                break
            if session.turns >= MOST_TURNS:
                raise ScenarioError(f"until: the game is not over after {MOST_TURNS:,} turns, and no more are played")
            yield session, session.go()
    except Refused as error:
        menu = f": {', '.join(error.menu)}" if error.menu else ""
        place, reason = len(scenario.choices) - len(left) - 1, str(error).removesuffix(".")
        raise ScenarioError(f"choices[{place}]: {reason}{menu}") from error
    except ChanceError as error:
        raise ScenarioError(str(error)) from error
    if left:
        raise ScenarioError(f"choices: {len(left)} left over, beginning with {left[0]!r}: no question asks for them")
    if chance.left_over(session.table_state):
        raise ScenarioError(f"chance: {chance.left_over(session.table_state)} results left over: nothing draws them")


def _looked_up(session: Session, expect: dict[str, Any]) -> dict[str, Any]:
    """Return the results that only an expectation asks for: ``known SEAT.PILE``, a pile with only the cards that a seat
    knows (``??`` for others), and ``progress``, the top line of the screen."""
    found: dict[str, Any] = {}
    for key in expect:
        who, _, pile = key.partition(".")
        if key == "progress":
            found[key] = session.setting.game.words.table.progress(session.table)
        elif who.startswith("known ") and who[6:].isdecimal() and pile in session.setting.piles:
            cards = named_cards(session.table_state, session.setting.piles.index(pile), (int(who[6:]),))
            found[key] = " ".join(HIDDEN if card is None else session.setting.deck.show(card) for card in cards)
    return found


def _lay(scenario: Scenario) -> tuple[Session, Listed]:
    try:
        game = find_game(scenario.game)
        setting = settle(game, scenario.preset, scenario.options, scenario.seats)
    except UnknownGame as error:
        raise ScenarioError(f"game: {error}") from error
    except OptionError as error:
        raise ScenarioError(f"options: {error}") from error
    if scenario.seed is not None and not 0 <= scenario.seed < 1 << 63:
        raise ScenarioError(f"seed = {scenario.seed}: allowed is 0 to 2**63 - 1")
    chance = Listed(scenario.chance, None if scenario.seed is None else Generator(scenario.seed))
    if not scenario.piles:
        if scenario.state:
            raise ScenarioError("state: give the piles too; a table that is dealt begins with its own state")
        if scenario.seed is None and not scenario.chance:
            raise ScenarioError("piles: give the piles, or a seed or chance for the deal")
        try:
            session = Session(setting, chance)
        except ChanceError as error:
            raise ScenarioError(str(error)) from error
        return session, chance
    table_state = setting.new_table_state()
    chance.start(table_state)
    try:
        lay(setting, table_state, LaidTable(scenario.piles, scenario.state), openly=True)
    except LayingError as error:
        raise ScenarioError(str(error)) from error
    return Session(setting, chance, table_state), chance


def failures(scenario: Scenario, result: dict[str, Any]) -> list[str]:
    """Return one line for each unmet expectation; raises :class:`ScenarioError` for a key that no result has."""
    wrong = []
    for key, expected in scenario.expect.items():
        group, _, name = key.partition(".")
        if key in result:
            found = result[key]
        elif key in result["piles"]:
            found = result["piles"][key]
        elif group == "count" and name in result["piles"]:
            found = len(result["piles"][name].split())
        elif group == "state" and name in result["state"]:
            found = result["state"][name]
        else:
            raise ScenarioError(f"expect: there is no {key!r} in a result")
        if not _agrees(expected, found):
            wrong.append(f"{key}: expected {_plain(expected)}, got {_plain(found)}")
    return wrong


def _agrees(expected: Any, found: Any) -> bool:
    if isinstance(expected, str) and isinstance(found, str) and expected[:1] == "{" and expected[-1:] == "}":
        return sorted(expected[1:-1].split()) == sorted(found.split())
    if expected == "null" and found is None:
        return True
    return type(expected) is type(found) and bool(expected == found)


def _plain(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (OverflowError, ValueError):
        return "a number of too many digits"
