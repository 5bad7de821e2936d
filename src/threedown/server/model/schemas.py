"""The shapes of all that goes over the wire, and of all that leaves a table, as JSON Schema: docs/schema.json."""

from typing import Any

from threedown.games.facts import BookFacts, GameFacts
from threedown.games.rulebook import Clause, LessonStep, Ruling
from threedown.server.model.calling import CALLING_ANSWERS, CALLING_REQUESTS
from threedown.server.model.findings import (
    Account,
    Apart,
    ChoiceDecided,
    Decided,
    Effect,
    Effects,
    Known,
    LedTo,
    MeasureFound,
    PlaceHeld,
    StudyFound,
    TurnDecided,
    TurningPoint,
    VariantFound,
)
from threedown.server.model.matching import TO_GUEST
from threedown.server.model.messages import FROM_PLAYER, FROM_ROOM
from threedown.server.model.rule_sets import RULE_SET_ANSWERS, RULE_SET_REQUESTS
from threedown.server.model.story import Laid, StoryStep
from threedown.server.model.tournament import (
    TOURNAMENT_ANSWERS,
    TOURNAMENT_REQUESTS,
    NextSeat,
    NextTable,
    PlayerStanding,
    TableInPlay,
    TableResult,
    TableScore,
)
from threedown.server.model.wire import ANSWERS, COLOURS, EMOTES, REQUESTS, SeatSeen
from threedown.session.schemas import TYPES, schemas
from threedown.session.views import SeatMoment, View

STUDIED = (StudyFound, VariantFound, MeasureFound, Known, Apart)
DECIDED = (Effect, Effects, Decided, Account, TurnDecided, TurningPoint, ChoiceDecided, LedTo, PlaceHeld)
IN_TOURNAMENTS = (PlayerStanding, TableInPlay, TableResult, TableScore, NextSeat, NextTable)
TOLD = (
    *ANSWERS,
    *TOURNAMENT_ANSWERS,
    *CALLING_ANSWERS,
    *RULE_SET_ANSWERS,
    *IN_TOURNAMENTS,
    *FROM_ROOM,
    *TO_GUEST,
    *DECIDED,
    *STUDIED,
    SeatSeen,
    StoryStep,
    Laid,
    GameFacts,
    View,
    SeatMoment,
    Clause,
    LessonStep,
    Ruling,
)
"""Types that the server writes and others read: every key is there but those that are left out by default."""


def wire_schemas() -> dict[str, Any]:
    """``types`` and ``events`` of :func:`threedown.session.schemas.schemas`, and the ``wire``: which of the types are
    messages of a player, of a room and to a guest, bodies of calls, and their answers; the emotes, and the colours."""
    requests = (*REQUESTS, *TOURNAMENT_REQUESTS, *CALLING_REQUESTS, *RULE_SET_REQUESTS)
    answers = (*ANSWERS, *TOURNAMENT_ANSWERS, *CALLING_ANSWERS, *RULE_SET_ANSWERS)
    told = schemas((*TYPES, *FROM_PLAYER, *FROM_ROOM, *TO_GUEST, *requests, *answers, BookFacts))
    for found in TOLD:
        if not found.__struct_config__.omit_defaults:
            tag = found.__struct_config__.tag_field
            told["types"][found.__name__]["required"] = [*([tag] if tag else []), *found.__struct_encode_fields__]
    kinds = {
        "from_player": FROM_PLAYER,
        "from_room": FROM_ROOM,
        "to_guest": TO_GUEST,
        "requests": requests,
        "answers": answers,
    }
    names = {kind: [found.__name__ for found in types] for kind, types in kinds.items()}
    return {**told, "wire": {**names, "emotes": EMOTES, "colours": COLOURS}}
