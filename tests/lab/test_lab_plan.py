"""Plans of studies: options as they are written, variants, and the comparisons between them."""

import pytest

from threedown.games import find_game
from threedown.games.game_options import OptionError
from threedown.games.setting import Setting, settle
from threedown.lab.study.plan import neighbours, row_of, variants, variation


def war(**changes: object) -> Setting:
    return settle(find_game("war"), None, changes)


def test_ranges_numbers_and_words_may_be_mixed() -> None:
    assert variation(war(), "face_down=0..2,rank").values == (0, 1, 2, "rank")
    assert variation(war(), "short").values == ("lose", "last_card", "fewest")
    assert variation(war(), "race").values == (False, True)
    assert variation(war(), "turn_cap=100,100,50").values == (10_000, 100, 50)
    assert not variation(war(), "face_down=2,rank").is_ordered
    assert not variation(war(), "race").is_ordered


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("facedown=1", r"no option 'facedown'.*did you mean 'face_down'\?"),
        ("face_down=0..7", r"face_down=5: allowed is one of 0, 1"),
        ("face_down=4..0", r"write a range as face_down=0\.\.4"),
        ("short=last_crad", r"did you mean 'last_card'\?"),
        ("turn_cap", r"say which values, as in turn_cap=1\.\.4"),
        ("turn_cap=1..1000000", r"100 values at most"),
        ("face_down=", r"^$"),
    ],
)
def test_a_mistake_is_reported_in_a_line(text: str, told: str) -> None:
    if told == "^$":  # an option alone stands for all its values, with = or without
        assert len(variation(war(), text).values) == 7
        return
    with pytest.raises(OptionError, match=told) as error:
        variation(war(), text)
    assert "\n" not in str(error.value)


def test_options_are_varied_one_at_a_time_or_in_all_combinations() -> None:
    base = war()
    varied = [variation(base, "face_down=0..2"), variation(base, "short=lose,fewest")]
    assert [each.name for each in variants(base, varied)] == [
        "face_down=1 short=lose", "face_down=0", "face_down=2", "short=fewest"
    ]  # fmt: skip
    grid = variants(base, varied, grid=True)
    assert len(grid) == 6
    assert grid[-1].setting.options.face_down == 2  # type: ignore[attr-defined]
    assert grid[-1].setting.options.short == "fewest"  # type: ignore[attr-defined]


def test_each_is_compared_with_the_base_and_numbers_with_the_next() -> None:
    base = war(face_down=2)
    varied = [variation(base, "face_down=0..4"), variation(base, "short")]
    found = variants(base, varied)
    assert [found[place].setting.options.face_down for place in row_of(found, varied[0], varied[0].numbers)] == [
        0,
        1,
        2,
        3,
        4,
    ]  # type: ignore[attr-defined]
    names = [(found[one].name, found[other].name) for one, other in neighbours(found, varied) if one]
    assert names == [("face_down=0", "face_down=1"), ("face_down=3", "face_down=4")]
    assert sum(one == 0 for one, _ in neighbours(found, varied)) == len(found) - 1


def test_incomparable_variants_are_refused() -> None:
    base = war()
    with pytest.raises(OptionError, match="nothing to compare"):
        variants(base, [variation(base, "face_down=1")])
    with pytest.raises(OptionError, match="split_jokers=true needs jokers=2"):
        variants(base, [variation(base, "split_jokers")])
    with pytest.raises(OptionError, match="more than 100 variants"):
        variants(base, [variation(base, "face_down"), variation(base, "turn_cap=1..50")], grid=True)
    with pytest.raises(OptionError, match="short is given twice"):
        variants(base, [variation(base, "short=lose"), variation(base, "short=fewest")])
