"""What Blitzkrieg asks and announces, and why it ends, by number."""

from threedown.table.layout import ALL_CARDS, TURN_CAP

(
    BATTLE, SCENARIO, SETTLED, DIPLOMAT_SHOWS, TREATY_HELD, CLAIMS, EXCHANGES, DEFENDS, SURRENDERS, TROOPS, TOTAL,
    RAIDS, DECLINES, CHALLENGES, DISARMS, SWITCHES, BONUS, BARRED, NO_WINNER, ADVANTAGE, CROSSES, BOMB, RUNS_OUT,
    STAYS_ASHORE, LANDS, BEST, WRONG_COLOUR,
) = range(16, 43)  # fmt: skip
EVENTS = {
    BATTLE: "battle",
    SCENARIO: "scenario",
    SETTLED: "settled",
    DIPLOMAT_SHOWS: "diplomat",
    TREATY_HELD: "treaty",
    CLAIMS: "claim",
    EXCHANGES: "exchange",
    DEFENDS: "defend",
    SURRENDERS: "surrender",
    TROOPS: "troops",
    TOTAL: "total",
    RAIDS: "raid",
    DECLINES: "decline",
    CHALLENGES: "challenge",
    DISARMS: "disarm",
    SWITCHES: "switch",
    BONUS: "bonus",
    BARRED: "barred",
    NO_WINNER: "no_winner",
    ADVANTAGE: "advantage",
    CROSSES: "cross",
    BOMB: "bomb",
    RUNS_OUT: "run_out",
    STAYS_ASHORE: "ashore",
    LANDS: "land",
    BEST: "best",
    WRONG_COLOUR: "wrong_colour",
}

DEFEND, RAID, CLAIM, CHALLENGE, FLIP = range(5)
QUESTIONS = {DEFEND: "defend", RAID: "raid", CLAIM: "claim", CHALLENGE: "challenge", FLIP: "flip"}
CODES = {DEFEND: 2, RAID: 2, CLAIM: 2, CHALLENGE: 2, FLIP: 10}

CALL_TROOPS, TAKE_CARDS, TAKE_SIX, SHOW_HANDS = 0, 0, 0, 0
"""The first answer to each question; 1 is the other. ``flip K`` is K - 1."""

SHORT_OF_CARDS, NOBODY_LEFT, BOMBED = 16, 17, 18
REASONS = {
    ALL_CARDS: "all_cards",
    TURN_CAP: "turn_cap",
    SHORT_OF_CARDS: "short",
    NOBODY_LEFT: "nobody_left",
    BOMBED: "a_bomb",
}
