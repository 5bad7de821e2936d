"""The result of a study in a sentence, limited to claims that its comparisons support, in the speaker's language."""

import itertools
from typing import Any

from threedown.games.game_options import OptionFacts, option_facts
from threedown.lab.study.measures import Measure
from threedown.lab.study.plan import Variation, row_of
from threedown.lab.study.study import Comparison, StudyResult
from threedown.language import counting, say


def sentences(found: StudyResult) -> list[str]:
    """Return a sentence for each option, from the variants that differ from the base in it alone."""
    told = [" ".join(_of_option(found, variation)) for variation in found.plan.variations]
    return [sentence for sentence in told if sentence]


def statements(found: StudyResult) -> list[str]:
    """The same, sentence by sentence."""
    return [sentence for variation in found.plan.variations for sentence in _of_option(found, variation)]


def _of_option(found: StudyResult, variation: Variation) -> list[str]:
    """Of numbers what every step from one to the next does, where there is such a thing; of the rest each by itself."""
    option = next(each for each in option_facts(found.plan.base.game.options) if each.name == variation.option)
    every = row_of(found.variants, variation, variation.values)
    if len(every) < 2:
        return []
    numbers = row_of(found.variants, variation, variation.numbers)
    steady = _steady(found, option, numbers)
    rest = [place for place in every if place and not (steady and place in numbers)]
    parts = [steady, *(_effect(found, option, place) for place in rest)]
    return [part for part in parts if part] or [_nothing(found, option, rest)]


def _steady(found: StudyResult, option: OptionFacts, places: list[int]) -> str:
    """Return the effect of raising a numeric option, step by step."""
    if len(places) < 3:
        return ""
    ways = [(measure, _way(found, measure, places)) for measure in _told(found)]
    carried = [_said(measure, (measure.more if way > 0 else measure.less).the) for measure, way in ways if way]
    if not carried:
        return ""
    more = say(option.more) if option.more else say("the higher {option}", option=_title(option))
    return _begun(say("{more}, {what}.", more=more, what=_listed(carried)))


def _told(found: StudyResult) -> list[Measure]:
    return [measure for measure in found.measures if measure.precise]


def _way(found: StudyResult, measure: Measure, places: list[int]) -> int:
    """1 if every value of an option has more of a measure than the one before, -1 if less, 0 if that is not carried."""
    signs = set()
    for one, other in itertools.pairwise(places):
        backwards = other == 0  # all are compared with the base, and not the base with them
        each = found.comparison(measure.name, *((other, one) if backwards else (one, other)))
        if not each.holds:
            return 0
        signs.add((1 if each.apart.value > 0 else -1) * (-1 if backwards else 1))
    return signs.pop() if len(signs) == 1 else 0


def _effect(found: StudyResult, option: OptionFacts, place: int) -> str:
    """Return the effects of one variant that hold."""
    held = [each for each in found.comparisons if (each.base, each.other) == (0, place)]
    held = [each for each in held if each.measure.precise and each.holds]
    if not held:
        return ""
    rule = _set(option, found.variants[place].changes[0][1])
    return say("With {rule}, {what}.", rule=rule, what=_listed([_worded(each) for each in held]))


def _worded(each: Comparison) -> str:
    words = each.measure.more if each.apart.value > 0 else each.measure.less
    return f"{_said(each.measure, words.then)} ({say('by {span}', span=span(each))})"


def _said(measure: Measure, text: str) -> str:
    """Return the sentences for more or less of a measure."""
    return say(text, **dict(zip(("better", "weaker"), measure.levels, strict=False)))


def span(each: Comparison) -> str:
    """By how much, without a sign: from where to where, once if that is the same."""
    ends = sorted((abs(each.apart.low), abs(each.apart.high)))
    low, high = (counting(f"{end:.2%}" if each.measure.whole else figures(end)) for end in ends)
    found = low if low == high else say("{low} to {high}", low=low, high=high)
    return f"{found} {say(each.measure.of_what)}" if each.measure.of_what else found


def figures(value: float, number: int = 3, sign: str = "") -> str:
    """A number with so many figures that count.

    >>> figures(4612.3), figures(0.01234), figures(-1081.2, sign="+"), figures(123.4, 2)
    ('4,610', '0.0123', '-1,080', '120')
    """
    rounded = float(f"{value:.{number}g}")
    return f"{rounded:{sign},.0f}" if abs(rounded) >= 10 ** min(number, 3) else f"{rounded:{sign}.{number}g}"


def _nothing(found: StudyResult, option: OptionFacts, places: list[int]) -> str:
    """Return the bound on effects too small to see."""
    lengths = [each for each in found.comparisons if each.measure.name == "turns" and each.base == 0]
    most = max(max(abs(each.apart.low), abs(each.apart.high)) for each in lengths if each.other in places)
    if not most:
        return say("No effect of {option} was seen; no game was longer or shorter.", option=_title(option))
    share = counting(f"{max(0.001, most / found.levels[0]['turns'].value):.1%}")
    return say(
        "No effect of {option} was seen; on the length it is below {share}, if there is one.",
        option=_title(option),
        share=share,
    )


def _title(option: OptionFacts) -> str:
    """Return the name of an option, as people read it."""
    return say("“{name}”", name=say(option.title))


def _set(option: OptionFacts, value: Any) -> str:
    """Return an option with one of its values, as people read them."""
    called = say("yes" if value else "no") if isinstance(value, bool) else say(option.called(value))
    return say("“{name}”", name=say("{option}: {value}", option=say(option.title), value=called))


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _listed(parts: list[str]) -> str:
    """
    >>> _listed(["a", "b", "c"])
    'a, b, and c'
    """
    last = say(", and {what}", what=parts[-1]) if len(parts) > 1 else ""
    return ", ".join(parts[:-1] or parts) + last
