"""Rule sets: house rules of a game that somebody has named, told and signed, and the file that carries them.

The command line takes such a file wherever it takes the name of a game; a server keeps and lists them.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta

from threedown.games import UnknownGame, find_game
from threedown.games.setting import Citation, Setting, settle
from threedown.limits import TooLarge, read_within, shortened, without_long_keys

SUFFIX = ".toml"
LONGEST_NAME, LONGEST_TEXT, LONGEST_LINK = 40, 2_000, 300

Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Account = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Link = Annotated[str, Meta(max_length=LONGEST_LINK, pattern="^(https?://\\S+)?$")]


class RuleSetError(ValueError):
    """A file that is no rule set; the message says what is wrong in it, and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """House rules with a name, as their file has them (docs/contract.md).

    ``options`` may leave out what is as in the preset (without one, the game's default). A file that the program writes
    names every option, so that it means the same when a later version changes a preset.
    """

    game: str
    name: Title
    text: Account = ""
    """What its author says of it."""
    author: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    link: Link = ""
    """Where it is kept."""
    copy_of: Link = ""
    """The link of the rule set that it was made from."""
    preset: str | None = None
    seats: int | None = None
    """The number of players; None: any."""
    options: dict[str, Any] = {}

    def setting(self, changes: Mapping[str, Any] | None = None, seats: int | None = None) -> Setting:
        """Return the setting, with some options changed. Raise OptionError as :func:`settle` does.

        With changes these are other rules, and the author is not cited for them.
        """
        settled = settle(find_game(self.game), self.preset, {**self.options, **(changes or {})}, seats or self.seats)
        if changes or (self.seats is not None and settled.seats != self.seats):
            return settled
        return msgspec.structs.replace(settled, cited=Citation(self.name, self.author, self.link))


def read_rule_set(path: Path) -> RuleSet:
    """Read the file of a rule set. Raise :class:`RuleSetError` if it is none, or if its game is not installed.

    Its options are checked by :meth:`RuleSet.setting`.
    """
    try:
        data = tomllib.loads(without_long_keys(read_within(path).decode("utf-8")))
        found = msgspec.convert(data, RuleSet)
        find_game(found.game)
    except OSError as error:
        raise RuleSetError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RuleSetError("is not text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"is not TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise RuleSetError(f"is not a rule set: {error}") from error
    except (TooLarge, UnknownGame) as error:
        raise RuleSetError(str(error)) from error
    return found


def file_of(rule_set: RuleSet) -> bytes:
    """Return a rule set as a file, in UTF-8.

    >>> print(file_of(RuleSet("war", "Ours", author="Ann", options={"face_down": 3})).decode().strip())
    game = "war"
    name = "Ours"
    author = "Ann"
    <BLANKLINE>
    [options]
    face_down = 3
    """
    return tomli_w.dumps(msgspec.to_builtins(rule_set), multiline_strings=True).encode()
