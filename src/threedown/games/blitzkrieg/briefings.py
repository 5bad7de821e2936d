"""The facts that players of Blitzkrieg should know before they answer: the gain and price of each answer."""

from threedown.cards import JACK, JOKER, TEN, TWO, height, show_card, suit
from threedown.games.blitzkrieg.bots import flip_wins
from threedown.games.blitzkrieg.drawing import field, hand, table
from threedown.games.blitzkrieg.events import CHALLENGE, CLAIM, DEFEND, RAID
from threedown.games.blitzkrieg.exchanges import hand_sum
from threedown.games.blitzkrieg.scenarios import is_numbered, is_red, value
from threedown.games.wording import Answer, Briefing, Outcome, named_later
from threedown.language import say
from threedown.table.hands import knows
from threedown.table.layout import NOBODY, Table
from threedown.table.packets import cards_of, pot
from threedown.table.verbs import held, look, options

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SUITS = ("clubs", "diamonds", "hearts", "spades")
WINNING = ("A club wins.", "A diamond wins.", "A heart wins.", "A spade wins.")


def briefing(t: Table, seat: int, question: int) -> Briefing:
    """The briefing of a seat for a question."""
    if question == DEFEND:
        return _defend(t, seat)
    if question == RAID:
        return _raid(t, seat)
    if question == CLAIM:
        return _claim(t, seat)
    return _challenge(t, seat) if question == CHALLENGE else _flip(t, seat)


def battalion_card(t: Table, seat: int) -> int:
    """The card with which a seat came into the Battalion that is asked about; NOBODY if the pot leaves it open.

    The two cards lie next to each other in the pot: at its foot in a battle that lies in no other.
    """
    mine, theirs, found = int(t.s.troops[seat]), int(t.s.troops[1 - seat]), []
    for place in range(held(t, pot(t)) - 1):
        one, other = look(t, pot(t), place), look(t, pot(t), place + 1)
        if is_numbered(one) and is_numbered(other) and suit(one) == suit(other):
            if (value(one), value(other)) == (mine, theirs):
                found.append(one)
            elif (value(other), value(one)) == (mine, theirs):
                found.append(other)
    return found[-1] if len(found) == 1 or (found and int(t.s.depth) == 0) else NOBODY


def last_hour(t: Table) -> int:
    """The last card of Against the Clock, on a ten and a two; NOBODY if a row lies for Napoleon."""
    if held(t, pot(t)) > 2:
        pair = {height(look(t, pot(t), place)) for place in (1, 2)}
        if pair == {TWO, TEN}:
            return look(t, pot(t))
    return NOBODY


def _defend(t: Table, seat: int) -> Briefing:
    card, other = battalion_card(t, seat), named_later(1 - seat)
    lead = say("Your {rank} is the smaller.", rank=say(RANKS[int(t.s.troops[seat]) - 2]))
    rule = ""
    if card != NOBODY:
        rule = say(
            "Turn up cards until your {suit} come to more than {n}; then {other} must pass you. "
            "The first {colour} card loses.",
            suit=say(SUITS[suit(card)]), n=int(t.s.troops[1 - seat]), other=other,
            colour=say("black" if is_red(card) else "red"),
        )  # fmt: skip
    if int(t.s.depth) > 0:
        defend = say("You win this battle; else {other} does. All that is drawn stays in the pot.", other=other)
        surrender = say("{other} wins this battle, and nothing more is drawn.", other=other)
    else:
        stake = held(t, pot(t))
        defend = say("You take the {n} and all that is drawn; else {other} does.", n=stake, other=other)
        surrender = say(
            "{other} takes the {n}, and nothing more is drawn. You keep {mine}, {other} has {theirs}.",
            other=other, n=stake, mine=cards_of(t, seat), theirs=cards_of(t, 1 - seat) + stake,
        )  # fmt: skip
    return Briefing(lead, rule, (Answer(defend, "chance"), Answer(surrender, "lose")))


def _raid(t: Table, seat: int) -> Briefing:
    other, number = named_later(1 - seat), raided(t)
    lead = say("Your queen wins in any case.")
    rule = say("A raid turns up {other}'s next {n} cards. You keep the red ones.", other=other, n=number)
    if cards_of(t, 1 - seat) < number:
        return Briefing(
            lead,
            rule,
            (
                Answer(say("{other} is short of cards: the raid wins the game.", other=other), "win"),
                Answer(_taken(t), "win"),
            ),
        )
    raid = say("The red cards join the pot, which is yours; the black ones go back to {other}.", other=other)
    return Briefing(
        lead, rule, (Answer(raid, "win" if cards_of(t, seat) >= safe_cards(t) else "chance"), Answer(_taken(t), "win"))
    )


def safe_cards(t: Table) -> int:
    """The number of cards with which a player can lay down for every treaty that may interrupt a raid.

    The first Diplomat lies in the raided deck: its treaty takes three cards, for good if the other player claims all
    six. Each further one may be drawn in the treaty before: it is set aside, and its own treaty takes three more.
    """
    return 4 * int(options(t).diplomats) - 1


def raided(t: Table) -> int:
    """The number of cards that the queen of hearts may take: the value of the card that she met."""
    one, other = look(t, pot(t)), look(t, pot(t), 1)
    return value(one) if is_numbered(one) else value(other)


def _taken(t: Table) -> str:
    if int(t.s.depth) > 0:
        return say("You win this battle, and leave the other deck alone.")
    return say("You take the {n}, and leave the other deck alone.", n=held(t, pot(t)))


def _claim(t: Table, seat: int) -> Briefing:
    other = named_later(1 - seat)
    mine, theirs = (_laid(t, each) for each in (seat, 1 - seat))
    claim = say("You keep your {mine} and take {theirs}: three cards more.", mine=mine, theirs=theirs)
    exchange = say("{other} gets {mine}, you get {theirs}.", other=other, mine=mine, theirs=theirs)
    return Briefing(
        say("Your card makes a match."),
        say("The treaty goes on as usual if you exchange; the stake is not touched."),
        (Answer(claim, "win"), Answer(exchange, "nobody")),
    )


def _laid(t: Table, seat: int) -> str:
    """The three cards of a treaty, in the order in which they were laid."""
    return " ".join(show_card(look(t, field(t, seat), place)) for place in (2, 1, 0))


def _challenge(t: Table, seat: int) -> Briefing:
    other, stake = named_later(1 - seat), held(t, pot(t)) + held(t, hand(t, seat)) + held(t, hand(t, 1 - seat))
    challenge = say("You take all {n}; with the smaller sum {other} does.", n=stake, other=other)
    return Briefing(
        say("Your five cards come to {n}.", n=hand_sum(t, seat)),
        say("The larger sum wins. If the sums are equal, both disarm."),
        (
            Answer(challenge if int(t.s.depth) == 0 else _battle(other), "chance"),
            Answer(say("Both take their own six cards back. Nobody wins."), "nobody"),
        ),
    )


def _battle(other: str) -> str:
    return say("You win this battle; else {other} does.", other=other)


def _flip(t: Table, seat: int) -> Briefing:
    hour = last_hour(t)
    if hour != NOBODY:
        lead = say("A card lower than {card} wins.", card=show_card(hour))
    else:
        last, before = look(t, pot(t)), look(t, pot(t), 1)
        lead = say(WINNING[suit(last if height(last) == JACK else before)])
    row = range(int(t.s.row))
    return Briefing(lead, "", tuple(Answer("", _turned_over(t, seat, len(row) - 1 - place)) for place in row))


def _turned_over(t: Table, seat: int, depth: int) -> Outcome:
    """The outcome of turning over a card of the row: only its own seat may know where a card of its deck lies."""
    card = look(t, table(t), depth)
    if not knows(t, seat, table(t), depth) or height(card) == JOKER:
        return "chance"
    return "win" if flip_wins(t, card) else "lose"
