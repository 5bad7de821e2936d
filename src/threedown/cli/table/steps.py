"""Choices to pick from: by typing, or, if there are many, in steps (from, to, dice)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from threedown.games.wording import Act
from threedown.games.words import called

AT_ONCE = 9
"""The most choices that get a digit each; more go in steps."""
MORE = " …"


class Entry(NamedTuple):
    """A line of a menu: one choice, or all choices with the same opening."""

    label: str
    choices: tuple[str, ...]
    """The choices in notation; a line represents its first."""
    is_number: bool = False
    """True if the line is about a number, which is typed."""

    @property
    def is_step(self) -> bool:
        return len(self.choices) > 1


class Option(NamedTuple):
    """A choice: its notation, its words, and its parts."""

    text: str
    label: str
    act: Act

    @property
    def entry(self) -> Entry:
        """Return a menu line for this choice alone."""
        return Entry(self.label, (self.text,), self.act.number is not None or self.act.tie is not None)

    @property
    def path(self) -> tuple[str, ...]:
        """Parts of a choice in the order of decision: the verb, from, to, how many, and the side bet."""
        act = self.act
        where = tuple(f"{word}" for word in (act.pile, act.seat, " ".join(act.cards) or None) if word is not None)
        states = act.states[:1], act.states[1:]
        places = tuple(">".join(part) for part in states if part)
        numbers = tuple(str(number) for number in (act.number,) if number is not None)
        return (act.verb, *where, *places, *numbers, *(() if act.tie is None else (f"tie {act.tie}",)))


def matching(options: Sequence[Option], typed: str) -> list[Option]:
    """The options that a text means, best first: the whole, then what begins with it, a word of it that does, and at
    last what has it anywhere.

    >>> knock, stock = Option("knock", "knock", Act("knock")), Option("draw stock", "draw stock", Act("draw", "stock"))
    >>> [option.text for option in matching([stock, knock], "k")]
    ['knock']
    """
    wanted = " ".join(typed.lower().split())
    if not wanted:
        return list(options)
    ranked = [(rank, place) for place, option in enumerate(options) if (rank := _rank(option, wanted)) is not None]
    best = min((max(rank, BEGINS) for rank, _ in ranked), default=WHOLE)
    return [options[place] for rank, place in sorted(ranked) if rank <= best]


WHOLE, BEGINS, WORD_BEGINS, WITHIN = range(4)


def _rank(option: Option, wanted: str) -> int | None:
    """Score how well a text fits an option: by its notation, its words, or the part after the verb."""
    ranks = []
    for text in {option.text.lower(), option.label.lower(), option.text.lower().partition(" ")[2]}:
        if text == wanted:
            ranks.append(WHOLE)
        elif text.startswith(wanted):
            ranks.append(BEGINS)
        elif any(word.startswith(wanted) for word in text.replace(">", " ").replace(",", " ").split()):
            ranks.append(WORD_BEGINS)
        elif wanted in text:
            ranks.append(WITHIN)
    return min(ranks, default=None)


def menu_of(options: Sequence[Option], worded: Callable[[Act], str] = called, most: int = AT_ONCE) -> list[Entry]:
    """Return the lines of a menu: the options themselves if they are few, else one line for each common opening,
    ``worded`` from the parts that its choices share.

    >>> [entry.label for entry in menu_of([Option(f"bet {n}", f"bet {n}", Act("bet", number=n)) for n in (1, 2)])]
    ['bet 1', 'bet 2']
    """
    if len(options) <= most:
        return [option.entry for option in options]
    depth = 0
    groups: dict[tuple[str, ...], list[Option]] = {}
    while len(groups) < 2 and depth < max(len(option.path) for option in options):
        depth += 1
        groups = {}
        for option in options:
            groups.setdefault(option.path[:depth], []).append(option)
    entries = []
    for path, members in groups.items():
        if len(members) == 1:
            entries.append(members[0].entry)
        else:
            choices = tuple(option.text for option in members)
            label = worded(shared_parts([option.act for option in members])) + MORE
            entries.append(Entry(label, choices, path[-1] == str(members[0].act.number)))
    return entries


def shared_parts(acts: Sequence[Act]) -> Act:
    """Return the opening that several acts share.

    >>> shared_parts([Act("attack", states=("peru", goal), number=3) for goal in ("brazil", "argentina")]).text
    'attack peru'
    """
    first = acts[0]
    equal = {
        part: getattr(first, part)
        for part in ("pile", "seat", "cards", "states", "number", "tie")
        if all(getattr(act, part) == getattr(first, part) for act in acts)
    }
    if "states" not in equal and all(act.states[:1] == first.states[:1] for act in acts):
        equal = {"states": first.states[:1]}
    elif "states" not in equal or "cards" not in equal:
        equal.pop("number", None)
    return Act(first.verb, **equal)


def by_number(entries: Sequence[Entry]) -> bool:
    """True if a digit picks a line; False if the lines are about numbers, which are typed."""
    return not any(entry.is_number for entry in entries)
