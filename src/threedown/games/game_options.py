"""House rules: the options of a game, typed, and its presets.

Flags, forms, JSON Schema and documentation are made from these declarations.
"""

import collections
import functools
import typing
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

LONGEST_SHOWN = 40
"""The number of characters of a wrong value that a message shows."""


class OptionError(ValueError):
    """Raised for a preset, an option or a number of seats that the game does not have."""


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game: a frozen struct whose fields are booleans, ranges of ints or literals.

    In rules an option is an int: a boolean 0 or 1, a number itself, a word its place among the values.

    The ``msgspec.Meta`` of an option has its ``title`` and ``description``; ``extra`` may have the names of its
    ``values`` for people, ``common`` (True for an option that players often change), and ``more`` (see
    :class:`OptionFacts`).
    """

    turn_cap: Annotated[
        int,
        msgspec.Meta(
            title="Turn limit", ge=1, le=1_000_000, description="the game ends as a draw after this many turns"
        ),
    ] = 10_000

    def conflict(self, seats: int) -> str | None:
        """The conflict between these options, or None."""
        return None

    def idle(self) -> str | None:
        """The reason that a changed option does nothing beside the others, at any number of seats, or None."""
        return None

    def asks(self) -> bool:
        """True if a game that has questions asks any under these options; a game whose option takes them away says so.

        >>> GameOptions().asks()
        True
        """
        return True

    def unasked(self) -> tuple[str, ...]:
        """The names of the questions that no player is ever asked under these options: environments leave them out."""
        return ()


class OptionFacts(NamedTuple):
    """An option as it is declared."""

    name: str
    default: Any
    help: str
    values: tuple[Any, ...]
    """All values, if they can be listed."""
    low: int
    high: int
    more: str = ""
    """The meaning of more of it, in words for a sentence ("the …, the longer the game"), if its name does not tell."""
    title: str = ""
    """Its name for people, in English."""
    titles: Mapping[str, str] = {}
    """The names of its values that are words, in English."""
    common: bool = False
    """True if players often change it."""

    def called(self, value: Any) -> str:
        """Return the name of a value, in English.

        >>> option = OptionFacts("short", "lose", "", ("lose",), 0, 0, titles={"lose": "that player loses"})
        >>> option.called("lose"), option.called(3)
        ('that player loses', '3')
        """
        return self.titles.get(str(value)) or show_value(value)

    def code(self, value: Any) -> int:
        """The int that rules see."""
        return self.values.index(value) if isinstance(value, str) else int(value)

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
        extra: Mapping[str, Any] = {}
        schema: Mapping[str, Any] = {}
        inner = field.type
        if isinstance(inner, msgspec.inspect.Metadata):
            extra, schema, inner = inner.extra or {}, inner.extra_json_schema or {}, inner.type
        values: tuple[Any, ...] = ()
        low, high = 0, 0
        if isinstance(inner, msgspec.inspect.LiteralType):
            values = typing.get_args(_bare(typing.get_type_hints(options)[field.name]))
        elif isinstance(inner, msgspec.inspect.BoolType):
            values = (False, True)
        elif isinstance(inner, msgspec.inspect.IntType):
            low, high = inner.ge or 0, inner.le or 0
        words = [value for value in values if isinstance(value, str) and not value[0].isdigit()]
        named = extra.get("values", {})
        facts.append(
            OptionFacts(
                field.name,
                field.default,
                schema.get("description", ""),
                values,
                low,
                high,
                extra.get("more", ""),
                schema.get("title", "") or _readable(field.name),
                {word: named.get(word, _readable(word, capital=False)) for word in words},
                extra.get("common", False),
            )
        )
    return tuple(sorted(facts, key=lambda fact: fact.name in GameOptions.__struct_fields__))


def _readable(name: str, capital: bool = True) -> str:
    """A name for people, made from an identifier."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:] if capital else words


def _bare(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint


class Preset(msgspec.Struct, frozen=True):
    """Named options, with the text from which they come."""

    options: GameOptions
    help: str
    seats: int = 0
    """The number of seats in its text; 0: as few as the game allows."""
    default: bool = False
    title: str = ""
    """Its name for people; ``help`` says the rest."""
    first: bool = False
    """True for the one that suits a first game best, in a game with several presets."""

    def called(self, name: str) -> str:
        """Return its title, in English; without one, its name in readable form.

        >>> Preset(GameOptions(), "one card down").called("three-down")
        'Three down'
        """
        return self.title or _readable(name)


@functools.cache
def option_codes_type(options: type[GameOptions]) -> Any:
    """Return the NamedTuple of ints by which rules read a struct of options; one type per struct."""
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
