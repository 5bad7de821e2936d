"""What a study says in a sentence: nothing that its comparisons do not carry."""

import itertools

from threedown.games.houserules import show_value
from threedown.lab.measures import Measure
from threedown.lab.plan import Variation, row_of
from threedown.lab.study import Comparison, Found


def sentences(found: Found) -> list[str]:
    """A sentence for each option, of the variants in which it alone differs from the base."""
    told = [_of_option(found, variation) for variation in found.plan.variations]
    return [sentence for sentence in told if sentence]


def _of_option(found: Found, variation: Variation) -> str:
    places = row_of(found.variants, variation)
    if len(places) < 2:
        return ""
    name = variation.option.replace("_", " ")
    if variation.is_ordered and len(places) > 2:
        ways = [(measure, _way(found, measure, places)) for measure in _told(found)]
        steady = [f"the {(measure.more if way > 0 else measure.less).the}" for measure, way in ways if way]
        if steady:
            return f"The higher {name}, {_listed(steady)}."
    parts = [_effect(found, name, place) for place in places if place]
    carried = [part for part in parts if part]
    return " ".join(carried) if carried else _nothing(found, name, [place for place in places if place])


def _told(found: Found) -> list[Measure]:
    return [measure for measure in found.measures if measure.precise]


def _way(found: Found, measure: Measure, places: list[int]) -> int:
    """1 if every value of an option has more of a measure than the one before, -1 if less, 0 if that is not carried."""
    signs = set()
    for one, other in itertools.pairwise(places):
        backwards = other == 0  # all are compared with the base, and not the base with them
        each = found.comparison(measure.name, *((other, one) if backwards else (one, other)))
        if not each.holds:
            return 0
        signs.add((1 if each.apart.value > 0 else -1) * (-1 if backwards else 1))
    return signs.pop() if len(signs) == 1 else 0


def _effect(found: Found, name: str, place: int) -> str:
    """What one variant does, as far as it is carried."""
    held = [each for each in found.comparisons if (each.base, each.other) == (0, place)]
    held = [each for each in held if each.measure.precise and each.holds]
    if not held:
        return ""
    value = show_value(found.variants[place].changes[0][1])
    return f"With {name} {value} {_listed([_worded(each) for each in held])}."


def _worded(each: Comparison) -> str:
    words = each.measure.more if each.apart.value > 0 else each.measure.less
    return f"{words.then} (by {span(each)})"


def span(each: Comparison) -> str:
    """By how much, without a sign: from where to where."""
    low, high = sorted((abs(each.apart.low), abs(each.apart.high)))
    if each.measure.whole:
        return f"{low:.2%} to {high:.2%} {each.measure.of_what}"
    return f"{figures(low)} to {figures(high)}"


def figures(value: float, number: int = 3, sign: str = "") -> str:
    """A number with so many figures that count.

    >>> figures(4612.3), figures(0.01234), figures(-1081.2, sign="+")
    ('4,610', '0.0123', '-1,080')
    """
    rounded = float(f"{value:.{number}g}")
    return f"{rounded:{sign},.0f}" if abs(rounded) >= 1000 else f"{rounded:{sign}.{number}g}"


def _nothing(found: Found, name: str, places: list[int]) -> str:
    """How small what could not be seen must be."""
    lengths = [each for each in found.comparisons if each.measure.name == "turns" and each.base == 0]
    most = max(max(abs(each.apart.low), abs(each.apart.high)) for each in lengths if each.other in places)
    share = most / found.levels[0]["turns"].value
    return f"No effect of {name} was seen; on the length it is below {share:.1%}, if there is one."


def _listed(parts: list[str]) -> str:
    """
    >>> _listed(["a", "b", "c"])
    'a, b, and c'
    """
    if len(parts) < 3:
        return ", and ".join(parts)
    return ", ".join(parts[:-1]) + f", and {parts[-1]}"
