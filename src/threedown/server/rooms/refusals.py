"""Refusals: why a room carries out no command now, and the ones it remembers, so that a repeat gets the same answer."""

from threedown.server.model.messages import AskChances, AskHint, Command, Refusal
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import State

MAX_REFUSALS = 64
"""Refusals remembered for each player at the table, and for all spectators together."""

SPECTATORS = ""
UNSAVED = "Couldn't save that, so it doesn't count. Please try again."
STALE = "stale"
"""The reason for refusing a command that refers to an entry that is not the last: a word for programs."""


def refusal_of(state: State, plan: RoomPlan, command: Command, seq: int | None) -> Refusal:
    """Return the refusal of a command that a room in this state doesn't carry out."""
    reason = "The game is over." if state == "over" else "The game hasn't begun."
    if plan.stopped:
        reason = "The game has stopped."
    elif isinstance(command, (AskHint, AskChances)) and plan.rated:
        reason = "A rated game has no hints."
    elif isinstance(command, AskHint) and not plan.hints:
        reason = "The host has switched hints off."
    elif plan.paused:
        reason = "The host has paused the game."
    elif state == "over" and seq is not None and getattr(command, "seq", seq) != seq:
        reason = STALE  # another player was faster with what ended the game
    return Refusal(command.id, reason, seq)


class Refusals:
    """The last refusals by player and command.

    Each player at the table has a memory of their own, so no other guest can push their refusals out of it. They need
    not survive a restart: a command that is repeated after one refers to an outdated entry, or is refused for the same
    reason.
    """

    def __init__(self) -> None:
        self._by_owner: dict[str, dict[tuple[str, str], Refusal]] = {}

    def add(self, player: str, is_seated: bool, refusal: Refusal) -> None:
        """Remember the refusal of a player's command."""
        if not player or refusal.id is None:
            return
        own = self._by_owner.setdefault(player if is_seated else SPECTATORS, {})
        own[player, refusal.id] = refusal
        if len(own) > MAX_REFUSALS:
            del own[next(iter(own))]

    def find(self, player: str, id: str) -> Refusal | None:
        """Return the refusal of a command; None if it was not refused lately."""
        for owner in (player, SPECTATORS):
            if (found := self._by_owner.get(owner, {}).get((player, id))) is not None:
                return found
        return None
