"""The luck that remains to players who see the cards: levels that see them, for the laboratory alone.

They search as the game's best level does, but not in imagined worlds: for ``sees_hands`` every hand is the real one and
the stock is shuffled again; for ``sees_all`` the stock is the real one, too. No honest player can play as well, so no
skill can be sure of the games that ``sees_all`` does not win. (It foresees no shuffle that is to come, and after its
choice all seats play on by the level of the game's own search.) These levels read the table itself, which a level at a
real table is never shown, and are compiled, never seated.
"""

import types
from typing import Any

import msgspec

from threedown.games.champz import bots as champz
from threedown.games.champz.rules import CODES, legal
from threedown.games.search import any_other, searching
from threedown.games.setting import Setting
from threedown.table.hands import stock
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.verbs import shuffle

HANDS, ALL = "sees_hands", "sees_all"
SEEN_THROUGH = ("champz",)
"""The games that have such levels."""
WORLDS_OF_HANDS, WORLDS_OF_ALL = 256, 8


def at_hands(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """Return the value of a choice with the hands as they are."""
    m = imagined(t, seat, number)
    lay_as_it_lies(t, m)
    shuffle(m, stock(m))
    return champz.prospect_at(m, seat, question, code)


def at_all(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """Return the value of a choice at this very table."""
    m = imagined(t, seat, number)
    lay_as_it_lies(t, m)
    return champz.prospect_at(m, seat, question, code)


def lay_as_it_lies(t: Table, m: Table) -> None:
    """Puts the cards of a table that was imagined where they really are."""
    for pile in range(t.s.cards.shape[0]):
        for place in range(t.s.cards.shape[1]):
            m.s.cards[pile, place] = t.s.cards[pile, place]


def sees(setting: Setting, skill: str | None) -> bool:
    """True if one of the paired levels sees the cards."""
    levels = [part.strip() for part in (skill or "").split(",")]
    return setting.game.name in SEEN_THROUGH and (HANDS in levels or ALL in levels)


def seeing(setting: Setting) -> Setting:
    """The setting of a game that such levels play too."""
    own: Any = setting.game.bots
    others = any_other(legal, CODES)
    seers = {
        HANDS: searching(champz.simple, others, at_hands, WORLDS_OF_HANDS),
        ALL: searching(champz.simple, others, at_all, WORLDS_OF_ALL),
    }
    bots = types.SimpleNamespace(
        LEVELS=own.LEVELS | seers,
        WORLD=own.WORLD,
        IMAGINES=own.IMAGINES | dict.fromkeys(seers, "simple"),
        PLANS=own.PLANS,
        LADDER=own.LADDER,
    )
    return msgspec.structs.replace(setting, game=setting.game._replace(bots=bots), made_of=(seeing, setting))
