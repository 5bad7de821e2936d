"""The words of Casino War: choices in notation; sentences for questions, reasons and events (for translation)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from threedown.cards import height
from threedown.exact import casino_plan
from threedown.exact.casino_war import COPIES, RANKS, closed_form
from threedown.games.casino_war.options import USUAL_ODDS, Options
from threedown.games.casino_war.rules import BET, HALVES, TIE_BETS, WAR, half_chips, house_cards
from threedown.games.wording import (
    TURN_CAP_REACHED,
    Act,
    ChoiceWords,
    MilestoneWords,
    Narration,
    TableWords,
    Words,
    named_later,
)
from threedown.language import figure, say
from threedown.table.layout import Table
from threedown.table.verbs import held, is_in, is_over, look, options, seats

NOBODY = "The house"
LOWEST = 2
TWENTIETH = 20
PLANNED_ROUNDS = 100
"""A chance is told for so many last rounds of a game, if its chips and bets are the usual ones."""
USUAL = Options()
SENTENCES = {
    "deal": "{seat} gets {card}.",
    "move": "A card is burned.",
    "shuffle": "The cards are shuffled into the shoe.",
    "bet": "{seat} bets {bet}.",
    "beat": "{seat} wins.",
    "lose": "{seat} loses the bet.",
    "war": "{seat} goes to war!",
    "surrender": "{seat} surrenders and gets half the bet back.",
    "tie_win": "{seat} wins the tie bet, {pays} to 1.",
    "tie_lose": "{seat} loses the tie bet.",
    "bonus": "{seat} wins the bonus for a second tie.",
    "drop_out": "{seat} cannot bet any more.",
}
BOTH_BETS = "{seat} bets {bet}, and {tie} on a tie."
CLAUSES = {
    "beat CW-02": "CW-03",
    "beat CW-06": "CW-10",
    "lose CW-06": "CW-09",
    "deal CW-06": "CW-08",
    "move CW-06": "CW-07",
    "war": "CW-06",
    "shuffle": "CW-R2",
    "drop_out": "CW-R4",
    "bonus": "CWH-02",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "ahead": "All rounds are played: {winner} ended with more chips than at the start.",
    "house_ahead": "All rounds are played: nobody leaves with more chips than at the start.",
    "broke": "Nobody has enough chips left for a bet: the house has won.",
    "empty_shoe": "The shoe has too few cards to go on: the open bets are given back.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS = {BET: "How much do you bet?", 1: "A tie: war, or surrender?"}
NOTATIONS = {
    BET: "`bet N` for min_bet to max_bet chips, `bet N tie M` with 1 to max_tie chips on a tie, as far as the chips go",
    1: "`war`, `surrender`",
}
COUNTERS = {
    "gain": "half chips that the player has gained since the start (lost, if below 0), open bets not counted",
    "last": "half chips gained in this round",
    "bet": "chips bet and not settled yet",
    "tie_bet": "chips bet on a tie and not settled yet",
    "bets": "bets placed",
    "ties": "ties of the first two cards",
    "wars": "ties that went to war",
    "surrenders": "ties that were surrendered",
    "bonuses": "ties in a war that won the bonus",
    "staked": "half chips of all original bets",
    "lost": "half chips lost by them, the wars included (won, if below 0)",
    "tie_staked": "half chips bet on ties",
    "tie_lost": "half chips lost by them (won, if below 0)",
}
"""State and tallies, for the contract and for help."""


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if question != BET:
        return Act("war" if code == WAR else "surrender")
    bet, tie = divmod(code, TIE_BETS)
    return Act("bet", number=bet, tie=tie or None)


def event_sentence(event: Mapping[str, Any]) -> str | None:
    """The sentence of a bet that is also on a tie."""
    return BOTH_BETS if event["kind"] == "bet" and event["tie"] else None


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the clause about a tie bet that is paid at other odds than the usual ones."""
    return "CWH-03" if event["kind"] in ("tie_win", "tie_lose") and options.tie_pays != USUAL_ODDS else ""


def label(t: Table, seat: int, question: int, code: int) -> str:
    """Return a choice in words: both numbers of a bet with a bet on a tie, and what a war or a surrender costs."""
    if question != BET:
        bet = int(t.s.bet[seat])
        if code != WAR:
            return say("Surrender: lose {half}", half=chips(bet * HALVES // 2))
        chance = round(100 * war_chance(t))
        told = (
            "War: win {bet} ({chance}\u00a0%), {both} on a tie, or lose {both}"
            if options(t).tie_bonus
            else "War: win {bet} ({chance}\u00a0%), or lose {both}"
        )
        return say(told, bet=bet, chance=chance, both=2 * bet)
    if not code % TIE_BETS:
        return ""
    return say("Bet {bet}, and {tie} on a tie", bet=code // TIE_BETS, tie=code % TIE_BETS)


def war_chance(t: Table) -> float:
    """Return the chance to win a war, given the cards on the table: half of what is not a tie, and every tie."""
    return (1 + second_tie_chance(t)) / 2


def second_tie_chance(t: Table) -> float:
    """Return the chance of a tie in a war, given the cards on the table."""
    copies = Counter(dict.fromkeys(range(LOWEST, LOWEST + RANKS), COPIES * int(options(t).decks)))
    for pile in range(seats(t) + 1):
        copies.subtract(height(look(t, pile, place)) for place in range(held(t, pile)))
    left = copies.total()
    return sum(count * (count - 1) for count in copies.values()) / (left * (left - 1))


def default_choice(t: Table, seat: int, question: int, menu: Sequence[int]) -> int:
    """Return a bet of a twentieth of the chips at the start, so that a game can be won and lost; war."""
    if question != BET:
        return menu[0]
    wanted = int(options(t).chips) // TWENTIETH
    plain = [code for code in menu if not code % TIE_BETS]
    return max((code for code in plain if code // TIE_BETS <= wanted), default=plain[0])


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu: a bet, or what war costs and what a surrender gives back."""
    if act.verb == "bet":
        return "" if act.label or act.number is None else say("Bet {bet}", bet=act.number)
    bet = int(t.s.bet[seat])
    if act.verb == "war":
        return say("Go to war for {bet} more", bet=bet)
    return say("Surrender, and get {half} back", half=chips(bet * HALVES // 2))


def chips(halves: int) -> str:
    """Half chips as chips: ``99.5``.

    >>> chips(199), chips(-10), chips(-1)
    ('99.5', '-5', '-0.5')
    """
    whole, half = divmod(abs(halves), HALVES)
    return figure(f"{'-' if halves < 0 else ''}{whole}{'.5' if half else ''}")


def seat_line(t: Table, seat: int) -> str:
    """A player's chips and bets."""
    bet, tie, has = int(t.s.bet[seat]), int(t.s.tie_bet[seat]), chips(half_chips(t, seat))
    if bet and tie:
        return say("{chips} {chips:chip|chips}, bet {bet} and {tie} on a tie", chips=has, bet=bet, tie=tie)
    return (
        say("{chips} {chips:chip|chips}, bet {bet}", chips=has, bet=bet)
        if bet
        else say("{chips} {chips:chip|chips}", chips=has)
    )


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a round: each player's gain in it, and chips now."""
    parts = []
    for seat in range(seats(t)):
        last = int(t.s.last[seat])
        told = (
            "{name} {gain}, now {chips} {chips:chip|chips}"
            if seats(t) > 1
            else "{gain}, now {chips} {chips:chip|chips}"
        )
        gain = f"{'+' if last > 0 else ''}{chips(last)}"
        parts.append(say(told, name=named_later(seat), gain=gain, chips=chips(half_chips(t, seat))))
    return "; ".join(parts) + "."


def outlook(t: Table, seat: int) -> str:
    """A player's chance to end ahead with the best bets; at a tie, after a war and after a surrender; in the end, the
    chance at the start.

    Few house rules are planned for, and each plan is made once: no table costs more than a look at it.
    """
    rules, dealt, bet = options(t), held(t, house_cards(t)) > 0, int(t.s.bet[seat])
    usual = all(int(getattr(rules, name)) == getattr(USUAL, name) for name in ("chips", "min_bet", "max_bet"))
    turns, over = int(t.s.turns), is_over(t)
    left = int(rules.rounds) - (0 if over or turns == 0 else turns if dealt else turns - 1)
    if not usual or not (over or is_in(t, seat)) or left > PLANNED_ROUNDS or rules.turn_cap < rules.rounds:
        return ""
    shoe = casino_plan.Shoe(int(rules.decks), surrender=bool(rules.surrender), tie_bonus=bool(rules.tie_bonus))
    share = casino_plan.shares(shoe, PLANNED_ROUNDS)[left]
    if over:
        at = casino_plan.column(shoe.chips, 0, len(share))
        return say("With the best bets, {chance} of such games end ahead.", chance=percent(float(share[at])))

    def after(halves: int) -> float:
        return float(share[casino_plan.column(shoe.chips, int(t.s.gain[seat]) + halves, len(share))])

    if dealt and bet:
        stake, ties = HALVES * bet, second_tie_chance(t)
        after_a_tie = after(2 * stake if rules.tie_bonus else stake)
        war = ties * after_a_tie + (1 - ties) / 2 * (after(stake) + after(-2 * stake))
        told = "Ahead at the end: {war} after a war, {surrender} after a surrender."
        return say(told, war=percent(war), surrender=percent(after(-bet)))
    return say("Ahead at the end: {chance} with the best bets.", chance=percent(after(0)))


def percent(share: float) -> str:
    """A chance in whole percent; one that is not certain is not called so.

    >>> percent(0.881), percent(0.001), percent(0.9999), percent(1)
    ('88\\xa0%', '<1\\xa0%', '>99\\xa0%', '100\\xa0%')
    """
    rare, sure = 0 < share < 0.005, 0.995 < share < 1
    return f"{'<1' if rare else '>99' if sure else round(100 * share)}\u00a0%"


def head(t: Table) -> str:
    """The progress of the game, for the head of the page."""
    return say("round {round} of {rounds}", round=int(t.s.turns), rounds=int(options(t).rounds))


def progress(t: Table) -> str:
    """The progress of the game and the house edge, for the head of a screen."""
    rules = options(t)
    edge = closed_form(int(rules.decks), bool(rules.tie_bonus), int(rules.tie_pays))
    kept = [say("{war} of a bet if ties go to war", war=figure(f"{float(edge.war):.2%}"))]
    if rules.surrender:
        kept.append(say("{surrender} if they are surrendered", surrender=figure(f"{float(edge.surrender):.2%}")))
    if rules.max_tie:
        kept.append(say("{tie} of a tie bet", tie=figure(f"{float(edge.tie):.2%}")))
    return say(
        "round {round} of {rounds}; play chips only; the house keeps {kept}",
        round=int(t.s.turns),
        rounds=int(rules.rounds),
        kept=", ".join(kept),
    )


def repeat_choice(last: str, menu: Sequence[str]) -> str:
    """The bet of the round before, where it can still be made.

    >>> repeat_choice("bet 7 tie 2", ["bet 6", "bet 7", "bet 7 tie 2"]), repeat_choice("war", ["bet 1"])
    ('bet 7 tie 2', '')
    """
    return last if last in menu and last.startswith("bet ") else ""


WORDS = Words(
    narration=Narration(
        SENTENCES,
        REASONS,
        clause=clause,
        clauses=CLAUSES,
        turn_sentence=turn_sentence,
        event_sentence=event_sentence,
        subject_without_seat=NOBODY,
    ),
    choices=ChoiceWords(
        QUESTIONS, NOTATIONS, act, label=label, sentence=sentence, default=default_choice, repeat=repeat_choice
    ),
    table=TableWords(progress, head=head, seat_line=seat_line, outlook=outlook, pile_names={"table": NOBODY}),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "war", "wars"),
)
