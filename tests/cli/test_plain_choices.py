"""Choices in plain lines: what is listed can be typed, in either language."""

import pytest
from support.conformance import dealt, step

from threedown.cli.table.plain_choices import PlainChoices
from threedown.cli.table.spelling import Spelling
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.language import speaking
from threedown.session.views import question_for

ASKING = [name for name in game_names() if settle(find_game(name)).asks]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ASKING)
def test_every_choice_is_read_back_as_it_is_listed(name: str, language: str) -> None:
    """In words, in notation and, where choices have numbers, by number; no two are listed as one."""
    game = find_game(name)
    session, asked = dealt(settle(game), 5), 0
    with speaking(language):
        while asked < 12 and not session.over:
            if session.pending is not None and session.asked is not None:
                seat = session.asked
                menu, table = session.menu(seat), session.redacted_for(seat).table
                names = [f"Bot {each}" for each in range(session.setting.seats)]
                spelling = Spelling(game, False)
                choices = PlainChoices(game, menu, question_for(session, seat), table, names, spelling)
                assert [choices.meant(choices.named(choice).upper()) for choice in menu] == menu
                assert len(set(choices.listed())) == len(menu)
                if choices.by_number:
                    assert [choices.meant(str(number)) for number in range(1, len(menu) + 1)] == menu
                asked += 1
            step(session)
    assert asked
