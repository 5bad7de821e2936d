"""The facts about a game for people and programs, made from its declarations."""

from typing import Any

import msgspec

from threedown.cards import RANKS
from threedown.games.declare import ByClock, Game
from threedown.games.game_options import option_facts
from threedown.games.page import Callout, Ending, Milestone, PageFacts, ShareBasis
from threedown.games.rulebook import Clause, LessonStep, Rulebook, RuleTable, Ruling, spoken_rulebook
from threedown.games.setting import Setting, settle
from threedown.language import say
from threedown.table.layout import Table


class PresetFacts(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    name: str
    title: str
    """Its name for people."""
    help: str
    seats: int
    options: dict[str, Any]
    first: bool = False
    """True for the one that suits a first game best; no game with a single preset has it."""


class GameFacts(msgspec.Struct, frozen=True):
    """The facts about a game, for forms, lists and programs that don't know it."""

    game: str
    title: str
    summary: str
    version: int
    """The rules version: raised when old records would replay differently."""
    seats: tuple[int, int]
    """Fewest and most."""
    presets: list[PresetFacts]
    preset: str
    """The default one."""
    options: dict[str, Any]
    """JSON Schema of the house rules."""
    levels: list[str]
    """All levels of the game's bots, those of its ladder first, weakest first."""
    questions: dict[str, str]
    piles: list[str]
    """Kinds of piles: those of the seats end with ``N``."""
    events: list[str]
    by_clock: ByClock | None
    """The option by which a room ends the game after some minutes; null where none does."""
    page: PageFacts
    offered: list[str]
    """The levels that are offered to people, weakest first."""

    def __repr__(self) -> str:
        presets = ", ".join(preset.name for preset in self.presets)
        return f"<GameFacts of {self.game}: {self.title}, {self.seats[0]} to {self.seats[1]} seats; presets {presets}>"


class ScenarioFacts(msgspec.Struct, frozen=True):
    """One scenario of a game whose battles have them."""

    code: str
    """Two letters, for the matrix."""
    name: str
    ours: bool
    """True if the name is our own."""
    clauses: tuple[str, str]
    """The first and the last of its clauses."""
    trigger: str
    story: str
    """The course of the battle; ``{seat}`` is the player it favours."""


class Matrix(msgspec.Struct, frozen=True):
    """The scenarios of rank against rank: right of the diagonal different suits, left of it one suit."""

    ranks: list[str]
    cells: list[list[str]]
    """``·`` a regular battle; ``X/Y`` it depends on the suits; ``X+Y`` X, then Y for the player who is behind."""


class Summary(msgspec.Struct, frozen=True):
    """A game in short, as its house rules have it."""

    brief: list[str]
    """Four sentences, in the speaker's language."""
    short: list[str]
    """About ten lines, for people who want to play now."""
    tables: list[RuleTable]
    """Rules to look up."""
    shown: str
    """The id of the clause whose first example shows the game in motion."""
    cards: dict[str, str]
    """Cards that are no playing cards -> the effect of each, in the speaker's language."""


def summary_of(setting: Setting) -> Summary:
    """The summary of a game under the house rules of a setting."""
    book, given = spoken_rulebook(setting.game.name), (setting.options, setting.seats)
    table = Table(setting.new_table_state(), setting.option_codes)
    return Summary(
        book.told(book.brief, *given),
        book.told(book.short, *given),
        book.tables(*given),
        book.example(*given),
        dict(setting.game.words.table.card_effects(table)),
    )


class BookFacts(msgspec.Struct, frozen=True):
    """A rulebook for a page: clauses and rulings, and the scenario matrix where battles have scenarios."""

    title: str
    groups: dict[str, str]
    ruling: tuple[Ruling, ...]
    clause: tuple[Clause, ...]
    scenarios: list[ScenarioFacts] = []
    matrix: Matrix | None = None
    brief: list[str] = []
    """The game in four sentences, in the speaker's language."""
    short: list[str] = []
    """The game in about ten lines."""
    tables: list[RuleTable] = []
    """Rules to look up."""
    shown: str = ""
    """The id of the clause whose first example shows the game in motion."""
    lesson: tuple[LessonStep, ...] = ()
    """A first game in five to eight steps, each an example of a clause."""
    formerly: dict[str, str] = {}
    """The ids of former versions of the rulebook, and those that took their place."""
    presets: dict[str, tuple[str, ...]] = {}
    """By group, the presets of which it is the text; a group that is not there is the text of all."""


def book_of(game: Game) -> BookFacts:
    """The rulebook of a game, with its scenarios, and its summary under the default house rules."""
    summary = summary_of(settle(game))
    book = spoken_rulebook(game.name)
    table = game.scenarios
    facts = BookFacts(
        book.title,
        book.groups,
        book.ruling,
        book.clause,
        brief=summary.brief,
        short=summary.short,
        tables=summary.tables,
        shown=book.shown,
        lesson=book.lesson,
        formerly=book.formerly,
        presets=book.presets,
    )
    if table is None:
        return facts
    return msgspec.structs.replace(
        facts,
        scenarios=[
            ScenarioFacts(one.code, one.name, one.ours, _clauses(book, one.clauses), one.trigger, one.story)
            for one in table.SCENARIOS
        ],
        matrix=Matrix(
            list(RANKS),
            [
                ["/".join(table.cells(row, column, column < row)) for column in range(len(RANKS))]
                for row in range(len(RANKS))
            ],
        ),
    )


def _clauses(book: Rulebook, places: tuple[int, int]) -> tuple[str, str]:
    """The first and the last clause of a scenario; its clauses are numbered from 1."""
    first, last = (book.clause[place - 1].id for place in places)
    return first, last


def facts_of(game: Game) -> GameFacts:
    """The facts of a game."""
    words, rules = game.words, game.rules
    presets = [
        PresetFacts(
            name,
            say(preset.called(name)),
            say(preset.help),
            preset.seats or game.seats.fewest,
            msgspec.structs.asdict(preset.options),
            preset.first,
        )
        for name, preset in game.presets.items()
    ]
    levels = [*game.bots.LADDER, *(level for level in game.bots.LEVELS if level not in game.bots.LADDER)]
    return GameFacts(
        game.name,
        game.title,
        say(game.summary),
        game.version,
        (game.seats.fewest, game.seats.most),
        presets,
        game.default_preset,
        options_schema(game),
        levels,
        {name: say(words.choices.questions[question]) for question, name in rules.QUESTIONS.items()},
        [f"{pile} N" for pile in game.piles.per_seat] + list(game.piles.shared),
        list(game.kinds),
        game.by_clock,
        page_facts_of(game),
        [level for level in levels if level not in game.helper_levels],
    )


def page_facts_of(game: Game) -> PageFacts:
    """Return the facts that the page needs to draw a game, in the speaker's language."""
    page, words, counter = game.page, game.words, game.scoring.share
    share = page.share or ShareBasis(counter, () if counter else game.piles.per_seat)
    milestone = None
    kind, one, many = words.milestone
    if kind:
        label = say(f"to the next {one}")
        milestone = Milestone(kind, label[:1].upper() + label[1:], say(one), say(many))
    ending = Ending(*(say(text) if text else "" for text in (page.ending.loser, page.ending.again)))
    callouts = tuple(Callout(one.at, say(one.text), one.when) for one in page.callouts)
    return PageFacts(
        page.ground, share, page.drama, page.tile, page.rows, page.best_rank, milestone, ending, callouts,
        page.self_starting,
    )  # fmt: skip


def options_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's house rules, in the speaker's language.

    Every option has a ``title``, and ``common`` if players often change it; ``titles`` names those of its values that
    are words.
    """
    _, components = msgspec.json.schema_components([game.options])
    schema: dict[str, Any] = components[game.options.__name__]
    for fact in option_facts(game.options):
        option = schema["properties"][fact.name]
        option |= {"title": say(fact.title), "description": say(fact.help)}
        if fact.titles:
            option["titles"] = {word: say(title) for word, title in fact.titles.items()}
        if fact.common:
            option["common"] = True
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
