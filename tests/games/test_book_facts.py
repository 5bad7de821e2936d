"""The rulebook as a page gets it: Blitzkrieg's scenarios with their clauses, and what rank against rank calls for."""

import msgspec

from threedown.games import find_game
from threedown.games.facts import book_of


def test_blitzkriegs_scenarios_name_their_clauses() -> None:
    """BK-R03, BK-R09. An ace and a two of one suit are an A-Bomb first; two queens of some suits are Cold War."""
    book = book_of(find_game("blitzkrieg"))
    assert book.matrix is not None
    ranks = book.matrix.ranks
    assert ranks[0] == "2"
    assert ranks[-1] == "A"
    assert book.matrix.cells[ranks.index("A")][ranks.index("2")] == "AB+De"
    pairs = [book.matrix.cells[place][place] for place in range(13)]
    assert pairs[ranks.index("Q")] == "CW/Co"
    assert pairs.count("CW") == 12
    named = {clause.id for clause in book.clause}
    assert all(set(one.clauses) <= named for one in book.scenarios)
    assert {
        code for row in book.matrix.cells for cell in row for pair in cell.split("/") for code in pair.split("+")
    } <= {
        "·",
        *(one.code for one in book.scenarios),
    }


def test_a_game_without_scenarios_has_no_matrix() -> None:
    book = book_of(find_game("war"))
    assert book.matrix is None
    assert book.scenarios == []
    assert msgspec.to_builtins(book)["clause"][0]["id"] == "W1-01"
