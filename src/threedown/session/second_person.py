"""Sentences in the second person: "{seat} turns up {card}." becomes "You turn up {card}."

Sentences are templates (``Words.sentences``). ``{seat}`` is followed by a verb in the third person; more verbs may
follow in the same clause after a comma or an "and".
"""

import functools
import re

BARE = {"is": "are", "has": "have", "was": "were", "does": "do"}
"""Irregular verbs."""
SIBILANT = re.compile(r"(ss|sh|ch|x|zz|o)es$")
"""Verbs that end with -es in the third person."""
CLAUSES = re.compile(r"([.;!?]\s*|:\s+)")
"""Between clauses; a colon without a space after it belongs to a plural, ``{n:card|cards}``."""
NEXT_VERB = re.compile(r"(, and | and |, )(\w*s)\b")
POSSESSIVE = re.compile(r"\bthe (\w+(?: \w+)?) of \{(\w+)\}|\{(\w+)\}'s\b")


@functools.lru_cache(1 << 10)
def second_person(template: str, who: str) -> str:
    """Return a template that addresses the player named ``who`` (``seat``, ``owner`` …); the other names stay.

    >>> second_person("{seat} takes {card} from {owner} and stands at {points}.", "seat")
    'You take {card} from {owner} and stand at {points}.'
    >>> second_person("{seat} lays {card} on the pile of {other} and steals it.", "other")
    '{seat} lays {card} on your pile and steals it.'
    """
    mark = f"{{{who}}}"
    if mark not in template:
        return template
    text = POSSESSIVE.sub(lambda of: _yours(of, who), template)
    clauses = CLAUSES.split(text)
    about = clauses[0].startswith(mark)
    text = "".join(_clause(clause, mark) for clause in clauses)
    if about:
        text = re.sub(r"\bhim\b", "you", text)
    return text[:1].upper() + text[1:]


def _yours(of: "re.Match[str]", who: str) -> str:
    """Return ``the pile of {owner}`` and ``{owner}'s pile`` as ``your pile``."""
    thing, owner, possessor = of.groups()
    return of.group() if who not in (owner, possessor) else f"your {thing}" if thing else "your"


def _clause(clause: str, mark: str) -> str:
    if clause.startswith(f"{mark} "):
        first, space, rest = clause[len(mark) + 1 :].partition(" ")
        rest = NEXT_VERB.sub(lambda verb: verb[1] + bare(verb[2]), space + rest)
        return f"you {bare(first)}{rest}"
    return clause.replace(mark, "you")


def bare(verb: str) -> str:
    """Return the second person of a verb in the third person; other words stay as they are.

    >>> [bare(verb) for verb in ("turns", "passes", "goes", "has", "loses", "must", "drew", "declines")]
    ['turn', 'pass', 'go', 'have', 'lose', 'must', 'drew', 'decline']
    """
    word = verb.rstrip(",")
    if word in BARE:
        found = BARE[word]
    elif SIBILANT.search(word):
        found = word[:-2]
    else:
        found = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    return found + verb[len(word) :]
