"""A game with its house rules and its number of seats fixed."""

import functools
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from threedown.cards import Deck
from threedown.games.declare import Game, Sight
from threedown.games.game_options import (
    GameOptions,
    OptionError,
    option_codes_type,
    option_facts,
    show_value,
    valid_value,
)
from threedown.games.laying import LaidTable, lay
from threedown.games.levels import policy_of
from threedown.games.reaction import Reaction
from threedown.games.suggestions import did_you_mean
from threedown.table.layout import NOBODY, Piles, Table, TableState, layout, new_table_state
from threedown.table.sight import Viewer, numbers_of_all, redacted, with_cards_of


class Citation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has named some house rules, and where they are kept.

    >>> print(Citation("Ours", "Ann", "https://example.org/rulesets/x"))
    Ours, by Ann, https://example.org/rulesets/x
    """

    name: str
    author: str = ""
    link: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.name, self.author and f"by {self.author}", self.link)))


class Setting(msgspec.Struct, frozen=True, dict=True):
    """A game with its house rules and its number of seats fixed: everything that a table needs before the deal.

    Derived values are computed once, because a table asks for them at every step.
    """

    game: Game
    options: GameOptions
    seats: int
    laid: LaidTable | None = None
    """A table laid by hand, with which the game begins instead of the deal."""
    made_of: "tuple[Callable[[Setting], Setting], Setting] | None" = None
    """The function and the setting from which this setting was derived, if any."""
    cited: Citation | None = None
    """The rule set that these rules are, if somebody has named them."""
    given: tuple[str, ...] = ()
    """The file of a rule set and the changes to it, as a command was given them; empty without such a file."""

    def __reduce__(self) -> Any:
        """A pickled setting is the name of its game and the options: the reader uses its own version of the rules."""
        if self.made_of is not None:
            make, of = self.made_of
            return make, (of,)
        return _own, (self.game, msgspec.structs.asdict(self.options), self.seats, self.laid)

    @functools.cached_property
    def option_codes(self) -> Any:
        """The options as rules see them: a NamedTuple of ints."""
        return option_codes_type(self.game.options)(
            *(fact.code(getattr(self.options, fact.name)) for fact in option_facts(self.game.options))
        )

    @functools.cached_property
    def asks(self) -> bool:
        """True if a game under these house rules asks any question, of a seat or of the world."""
        return bool(self.game.rules.QUESTIONS) and self.options.asks()

    @property
    def asks_seats(self) -> bool:
        """True if a game under these house rules asks a seat any question."""
        return bool(self.game.asked_of_seats(self.options))

    @property
    def is_timed(self) -> bool:
        """True if a game under these house rules ends by the clock."""
        clock = self.game.by_clock
        return clock is not None and getattr(self.options, clock.option) == clock.value

    @functools.cached_property
    def reactions(self) -> dict[str, Reaction]:
        """The questions that the quickest answer decides under these house rules, and their times."""
        found = {name: times(self.options) for name, times in self.game.reactions.items()}
        return {name: reaction for name, reaction in found.items() if reaction is not None}

    @functools.cached_property
    def piles(self) -> tuple[str, ...]:
        kinds = self.game.piles
        always = tuple(kind for kind in kinds.per_seat if kind not in kinds.optional)
        chosen = tuple(kind for kind, has in kinds.optional.items() if has(self.options))
        return Piles.of(self.seats, always, kinds.shared, chosen).names

    @functools.cached_property
    def own_piles(self) -> tuple[int, ...]:
        """The pile of seat 0 of each kind that every seat has; that of seat N is N piles further."""
        return tuple(self.piles.index(f"{kind} 0") for kind in self.game.piles.per_seat if f"{kind} 0" in self.piles)

    @property
    def has_hands(self) -> bool:
        """True if there are cards that one seat sees and others do not."""
        return self.sights.get("hand 0") is Sight.KNOWN

    @functools.cached_property
    def sights(self) -> Mapping[str, Sight]:
        """The part of each pile that a view shows, in order."""
        return {name: self.game.piles.sight.get(name.split()[0], Sight.COUNT) for name in self.piles}

    @functools.cached_property
    def tally_names(self) -> tuple[str, ...]:
        """The names of all tallies, as the last words of a table state have them."""
        return tuple(label for name in self.game.counters.tallies for label in self.labels(name))

    @functools.cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The counters with several entries, and their keys; for a counter that every seat has, the seats."""
        seats = tuple(str(seat) for seat in range(self.seats))
        return dict.fromkeys(self.game.counters.per_seat, seats) | dict(self.game.counters.keys(self.options))

    @functools.cached_property
    def counters(self) -> tuple[str, ...]:
        """The names of all entries of the game's own counters, in order."""
        return tuple(label for name in self.game.counters.all for label in self.labels(name))

    @functools.cached_property
    def counter_places(self) -> Any:
        """The positions of these entries in the words of a table state: an int64 array, one for each label."""
        fields: Any = self._layout.fields
        return np.array(
            [
                fields[name][1] // 8 + place
                for name in self.game.counters.all
                for place in range(len(self.labels(name)))
            ],
            dtype=np.int64,
        )

    @functools.cached_property
    def public(self) -> tuple[str, ...]:
        """The counters that every view shows."""
        return tuple(label for label in self.counters if label.split()[0] not in self.game.counters.hidden)

    @functools.cached_property
    def _secret_places(self) -> Any:
        """The positions of the other counters."""
        shown = [label in self.public for label in self.counters]
        return self.counter_places[~np.array(shown, dtype=bool)]

    @functools.cached_property
    def _hands(self) -> tuple[tuple[int, int], ...]:
        """The seats and their hands, or other piles that only they see."""
        split = ((name.split(), pile) for pile, name in enumerate(self.piles))
        return tuple(
            (int(name[1]), pile) for name, pile in split if name[0] in self.game.piles.private and len(name) > 1
        )

    def owner_of_hand(self, pile: int) -> int | None:
        """The seat that alone sees the cards of a pile; None if it is not one seat's."""
        return next((owner for owner, hand in self._hands if hand == pile), None)

    def labels(self, counter: str) -> tuple[str, ...]:
        """The names of a counter's entries; its own name if it is a single number."""
        keys = self.keys
        return tuple(f"{counter} {key}" for key in keys[counter]) if counter in keys else (counter,)

    @functools.cached_property
    def deck(self) -> Deck:
        """All cards that these rules use."""
        return self.game.deck(self.options)

    @functools.cached_property
    def _pack(self) -> bytes:
        """The sorted numbers of all cards that lie on a table, as the bytes of an int64 array."""
        cards = self.deck.names if self.laid is None else self.deck.parse(" ".join(self.laid.piles.values()))
        return np.array(sorted(cards), dtype=np.int64).tobytes()

    def is_whole(self, table_state: TableState) -> bool:
        """True if every card of the pack lies on the table exactly once; for a table laid by hand, every card laid."""
        whole: bool = numbers_of_all(table_state).tobytes() == self._pack
        return whole

    def new_table_state(self) -> TableState:
        """A new table state: an empty table."""
        return new_table_state(self._layout, self.seats)

    @functools.cached_property
    def _layout(self) -> np.dtype[Any]:
        game = self.game
        sizes = {name: len(keys) for name, keys in self.keys.items()}
        return layout(
            self.seats,
            len(self.piles),
            len(self.deck.names),
            game.counters.state,
            game.counters.tallies,
            game.piles.remembered(self.seats),
            sizes,
        )

    def laid_by_hand(self, laid: LaidTable) -> "Setting":
        """The setting with a table laid by hand; raises :class:`LayingError` if it cannot be laid."""
        lay(self, self.new_table_state(), laid)
        return msgspec.structs.replace(self, laid=laid)

    def redacted(self, table_state: TableState, seat: int | None) -> TableState:
        """The table as a seat may know it (None: as everybody may); everything that leaves a table is made from this
        copy.

        Cards that the seat does not know are replaced by any that they could be; counters that are not public are 0.
        """
        return self.redacted_for_each(table_state, (seat,))[0]

    def redacted_for_each(
        self, table_state: TableState, seats: Sequence[int | None], alike: Sequence[TableState] = ()
    ) -> list[TableState]:
        """The table as each of several seats may know it: what :meth:`redacted` returns for each, in less time.

        ``alike``, if given, is what this returned for the same seats of a table whose cards :func:`lie_alike`.
        """
        table_state = table_state.copy()
        table_state.words[self._secret_places] = 0
        if alike:
            return with_cards_of(table_state, alike)
        return redacted(table_state, [self._viewers[seat] for seat in seats])

    @functools.cached_property
    def _viewers(self) -> dict[int | None, Viewer]:
        """Every seat as a viewer, and the spectators (None)."""
        return {
            seat: Viewer.of(
                range(self.seats) if seat is None else (seat,), [pile for owner, pile in self._hands if owner != seat]
            )
            for seat in (None, *range(self.seats))
        }

    def policy(self, seat: int, pilots: Sequence[str]) -> Any:
        """The policy that answers for a seat: its pilot's, or for NOBODY the world's."""
        return self.game.bots.WORLD if seat == NOBODY else self.policy_of(pilots[seat])

    def policy_of(self, level: str) -> Any:
        """The policy of a level; raises :class:`LevelError` if there is none, or it cannot play."""
        policy = policy_of(self.game, level)
        return self.game.hooks.policies(self.option_codes, self.seats).get(policy, policy)

    def imagines_with(self, level: str) -> str | None:
        """The level that plays at every seat where ``level`` imagines; None if it does not imagine."""
        imagines = self.game.bots.IMAGINES
        cheaper = imagines.get(level)
        if cheaper in imagines:
            raise ValueError(
                f"{self.game.name}: {level} imagines with {cheaper}, which imagines itself: name a level that does not"
            )
        return cheaper

    def imagined_level(self, level: str) -> str | None:
        """The level at every seat of the tables that ``level`` is given to imagine; None if it gets the real one.

        A bot from outside gets only imagined tables, so that it cannot read what its seat does not know.
        """
        return self.imagines_with(level) if level in self.game.bots.LEVELS or not level else self.game.first_level[0]

    def menu(self, t: Table, seat: int, question: int) -> list[int]:
        """The codes that the rules allow, in order; a game with many codes may list them itself."""
        rules = self.game.rules
        if self.game.hooks.menu is not None:
            codes = [0] * rules.CODES[question]
            return codes[: self.game.hooks.menu(t, seat, question, codes)]
        return [code for code in range(rules.CODES[question]) if rules.legal(t, seat, question, code)]


def settle(
    game: Game,
    preset: str | None = None,
    changes: Mapping[str, Any] | None = None,
    seats: int | None = None,
    kept: bool = False,
) -> Setting:
    """A preset with some options changed; raises :class:`OptionError` for options that the game does not have, that
    contradict each other, or that do nothing beside the others.

    Values may be text (``"true"``, ``"3"``), as in a command line or a form. ``kept``: the options were kept with a
    game, perhaps by an earlier version, and may do nothing.
    """
    name = preset or game.default_preset
    if name not in game.presets:
        raise OptionError(
            f"{game.name} has no preset {name!r}: choose one of {', '.join(game.presets)}"
            f"{did_you_mean(name, game.presets)}"
        )
    chosen = game.presets[name]
    facts = {fact.name: fact for fact in option_facts(game.options)}
    values = {}
    for key, value in (changes or {}).items():
        if key not in facts:
            raise OptionError(
                f"{game.name} has no option {key!r}: choose one of {', '.join(facts)}{did_you_mean(key, facts)}"
            )
        values[key] = valid_value(facts[key], value)
    options = msgspec.structs.replace(chosen.options, **values)
    seats = seats if seats is not None else chosen.seats or game.seats.fewest
    if seats not in game.seats.numbers:
        fewest, most = game.seats
        by = f"{fewest} to {most}" if fewest < most else most
        raise OptionError(f"{game.name} is played by {by}, not by {seats}")
    if conflict := options.conflict(seats) or (None if kept else options.idle()):
        raise OptionError(f"{game.name}: {conflict}")
    return Setting(game, options, seats)


def changes_of(setting: Setting) -> list[str]:
    """The house rules that are not the defaults, as ``--set`` takes them."""
    options = setting.options
    return [
        f"{fact.name}={show_value(getattr(options, fact.name))}"
        for fact in option_facts(setting.game.options)
        if getattr(options, fact.name) != fact.default
    ]


def rule_words(setting: Setting) -> list[str]:
    """The words that give a command this setting, quoted for a shell: first the game or the file of a rule set, then a
    --set for each house rule that is not the default, or that was changed in the file.

    >>> from threedown.games import find_game
    >>> rule_words(settle(find_game("war"), "bicycle", {"face_down": 3}))
    ['war', '--set face_down=3']
    >>> rule_words(msgspec.structs.replace(settle(find_game("war")), given=("our war.toml", "jokers=2")))
    ["'our war.toml'", '--set jokers=2']
    """
    rules, *changes = setting.given or (setting.game.name, *changes_of(setting))
    return [shlex.quote(rules), *(f"--set {shlex.quote(change)}" for change in changes)]


def _own(game: Game, options: Mapping[str, Any], seats: int, laid: LaidTable | None) -> Setting:
    """The setting of this process for a game and its options."""
    return msgspec.structs.replace(settle(game, None, options, seats, kept=True), laid=laid)
