"""Seats and bots, from the flags."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.cli.common import setting_of
from threedown.cli.exits import is_number, usage
from threedown.games.declare import Game
from threedown.games.levels import LevelError, UnknownLevel, policy_of
from threedown.games.setting import Setting
from threedown.shared.seating import Seating, SeatingError, seat_all

YOU = "you"


class Wish(NamedTuple):
    """The flags of a game that is about to be opened."""

    preset: str | None = None
    changes: tuple[str, ...] = ()
    seats: int | None = None
    bots: tuple[str, ...] = ()
    all_bots: str | None = None
    names: str | None = None
    minutes: int | None = None

    def setting(self, game: str) -> Setting:
        """Return the setting that the flags describe, by the clock if they give minutes."""
        setting = setting_of(game, self.preset, self.changes, self.seats)
        if self.minutes is None or setting.is_timed:
            return setting
        clock = setting.game.by_clock
        if clock is None:
            raise usage(f"--minutes: {setting.game.title} has no time limit")
        timed = setting_of(game, self.preset, (f"{clock.option}={clock.value}".lower(), *self.changes), self.seats)
        if not timed.is_timed:
            raise usage(f"--minutes {self.minutes}: leave it out, or --set {clock.option}")
        return timed


def seating(
    setting: Setting,
    bots: tuple[str, ...],
    all_bots: str | None,
    names: str | None,
    known_names: Sequence[str] | None = None,
) -> Seating:
    """The seating that --bot, --bots and --names describe; a usage error says what is wrong with them.

    ``known_names`` are those of a game that was left: they stay as they are.
    """
    levels = _levels(setting, [None, *setting.game.first_level * (setting.seats - 1)], bots, all_bots, f" or {YOU}")
    if known_names is not None:
        return Seating(tuple(known_names), tuple(levels))
    try:
        return seat_all(setting, levels, None if names is None else names.split(","))
    except SeatingError as error:
        raise usage(f"--names: {error}") from error


def pilots_of(setting: Setting, bots: tuple[str, ...], all_bots: str | None) -> tuple[str, ...]:
    """The bot levels by seat from --bot and --bots, at tables without people."""
    levels = _levels(setting, [*setting.game.first_level * setting.seats], bots, all_bots, "")
    pilots = tuple(level for level in levels if level is not None)
    if len(pilots) != setting.seats:
        raise usage(f"{YOU!r} cannot sit here: every seat needs a bot")
    return pilots


def _levels(
    setting: Setting, levels: list[str | None], bots: tuple[str, ...], all_bots: str | None, or_you: str
) -> list[str | None]:
    """The levels by seat; ``or_you`` is what may sit there beside a bot, for the refusal of an unknown level."""
    if all_bots is not None:
        given = [level.strip() for level in all_bots.split(",")]
        if len(given) != setting.seats:
            raise usage(f"--bots {all_bots}: {len(given)} levels for {setting.seats} seats")
        levels = [None if level == YOU else _level(setting, level, or_you) for level in given]
    for pair in bots:
        seat, equals, level = pair.partition("=")
        if not equals or not is_number(seat) or int(seat) >= setting.seats:
            raise usage(f"--bot {pair}: write SEAT=LEVEL with a seat of 0 to {setting.seats - 1}")
        levels[int(seat)] = None if level == YOU else _level(setting, level, or_you)
    return levels


def _level(setting: Setting, level: str, or_you: str) -> str:
    try:
        policy_of(setting.game, level)
    except UnknownLevel as error:
        raise usage(f"{error}{or_you}{sees_cards(setting.game, [level])}") from error
    except LevelError as error:
        raise usage(str(error)) from error
    return level


def sees_cards(game: Game, levels: Sequence[str]) -> str:
    """Return the note on an unknown level that exists in the laboratory alone because it sees the cards."""
    from threedown.lab.seeing import ALL, GAMES_WITH_SEEING_LEVELS, HANDS

    named = [level for level in levels if level in (HANDS, ALL)] if game.name in GAMES_WITH_SEEING_LEVELS else []
    return f"; {named[0]} sees the cards: only threedown lab {game.name} --skill takes it" if named else ""
