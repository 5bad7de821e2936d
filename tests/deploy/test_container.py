"""The Containerfile without a container engine: its steps run in a clean Debian, and the result serves a game."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from support.serving import PATIENCE, Person, any_choice, opened, people, within

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "container" / "Containerfile"
MIRROR = "http://deb.debian.org/debian"
BASES = {"debian:bookworm-slim": "bookworm"}
OURS = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt")
"""Files of this machine that its network needs, and that a container engine or its builder would bring."""


class Step(NamedTuple):
    """An instruction of a Containerfile."""

    name: str
    text: str


def steps() -> list[Step]:
    lines = [line for line in CONTAINERFILE.read_text().splitlines() if not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ")
    return [Step(*line.split(maxsplit=1)) for line in whole.splitlines() if line.strip()]


def words(step: Step) -> list[str]:
    """The words of an instruction in JSON form."""
    found: list[str] = json.loads(step.text)
    return found


def test_the_containerfile_is_of_instructions_that_this_test_carries_out() -> None:
    known = {
        "FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT",
        "CMD",
    }  # fmt: skip
    names = [step.name for step in steps()]
    assert (names[0], set(names) <= known) == ("FROM", True)
    assert steps()[0].text in BASES
    assert names.index("USER") > max(place for place, name in enumerate(names) if name == "RUN")


def test_what_is_copied_is_not_ignored() -> None:
    kept = [line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")]
    copied = [source for step in steps() if step.name == "COPY" for source in step.text.split()[:-1]]
    assert [source.replace("threedown-*", "*") for source in copied] == kept


class CleanRoot:
    """A Debian with nothing but its base system, in a folder."""

    def __init__(self, folder: Path, suite: str) -> None:
        self.folder = folder
        subprocess.run(["debootstrap", "--variant=minbase", suite, folder, MIRROR], check=True, capture_output=True)
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}

    def command(self, *arguments: str, user: str | None = None) -> list[str]:
        """The command that runs another one in here, with its own /proc and /dev/shm; its children end with it."""
        own = [f"{name}={value}" for name, value in self.environment.items()]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--no-new-privs"] if user else []
        root = self.folder
        mounts = f"mount --bind /dev {root}/dev && mount -t tmpfs shm {root}/dev/shm && mount -t proc proc {root}/proc"
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        enter = f'{mounts} && exec chroot {root} env -i "$@"'
        return [*alone, "sh", "-c", enter, "sh", *own, *become, *arguments]

    def run(self, text: str) -> None:
        for file in map(Path, OURS):
            if file.exists():
                there = self.folder / file.relative_to("/")
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, there)
        done = subprocess.run(self.command("sh", "-c", text), capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="module")
def clean_root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CleanRoot]:
    if os.getuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("needs root and debootstrap (apt-get install debootstrap)")
    folder = tmp_path_factory.mktemp("clean")
    yield CleanRoot(folder / "root", BASES[steps()[0].text])
    shutil.rmtree(folder, ignore_errors=True)


def wheel(folder: Path) -> Path:
    """A wheel of the sources as they are here."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.mark.soak
def test_a_clean_debian_becomes_a_server_by_the_steps(clean_root: CleanRoot, tmp_path: Path) -> None:
    entry: list[str] = []
    user = None
    for step in steps():
        if step.name == "RUN":
            clean_root.run(step.text)
        elif step.name == "COPY":
            *sources, target = step.text.split()
            into = clean_root.folder / target.strip("/")
            into.mkdir(parents=True)
            for source in sources:
                shutil.copy(wheel(tmp_path) if source.endswith(".whl") else ROOT / source, into)
        elif step.name == "ENV":
            clean_root.environment |= dict(pair.split("=", 1) for pair in step.text.split())
        elif step.name == "USER":
            user = step.text
        elif step.name in ("ENTRYPOINT", "CMD"):
            entry += words(step)
    port = free_port()
    command = clean_root.command(*entry, "--port", str(port), "--pause", "0", user=user)
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    url = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert server.poll() is None, server.stderr and server.stderr.read()
            assert time.monotonic() < end
            try:
                if httpx.get(f"{url}/healthz", trust_env=False).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.2)

        async def play() -> str:
            async with people(url, "Ann") as (ann,):
                room = await opened([ann], "blitz31", bots={"1": "simple"}, options={"lives": 1}, pace=0)
                await ann.call("POST", f"/api/rooms/{room}/start")
                [over] = await within(Person(ann, room, any_choice(1)).play())
                return str(over["result"]["reason"])

        assert asyncio.run(play()) == "last_life"
        owned = list((clean_root.folder / "var/lib/threedown/rooms").iterdir())
        assert owned
        assert all(path.stat().st_uid != 0 for path in owned), "it doesn't run as root"
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
