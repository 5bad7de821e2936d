"""Games are checked when they are loaded: each kind of mistake in a declaration is reported in one line."""

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from support.paths import ROOT

import threedown
from threedown import games
from threedown.cli import threedown as command
from threedown.cli.exits import BAD_INPUT, Stop
from threedown.games import find_game, game_names
from threedown.games.champz.options import Options as OptionsOfChampz
from threedown.games.consistency import GameError, check
from threedown.games.declare import BotsModule, ByClock, Game, Kind, RulesModule, Sight
from threedown.games.game_options import Preset
from threedown.games.page import Drama, PageSettings, ShareBasis
from threedown.games.wording import ChoiceWords, Narration, TableWords

BLITZ31 = find_game("blitz31")
Change = Callable[[Game], Game]


def own(module: Any, **changes: Any) -> Any:
    """A module with other names in it; None: with a name left out."""
    names = {name: getattr(module, name) for name in dir(module) if not name.startswith("__")}
    return types.SimpleNamespace(**{name: value for name, value in (names | changes).items() if value is not None})


def rules(**changes: Any) -> Change:
    return lambda game: game._replace(rules=own(game.rules, **changes))


def bots(**changes: Any) -> Change:
    return lambda game: game._replace(bots=own(game.bots, **changes))


def words(group: str, **changes: Any) -> Change:
    """A change in one group of the game's words."""
    return lambda game: part("words", **{group: getattr(game.words, group)._replace(**changes)})(game)


def facts(**changes: Any) -> Change:
    return lambda game: game._replace(**changes)


def part(group: str, **changes: Any) -> Change:
    """A change in one group of the game's facts."""
    return lambda game: game._replace(**{group: getattr(game, group)._replace(**changes)})


def without(table: Any, key: Any) -> Any:
    return {name: value for name, value in table.items() if name != key}


R, W, B = BLITZ31.rules, BLITZ31.words, BLITZ31.bots
DEFAULT = BLITZ31.presets["seed"]

MISTAKES: dict[str, tuple[Change, str]] = {
    "no legal": (rules(legal=None), "rules.py has no legal"),
    "no questions": (rules(QUESTIONS=None), "rules.py has no QUESTIONS"),
    "no world": (bots(WORLD=None), "bots.py has no WORLD"),
    "no imagines": (bots(IMAGINES=None), "bots.py has no IMAGINES"),
    "no plans": (bots(PLANS=None), "bots.py has no PLANS"),
    "words as a module": (facts(words=W._asdict()), "words must be WORDS = Words(...)"),
    "questions from one on": (rules(QUESTIONS={1: "draw"}), "QUESTIONS are numbered 1: number them from 0 on"),
    "codes in disorder": (
        rules(CODES=dict(reversed(R.CODES.items()))),
        "CODES lists the questions in another order than QUESTIONS",
    ),
    "a question without codes": (rules(CODES=without(R.CODES, 1)), "CODES lacks the question 1"),
    "a question without words": (
        words("choices", questions=without(W.choices.questions, 0)),
        "words.choices.questions lacks the question 0",
    ),
    "a question without choices": (
        words("choices", notations=without(W.choices.notations, 1)),
        "words.choices.notations lacks the question 1",
    ),
    "words for no question": (
        words("choices", notations={**W.choices.notations, 7: "`x`"}),
        "words.choices.notations names a question that does not exist: 7",
    ),
    "an event without a sentence": (
        words("narration", sentences=without(W.narration.sentences, "knock")),
        "words.narration.sentences lacks the event knock",
    ),
    "a sentence for no event": (
        words("narration", sentences={**W.narration.sentences, "knocks": "x"}),
        "words.narration.sentences names events that do not exist: knocks",
    ),
    "an event of the verbs' numbers": (
        rules(EVENTS={**R.EVENTS, 15: "early"}),
        "EVENTS has 15: a game's own begin at verbs.OWN_EVENTS = 16",
    ),
    "an event called as one of the verbs": (
        rules(EVENTS={**R.EVENTS, 90: Kind("deal")}),
        "EVENTS names a kind twice, or one that verbs announce",
    ),
    "a reason without a sentence": (
        words("narration", reasons=without(W.narration.reasons, "last_life")),
        "words.narration.reasons lacks the reason last_life",
    ),
    "a reason of the shared numbers": (
        rules(REASONS={**R.REASONS, 4: "last_life"}),
        "reason 4 (last_life): a game's own begin at 16",
    ),
    "no turn cap": (
        lambda game: words("narration", reasons=without(W.narration.reasons, "turn_cap"))(
            rules(REASONS=without(R.REASONS, 2))(game)
        ),
        "REASONS has no TURN_CAP: the house rules of every game have a turn_cap",
    ),
    "a counter without a description": (
        part("words", counters=without(W.counters, "lives")),
        "words.counters lacks the counter lives",
    ),
    "a counter that is not there described": (
        part("words", counters={**W.counters, "livres": "x"}),
        "words.counters names a counter that does not exist: livres",
    ),
    "a hidden counter that is not there": (
        part("counters", hidden=("lifes",)),
        "counters.hidden names counters that do not exist: lifes",
    ),
    "a share that is no counter": (
        part("scoring", share="lifes"),
        "scoring.share is lifes, which is not a visible counter of each seat",
    ),
    "a share that is not of each seat": (
        part("scoring", share="rounds"),
        "scoring.share is rounds, which is not a visible counter of each seat",
    ),
    "a share that is hidden": (
        part("counters", hidden=("lives",)),
        "scoring.share is lives, which is not a visible counter of each seat",
    ),
    "a seat in no counter": (
        part("counters", seat_numbers=("deeler",)),
        "counters.seat_numbers names counters that are not shared: deeler",
    ),
    "seats in no counter": (
        part("counters", seat_sets=("lives",)),
        "counters.seat_sets names counters that are not shared: lives",
    ),
    "a question to the world that is none": (
        facts(world_questions=("time",)),
        "world_questions names questions that do not exist: time",
    ),
    "a clock that nobody asks": (
        facts(by_clock=ByClock("rounds", 0, 60)),
        "by_clock needs an option rounds, and time among world_questions",
    ),
    "places in no pile": (part("piles", places={"hands": 4}), "piles.places names piles that do not exist: hands"),
    "a counter twice": (
        part("counters", shared=(*BLITZ31.counters.shared, "lives")),
        "a counter is named twice among per_seat, shared and tallies",
    ),
    "a sight of no pile": (
        part("piles", sight={"hands": Sight.KNOWN}),
        "piles.sight names piles that do not exist: hands",
    ),
    "no default preset": (
        facts(presets={"seed": msgspec.structs.replace(DEFAULT, default=False)}),
        "one preset must have default=True, and none has",
    ),
    "two default presets": (
        facts(presets={"a": DEFAULT, "b": msgspec.structs.replace(DEFAULT, first=False)}),
        "one preset must have default=True, and a, b has",
    ),
    "two presets for a first game": (
        facts(presets={"a": DEFAULT, "b": msgspec.structs.replace(DEFAULT, default=False)}),
        "one preset may have first=True, and a, b have",
    ),
    "a preset of another game": (
        facts(presets={"seed": Preset(OptionsOfChampz(), "x", default=True)}),
        "preset seed is not made of Options",
    ),
    "a preset for too many": (
        facts(presets={"seed": msgspec.structs.replace(DEFAULT, seats=17)}),
        "preset seed is for 17 seats, which the game does not allow",
    ),
    "too many seats": (part("seats", most=17), "seats are from 2 to 17: both must be from 1 to 16"),
    "no levels": (bots(LEVELS={}, LADDER=(), IMAGINES={}), "LEVELS is empty"),
    "a ladder of no level": (bots(LADDER=("simple", "kern")), "LADDER names levels that do not exist: kern"),
    "imagines with no level": (bots(IMAGINES={"keen": "sample"}), "IMAGINES names levels that do not exist: sample"),
    "imagines with what imagines": (
        bots(IMAGINES={"keen": "varied", "varied": "simple"}),
        "keen imagines with varied, which imagines itself",
    ),
    "a milestone that is no event": (words("milestone", kind="wars"), "words.milestone is wars, which is no event"),
    "drama of no event": (
        facts(page=PageSettings(drama=Drama(ring=("knok",)))),
        "page.drama names events that do not exist: knok",
    ),
    "a share on the page that no seat has": (
        facts(page=PageSettings(share=ShareBasis("lifes"))),
        "page.share names a counter that no seat has: lifes",
    ),
    "a share on the page in parts of nothing": (
        facts(page=PageSettings(share=ShareBasis("lives", unit=0))),
        "page.share has a unit below 1: 0",
    ),
    "a share on the page of no pile": (
        facts(page=PageSettings(share=ShareBasis(piles=("stock",)))),
        "page.share names piles that no seat has: stock",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_told_in_one_line(name: str) -> None:
    change, told = MISTAKES[name]
    check(BLITZ31)
    with pytest.raises(GameError) as error:
        check(change(BLITZ31))
    assert told in str(error.value)
    assert str(error.value).startswith("the game blitz31 cannot be played: ")
    assert "\n" not in str(error.value)
    assert ";" not in str(error.value), "more is told than was planted"


def test_several_mistakes_are_told_together() -> None:
    with pytest.raises(GameError, match=r"sight names .*; LADDER names"):
        check(bots(LADDER=("kern",))(part("piles", sight={"hands": Sight.KNOWN})(BLITZ31)))


def test_the_ten_steps_name_all_that_a_game_must_have() -> None:
    steps = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    steps = steps.partition("## A game in ten steps")[2].partition("\n## ")[0]
    wanted = [name for protocol in (RulesModule, BotsModule) for name in vars(protocol) if not name.startswith("_")]
    groups = (Narration, ChoiceWords, TableWords)
    wanted += ["counters", *(name for group in groups for name in group._fields if name not in group._field_defaults)]
    assert len(wanted) == 19
    assert [name for name in wanted if f"`{name}`" not in steps and f"`{name}(" not in steps] == []
    assert [line[:3] for line in steps.splitlines() if line[:1].isdecimal()] == [
        *(f"{number}. " for number in range(1, 10)),
        "10.",
    ]


@pytest.mark.parametrize("game", game_names())
def test_the_games_of_the_house_are_whole(game: str) -> None:
    check(find_game(game))


# Games of one's own


def test_a_game_that_is_added_is_found_by_its_name() -> None:
    games.add(find_game("war")._replace(name="my-war"))
    assert "my-war" in threedown.game_names()
    assert threedown.new("my-war", seed=1).setting.game.title == "War"
    with pytest.raises(GameError, match="one preset must have"):
        games.add(find_game("war")._replace(name="other-war", presets={}))
    assert "other-war" not in game_names()


def test_a_game_of_the_house_is_not_replaced() -> None:
    with pytest.raises(GameError, match="there is already a game war: give yours another name"):
        games.add(find_game("war")._replace(title="Another war"))


def test_a_folder_is_looked_at_when_its_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "odd_war"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from threedown.games.war import GAME as WAR\nGAME = WAR._replace(name='odd-war', world_questions=('peace',))\n"
    )
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(
        GameError, match="odd-war cannot be played: world_questions names questions that do not exist: peace"
    ):
        find_game("odd-war")
    for line in ("games", "rules odd-war"):
        done = CliRunner().invoke(command, line.split())
        assert isinstance(done.exception, Stop)
        assert done.exception.code == BAD_INPUT
        assert "odd-war cannot be played" in done.exception.message
