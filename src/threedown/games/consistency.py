"""Checks that a game's declarations are complete and consistent, when the game is found."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from threedown.games.declare import BotsModule, Game, RulesModule
from threedown.games.wording import Narration, Words
from threedown.games.words import SENTENCES
from threedown.table import verbs
from threedown.table.layout import ALL_CARDS, CYCLE, MOST_SEATS, TURN_CAP

OWN_REASONS = 16
"""The number of a game's own first reason."""
SHARED_REASONS = (ALL_CARDS, TURN_CAP, CYCLE)


class GameError(ValueError):
    """Raised for a game with missing or contradictory declarations; the message is one line."""


def check(game: Game) -> None:
    """Raises :class:`GameError` for a game whose declarations lack something or contradict each other."""
    wrong = list(_missing(game)) or [*_facts(game), *_asked(game), *_told(game), *_counted(game), *_seated(game)]
    if wrong:
        raise GameError(f"the game {game.name} cannot be played: {'; '.join(wrong)}")


def _missing(game: Game) -> Iterator[str]:
    """The names that rules.py and bots.py of every game must have."""
    for file, module, protocol in (("rules.py", game.rules, RulesModule), ("bots.py", game.bots, BotsModule)):
        for name in vars(protocol):
            if not name.startswith("_") and not hasattr(module, name):
                yield f"{file} has no {name}"
    if not isinstance(game.words, Words):
        yield "words must be WORDS = Words(...)"


def _facts(game: Game) -> Iterator[str]:
    """Seats, presets and piles."""
    if not 1 <= game.seats.fewest <= game.seats.most <= MOST_SEATS:
        yield f"seats are from {game.seats.fewest} to {game.seats.most}: both must be from 1 to {MOST_SEATS}"
    defaults = [name for name, preset in game.presets.items() if preset.default]
    if len(defaults) != 1:
        yield f"one preset must have default=True, and {_listed(defaults) or 'none'} has"
    firsts = [name for name, preset in game.presets.items() if preset.first]
    if len(firsts) > 1:
        yield f"one preset may have first=True, and {_listed(firsts)} have"
    for name, preset in game.presets.items():
        if not isinstance(preset.options, game.options):
            yield f"preset {name} is not made of {game.options.__name__}"
        if preset.seats and preset.seats not in game.seats.numbers:
            yield f"preset {name} is for {preset.seats} seats, which the game does not allow"
    piles = {pile.split()[0] for pile in game.piles.per_seat + game.piles.shared}
    yield from _strange("piles.sight names piles that do not exist", game.piles.sight, piles)
    yield from _strange("piles.places names piles that do not exist", game.piles.places, piles)


def _asked(game: Game) -> Iterator[str]:
    """Check that every question has codes and words."""
    rules, words = game.rules, game.words
    if list(rules.QUESTIONS) != list(range(len(rules.QUESTIONS))):
        yield f"QUESTIONS are numbered {_listed(rules.QUESTIONS)}: number them from 0 on, in order"
        return
    if set(rules.CODES) == set(rules.QUESTIONS) and list(rules.CODES) != list(rules.QUESTIONS):
        yield "CODES lists the questions in another order than QUESTIONS"
    yield from _strange(
        "world_questions names questions that do not exist", game.world_questions, rules.QUESTIONS.values()
    )
    clock = game.by_clock
    if clock is not None and ("time" not in game.world_questions or clock.option not in game.options.__struct_fields__):
        yield f"by_clock needs an option {clock.option}, and time among world_questions"
    yield from _strange("reactions names questions that do not exist", game.reactions, rules.QUESTIONS.values())
    for name, table in (
        ("CODES", rules.CODES),
        ("words.choices.questions", words.choices.questions),
        ("words.choices.notations", words.choices.notations),
    ):
        yield from _pairs(name, table, "question", rules.QUESTIONS)


def _told(game: Game) -> Iterator[str]:
    """Check that every reason and every kind of event has a sentence, unless ``event_sentence`` returns one."""
    rules, words = game.rules, game.words
    yield from _pairs("words.narration.reasons", words.narration.reasons, "reason", rules.REASONS.values())
    if TURN_CAP not in rules.REASONS:
        yield "REASONS has no TURN_CAP: the house rules of every game have a turn_cap"
    yield from (
        f"reason {number} ({name}): a game's own begin at {OWN_REASONS}"
        for number, name in rules.REASONS.items()
        if number < OWN_REASONS and number not in SHARED_REASONS
    )
    early = [number for number in rules.EVENTS if number < verbs.OWN_EVENTS]
    if early:
        yield f"EVENTS has {_listed(early)}: a game's own begin at verbs.OWN_EVENTS = {verbs.OWN_EVENTS}"
        return
    kinds = game.kinds
    if len(kinds) < len(verbs.EVENTS) + len(rules.EVENTS):
        yield "EVENTS names a kind twice, or one that verbs announce"
    untold = {name for name in kinds if name not in SENTENCES and name not in words.narration.sentences}
    if words.narration.event_sentence is Narration._field_defaults["event_sentence"] and untold:
        yield f"words.narration.sentences lacks the event {_listed(untold)}"
    yield from _strange("words.narration.sentences names events that do not exist", words.narration.sentences, kinds)
    if words.milestone.kind and words.milestone.kind not in kinds:
        yield f"words.milestone is {words.milestone.kind}, which is no event"
    drama = game.page.drama
    staged = (*drama.battle, *drama.reason, *drama.settled, *drama.ring, *drama.hands, *drama.cited)
    yield from _strange("page.drama names events that do not exist", staged, kinds)


def _counted(game: Game) -> Iterator[str]:
    """Check that every counter has a description and every public name is a counter."""
    counters, share = game.counters, game.scoring.share
    shares = set(counters.per_seat) - set(counters.hidden)
    yield from _pairs("words.counters", game.words.counters, "counter", counters.all)
    yield from _strange("counters.hidden names counters that do not exist", counters.hidden, counters.all)
    if share and share not in shares:
        yield f"scoring.share is {share}, which is not a visible counter of each seat"
    if game.page.share:
        counter, piles, unit = game.page.share.counter, game.page.share.piles, game.page.share.unit
        if unit < 1:
            yield f"page.share has a unit below 1: {unit}"
        yield from _strange("page.share names a counter that no seat has", (counter,) if counter else (), shares)
        yield from _strange("page.share names piles that no seat has", piles, game.piles.per_seat)
    for field in ("seat_numbers", "seat_sets"):
        yield from _strange(
            f"counters.{field} names counters that are not shared", getattr(counters, field), counters.shared
        )
    if len(set(counters.all)) < len(counters.all):
        yield "a counter is named twice among per_seat, shared and tallies"


def _seated(game: Game) -> Iterator[str]:
    """The levels that are named exist."""
    bots = game.bots
    if not bots.LEVELS:
        yield "LEVELS is empty: name at least one level"
    yield from _strange("LADDER names levels that do not exist", bots.LADDER, bots.LEVELS)
    yield from _strange(
        "IMAGINES names levels that do not exist", [*bots.IMAGINES, *bots.IMAGINES.values()], bots.LEVELS
    )
    for level, cheaper in bots.IMAGINES.items():
        if cheaper in bots.IMAGINES:
            yield f"{level} imagines with {cheaper}, which imagines itself: name a level that does not"


def _pairs(name: str, table: Mapping[Any, Any], what: str, wanted: Collection[Any]) -> Iterator[str]:
    """The entries that a table lacks, and those that it should not have."""
    lacking = [key for key in wanted if key not in table]
    if lacking:
        yield f"{name} lacks the {what} {_listed(lacking)}"
    yield from _strange(f"{name} names a {what} that does not exist", table, wanted)


def _strange(text: str, named: Collection[Any], there: Collection[Any]) -> Iterator[str]:
    strange = [key for key in named if key not in there]
    if strange:
        yield f"{text}: {_listed(strange)}"


def _listed(names: Collection[Any]) -> str:
    return ", ".join(sorted(map(str, names)))
