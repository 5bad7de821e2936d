"""``threedown exact``: what can be counted instead of simulated."""

import functools
import typing
from typing import Any

import click
from rich.table import Table

from threedown.cli.common import Commands, console, json_flag, option_flags, print_json, setting_of
from threedown.cli.count.exact_small import SMALL, show_small
from threedown.cli.exits import usage
from threedown.exact import blitz31 as thirty_one
from threedown.exact import blitzwar as battles
from threedown.exact import casino_plan
from threedown.exact.casino_war import COPIES, MOST_DECKS, RANKS, chances, edges
from threedown.games.blitz31.hands import worth_of
from threedown.games.blitz31.options import ThreeOfAKind
from threedown.games.casino_war.options import Options as CasinoRules
from threedown.games.three_cards import HALVES

BAR = 40
"""Characters of the longest bar."""
MOST_ROUNDS = 1_000
ROUNDS_LEFT = (1000, 500, 200, 100, 50, 20, 10, 5, 4, 3, 2, 1)
CHIPS_AHEAD = (-50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10)
"""The command that shows a plan of bets."""
EDGE_RULES = ("decks", "tie_bonus", "tie_pays")
"""The house rules by which the edge goes."""
SURRENDERED = "*"
"""Stands at a bet of which a tie is given up."""


@click.group(cls=Commands)
def exact() -> None:
    """Exact numbers, by counting all cases."""


@exact.command("casino-war")
@click.option(
    "--decks", type=click.IntRange(1, MOST_DECKS), metavar="N", help="Decks in the shoe (default: all, 1 to 8)."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    metavar="N",
    help="How to bet so as to be ahead after N rounds, and how often that is.",
)
@option_flags
@json_flag
def casino_war(
    decks: int | None, rounds: int | None, preset: str | None, changes: tuple[str, ...], as_json: bool
) -> None:
    """The house's edge in Casino War: its mean gain per unit of the original bet, by enumeration.

    war: every tie goes to war; surrender: every tie is given up; tie: of the tie bet.

    Of the house rules it goes by decks, tie_bonus and tie_pays, with --rounds by decks, chips, min_bet, max_bet,
    surrender and tie_bonus.
    """
    rules: Any = setting_of("casino-war", preset, _looked_at(changes, decks, rounds), 1).options
    if rounds:
        show_plan(casino_plan.Shoe(*(getattr(rules, name) for name in casino_plan.Shoe._fields)), rounds, as_json)
        return
    if preset or "decks" in map(_key, changes):
        decks = rules.decks
    shoes = [edges_with(number, rules) for number in ([decks] if decks else range(1, MOST_DECKS + 1))]
    if as_json:
        print_json(shoes[0] if decks else {"shoes": shoes})
        return
    heads = ("decks", "always war", "always surrender", "tie bet", "a tie", "a second tie")
    table = Table(*heads, box=None, pad_edge=False, header_style="bold")
    for column in table.columns:
        column.justify = "right"
    for shoe in shoes:
        cells = [*shoe["edge"].values(), shoe["probability"]["tie"], shoe["probability"]["second_tie"]]
        table.add_row(str(shoe["decks"]), *(f"{cell['value']:.4%}" for cell in cells))
    console().print(table)
    if decks:
        fractions = ", ".join(f"{name} {edge['fraction']}" for name, edge in shoes[0]["edge"].items())
        console().print(f"\nExactly: {fractions}")
    bonus = "a bonus" if rules.tie_bonus else "no bonus"
    console().print(
        "\nWhat the house keeps of a unit of the original bet (of the tie bet: of a unit of that), every round from"
        f" a shuffled shoe, with {bonus} for a second tie and the tie bet at {rules.tie_pays} to 1.\nGoing to war beats"
        " surrender with any number of decks."
    )


def _looked_at(changes: tuple[str, ...], decks: int | None, rounds: int | None) -> tuple[str, ...]:
    """Return the changes of --set and --decks; ends with a usage error for options that do not apply here."""
    known = casino_plan.Shoe._fields if rounds else EDGE_RULES
    for change in changes:
        key = _key(change)
        if key in CasinoRules.__struct_fields__ and key not in known:
            plan = "the plan of --rounds" if rounds else "the edge"
            raise usage(f"--set {change}: {plan} depends only on {', '.join(known)}")
        if key == "decks" and decks:
            raise usage(f"--set {change}: --decks {decks} says that already; give one of them")
    return (*changes, f"decks={decks}") if decks else changes


def _key(change: str) -> str:
    """Return the option of a change written as ``key=value``."""
    return change.partition("=")[0].strip()


def show_plan(shoe: casino_plan.Shoe, rounds: int, as_json: bool) -> None:
    """``--rounds``: the bets that most often leave a player ahead of the house after this many rounds."""
    rows = [row for row in casino_plan.planned(shoe, rounds) if row.left == rounds or row.left in ROUNDS_LEFT][::-1]
    chips = [ahead for ahead in CHIPS_AHEAD if ahead > -shoe.chips]
    even = float(rows[0].share[place(shoe, 0, rows[0])])
    bets = {row.left: {ahead: int(row.bet[place(shoe, ahead, row)]) for ahead in chips} for row in rows}
    wars = {row.left: {ahead: bool(row.war[place(shoe, ahead, row)]) for ahead in chips} for row in rows}
    shares = {row.left: float(row.share[place(shoe, 0, row)]) for row in rows}
    if as_json:
        plan = [{"left": left, "share": shares[left], "bets": bets[left], "wars": wars[left]} for left in bets]
        print_json({"rounds": rounds, **shoe._asdict(), "share": even, "plan": plan})
        return
    table = Table("rounds left", *(f"{ahead:+d}" if ahead else "even" for ahead in chips), "wins if even")
    table.box, table.pad_edge, table.header_style = None, False, "bold"
    for column in table.columns:
        column.justify = "right"
    for left in bets:
        cells = [f"{bet}{SURRENDERED if bet and not wars[left][ahead] else ' '}" for ahead, bet in bets[left].items()]
        table.add_row(str(left), *cells, f"{shares[left]:.2%}")
    console().print(
        f"How many chips to bet, by rounds left and chips ahead, so as to be ahead after {counted(rounds)}:\n"
    )
    console().print(table)
    ties = f"{SURRENDERED} a tie is surrendered; elsewhere it goes to war." if shoe.surrender else "Every tie is war."
    bonus = " a bonus for a second tie," if shoe.tie_bonus else ""
    console().print(f"\n{ties}")
    console().print(
        f"\nWho bets so is ahead in the end in {even:.2%} of games: {shoe.decks} decks, {shoe.chips} chips to begin"
        f" with, bets of {shoe.min_bet} to {shoe.max_bet}, no tie bet,{bonus} every round from a shuffled shoe."
    )


def counted(rounds: int) -> str:
    """
    >>> counted(1), counted(20)
    ('the last round', '20 rounds')
    """
    return f"{rounds} rounds" if rounds > 1 else "the last round"


def place(shoe: casino_plan.Shoe, chips: int, row: casino_plan.Round) -> int:
    """Return the index, in a round's arrays, of being ahead by this many chips."""
    return casino_plan.column(shoe.chips, HALVES * chips, len(row.share))


def edges_with(decks: int, rules: Any) -> dict[str, Any]:
    """The edges with this many decks under house rules, as ``--json`` prints them."""
    probability = chances((COPIES * decks,) * RANKS)
    found = edges(decks, rules.tie_bonus, rules.tie_pays)
    return {
        "edge": {name: number(edge) for name, edge in found._asdict().items()},
        "decks": decks,
        "tie_bonus": rules.tie_bonus,
        "tie_pays": rules.tie_pays,
        "probability": {name: number(value) for name, value in probability._asdict().items()},
    }


@exact.command("blitz31")
@click.option(
    "--three-of-a-kind",
    type=click.Choice(typing.get_args(ThreeOfAKind)),
    default="30",
    show_default=True,
    help="What three cards of one rank are worth.",
)
@click.option("--small", is_flag=True, help="Solve a small 31: how far is each level from a solution?")
@click.option(
    "--cards",
    type=click.Choice([str(cards) for cards in SMALL]),
    help="With --small: of 20 cards (default), 16 or 12, learned in minutes, or of 8, solved exactly.",
)
@click.option(
    "--turns",
    type=click.IntRange(2, max(turns.most for turns in SMALL.values())),
    help="With --small: the number of turns after which the game is a draw"
    f" ({', '.join(f'{cards} cards: {turns.usual}, at most {turns.most}' for cards, turns in SMALL.items())}).",
)
@json_flag
def blitz31(three_of_a_kind: str, small: bool, cards: str | None, turns: int | None, as_json: bool) -> None:
    """Count the values of three cards dealt in Blitz (31): how many of all 22,100 hands have each value.

    With --small: the value of a small 31 to each player, and the share that each level of bots gives away there. It is
    played for one life by the book: a pot, lives bought back and other house rules for the knock are not solved.
    """
    value = typing.get_args(ThreeOfAKind).index(three_of_a_kind)
    if small:
        show_small(int(cards or max(SMALL)), turns, value, as_json)
        return
    for flag, given in (("--cards", cards), ("--turns", turns)):
        if given is not None:
            raise click.UsageError(f"{flag} is for a small 31: write --small {flag} {given}")
    hands = thirty_one.dealt_hands(functools.partial(worth_of, three_of_a_kind=value))
    mean, of = thirty_one.mean(hands) / HALVES, sum(hands.values())
    if as_json:
        counts = {points(halves): count for halves, count in hands.items()}
        print_json({"hands": counts, "mean": float(mean), "fraction": f"{mean.numerator}/{mean.denominator}", "of": of})
        return
    table = Table("worth", "hands", "share", "or more", "", box=None, pad_edge=False, header_style="bold")
    for column in table.columns[:4]:
        column.justify = "right"
    so_far, most = 0, max(hands.values())
    for halves, count in hands.items():
        so_far += count
        bar = "█" * round(BAR * count / most) or "▏"
        table.add_row(points(halves), f"{count:,}", f"{count / of:.3%}", f"{so_far / of:.3%}", bar)
    console().print(table)
    console().print(f"\nMean {float(mean):.4f} (exactly {mean}), of {of:,} hands; three of a kind: {three_of_a_kind}.")


def points(halves: int) -> str:
    """Half points as points: ``30.5``."""
    whole, half = divmod(halves, HALVES)
    return f"{whole}.5" if half else str(whole)


def number(value: Any) -> dict[str, Any]:
    """A fraction, exactly and as a float."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "value": float(value)}


@exact.command("dice")
@click.option("--attack", type=click.IntRange(1, battles.MOST_DICE), required=True, help="The attacker's dice.")
@click.option("--defend", type=click.IntRange(1, battles.MOST_DICE), required=True, help="The defender's dice.")
@click.option("--bomb", is_flag=True, help="The attacker wins ties.")
@json_flag
def dice(attack: int, defend: int, bomb: bool, as_json: bool) -> None:
    """Count the rolls of BlitzWar in which the attacker loses each number of tanks, by enumeration."""
    outcomes = battles.outcomes(attack, defend, bomb)
    whole = battles.SIDES ** (attack + defend)
    if as_json:
        print_json({"of": whole, "outcomes": {f"attacker_loses_{lost}": ways for lost, ways in enumerate(outcomes)}})
        return
    table = Table("attacker loses", "defender loses", f"of {whole:,} rolls", "", box=None, pad_edge=False)
    for column in table.columns:
        column.justify = "right"
    for lost, ways in enumerate(outcomes):
        table.add_row(str(lost), str(len(outcomes) - 1 - lost), f"{ways:,}", f"{ways / whole:.4%}")
    console().print(table)


@exact.command("blitzwar")
@click.option(
    "--attack", type=click.IntRange(0, battles.MOST_TANKS), required=True, help="Tanks beyond the one that stays."
)
@click.option("--defend", type=click.IntRange(1, battles.MOST_TANKS), required=True, help="Tanks that defend.")
@click.option("--defence-dice", type=click.Choice(["2", "3"]), default="3", help="Most dice of the defender (3).")
@click.option("--bomb", is_flag=True, help="The attacker wins ties.")
@json_flag
def blitzwar(attack: int, defend: int, defence_dice: str, bomb: bool, as_json: bool) -> None:
    """A battle of BlitzWar to the end, with as many dice as there are each time: the odds, exactly."""
    result = battles.battle(attack, defend, int(defence_dice), bomb)
    if as_json:
        print_json(
            {
                "capture": result.capture,
                "attackers_left": {str(left): share for left, share in enumerate(result.attackers_left.tolist())},
                "defenders_left": {str(left): share for left, share in enumerate(result.defenders_left.tolist())},
                "expected_attacker_losses": result.expected_attacker_losses,
                "expected_defender_losses": result.expected_defender_losses,
            }
        )
        return
    out = console()
    out.print(f"{attack} against {defend}: the state is captured with {result.capture:.4%}.")
    out.print(
        f"On average the attacker loses {result.expected_attacker_losses:.3f} tanks,"
        f" the defender {result.expected_defender_losses:.3f}."
    )
