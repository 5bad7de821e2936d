"""The samples of deploy/: programs accept them, and every flag and file that they name exists."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from threedown.cli.serve.serve import serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
PROGRAM = "/opt/threedown/bin/threedown serve "


def commands() -> list[list[str]]:
    """The arguments of every `threedown serve` in a unit or in the compose file."""
    found = [
        shlex.split(line.removeprefix(f"ExecStart={PROGRAM}").replace("%i", "8801"))
        for unit in UNITS
        for line in unit.read_text().splitlines()
        if line.startswith(f"ExecStart={PROGRAM}")
    ]
    services = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text())["services"]
    for name in ("worker-1", "worker-2"):
        assert services[name]["command"][0] == "serve"
        found.append(services[name]["command"][1:])
    return found


def test_every_flag_of_a_sample_is_one_of_serve() -> None:
    assert len(commands()) == 4
    for arguments in commands():
        context = serve.make_context("serve", list(arguments))
        assert context.params["no_open"], arguments


def test_every_file_that_a_sample_names_exists() -> None:
    named = set()
    for file in DEPLOY.rglob("*"):
        if file.is_file():
            named |= set(re.findall(r"/opt/threedown/(deploy/[\w./@-]+\w)", file.read_text()))
    assert named >= {"deploy/postgresql/archive-wal", "deploy/postgresql/base-backup"}
    for name in named:
        assert (ROOT / name).exists(), name


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    for file in UNITS:
        text = re.sub(r"^ExecStart=/opt/\S+", "ExecStart=/bin/true", file.read_text(), flags=re.M)
        (tmp_path / file.name).write_text(text)
    name = unit.name.replace("@.", "@8801.")
    environment = {"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["systemd-analyze", "verify", name], capture_output=True, text=True, env=environment)
    ours = [line for line in done.stderr.splitlines() if "threedown" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_nginx_accepts_the_sample(tmp_path: Path) -> None:
    subject = ["-subj", "/CN=cards.example", "-days", "1", "-nodes"]
    files = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", *subject, *files], check=True, capture_output=True
    )
    sample = (DEPLOY / "nginx" / "threedown.conf").read_text()
    (tmp_path / "sample.conf").write_text(sample.replace("/etc/letsencrypt/live/cards.example", str(tmp_path)))
    whole = (
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; include {tmp_path}/sample.conf; }}"
    )
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(["nginx", "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


def test_the_compose_file_finds_what_the_sample_of_nginx_has() -> None:
    """It replaces a name and two addresses of the sample by its own: they must be there to be replaced."""
    services = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text())["services"]
    sample = (DEPLOY / "nginx" / "threedown.conf").read_text()
    replaced = re.findall(r"-e 's/(.+?)/(.+?)/(g?)'", services["nginx"]["command"][2])
    assert len(replaced) == 3
    for pattern, by, _ in replaced:
        assert re.search(pattern, sample), pattern
        assert by.startswith("${DOMAIN") or by.partition(":")[0] in services
