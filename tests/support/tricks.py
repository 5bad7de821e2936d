"""A game with hidden hands for the tests of imagining: small, with a bot that imagines, and with bots that cheat.

Everybody has three cards in hand. A turn is a trick: from the seat whose lead it is on, each plays a card, and the
highest takes it and leads (of equals the first). After three tricks new hands are dealt. Who first takes ``turn_cap``
// 2 tricks wins; the others are out of it. This module is its rulebook, its words and its bots.
"""

import types
from collections.abc import Callable
from typing import Any

from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import run_spec
from threedown.cards import height, playing_cards
from threedown.games import find_game
from threedown.games.declare import Counters, Hooks, PileKinds, Plans, Sight
from threedown.games.game_options import GameOptions, Preset
from threedown.games.setting import Setting, settle
from threedown.games.wording import Act
from threedown.table.chance import mixed
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.verbs import (
    ask,
    begin_turn,
    clear_shown,
    end_game,
    held,
    is_over,
    look,
    open_pack,
    options,
    pour,
    put_face_up,
    seats,
    shuffle,
    take_in_hand,
)

EVENTS: dict[int, str] = {}
REASONS = {2: "turn_cap", 16: "tricks"}
PLAY = 0
QUESTIONS = {PLAY: "play"}
CODES = {PLAY: 3}
HAND = 3
IMAGININGS = 8


def stock(t: Table) -> int:
    return seats(t)


def pot(t: Table) -> int:
    return seats(t) + 1


def deal(t: Table) -> None:
    open_pack(t, stock(t), 0, 51)
    shuffle(t, stock(t))
    deal_hands(t)


def deal_hands(t: Table) -> None:
    for step in range(HAND * seats(t)):
        take_in_hand(t, step % seats(t), stock(t), step % seats(t))


def turn(t: Table) -> None:
    clear_shown(t)
    if held(t, 0) == 0:
        pour(t, pot(t), stock(t))
        shuffle(t, stock(t))
        deal_hands(t)
    play_on(t, 0)


def play_on(t: Table, first: int) -> None:
    for place in range(first, seats(t)):
        seat = (int(t.s.lead) + place) % seats(t)
        t.s.place = place
        play(t, seat, ask(t, seat, PLAY))
    take_trick(t)


def play(t: Table, seat: int, code: int) -> None:
    t.s.shown[seat] = height(look(t, seat, code))
    put_face_up(t, seat, seat, code, pot(t))


def take_trick(t: Table) -> None:
    best = int(t.s.lead)
    for place in range(seats(t)):
        seat = (int(t.s.lead) + place) % seats(t)
        if t.s.shown[seat] > t.s.shown[best]:
            best = seat
    t.s.lead = best
    t.s.tricks[best] += 1
    t.s.taken += 1
    t.s.turn_winner = best
    if t.s.tricks[best] >= max(options(t).turn_cap // 2, 1):
        end_game(t, 1 << best, 16)
    elif t.s.turns >= options(t).turn_cap:
        end_game(t, 0, 2)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    return code < held(t, seat)


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """The rest of the trick, from this answer on."""
    play(t, seat, code)
    play_on(t, int(t.s.place) + 1)


def random(t: Table, seat: int, question: int) -> int:
    return mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % held(t, seat)


def simple(t: Table, seat: int, question: int) -> int:
    """The highest card."""
    best = 0
    for code in range(1, held(t, seat)):
        if height(look(t, seat, code)) > height(look(t, seat, best)):
            best = code
    return best


def keen(t: Table, seat: int, question: int) -> int:
    """The card with which most of the hand's tricks are taken in its imaginings."""
    best, most = 0, -1
    for code in range(CODES[PLAY]):
        if legal(t, seat, question, code):
            total = 0
            for number in range(IMAGININGS):
                m = imagined(t, seat, number)
                answer(m, seat, question, code)
                while not is_over(m) and held(m, 0) > 0:
                    begin_turn(m)
                    turn(m)
                total += int(m.s.tricks[seat])
            if total > most:
                best, most = code, total
    return best


def peeping(t: Table, seat: int, question: int) -> int:
    """Cheats: it looks into the next hand."""
    return look(t, (seat + 1) % seats(t)) % held(t, seat)


def foresighted(t: Table, seat: int, question: int) -> int:
    """Cheats: it depends on what chance will bring."""
    return int(t.s.chance[0] & 63) % held(t, seat)


def far_sighted(t: Table, seat: int, question: int) -> int:
    """Cheats: it imagines the table as it is, its hidden cards with it."""
    m = imagined(t, seat, 0)
    return look(t, (seat + 1) % seats(m)) % held(t, seat)


def clumsy(t: Table, seat: int, question: int) -> int:
    """Plays its third card, even when it has two."""
    return 2


def WORLD(t: Table, seat: int, question: int) -> int:
    return 0


LEVELS = {"simple": simple, "random": random, "keen": keen}
IMAGINES = {"keen": "simple"}
PLANS: Plans = {}
LADDER = ("random", "simple", "keen")

CHEATS = types.SimpleNamespace(
    LEVELS={
        "random": random,
        "peeping": peeping,
        "foresighted": foresighted,
        "far-sighted": far_sighted,
        "clumsy": clumsy,
    },
    IMAGINES={"far-sighted": "random"},
    PLANS={},
    WORLD=WORLD,
)


def act(t: Table, seat: int, question: int, code: int) -> Act:
    return Act("card", number=code)


class Options(GameOptions, frozen=True):
    """The house rules of tricks: the turn cap alone."""


def tricks(seats: int = 2, turn_cap: int = 12, bots: Any = None) -> Setting:
    """The game of tricks; ``bots`` instead of this module's."""
    from support import tricks as this

    words = find_game("war").words
    game = find_game("war")._replace(
        name="tricks",
        title="Tricks",
        rules=this,
        options=Options,
        presets={"plain": Preset(Options(), "tricks as they are", default=True)},
        words=words._replace(
            choices=words.choices._replace(act=act, label=None, sentence=lambda t, seat, act: ""),
            table=words.table._replace(progress=lambda t: "", head=None, sorted_hand=None),
        ),
        bots=bots or this,
        deck=lambda options: playing_cards(52),
        piles=PileKinds(("hand",), ("stock", "pot"), sight={"hand": Sight.KNOWN, "pot": Sight.KNOWN}),
        counters=Counters(("tricks",), ("lead", "place"), ("taken",)),
        hooks=Hooks(),
    )
    return settle(game, None, {"turn_cap": turn_cap}, seats)


def played(*seated: str, n: int = 40) -> dict[str, Any]:
    """Return the results of n games in machine code, and the number of cache hits."""
    what = run_spec(tricks(len(seated)), n, 3, seated)
    play = prepare(what.setting, seated, folded=False, compiled=True)
    rows = GamePlayer(what, play, True, False).play(0, n).tolist()
    return {"rows": rows, "hits": sum(play.stats.cache_hits.values())}


def decided_by(seat_0_wins: Callable[[Table], bool]) -> Setting:
    """A game of one turn: three cards a hand are dealt, and then it is told who wins."""
    setting = tricks(2)
    rules: Any = types.ModuleType("hand made")
    vars(rules).update({name: value for name, value in vars(setting.game.rules).items() if not name.startswith("__")})
    rules.turn = lambda t: end_game(t, 1 if seat_0_wins(t) else 2, 16)
    return Setting(setting.game._replace(rules=rules), setting.options, 2)
