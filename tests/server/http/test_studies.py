"""Studies of the lab's page: asked once and kept, look by look, ended where nobody looks; rules that a link carries."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from support.hubs import in_a_house, until
from support.serving import people, refused

from threedown.bulk.run_spec import RunSpec
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.study import study as lab_study
from threedown.server.http.studies import study_seen, task_of
from threedown.server.hub import Hub
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import STUDIES
from threedown.server.model.errors import Invalid, TooMany
from threedown.server.model.findings import FoundStudy, StudyTask, TaskProgress
from threedown.server.model.lab_requests import Rules, Study
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.store.file_cache import FileCache
from threedown.server.workers import job_queue
from threedown.server.workers import study_result as studied_of
from threedown.server.workers.task_process import work

HERE = "203.0.113.9"
SHIPPED_STUDIES = Path(studied_of.__file__).parent / studied_of.FIRST_STUDIES
WISH = Study("casino-war", vary={"rounds": [1, 2, 3]}, options={"rounds": 2}, games=1000)
STUB = """
import sys, time, msgspec
from threedown.framing import framed
from threedown.server.model.findings import *
task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
def found(look, over):
    games, rest = 1000 * look, (over, over, 0.01, 1, 0, [], [], {}, "")
    return FoundStudy(StudyFound("casino-war", 1, task.options, task.seats, task.seed, games, look, 2, *rest))
def say(message):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
say(TaskProgress("playing", 1, 2))
say(found(1, False))
"""
STAYS = STUB + "time.sleep(600)"
ENDS = STUB + "say(found(2, True))"


def looked_at(hub: Hub, wish: Study, player: str = "p0") -> Any:
    return study_seen(hub, wish, player, HERE)


def run_script(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", script))


def test_a_finished_study_is_answered_at_once_after_a_restart_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_script(ENDS, monkeypatch)

    async def ask(hub: Hub) -> None:
        assert (await looked_at(hub, msgspec.structs.replace(WISH, begin=False))).state == "unasked"
        assert len(hub.study_jobs) == 0
        assert (await looked_at(hub, WISH)).state == "waiting"
        await looked_at(hub, WISH, "p1")
        assert len(hub.study_jobs) == 1, "who asks the same waits with the first"
        await until(lambda: len(hub.study_jobs) == 0)

    async def look(hub: Hub) -> None:
        told = await looked_at(hub, msgspec.structs.replace(WISH, begin=False))
        assert (told.state, told.found.games) == ("done", 2000)
        other = await looked_at(hub, msgspec.structs.replace(WISH, begin=False, seed=2))
        assert (other.state, other.found) == ("unasked", None)

    in_a_house(folder, ask)
    in_a_house(folder, look)


def test_a_fresh_install_answers_the_first_question_about_a_game(folder: Path) -> None:
    """The page opens with the effects of a game's first option, asked for with its own number of games."""
    first = Study("war", vary={"face_down": [0, 1, 2, 3, 4, "rank", "rank_less_one"]}, begin=False)

    async def look(hub: Hub) -> None:
        told = await looked_at(hub, first)
        assert told.state == "done"
        assert [each.changes["face_down"] for each in told.found.variants] == first.vary["face_down"]
        assert told.found.sentences["en"][0] == "The more cards go down, the shorter the game."
        others: list[dict[str, Any]] = [
            {"seed": 2},
            {"seats": 3},
            {"vary": {"face_down": [0, 1]}},
            {"options": {"short": "fewest"}},
        ]
        for other in others:
            assert (await looked_at(hub, msgspec.structs.replace(first, **other))).state == "unasked"
        assert len(hub.study_jobs) == 0

    in_a_house(folder, look)


@pytest.mark.parametrize("game", sorted(path.stem for path in SHIPPED_STUDIES.glob("*.json")))
def test_shipped_studies_match_the_rules(game: str) -> None:
    known, setting = studied_of.shipped_study(game), settle(find_game(game))
    assert known is not None
    assert (known.version, known.options) == (setting.game.version, msgspec.structs.asdict(setting.options))
    assert known.over


def test_a_look_is_told_while_the_next_is_played_and_who_stops_it_keeps_what_was_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_script(STAYS, monkeypatch)

    async def act(hub: Hub) -> None:
        study = (await looked_at(hub, WISH)).study
        await looked_at(hub, WISH, "p1")
        job = hub.study_jobs.job(study)
        assert job is not None
        await until(lambda: job.found is not None)
        told = await looked_at(hub, WISH)
        assert (told.state, told.found.look, told.found.over) == ("playing", 1, False)
        await hub.studies.leave(study, "p0")
        await asyncio.sleep(2 * job_queue.POLL_SECONDS)
        assert len(hub.study_jobs) == 1, "another looks at it"
        await hub.studies.leave(study, "p1")
        await hub.studies.leave("nothing", "p1")
        await until(lambda: len(hub.study_jobs) == 0)
        stopped = await looked_at(hub, msgspec.structs.replace(WISH, begin=False))
        assert (stopped.state, stopped.found.look) == ("stopped", 1)
        assert (await looked_at(hub, WISH)).state in ("waiting", "compiling", "playing"), "it may be gone on with"

    in_a_house(folder, act)


def test_a_study_at_which_nobody_looks_any_more_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running study, and one that hasn't started."""
    run_script(STAYS, monkeypatch)

    async def act(hub: Hub) -> None:
        for seed in (1, 2):
            await looked_at(hub, msgspec.structs.replace(WISH, seed=seed))
        monkeypatch.setattr(job_queue, "WATCH_SECONDS", 0.0)
        await until(lambda: len(hub.study_jobs) == 0)

    in_a_house(folder, act)


def test_a_guest_begins_so_many_studies_and_one_address_does_not_take_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_script(STAYS, monkeypatch)

    async def act(hub: Hub) -> None:
        for seed in range(job_queue.MAX_JOBS_PER_ADDRESS):
            await looked_at(hub, msgspec.structs.replace(WISH, seed=seed))
        with pytest.raises(TooMany):
            await looked_at(hub, msgspec.structs.replace(WISH, seed=99))

    in_a_house(folder, act)
    limiter = Limiter()
    for _ in range(STUDIES.burst):
        limiter.new_study(HERE, "p0")
    with pytest.raises(TooMany) as too_many:
        limiter.new_study(HERE, "p0")
    assert too_many.value.retry


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Study("war"), "Vary one or two options."),
        (Study("war", vary={"face_down": [1, 9]}), "face_down=9: allowed is"),
        (Study("war", vary={"face_up": [1]}), "no option 'face_up'"),
        (Study("war", vary={"face_down": []}), "there is nothing to compare"),
        (Study("war", vary={"turn_cap": list(range(1, 40))}), "variants are too many: compare up to 30"),
        (Study("war", vary={"face_down": [0, 1, 2, 3, 4, "rank"], "return_order": ["random", "pile", "as_played",
         "winner_first", "loser_first", "turned_pile"]}), "variants are too many: compare up to 30"),
        (Study("war", vary={"split_jokers": [True]}), "split_jokers"),
        (Study("chess", vary={"x": [1]}), "chess"),
    ],
)  # fmt: skip
def test_incomparable_variants_are_refused_in_a_line(wish: Study, told: str) -> None:
    with pytest.raises(Invalid) as invalid:
        task_of(wish, setting_of_rules(wish))
    assert told in invalid.value.detail
    assert "\n" not in invalid.value.detail


def test_one_question_asked_in_many_ways_is_one(folder: Path) -> None:
    """Values in another order, as text, without the rules' own, which are compared anyway."""
    wishes = [
        Study("war", vary={"face_down": [3, 1, "rank"]}),
        Study("war", "bicycle", vary={"face_down": ["rank", "3", "3"]}, seats=2),
    ]
    first, second = (task_of(wish, setting_of_rules(wish)) for wish in wishes)
    assert first == second
    assert first.vary == {"face_down": [1, 3, "rank"]}
    assert task_of(Study("war", vary={"race": [True]}), setting_of_rules(Rules("war"))).vary == {"race": [False, True]}


def test_an_assistant_tells_every_look_as_the_page_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_study, "looks_after", lambda most: (4, 8, 16))
    monkeypatch.setattr(studied_of, "UNTIL", 1e-9)
    monkeypatch.setattr(RunSpec, "worth_compiling", False)
    heard: list[Any] = []
    options = msgspec.structs.asdict(setting_of_rules(Rules("casino-war", options={"rounds": 2})).options)
    work(StudyTask("casino-war", options, 2, {"rounds": [1, 2, 60], "surrender": [False, True]}, 16, 1), heard.append)
    assert next(each for each in heard if isinstance(each, TaskProgress)).phase == "compiling"
    looks = [each.study for each in heard if isinstance(each, FoundStudy)]
    assert [(each.look, each.games, each.over) for each in looks] == [(1, 4, False), (2, 8, False), (3, 16, True)]
    found = looks[-1]
    assert [each.changes["rounds"] for each in found.variants] == [1, 1, 2, 2, 60, 60], "in the order of the values"
    assert found.variants[found.base].changes == {"rounds": 2, "surrender": options["surrender"]}
    assert found.variants[found.base].apart == {}
    assert [each.median.value for each in found.variants] == [1, 1, 2, 2, 60, 60]
    assert found.step == 2
    assert [each.lengths[:2] for each in found.variants][:3] == [[16, 0], [16, 0], [0, 16]]
    assert found.variants[-1].lengths[30] == 16
    assert found.command.startswith("threedown lab casino-war --vary rounds=1,2,60 --vary surrender=false,true --grid")
    assert {each.name for each in found.measures if each.tally} >= {"wars", "surrenders"}
    assert list(found.sentences) == ["en", "de", "it"]


def test_the_shelf_keeps_the_newest(tmp_path: Path) -> None:
    shelf = FileCache(tmp_path / "shelf", list[int], 3)
    assert shelf.read("a") is None
    for number, name in enumerate("abcde"):
        shelf.store(name, [number])
        # (Written within one tick of the clock they would be of one age.)
        os.utime(tmp_path / "shelf" / f"{name}.json", (number, number))
    assert [shelf.read(name) for name in "abcde"][-2:] == [[3], [4]]
    assert len(list((tmp_path / "shelf").iterdir())) == 3
    (tmp_path / "shelf" / "e.json").write_text('{"another": 1}')
    assert shelf.read("e") is None


def test_the_calls_of_the_lab(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            told = await ann.call(
                "POST", "/api/lab/study", {"game": "war", "vary": {"short": ["fewest"]}, "begin": False}
            )
            assert (told["state"], told["found"]) == ("unasked", None)
            await ann.call("DELETE", f"/api/lab/study/{told['study']}")
            rules = await ann.call(
                "POST",
                "/api/lab/rules",
                {
                    "game": "war",
                    "preset": "three-down",
                    "options": {"short": "fewest", "stop_cycles": "false", "jokers": "2"},
                },
            )
            assert rules["changes"] == {"short": "fewest", "jokers": 2}
            assert (rules["options"]["face_down"], rules["seats"]) == (3, 2)
            assert "W1-05" in rules["struck"]
            assert "WF-02" not in rules["struck"]
            assert "everybody lays as few" in "".join(rules["summary"]["short"])
            assert rules["summary"]["shown"] == "W2-04"

    asyncio.run(run())
    assert httpx.post(f"{url}/api/lab/study", json={"game": "war"}, trust_env=False).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        {"game": "war", "options": {"face_down": "many"}},
        {"game": "war", "options": {"nonsense": "1"}},
        {"game": "war", "preset": "nobody's"},
        {"game": "war", "seats": 99},
        {"game": "chess"},
    ],
)
def test_a_bad_link_is_one_clear_line(url: str, body: dict[str, Any]) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            problem = await refused(ann.call("POST", "/api/lab/rules", body))
            assert problem["status"] == 400
            assert problem["detail"]
            assert "\n" not in problem["detail"]

    asyncio.run(run())
