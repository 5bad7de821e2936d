"""A ladder as plain data."""

from typing import Any

import msgspec

from threedown.bots.ladder import Ladder, Pairing


def ladder_facts(climbed: Ladder) -> dict[str, Any]:
    """Return a ladder as plain data: the output of ``threedown bots ladder --json``. Shares are of 1."""
    return {
        "game": climbed.setting.game.name,
        "options": msgspec.structs.asdict(climbed.setting.options),
        "seats": climbed.setting.seats,
        "seed": climbed.seed,
        "most": climbed.most,
        "levels": list(climbed.levels),
        "pairings": [_pairing_facts(pairing) for pairing in climbed.pairings],
        "choices": [
            {"level": pace.level, "choices": pace.choices, "microseconds": pace.microseconds} for pace in climbed.paces
        ],
        "holds": climbed.holds,
    }


def _pairing_facts(pairing: Pairing) -> dict[str, Any]:
    estimate = pairing.estimate()
    return {
        "level": pairing.level,
        "against": pairing.against,
        "games": pairing.games,
        "wins": pairing.wins,
        "share": estimate.share,
        "low": estimate.low,
        "high": estimate.high,
        "won_share": pairing.won_share,
        "even": 1 / pairing.seats,
        "verdict": pairing.verdict.split()[0],
        "looks": pairing.looks,
        "seconds": pairing.seconds,
        "games_per_second": pairing.games / pairing.seconds if pairing.seconds else None,
    }
