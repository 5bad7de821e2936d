"""Piles, state and result of a game, in the words of the contract."""

import hashlib
from typing import Any

import msgspec

from threedown.games.setting import Setting
from threedown.session.session import Session
from threedown.table.layout import NOBODY, Table, TableState
from threedown.table.sight import cards_in


def piles_of(setting: Setting, table_state: TableState) -> dict[str, str]:
    """Return every pile's cards by name, top first."""
    deck = setting.deck
    return {name: deck.show_all(cards_in(table_state, pile)) for pile, name in enumerate(setting.piles)}


def state_of(setting: Setting, table_state: TableState) -> dict[str, int]:
    """Return the game's own counters and tallies; one with several entries has ``NAME N`` or ``NAME KEY`` for each."""
    return dict(zip(setting.counters, table_state.words[setting.counter_places].tolist(), strict=True))


def winners_of(setting: Setting, table_state: TableState) -> list[int]:
    """Return the seats that have won."""
    return [seat for seat in range(setting.seats) if (int(table_state.winners) >> seat) & 1]


def ranking_of(setting: Setting, table_state: TableState) -> list[list[int]]:
    """Return seats in groups, best first: the winners, then the others, each sorted by standing."""
    table = Table(table_state, setting.option_codes)
    places: dict[tuple[bool, int], list[int]] = {}
    for seat in range(setting.seats):
        lost = not (int(table_state.winners) >> seat) & 1
        places.setdefault((lost, -setting.game.scoring.standing(table, seat)), []).append(seat)
    return [places[place] for place in sorted(places)]


class OpenQuestion(msgspec.Struct, frozen=True):
    """The open question, with all legal choices."""

    seat: int | None
    question: str
    choices: list[str]


class Result(msgspec.Struct, frozen=True):
    """The state of a game, with every card by name: for scenarios, and for games that are over."""

    over: bool
    winners: list[int]
    """Empty for a draw."""
    ranking: list[list[int]]
    """Groups of seats, best first."""
    turns: int
    turn_winner: int | None
    reason: str | None
    piles: dict[str, str]
    state: dict[str, int]
    pending: OpenQuestion | None


def result_of(session: Session) -> dict[str, Any]:
    """Return the :class:`Result` as plain data, at the open question if there is one."""
    setting, table_state = session.setting, session.table_state
    over = session.over
    turn_winner = int(table_state.turn_winner)
    pending = None
    if session.pending is not None:
        question = setting.game.rules.QUESTIONS[session.pending.question]
        pending = OpenQuestion(session.asked, question, session.menu())
    result = Result(
        over,
        winners_of(setting, table_state) if over else [],
        ranking_of(setting, table_state),
        session.turns,
        None if turn_winner == NOBODY else turn_winner,
        setting.game.rules.REASONS[int(table_state.reason)] if over else None,
        piles_of(setting, table_state),
        state_of(setting, table_state),
        pending,
    )
    plain: dict[str, Any] = msgspec.to_builtins(result)
    return plain


def table_hash(setting: Setting, table_state: TableState) -> str:
    """Return the SHA-256 of the canonical JSON (sorted keys, no spaces) of piles and state."""
    table = {"piles": piles_of(setting, table_state), "state": state_of(setting, table_state)}
    return hashlib.sha256(canonical(table)).hexdigest()


def canonical(data: Any) -> bytes:
    """Return the canonical JSON of plain data: sorted keys, no spaces."""
    return msgspec.json.encode(data, order="sorted")
