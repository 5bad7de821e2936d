"""``threedown rules`` under house rules."""

import json
from typing import Any


def test_the_rulebook_strikes_out_what_does_not_hold_under_house_rules(threedown: Any) -> None:
    asked = "rules war --preset three-down --seats 3"
    told = " ".join(threedown(asked).out.split())
    assert "For 3 players, Cards face down: 3; Too few cards for a war: the last card serves." in told
    assert "W1-05 Equal cards mean war: each player lays one card face down and turns one up. (not here)" in told
    assert "(not here)" not in told[told.index("W2-04") : told.index("W2-05")]
    struck = json.loads(threedown(f"{asked} --json").out)["struck"]
    assert {"W1-05", "W1-01", "W34-02", "WP-06"} <= set(struck)
    assert not {"W2-04", "W34-01", "W34-06"} & set(struck)
    assert "struck" not in json.loads(threedown("rules war --json").out)


def test_a_clause_or_ruling_names_its_options(threedown: Any) -> None:
    """Where they are looked up by their ids, too."""
    told = " ".join(threedown("rules blitz31 --clause BH-21").out.split())
    assert "Holds with: ante>=1" in told
    assert "(options: ante, chips, pot_rounds)" in told
    assert "Holds with: seats=3, jokers=0" in " ".join(threedown("rules war --clause W34-01").out.split())
    assert "(options: lives)" in threedown("rules blitz31 --clause BZ-R16").out
