"""The examples of a clause, played step by step: one table for each sentence, to be drawn on a page."""

from typing import Any

import msgspec

from threedown.games.declare import Game
from threedown.server.model.moments import event_with_text
from threedown.server.model.story import Laid, RuleExample
from threedown.session.live import Event
from threedown.session.narrator import Narrator, story, symbolic_name
from threedown.session.scenario import next_choice, play_scenario, scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import Question, View, look_open, open_view
from threedown.table.layout import MOST_SEATS, Table


def played(game: Game, example: dict[str, Any]) -> RuleExample:
    """Play an example; return it with its result, its story, and its steps."""
    given = {key: value for key, value in example.items() if key != "note"}
    result = play_scenario(scenario_of({"game": game.name, **given}))
    return RuleExample(example["note"], given, result, story(game, result["events"]), steps_of(game, given))


def steps_of(game: Game, given: dict[str, Any]) -> list[Laid]:
    """Return the table as it was laid, then after each event that has a sentence, with all cards face up.

    Events without a sentence join the next step that has one. A question stands at the last step before its choice;
    after a choice that brings no event, because others still choose at the same time, comes a step of its own.
    """
    scenario = scenario_of({"game": game.name, **given})
    narrator = Narrator(game, [f"Seat {seat}" for seat in range(MOST_SEATS)], None, symbolic_name)
    views: list[View] = []
    steps: list[Laid] = []

    def record_view(t: Table, event: Event) -> None:
        views.append(open_view(session.setting, t.s))

    for session, events in stops(scenario, record_view):
        asked = steps[-1].question if steps and steps[-1].choice else None
        chooser = None if asked is None else asked.seat
        to_chooser = Narrator(game, narrator.names, chooser, symbolic_name, you=True)
        described = [event_with_text(narrator, session.setting, event, event.open(session.setting)) for event in events]
        before, waiting = len(steps), list[dict[str, Any]]()
        for event, view in zip(described, views, strict=False):  # the deal has no views
            waiting.append(event)
            if "text" in event:
                told = [text for one in waiting if chooser is not None and (text := to_chooser.tell(one).strip())]
                steps.append(Laid(waiting, view, None, did=" ".join(told)))
                waiting = []
        view, question = look_open(session, narrator.names)
        question = question and _in_words(session, question)
        choice = None if question is None else next_choice(scenario, session)
        is_silent = steps and not described and steps[-1].choice is None
        if before < len(steps) or is_silent:  # silent events at the end belong to the last sentence
            steps[-1] = Laid([*steps[-1].events, *waiting], view, question, choice, steps[-1].did)
        else:
            steps.append(Laid(waiting if steps else described, view, question, choice))
        views.clear()
    return steps


def _in_words(session: Session, question: Question) -> Question:
    """Return a question on a map with its choices as sentences, in which states have their titles."""
    pending, game = session.pending, session.setting.game
    if game.page.ground != "map" or pending is None or question.parts is None or question.seat is None:
        return question
    table = session.redacted_for(question.seat).table
    parts = [
        msgspec.structs.replace(act, label=game.words.choices.sentence(table, question.seat, act) or act.label)
        for act in question.parts
    ]
    return msgspec.structs.replace(question, parts=parts)
