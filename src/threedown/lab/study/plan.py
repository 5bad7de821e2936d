"""The subject of a comparison: a setting, and its variants that differ in one option or in several."""

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from threedown.games.game_options import OptionError, OptionFacts, option_facts, show_value, valid_value
from threedown.games.setting import Setting
from threedown.games.suggestions import did_you_mean

MOST_VARIANTS = 100


class Variation(NamedTuple):
    """An option and its values to compare, in the given order, with the value of the base."""

    option: str
    values: tuple[Any, ...]

    @property
    def is_ordered(self) -> bool:
        """True if the values are numbers."""
        return len(self.numbers) == len(self.values)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numeric values, smallest first."""
        return tuple(sorted(value for value in self.values if type(value) is int))

    @property
    def text(self) -> str:
        """The variation in the notation of ``--vary``."""
        return f"{self.option}={','.join(map(show_value, self.values))}"


class Variant(NamedTuple):
    """A setting to compare, with its changes; for the base, its values of the options that others change."""

    changes: tuple[tuple[str, Any], ...]
    """Option and value."""
    setting: Setting

    @property
    def name(self) -> str:
        return " ".join(f"{option}={show_value(value)}" for option, value in self.changes)


def variation(setting: Setting, text: str) -> Variation:
    """Parse ``--vary``: ``face_down=0..4``, ``short=lose,last_card``, or an option alone for all its values.

    Numbers and words may be mixed: ``face_down=0..2,rank``. Raises :class:`OptionError`.
    """
    name, _, text_of_values = (part.strip() for part in text.partition("="))
    facts = {fact.name: fact for fact in option_facts(setting.game.options)}
    if name not in facts:
        raise OptionError(
            f"{setting.game.name} has no option {name!r}: choose one of {', '.join(facts)}{did_you_mean(name, facts)}"
        )
    fact = facts[name]
    if not text_of_values and not fact.values:
        raise OptionError(f"--vary {name}: say which values, as in {name}={fact.low}..{min(fact.high, fact.low + 3)}")
    values = (
        [value for part in text_of_values.split(",") for value in _values(fact, part.strip())]
        if text_of_values
        else fact.values
    )
    own = getattr(setting.options, name)
    return Variation(name, tuple(dict.fromkeys(values if own in values else (own, *values))))


def _values(fact: OptionFacts, text: str) -> list[Any]:
    """Parse a part between commas: one value, or a range ``low..high``."""
    low, dots, high = text.partition("..")
    if not dots:
        return [_value(fact, text)]
    if not (low.isdecimal() and high.isdecimal() and int(low) <= int(high)):
        raise OptionError(f"--vary {fact.name}={text}: write a range as {fact.name}=0..4")
    if int(high) - int(low) >= MOST_VARIANTS:
        raise OptionError(f"--vary {fact.name}={text}: {MOST_VARIANTS} values at most")
    return [_value(fact, str(number)) for number in range(int(low), int(high) + 1)]


def _value(fact: OptionFacts, text: str) -> Any:
    try:
        return valid_value(fact, text)
    except OptionError as error:
        raise OptionError(f"{error}{did_you_mean(text, map(show_value, fact.values))}") from error


def variants(base: Setting, variations: Sequence[Variation], grid: bool = False) -> tuple[Variant, ...]:
    """Return the base and the variants to compare with it: each option by itself, or the ``grid`` of all options.

    A variant equal to the base is left out. Raises :class:`OptionError` for options that contradict each other.
    """
    names = [variation.option for variation in variations]
    if len(set(names)) < len(names):
        raise OptionError(f"--vary {max(names, key=names.count)} is given twice: give all its values at once")
    changes = [[(variation.option, value) for value in variation.values] for variation in variations]
    sets = itertools.product(*changes) if grid else ((change,) for option in changes for change in option)
    chosen = [Variant(tuple((option, getattr(base.options, option)) for option in names), base)]
    for changes_made in itertools.islice(sets, MOST_VARIANTS + 2):
        options = msgspec.structs.replace(base.options, **dict(changes_made))
        differing = tuple((name, value) for name, value in changes_made if getattr(base.options, name) != value)
        if differing and all(options != other.setting.options for other in chosen):
            if conflict := options.conflict(base.seats):
                raise OptionError(f"{base.game.name}: {conflict}")
            chosen.append(Variant(differing, Setting(base.game, options, base.seats)))
    if len(chosen) > MOST_VARIANTS + 1:
        raise OptionError(f"more than {MOST_VARIANTS} variants: vary less at a time")
    if variations and len(chosen) == 1:
        raise OptionError("there is nothing to compare: the base has these values already")
    return tuple(chosen)


def neighbours(variants: Sequence[Variant], variations: Sequence[Variation]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of variants to compare: each with the base (0), and each value of a numeric option with the
    next. A pair holds places in ``variants``, the reference first.
    """
    pairs = dict.fromkeys((0, place) for place in range(1, len(variants)))
    for each in variations:
        row = row_of(variants, each, each.numbers)
        pairs |= dict.fromkeys(pair for pair in itertools.pairwise(row) if 0 not in pair)
    return tuple(pairs)


def row_of(variants: Sequence[Variant], each: Variation, values: Sequence[Any]) -> list[int]:
    """Return the places of the variants that differ from the base in this option alone, in the order of ``values``."""
    rest = msgspec.structs.asdict(variants[0].setting.options)
    rows = []
    for value in values:
        wanted = rest | {each.option: value}
        rows += [
            place for place, other in enumerate(variants) if msgspec.structs.asdict(other.setting.options) == wanted
        ]
    return rows
