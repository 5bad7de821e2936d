"""House rules: the options of a game, typed, and its presets.

Flags, forms, JSON Schema and documentation are made from these declarations.
"""

import collections
import functools
import typing
from typing import Annotated, Any, NamedTuple

import msgspec

LONGEST_SHOWN = 40
"""The number of characters of a wrong value that a message shows."""


class OptionError(ValueError):
    """Raised for a preset, an option or a number of seats that the game does not have."""


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game: a frozen struct whose fields are booleans, ranges of ints or literals.

    In rules an option is an int: a boolean 0 or 1, a number itself, a word its place among the values.
    """

    turn_cap: Annotated[
        int, msgspec.Meta(ge=1, le=1_000_000, description="the game ends as a draw after this many turns")
    ] = 10_000

    def conflict(self, seats: int) -> str | None:
        """The conflict between these options, or None."""
        return None

    def asks(self) -> bool:
        """True if a game that has questions asks any under these options; a game whose option takes them away says so.

        >>> GameOptions().asks()
        True
        """
        return True


class OptionFacts(NamedTuple):
    """One option as its declaration gives it."""

    name: str
    default: Any
    help: str
    values: tuple[Any, ...]
    """All values, if they can be listed."""
    low: int
    high: int
    more: str = ""
    """The meaning of more of it, in words for a sentence ("the …, the longer the game"), if its name does not tell."""

    def code(self, value: Any) -> int:
        """The int that rules see."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    @property
    def words(self) -> tuple[str, ...]:
        """The values that are words."""
        return tuple(value for value in self.values if isinstance(value, str) and not value[0].isdigit())

    @property
    def allowed(self) -> str:
        """The values in words: ``one of 0, 1, rank`` or ``1 to 100``."""
        if self.values:
            return "one of " + ", ".join(show_value(value) for value in self.values)
        return f"{self.low} to {self.high}"


def show_value(value: Any) -> str:
    """An option's value as ``--set`` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@functools.cache
def option_facts(options: type[GameOptions]) -> tuple[OptionFacts, ...]:
    """All options of a struct, in order; those of all games come last."""
    facts = []
    for field in msgspec.inspect.type_info(options).fields:  # type: ignore[attr-defined]
        extra, more, inner = "", "", field.type
        if isinstance(inner, msgspec.inspect.Metadata):
            more = (inner.extra or {}).get("more", "")
            extra, inner = (inner.extra_json_schema or {}).get("description", ""), inner.type
        values: tuple[Any, ...] = ()
        low, high = 0, 0
        if isinstance(inner, msgspec.inspect.LiteralType):
            values = typing.get_args(_bare(typing.get_type_hints(options)[field.name]))
        elif isinstance(inner, msgspec.inspect.BoolType):
            values = (False, True)
        elif isinstance(inner, msgspec.inspect.IntType):
            low, high = inner.ge or 0, inner.le or 0
        facts.append(OptionFacts(field.name, field.default, extra, values, low, high, more))
    return tuple(sorted(facts, key=lambda fact: fact.name in GameOptions.__struct_fields__))


def _bare(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint


class Preset(msgspec.Struct, frozen=True):
    """Named options, with the text from which they come."""

    options: GameOptions
    help: str
    seats: int = 0
    """The number of seats in its text; 0: as few as the game allows."""
    default: bool = False


@functools.cache
def option_codes_type(options: type[GameOptions]) -> Any:
    """The NamedTuple of ints that stands for a struct of options in rules; one type per struct."""
    names = [fact.name for fact in option_facts(options)]
    codes_type = collections.namedtuple("OptionCodes", names)  # type: ignore[misc]

    def reduce(codes: Any) -> Any:
        """Pickle the codes by the class of their options, because their own class is made at run time."""
        return _option_codes, (options, tuple(codes))

    setattr(codes_type, "__reduce__", reduce)  # noqa: B010
    return codes_type


def _option_codes(options: type[GameOptions], codes: tuple[int, ...]) -> Any:
    return option_codes_type(options)(*codes)


def valid_value(fact: OptionFacts, value: Any) -> Any:
    """A value of an option, which may be given as text; raises :class:`OptionError`."""
    for allowed in fact.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
        if isinstance(value, str) and value.lower() == show_value(allowed):
            return allowed
    if not fact.values and not isinstance(value, bool):
        try:
            number = int(value) if isinstance(value, (int, str)) else None
        except ValueError:
            number = None
        if number is not None and fact.low <= number <= fact.high:
            return number
    given = show_value(value) if isinstance(value, (bool, str)) or _is_short(value) else "…"
    if not given.isprintable() or len(given) > LONGEST_SHOWN:
        given = repr(given[:LONGEST_SHOWN])
    raise OptionError(f"{fact.name}={given}: allowed is {fact.allowed}")


def _is_short(value: Any) -> bool:
    return not isinstance(value, int) or abs(value) < 10**LONGEST_SHOWN
