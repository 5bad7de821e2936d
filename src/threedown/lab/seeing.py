"""Levels that see the cards, for the laboratory alone: they measure the luck that remains to such players.

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
GAMES_WITH_SEEING_LEVELS = ("champz",)
"""The games with levels that see the cards."""
WORLDS_OF_HANDS, WORLDS_OF_ALL = 256, 8


def value_with_real_hands(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """Return the value of a choice with the hands as they are."""
    m = imagined(t, seat, number)
    copy_cards(t, m)
    shuffle(m, stock(m))
    return champz.prospect_at(m, seat, question, code)


def value_at_real_table(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """Return the value of a choice at this very table."""
    m = imagined(t, seat, number)
    copy_cards(t, m)
    return champz.prospect_at(m, seat, question, code)


def copy_cards(t: Table, m: Table) -> None:
    """Copy the real cards to an imagined table."""
    for pile in range(t.s.cards.shape[0]):
        for place in range(t.s.cards.shape[1]):
            m.s.cards[pile, place] = t.s.cards[pile, place]


def has_seeing_level(setting: Setting, skill: str | None) -> bool:
    """True if one of the paired levels sees the cards."""
    levels = [part.strip() for part in (skill or "").split(",")]
    return setting.game.name in GAMES_WITH_SEEING_LEVELS and (HANDS in levels or ALL in levels)


def with_seeing_levels(setting: Setting) -> Setting:
    """Return the same setting with levels that see the cards."""
    own: Any = setting.game.bots
    others = any_other(legal, CODES)
    seers = {
        HANDS: searching(champz.simple, others, value_with_real_hands, WORLDS_OF_HANDS),
        ALL: searching(champz.simple, others, value_at_real_table, WORLDS_OF_ALL),
    }
    bots = types.SimpleNamespace(
        LEVELS=own.LEVELS | seers,
        WORLD=own.WORLD,
        IMAGINES=own.IMAGINES | dict.fromkeys(seers, "simple"),
        PLANS=own.PLANS,
        LADDER=own.LADDER,
    )
    return msgspec.structs.replace(
        setting, game=setting.game._replace(bots=bots), made_of=(with_seeing_levels, setting)
    )
