"""The result of a study in a sentence, limited to claims that its comparisons support, in the speaker's language."""

import itertools
from typing import Any

from threedown.games.game_options import OptionFacts, option_facts
from threedown.lab.study.measures import Measure
from threedown.lab.study.plan import Variation, row_of
from threedown.lab.study.study import Comparison, StudyResult
from threedown.language import counting, say


def sentences(result: StudyResult) -> list[str]:
    """Return a sentence for each option, from the variants that differ from the base in it alone."""
    texts = [" ".join(_of_option(result, variation)) for variation in result.plan.variations]
    return [sentence for sentence in texts if sentence]


def statements(result: StudyResult) -> list[str]:
    """Return the same sentences one by one."""
    return [sentence for variation in result.plan.variations for sentence in _of_option(result, variation)]


def _of_option(result: StudyResult, variation: Variation) -> list[str]:
    """Describe a steady effect of numeric values in one sentence if there is one, and all other values one by one."""
    option = next(each for each in option_facts(result.plan.base.game.options) if each.name == variation.option)
    every = row_of(result.variants, variation, variation.values)
    if len(every) < 2:
        return []
    numbers = row_of(result.variants, variation, variation.numbers)
    steady = _steady(result, option, numbers)
    rest = [place for place in every if place and not (steady and place in numbers)]
    parts = [steady, *(_effect(result, option, place) for place in rest)]
    return [part for part in parts if part] or [_nothing(result, option, rest)]


def _steady(result: StudyResult, option: OptionFacts, places: list[int]) -> str:
    """Return the effect of raising a numeric option, step by step."""
    if len(places) < 3:
        return ""
    ways = [(measure, _way(result, measure, places)) for measure in _measures_told(result)]
    carried = [_measure_text(measure, (measure.more if way > 0 else measure.less).the) for measure, way in ways if way]
    if not carried:
        return ""
    more = say(option.more) if option.more else say("the higher {option}", option=_title(option))
    return _capitalized(say("{more}, {what}.", more=more, what=_listed(carried)))


def _measures_told(result: StudyResult) -> list[Measure]:
    return [measure for measure in result.measures if measure.precise]


def _way(result: StudyResult, measure: Measure, places: list[int]) -> int:
    """Return 1 if a measure rises with every value of an option, -1 if it falls, 0 if neither is supported."""
    signs = set()
    for one, other in itertools.pairwise(places):
        backwards = other == 0  # a comparison has the base first
        each = result.comparison(measure.name, *((other, one) if backwards else (one, other)))
        if not each.holds:
            return 0
        signs.add((1 if each.difference.value > 0 else -1) * (-1 if backwards else 1))
    return signs.pop() if len(signs) == 1 else 0


def _effect(result: StudyResult, option: OptionFacts, place: int) -> str:
    """Return the effects of one variant that hold."""
    held = [each for each in result.comparisons if (each.base, each.other) == (0, place)]
    held = [each for each in held if each.measure.precise and each.holds]
    if not held:
        return ""
    rule = _set(option, result.variants[place].changes[0][1])
    return say("With {rule}, {what}.", rule=rule, what=_listed([_worded(each) for each in held]))


def _worded(each: Comparison) -> str:
    words = each.measure.more if each.difference.value > 0 else each.measure.less
    return f"{_measure_text(each.measure, words.then)} ({say('by {span}', span=span(each))})"


def _measure_text(measure: Measure, text: str) -> str:
    """Return the sentences for more or less of a measure."""
    return say(text, **dict(zip(("better", "weaker"), measure.levels, strict=False)))


def span(each: Comparison) -> str:
    """Return the size of a difference without a sign, as a range if its ends differ."""
    ends = sorted((abs(each.difference.low), abs(each.difference.high)))
    low, high = (counting(f"{end:.2%}" if each.measure.whole else figures(end)) for end in ends)
    text = low if low == high else say("{low} to {high}", low=low, high=high)
    return f"{text} {say(each.measure.of_what)}" if each.measure.of_what else text


def figures(value: float, number: int = 3, sign: str = "") -> str:
    """Return a number with this many significant figures.

    >>> figures(4612.3), figures(0.01234), figures(-1081.2, sign="+"), figures(123.4, 2)
    ('4,610', '0.0123', '-1,080', '120')
    """
    rounded = float(f"{value:.{number}g}")
    return f"{rounded:{sign},.0f}" if abs(rounded) >= 10 ** min(number, 3) else f"{rounded:{sign}.{number}g}"


def _nothing(result: StudyResult, option: OptionFacts, places: list[int]) -> str:
    """Return the bound on effects too small to see."""
    lengths = [each for each in result.comparisons if each.measure.name == "turns" and each.base == 0]
    most = max(max(abs(each.difference.low), abs(each.difference.high)) for each in lengths if each.other in places)
    if not most:
        return say("No effect of {option} was seen; no game was longer or shorter.", option=_title(option))
    share = counting(f"{max(0.001, most / result.levels[0]['turns'].value):.1%}")
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


def _capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _listed(parts: list[str]) -> str:
    """
    >>> _listed(["a", "b", "c"])
    'a, b, and c'
    """
    last = say(", and {what}", what=parts[-1]) if len(parts) > 1 else ""
    return ", ".join(parts[:-1] or parts) + last
