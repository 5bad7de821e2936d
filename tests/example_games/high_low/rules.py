"""High-Low, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import height
from threedown.games.declare import NUMBER, Field, Kind
from threedown.games.high_low.options import CALLER, OTHER
from threedown.table import verbs
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import held, look, options, seats

CALLS, SCORES, EQUAL = range(verbs.OWN_EVENTS, verbs.OWN_EVENTS + 3)
HIGHER, LOWER = range(2)
SAYS = ("higher", "lower")
EVENTS = {
    CALLS: Kind("call", {"says": Field(str, lambda options, number: SAYS[number])}),
    SCORES: Kind("score", {"points": NUMBER}),
    EQUAL: "equal",
}

MOST_POINTS, ALL_EQUAL = 16, 17
REASONS = {MOST_POINTS: "most_points", ALL_EQUAL: "level", TURN_CAP: "turn_cap"}

CALL = 0
QUESTIONS = {CALL: "call"}
CODES = {CALL: 2}


# The piles


def stock(t: Table) -> int:
    return 0


def row(t: Table) -> int:
    """The cards turned up, the last one on top."""
    return 1


# The deal


def deal(t: Table) -> None:
    """HL-01. The pack is shuffled, and its first card turned up. Seat 0 calls first (ruling HL-R1)."""
    verbs.open_pack(t, stock(t), 0, 51)
    verbs.shuffle(t, stock(t))
    open_row(t)


def open_row(t: Table) -> None:
    """HL-01, HL-07. The card that the first call is about; nobody turns it up."""
    verbs.deal_face_up(t, NOBODY, stock(t), row(t))


# A turn


def turn(t: Table) -> None:
    """HL-02, HL-03. One call, and the card that shows whether it was right."""
    if held(t, row(t)) == 0 and held(t, stock(t)) > 0:
        open_row(t)
    seat = int(t.s.to_call) % seats(t)
    if held(t, stock(t)) > 0:
        answer(t, seat, CALL, verbs.ask(t, seat, CALL))
    close_turn(t)


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """HL-02..06. From a call to the point that it brings."""
    verbs.announce(t, CALLS, seat, numbers=(code,))
    before = height(look(t, row(t)))
    after = height(verbs.turn_up(t, seat, stock(t), row(t)))
    if after == before:
        t.s.equal += 1
        verbs.announce(t, EQUAL)
        scorer = equal_scores(t, seat)
    else:
        right = (after > before) == (code == HIGHER)
        t.s.right += right
        t.s.wrong += not right
        scorer = seat if right else NOBODY
    if scorer != NOBODY:
        score(t, scorer)
    if not options(t).stays or scorer != seat:
        t.s.to_call = (seat + 1) % seats(t)


def equal_scores(t: Table, seat: int) -> int:
    """HL-04. Who scores for an equal card."""
    if options(t).equal == CALLER:
        return seat
    return (seat + 1) % seats(t) if options(t).equal == OTHER else NOBODY


def score(t: Table, seat: int) -> None:
    """HL-03. A point."""
    t.s.points[seat] += 1
    t.s.turn_winner = seat
    verbs.announce(t, SCORES, seat, numbers=(int(t.s.points[seat]),))


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """HL-02. Either may be said of any card (ruling HL-R2)."""
    return code in (HIGHER, LOWER)


# Ends


def close_turn(t: Table) -> None:
    """HL-06, HL-07. A round ends when the stock is empty; after the last one, the player with most points wins."""
    if held(t, stock(t)) == 0:
        t.s.rounds_played += 1
        if int(t.s.rounds_played) < options(t).rounds and held(t, row(t)) > 1:
            verbs.pour(t, row(t), stock(t))
            verbs.shuffle(t, stock(t))
            open_row(t)
        else:
            name_winner(t)
            return
    if int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def name_winner(t: Table) -> None:
    """HL-06. Most points win; equal points are a draw."""
    lead = int(t.s.points[0]) - int(t.s.points[1])
    if lead == 0:
        verbs.end_game(t, 0, ALL_EQUAL)
    else:
        verbs.end_game(t, 1 if lead > 0 else 2, MOST_POINTS)
