"""Commit, contribute, reveal: what the cards depend on, in what order it comes about, and what verify says of it."""

import hashlib
import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from support.records import (
    SHORT,
    chained,
    check_a_footer_draws_nothing_out,
    half,
    lines_of,
    recorded,
    settled,
    words,
    written,
)
from support.tables import war

from threedown.cli import threedown
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.session.fairness import PartError, commitment, new_secret, part_of_hex, part_of_words
from threedown.session.keeper import Keeper
from threedown.session.record import RecordError, SealedChance, chance_of, examine, new_header, read_record
from threedown.session.session import Session
from threedown.session.views import open_view
from threedown.table.chance import Draws, below
from threedown.table.layout import Table

SECRET = bytes(range(32))


def first_words(**changes: Any) -> tuple[int, ...]:
    """The first words of a game of two with this secret, with other things settled."""
    chance = SealedChance(commitment(SECRET), ("aa", "bb"))
    header = new_header(SHORT, ("Ana", "Ben"), chance)
    if "contributions" in changes:
        changes = {"chance": msgspec.structs.replace(chance, **changes)}
    source = chance_of(msgspec.structs.replace(header, **changes), SECRET)
    table_state = SHORT.new_table_state()
    source.start(table_state)
    return tuple(source.word(table_state, 2) for _ in range(4))


def test_a_commitment_is_the_hash_of_a_fresh_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert new_secret() != new_secret()
    assert len(new_secret()) == 32


def test_the_cards_depend_on_all_that_was_settled() -> None:
    options = msgspec.structs.asdict(SHORT.options)
    others = [
        first_words(),
        first_words(contributions=("aabb", "")),
        first_words(contributions=("aa", "bc")),
        first_words(contributions=("bb", "aa")),
        first_words(names=("Ana", "Eve")),
        first_words(names=("Ana, Ben", "")),
        first_words(options={**options, "turn_cap": 61}),
        first_words(version=77),
        first_words(game="blitz31"),
    ]
    assert len(set(others)) == len(others), "two tables, and the same cards"
    assert first_words() == others[0]


def test_the_commitment_is_on_disk_before_anybody_adds_a_part(tmp_path: Path) -> None:
    """When the parts are asked for, only the secret, its hash, the names and the rules exist, and no card."""
    path = tmp_path / "game.3d"
    there: list[dict[str, Any]] = []

    def parts(committed: str) -> list[bytes]:
        there.extend(lines_of(path))
        secret = bytes.fromhex(Keeper.secret_path(path).read_text().strip())
        assert hashlib.sha256(secret).hexdigest() == committed
        return [b"my words", b""]

    Keeper.start(path, SHORT, ["Ana", "Ben"], None, parts)
    (before,), (after,) = there, lines_of(path)
    assert before["chance"]["contributions"] is None
    assert after["chance"]["contributions"] == [b"my words".hex(), ""]
    for key in ("game", "version", "options", "seats", "names"):
        assert before[key] == after[key]
    assert before["chance"]["commitment"] == after["chance"]["commitment"]
    assert after["chain"] == settled(after).hex()


def test_leaving_before_the_part_leaves_no_record(tmp_path: Path) -> None:
    def parts(committed: str) -> list[bytes]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Keeper.start(tmp_path / "game.3d", SHORT, ["Ana", "Ben"], None, parts)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_broke_off_before_the_parts_is_dealt_when_it_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    header: list[bytes] = []

    def parts(committed: str) -> list[bytes]:
        header.append(path.read_bytes())
        return [b"", b""]

    Keeper.start(path, SHORT, ["Ana", "Ben"], None, parts)[0].close()
    path.write_bytes(header[0])
    verdict = CliRunner().invoke(threedown, ["verify", str(path)])
    assert "the cards were never dealt" in verdict.output
    keeper, session = Keeper.resume(path, lambda committed: [b"a", b"b"])
    session.go()
    keeper.keep(session)
    assert lines_of(path)[0]["chance"]["contributions"] == ["61", "62"]
    keeper.close()
    assert Keeper.resume(path)[1].table_state.tobytes() == session.table_state.tobytes()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("header", "the header was edited"),
        ("missing", r"its \.secret file is missing"),
        ("false", "the secret is not the one that was committed to"),
        ("inputs", "line 2: the game goes on, and the cards were never dealt"),
    ],
)
def test_nothing_is_dealt_or_written_where_a_game_broke_off_and_was_edited(
    tmp_path: Path, change: str, told: str
) -> None:
    """The header was chained again without a check: an edited one passed for a true one from then on."""
    path = tmp_path / "game.3d"
    header = new_header(SHORT, ("Ana", "Ben"), SealedChance(commitment(SECRET)))
    line = msgspec.to_builtins(header)
    secret = Keeper.secret_path(path)
    secret.write_text(SECRET.hex())
    if change == "header":
        path.write_bytes(written([line | {"names": ["Ana", "Eve"]}]))
    else:
        path.write_bytes(chained([line, {"go": 1}] if change == "inputs" else [line]))
    if change == "missing":
        secret.unlink()
    if change == "false":
        secret.write_text("ab" * 32)
    before = path.read_bytes()
    asked: list[str] = []

    def parts(committed: str) -> list[bytes]:
        asked.append(committed)
        return [b"", b""]

    with pytest.raises(RecordError, match=told):
        Keeper.resume(path, parts)
    assert asked == []
    assert path.read_bytes() == before


def test_the_draws_are_recomputed_by_hand(tmp_path: Path) -> None:
    """From the record's text, docs/contract.md and hashlib alone: each draw of the footer is that of the next words."""
    header, *_, footer = lines_of(recorded(tmp_path, seed=None))
    assert hashlib.sha256(bytes.fromhex(header["chance"]["secret"])).hexdigest() == header["chance"]["commitment"]
    stream = words(header)
    for n, result in footer["draws"]:
        product = next(stream) * n
        while product % 2**32 < 2**32 % n:
            product = next(stream) * n
        assert result == product >> 32
    assert [n for n, _ in footer["draws"][:51]] == list(range(52, 1, -1)), "the shuffle of the pack comes first"


def test_draws_that_were_taken_back_are_not_listed(tmp_path: Path) -> None:
    """The words are drawn again: after the undo the same words come, for whatever they are needed then."""
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, war(turn_cap=6), ["A", "B"], None)
    for turns in (6, 2, 4):
        session.go(turns)
        if turns == 6:
            session.undo()
    keeper.keep(session)
    keeper.finish(session)
    header, *_, footer = lines_of(path)
    stream = words(header)
    for n, result in footer["draws"]:
        product = next(stream) * n
        while product % 2**32 < 2**32 % n:
            product = next(stream) * n
        assert result == product >> 32
    assert len(footer["draws"]) > 51
    assert examine(read_record(path)).wrong == []


def test_draws_leave_out_what_was_refused() -> None:
    """n = 3·2**30: words whose product has a low half below 2**32 mod n = 2**30 are refused, a quarter of them."""
    n = 3 << 30
    given = [0, 4, 1, 8, 3, 5, 7]
    table_state = SHORT.new_table_state()

    class Words:
        def start(self, s: Any) -> None:
            s.chance[0] = 0

        def word(self, s: Any, n: int) -> int:
            s.chance[0] += 1
            return given[int(s.chance[0]) - 1]

    draws = Draws(Words())  # type: ignore[arg-type]
    table = Table(table_state, None, type("Live", (), {"chance": draws})())
    found = [below(table, n) for _ in range(4)]
    assert draws.listed() == [(n, result) for result in found]
    assert int(table_state.chance[0]) > 4, "no word was refused: the test shows nothing"


@pytest.mark.parametrize("text", ["aa ", "AA", "a", "zz", "00" * 33])
def test_a_part_is_small_hexadecimal(text: str) -> None:
    with pytest.raises(PartError, match="small hexadecimal of at most 32 bytes"):
        part_of_hex(text)


def test_words_are_a_part() -> None:
    assert part_of_words(" drei unten \n") == b"drei unten"
    assert part_of_hex("00" * 32) == bytes(32)
    with pytest.raises(PartError, match="that is 33 bytes: give 32 at most"):
        part_of_words("ü" * 16 + "x")


# verify


def verified(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(threedown, ["verify", *arguments])
    return getattr(done.exception, "code", done.exit_code), done.output


def test_verify_shows_commitment_source_and_draws(tmp_path: Path) -> None:
    path = recorded(tmp_path, seed=None)
    header, *_, footer = lines_of(path)
    code, told = verified(str(path), "--draws")
    assert code == 0
    assert f"committed to {header['chance']['commitment']}" in told
    assert f"secret: {header['chance']['secret']}" in told
    first = " ".join(f"{result}/{n}" for n, result in footer["draws"][:12])
    assert f"draws from 1: {first}\n" in told
    assert "draws" not in verified(str(path))[1]
    data = msgspec.json.decode(verified(str(path), "--json")[1])
    assert data["draws"] == footer["draws"]
    assert data["chance"] == header["chance"]
    assert (data["status"], data["wrong"]) == ("true", [])


def test_verify_checks_the_commitment_that_a_player_was_shown(tmp_path: Path) -> None:
    """The house deals another secret than it promised, and everything in the record fits it."""
    path = recorded(tmp_path, seed=None)
    shown = lines_of(path)[0]["chance"]["commitment"]
    assert verified(str(path), "--commitment", shown.upper())[0] == 0
    other = hashlib.sha256(b"another").hexdigest()
    code, told = verified(str(path), "--commitment", other)
    assert code == 1
    assert "not dealt from what the given commitment promised" in told
    (tmp_path / "seeded").mkdir()
    assert verified(str(recorded(tmp_path / "seeded")), "--commitment", shown)[0] == 1
    assert verified(str(path), "--commitment", "xyz")[0] == 2
    assert verified(str(path), str(path), "--commitment", shown)[0] == 2


def test_a_true_record_that_is_not_finished_is_true_so_far(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    code, told = verified(str(path), "--draws")
    assert code == 0
    assert told.startswith(f"{path}: true so far, not finished\n")
    assert "draws: they are shown when the game is over" in told
    assert Keeper.secret_path(path).read_text().strip() not in told
    data = msgspec.json.decode(verified(str(path), "--json")[1])
    assert (data["status"], data["wrong"], data["draws"]) == ("true so far", [], None)
    assert data["chance"]["secret"] is None


@pytest.mark.parametrize("played_on", [False, True])
def test_a_footer_does_not_draw_out_what_is_to_come(tmp_path: Path, played_on: bool) -> None:
    path = check_a_footer_draws_nothing_out(tmp_path, played_on)
    code, told = verified(str(path), "--json")
    data = msgspec.json.decode(told)
    ended = "line 1: the secret is not revealed, and the game has its footer" if played_on else "the game is not over"
    assert (code, data["status"], data["wrong"], data["draws"]) == (1, "false", [ended], None)
    assert "draws from" not in verified(str(path), "--draws")[1]


@pytest.mark.parametrize("finished", [True, False])
def test_a_false_secret_in_the_header_is_refused_beside_a_true_one(tmp_path: Path, finished: bool) -> None:
    path = recorded(tmp_path, seed=None) if finished else half(tmp_path)[0]
    header, *rest = lines_of(path)
    if finished:
        Keeper.secret_path(path).write_text(header["chance"]["secret"])
    header["chance"]["secret"] = "ab" * 32
    path.write_bytes(written([header, *rest]))
    code, told = verified(str(path))
    assert code == 1
    assert "the secret is not the one that was committed to before the deal" in told


def test_a_false_secret_beside_a_true_record_is_refused(tmp_path: Path) -> None:
    path = recorded(tmp_path, seed=None)
    Keeper.secret_path(path).write_text("cd" * 32)
    assert verified(str(path))[0] == 1


@pytest.mark.parametrize("parts", [["aa"], ["aa", "bb", "cc"], ["aa", "BB"], ["aa", "x"], ["aa", "00" * 33]])
def test_parts_that_cannot_be(tmp_path: Path, parts: list[str]) -> None:
    header, *rest = lines_of(recorded(tmp_path, seed=None))
    header["chance"]["contributions"] = parts
    path = tmp_path / "edited.3d"
    path.write_bytes(chained([header, *rest]))
    code, told = verified(str(path))
    assert code == 1
    assert "line 1: contributions: " in told


@pytest.mark.parametrize("place", [0, 50])
def test_a_forged_draw_is_told(tmp_path: Path, place: int) -> None:
    *lines, footer = lines_of(recorded(tmp_path, seed=None))
    n, result = footer["draws"][place]
    footer["draws"][place] = [n, (result + 1) % n]
    path = tmp_path / "forged.3d"
    path.write_bytes(chained([*lines, footer]))
    assert examine(read_record(path)).wrong == ["footer: the draws are not those that the inputs lead to"]


def test_choosing_the_secret_after_the_parts_shows(tmp_path: Path) -> None:
    """A server that knows the parts and tries secrets until the deal suits it has promised another one before."""
    path = recorded(tmp_path, seed=None)
    promised = lines_of(path)[0]["chance"]["commitment"]
    header = lines_of(path)[0]
    for trial in itertools.count():
        secret = trial.to_bytes(32, "big")
        header["chance"] |= {"secret": secret.hex(), "commitment": commitment(secret)}
        if next(words(header)) * 52 >> 32 == 7:
            break
    path.write_bytes(chained([header]))
    assert examine(read_record(path)).wrong == []
    assert examine(read_record(path), committed=promised).wrong != []


CHAMPZ = {
    "TD-RUN": 6, "TD-PASS": 6, "HAIL-MARY": 2, "CONVERSION": 6, "FIELD-GOAL": 7, "EXTRA-POINT": 11, "BLOCKED-KICK": 11,
    "TACKLE": 4, "INTERCEPTION": 3, "BLITZ": 8, "FUMBLE": 4, "FIRST-DOWN": 8, "PASS-COMPLETION": 8, "5-YARD-RUN": 8,
    "END-OF-QUARTER": 8,
}  # fmt: skip


def pack_of_docs(game: str) -> list[str]:
    """The pack before the shuffle, as docs/contract.md gives it."""
    if game == "champz":
        return [card for card, copies in CHAMPZ.items() for _ in range(copies)]
    ranks = {"pyanitsa": "6789TJQKA", "tod-und-leben": "789TJQKA"}.get(game, "23456789TJQKA")
    jokers = ["JK1", "JK2"] if game in ("blitzkrieg", "steal-war") else []
    return [rank + suit for rank in ranks for suit in "CDHS"] + jokers


@pytest.mark.parametrize("game", ["war", "blitz31", "blitzkrieg", "champz", "pyanitsa", "steal-war", "tod-und-leben"])
def test_the_cards_follow_from_the_draws_and_the_pack_in_docs(game: str) -> None:
    """Dealt one by one from the top, seat by seat, as every rulebook has it."""
    header = new_header(
        settle(find_game(game), None, {}, 2), ("Ana", "Ben"), SealedChance(commitment(SECRET), ("aa", "bb"))
    )
    pack = pack_of_docs(game)
    chance = Draws(chance_of(header, SECRET))
    session = Session(header.setting(), chance)
    for n, result in chance.listed()[: len(pack) - 1]:
        pack[result], pack[n - 1] = pack[n - 1], pack[result]
    piles = open_view(session.setting, session.table_state).piles
    for seat in (0, 1):
        dealt = [
            card for pile in ("deck", "hand") if f"{pile} {seat}" in piles for card in piles[f"{pile} {seat}"].cards
        ]
        assert len(dealt) >= 3
        assert sorted(dealt) == sorted(pack[seat::2][: len(dealt)])
