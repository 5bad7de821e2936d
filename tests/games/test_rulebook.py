"""Rulebooks: every clause is there, says something, and has an example that runs and expects something."""

from typing import Any

import pytest
from support.paths import TESTS

from threedown.cli.design.rules import play_example
from threedown.games import find_game, game_names
from threedown.games.blitzwar import tris
from threedown.games.champz import deck
from threedown.games.facts import summary_of
from threedown.games.game_options import option_facts, valid_value
from threedown.games.rulebook import AtLeast, Clause, Rulebook, UnknownClause, read_rulebook
from threedown.games.setting import settle
from threedown.table.layout import Table


def wanted_clauses() -> dict[str, list[str]]:
    """tests/clauses.txt: under the name of each game, indented, the ids that its rulebook must have."""
    found: dict[str, list[str]] = {}
    game = ""
    for line in (TESTS / "clauses.txt").read_text().splitlines():
        if line.startswith(" "):
            found[game].append(line.strip())
        elif line and not line.startswith("#"):
            game = line.strip()
            found[game] = []
    return found


WANTED = wanted_clauses()
every_game = pytest.mark.parametrize("game", game_names())


def test_every_game_has_its_list_of_clauses() -> None:
    assert sorted(WANTED) == game_names()
    assert len([name for name in WANTED["war"] if not name.startswith("WH-")]) == 69


@every_game
def test_every_clause_is_there_once(game: str) -> None:
    ids = [clause.id for clause in read_rulebook(game).clause]
    assert sorted(ids) == sorted(set(ids)), "an id is there twice"
    assert not set(WANTED[game]) - set(ids), "clauses are missing"
    assert not set(ids) - set(WANTED[game]), "clauses that tests/clauses.txt does not know"


def test_an_id_belongs_to_one_game() -> None:
    """Who cites a clause in a dispute must not find another game's."""
    books = [read_rulebook(game) for game in game_names()]
    ids = [entry.id for book in books for entry in (*book.clause, *book.ruling)]
    assert sorted(ids) == sorted(set(ids))


@every_game
def test_ids_of_former_versions_lead_to_the_new_ones(game: str) -> None:
    book = read_rulebook(game)
    for former, now in book.formerly.items():
        assert book.find(former.lower()).id == now


@pytest.mark.parametrize(
    ("game", "former", "now"),
    [("blitzwar", "BH-01", "BWH-01"), ("blitzwar", "BZ-R6", "BW-R21"), ("pyanitsa", "W-R01", "PY-R04")],
)
def test_names_that_two_games_had_still_find_each_its_own(game: str, former: str, now: str) -> None:
    assert read_rulebook(game).find(former).id == now
    assert read_rulebook("blitz31").find("BH-01").id == "BH-01"


@every_game
def test_every_clause_has_words_a_source_and_a_group(game: str) -> None:
    book = read_rulebook(game)
    for clause in book.clause:
        assert len(clause.text) > 10, f"{clause.id} says nothing"
        assert clause.seed, f"{clause.id} names no source"
        assert clause.group in book.groups, f"{clause.id} is in no group"


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in WANTED.items() for name in names])
def test_every_clause_has_examples_that_run(game: str, name: str) -> None:
    clause = read_rulebook(game).find(name)
    assert isinstance(clause, Clause)
    assert clause.example, f"{name} has no example"
    for place, example in enumerate(clause.example, start=1):
        assert example.get("expect"), f"{name}, example {place}, expects nothing"
        assert len(str(example.get("note", ""))) > 5, f"{name}, example {place}, has no note"
        wrong = play_example(game, example)[1]
        assert wrong == [], f"{name}, example {place}: {wrong}"


@every_game
def test_every_ruling_named_is_there_and_offers_options_that_are(game: str) -> None:
    book: Rulebook = read_rulebook(game)
    rulings = {ruling.id for ruling in book.ruling}
    assert len(rulings) == len(book.ruling), "a ruling is there twice"
    for clause in book.clause:
        assert set(clause.ruling.split()) <= rulings, f"{clause.id} names a ruling that is not there"
    facts = {fact.name: fact for fact in option_facts(find_game(game).options)}
    for ruling in book.ruling:
        assert len(ruling.text) > 10
        for option in ruling.options:
            name, equals, value = option.partition("=")
            assert name in facts, f"{ruling.id} names the option {name!r}, and {game} has none"
            assert not equals or value in [str(allowed).lower() for allowed in facts[name].values]


@every_game
def test_every_option_is_told_by_a_ruling_or_a_clause(game: str) -> None:
    """A ruling names it, or a clause needs something else of it than its default value: a clause that holds by default
    alone doesn't tell what the option changes."""
    book = read_rulebook(game)
    ruled = {option.partition("=")[0] for ruling in book.ruling for option in ruling.options}
    for fact in option_facts(find_game(game).options):
        needed = [clause.when[fact.name] for clause in book.clause if fact.name in clause.when]
        assert fact.name in ruled or any(each != fact.default for each in needed), fact.name


@every_game
def test_an_option_of_a_ruling_has_an_example_that_changes_it(game: str) -> None:
    """In a clause that names the ruling, or that needs something of the option."""
    declared, book = find_game(game), read_rulebook(game)
    default = settle(declared).options
    for ruling in book.ruling:
        for option in {option.partition("=")[0] for option in ruling.options}:
            clauses = [each for each in book.clause if ruling.id in each.ruling.split() or option in each.when]
            examples = [example for clause in clauses for example in clause.example]
            played = [settle(declared, each.get("preset"), each.get("options"), each.get("seats")) for each in examples]
            changed = [each for each in played if getattr(each.options, option) != getattr(default, option)]
            assert changed, f"{ruling.id}: no example plays with another {option}"


@every_game
def test_an_example_that_is_wrong_fails(game: str) -> None:
    """Of each clause's first example: every single expectation turned round must fail."""
    for clause in read_rulebook(game).clause:
        example = clause.example[0]
        for key, value in example["expect"].items():
            other: Any = not value if isinstance(value, bool) else [99] if isinstance(value, list) else f"{value}X"
            assert play_example(game, {**example, "expect": {key: other}})[1], f"{clause.id}: {key} is not compared"


@every_game
def test_what_a_clause_needs_are_options_of_the_game(game: str) -> None:
    declared, book = find_game(game), read_rulebook(game)
    facts = {fact.name: fact for fact in option_facts(declared.options)}
    for clause in book.clause:
        for name, needed in clause.when.items():
            for value in needed if isinstance(needed, tuple) else (needed,):
                number = value.least if isinstance(value, AtLeast) else value
                if name == "seats":
                    assert declared.seats.fewest <= int(number) <= declared.seats.most, clause.id
                else:
                    assert type(valid_value(facts[name], number)) is type(number), f"{clause.id}: {name}={number}"
    assert set(book.presets) <= set(book.groups)
    assert {name for names in book.presets.values() for name in names} <= set(declared.presets)


@every_game
def test_a_clause_holds_where_its_first_example_plays(game: str) -> None:
    """The later ones may show the house rules under which it does not."""
    for clause in read_rulebook(game).clause:
        example = clause.example[0]
        table = settle(find_game(game), example.get("preset"), example.get("options", {}), example.get("seats"))
        assert clause.holds(table.options, table.seats), clause.id


@pytest.mark.parametrize(
    ("game", "preset", "options", "seats", "holding", "struck"),
    [
        ("war", "bicycle", {}, 2, "W1-05 W2-07 WP-06 WH-01", "W2-04 W3-04 WP-10 W34-05 WF-01 WJ-01 WR-01 WA-01"),
        ("war", "three-down", {}, 2, "W1-03 W2-04 W2-08 WP-11", "W1-05 W3-02 WP-06 W34-03"),
        ("war", "three-players", {}, 3, "W34-01 W34-06 WH-12", "W1-01 W34-02 WH-10 WP-06"),
        ("war", "four-players", {"takes_part": "tied"}, 4, "W34-02 WH-10", "W34-01 W34-06"),
        ("war", "jokers", {}, 2, "WJ-01 WJ-02 WJ-03", "W1-01 W1-09 WA-03"),
        ("war", "race-to-ace", {"jokers": 2}, 2, "WA-01 WA-03 WA-05", "WA-02 WP-04 WH-13"),
        ("blitz31", "modern", {}, 2, "BH-01 BH-03 BZ-031", "BZ-002 BZ-011 BH-02 BH-17"),
        ("blitz31", "harsh", {}, 2, "BH-02 BH-05 BH-06 BZ-002", "BZ-011 BZ-031 BZ-042"),
        ("blitz31", "county", {}, 2, "BH-17 BZ-032", "BZ-036 BZ-038 BZ-040"),
        ("blitzwar", "duel", {}, 3, "BW-026 BW-064", "BW-019 BW-020 BW-073"),
        ("blitzwar", "tournament", {}, 4, "BW-042 BW-068", "BW-040 BW-041 BW-069"),
        ("champz", "on-line", {}, 4, "BC-039", "BC-031 BC-033 BC-051 CH-03"),
        ("casino-war", "no-surrender", {"max_tie": 0}, 1, "CW-06", "CW-04 CW-05 CW-11"),
        ("pyanitsa", "full-pack", {}, 2, "PY-08 PY-12", "PY-01 PY-05 PY-09"),
    ],
)
def test_the_clauses_that_hold_at_a_table(
    game: str, preset: str, options: dict[str, Any], seats: int, holding: str, struck: str
) -> None:
    """Read off the texts of the clauses and the descriptions of the options."""
    table = settle(find_game(game), preset, options, seats)
    found = set(read_rulebook(game).struck(table.options, table.seats))
    assert not found & set(holding.split())
    assert set(struck.split()) <= found


def test_an_unknown_clause_is_refused() -> None:
    with pytest.raises(UnknownClause, match=r"there is no clause 'W9-99' in .*: the ids are W1-…, .*, W-R…"):
        read_rulebook("war").find("W9-99")
    assert read_rulebook("war").find("w1-01").id == "W1-01"


@pytest.mark.parametrize("name", game_names())
def test_the_game_is_told_in_four_sentences_beside_an_example_that_moves(name: str) -> None:
    game, book = find_game(name), read_rulebook(name)
    for preset in game.presets:
        table = settle(game, preset)
        told = summary_of(table)
        assert len(told.brief) == 4, preset
        assert all(sentence.endswith(".") and len(sentence) < 140 for sentence in told.brief)
        clause = book.find(told.shown)
        assert isinstance(clause, Clause)
        assert clause.holds(table.options, table.seats), preset
        assert clause.example
    assert summary_of(settle(game)).shown == book.shown


@pytest.mark.parametrize(
    ("game", "preset", "options", "told", "not_told"),
    [
        ("blitz31", "seed", {}, "4 lives each; the last|Three of a kind counts 30.|loses 2.", "free ride|30.5"),
        ("blitz31", "modern", {}, "3 lives each;|counts 30.5.|can't be put back", "4 lives|county"),
        ("blitz31", "county", {}, "3 lives each, and then a free ride|counts 30.", "put down"),
        ("blitz31", "harsh", {}, "knocker loses 2 lives to a 31|stock is used up", "Three of a kind"),
        ("blitz31", "seed", {"lives": 1, "knock_penalty": 1}, "1 life each|the knocker's too", "loses 1"),
        ("war", "three-down", {}, "3 cards each face down|with their last card", "loses"),
        (
            "war",
            "three-players",
            {"takes_part": "tied"},
            "Only the tied players fight|turns up their last",
            "All players",
        ),
        ("war", "race-to-ace", {"jokers": 2}, "first joker takes|two jokers are highest|turned over", "A tie again"),
        ("steal-war", "seed", {}, "even by a card that would win it|protects that pile", "has none loses"),
        ("steal-war", "original", {"two_may_steal_again": True}, "steal again with it", "protects"),
        ("blitzwar", "duel", {}, "Time is up in round 6|up to 3;|two dice", "The table says"),
        (
            "blitzwar",
            "clock",
            {"defence_dice": 2, "end_check": "printed_percent"},
            "The table says|up to 2;|11 %",
            "two dice",
        ),
        ("blitzwar", "conquest", {}, "brings 4 tanks|There is no clock|up to 2;", "Time is up|most points"),
        ("casino-war", "no-surrender", {"rounds": 1}, "Equal cards are war|After 1 round the game ends", "surrender"),
        ("schwimmen", "schwimmen", {}, "count 30½.|then you swim|fire|or all three", "33|also after a swap"),
        ("schwimmen", "strict", {"lives": 2}, "2 lives each|before everybody has|loses 2 lives", "3 lives|33"),
        (
            "schwimmen",
            "one-card",
            {},
            "laid open in the middle|last player with a life",
            "all three.|fire|looks at one",
        ),
        (
            "stealing-bundles",
            "usual",
            {},
            "gets 4 cards|take all of these|choose one of them",
            "add up|An ace|only one",
        ),
        ("stealing-bundles", "rubamazzo-sums", {}, "gets 3 cards|and only one|the king 10", "all of these|An ace may"),
        ("stealing-bundles", "rubamazzo-aces", {}, "but not in the last deal|captured last", "add up|nobody's"),
        (
            "egyptian-ratscrew",
            "usual",
            {},
            "one card between them|quickest right slap|costs a card,",
            "add up|next player in turn|top and bottom|joker",
        ),
        ("egyptian-ratscrew", "every-slap", {}, "add up to ten|top 4 cards follow|joker on top", "next player in turn"),
        ("egyptian-ratscrew", "strict", {}, "costs two cards|A player without cards is out", "slap back in"),
        ("egyptian-ratscrew", "by-turn", {}, "that of the next player in turn", "quickest"),
        ("tod-und-leben", "five-rounds", {}, "more of the 5 rounds", "x x"),
    ],
)
def test_the_summary_follows_the_house_rules(
    game: str, preset: str, options: dict[str, Any], told: str, not_told: str
) -> None:
    lines = "\n".join(summary_of(settle(find_game(game), preset, options)).short)
    assert [part for part in told.split("|") if part not in lines] == []
    assert [part for part in not_told.split("|") if part in lines] == []


NAMES = {"Tackle": "TACKLE", "Interception": "INTERCEPTION", "Blocked Kick": "BLOCKED-KICK"}
OFFENSIVE = {
    "Rushing Touchdown": "TD-RUN", "Passing Touchdown": "TD-PASS", "Hail Mary": "HAIL-MARY",
    "Conversion": "CONVERSION", "Field Goal": "FIELD-GOAL", "Extra Point": "EXTRA-POINT",
}  # fmt: skip


def test_the_table_of_champz_is_what_the_cards_do() -> None:
    (table,) = summary_of(settle(find_game("champz"))).tables
    assert [row[0] for row in table.rows] == list(OFFENSIVE)
    for name, points, removed_by in table.rows:
        kind = deck.CODES.index(OFFENSIVE[name])
        stops = {code for place, code in enumerate(deck.CODES) if deck.STOPPED_BY[kind] >> place & 1}
        assert int(points) == deck.POINTS[kind]
        assert {NAMES[one] for one in removed_by.split(", ") if one in NAMES} == stops


@pytest.mark.parametrize("preset", ["seed", "tournament"])
def test_the_table_of_blitzwar_is_what_sets_bring(preset: str) -> None:
    """The card of a state has the arm that the map gives it; no card here is of a state that its player owns."""
    setting = settle(find_game("blitzwar"), preset)
    (table,) = summary_of(setting).tables
    t = Table(setting.new_table_state(), setting.option_codes)
    by_arm = {kind: [card for card in range(tris.states_of_map(t)) if tris.arm(t, card) == kind] for kind in range(3)}
    cannon, infantry, cavalry = (by_arm[kind] for kind in (tris.CANNON, tris.INFANTRY, tris.CAVALRY))
    joker = tris.states_of_map(t)
    sets = {
        "three cannons": cannon[:3],
        "three infantry": infantry[:3],
        "three cavalry": cavalry[:3],
        "three equal cards": infantry[:3],
        "a cannon, an infantry, a cavalry": [cannon[0], infantry[0], cavalry[0]],
        "a joker and two equal cards": [joker, *cavalry[:2]],
    }
    for cards, tanks in table.rows[:-1]:
        assert tris.tris_value(t, *sets[cards]) == int(tanks), cards
    assert table.rows[-1] == ("each card whose state you own", f"{tris.PER_OWN_STATE} more")


def test_the_table_of_sets_that_grow_is_what_they_bring() -> None:
    """BWH-02. Any three cards that are a tris bring what the table says for the sets traded before."""
    setting = settle(find_game("blitzwar"), None, {"tris": "growing"})
    (table,) = summary_of(setting).tables
    t = Table(setting.new_table_state(), setting.option_codes)
    equal = [card for card in range(tris.states_of_map(t)) if tris.arm(t, card) == tris.CAVALRY][:3]
    for traded, tanks in table.rows[:-2]:
        t.s.trades = int(traded)
        assert tris.tris_value(t, *equal) == int(tanks)
    assert int(table.rows[-3][0]) == len(tris.GROWN)
    assert table.rows[-2:] == (
        ("each more", f"{tris.MORE_EACH} more"),
        ("each card whose state you own", f"{tris.PER_OWN_STATE} more"),
    )
