"""The keys, as the last line of the screen explains them."""

from collections.abc import Sequence

from threedown.cli.table.feed import WaitsFor

Keys = Sequence[tuple[str, str]]
"""Keys, and the effect of each, in English: it is translated when it is shown."""
ANY_KEY = "any key"
HELP, QUIT, UNDO = ("?", "help"), ("q", "leave"), ("u", "undo")
SLAP = "s"
"""The key of a quick answer."""
LETS_LIE = (("space", "lets it lie"),)
SCROLLS = ("^↓", "^down")
"""The key that scrolls a table down, as it is written and in ASCII."""


def keys_of(waits: WaitsFor, milestone: str) -> Keys:
    """The keys when there is nothing to pick."""
    if waits is WaitsFor.KEYBOARD:
        return [("enter", "shows the cards"), UNDO, HELP, QUIT]
    if waits is WaitsFor.SEATS:
        return [("space", "start"), HELP, QUIT]
    if waits is WaitsFor.REACTION:
        return [(SLAP, "slaps"), *LETS_LIE, HELP, QUIT]
    if waits is not WaitsFor.NEXT:
        return [HELP, QUIT]
    to_milestone = [("w", f"to the next {milestone}")] if milestone else []
    return [("space", "next"), ("r", "run"), *to_milestone, ("f", "finish"), UNDO, HELP, QUIT]


def menu_keys(advised: bool, escape: str) -> Keys:
    """The keys in a menu; ``advised`` if there is advice, and something to take back."""
    more = [("!", "advice"), UNDO] if advised else []
    return [("enter", "chooses"), ("digits or letters", "too"), *more, HELP, ("Esc", escape)]


def reading_keys(opens: bool) -> Keys:
    """The keys for reading the log line by line; ``opens`` if a line may summarize a whole turn."""
    enter = [("enter", "opens or closes a turn")] if opens else []
    return [*enter, ("?", "shows the clause behind the line"), ("up down", "another line"), ("Esc", "back")]


def scroll_key(in_ascii: bool) -> tuple[str, str]:
    """Return the key to name where the table has more lines than its part of the screen."""
    return SCROLLS[in_ascii], "scroll the table"


def keys_told(now: Keys, in_ascii: bool) -> Keys:
    """The keys for the page of help: those that do something now, and those that always do."""
    arrows = "^up ^down" if in_ascii else "^↑ ^↓"
    return [
        *now,
        ("Tab", "read the log line by line; ? there shows the clause behind a line"),
        ("PgUp PgDn", "scroll the log"),
        (arrows, "scroll the table"),
        ("^C", "leave at once; the game is saved"),
    ]
