"""Debian's nginx with the sample of ``deploy/``, in a folder of its own."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from support.paths import ROOT

MISSING = "nginx is not installed: apt-get install nginx-light"
FRAME = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error;
events {{ worker_connections 512; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {sample}
}}
"""


def sample_for(port: int, workers: Sequence[int]) -> str:
    """Return the sample with the ports of a test, without TLS and without the server that leads to it."""
    sample = (ROOT / "deploy" / "nginx" / "threedown.conf").read_text()
    for old, new in zip(("127.0.0.1:8801", "127.0.0.1:8802"), workers, strict=True):
        assert old in sample
        sample = sample.replace(old, f"127.0.0.1:{new}")
    upstream, main = sample[: sample.index("server {\n")], sample[sample.rindex("server {\n") :]
    assert "listen 443 ssl http2;" in main
    main = re.sub(r"^    (listen \[::\]|ssl_|add_header Strict).*\n", "", main, flags=re.M)
    main = main.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};").replace("cards.example", "_")
    return upstream + main


def program_of_nginx() -> str:
    """Return the path of nginx; without it the test is skipped, or fails in CI."""
    program = shutil.which("nginx") or ("/usr/sbin/nginx" if Path("/usr/sbin/nginx").exists() else None)
    if program is None:
        pytest.fail(MISSING) if os.environ.get("CI") else pytest.skip(MISSING)
    return program


class Nginx:
    """nginx in front of two workers; it may be killed and started again."""

    def __init__(self, folder: Path, workers: Sequence[int]) -> None:
        program = program_of_nginx()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        folder.mkdir()
        self._folder = folder
        self._command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        (folder / "nginx.conf").write_text(FRAME.format(folder=folder, sample=sample_for(self.port, workers)))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
        for _ in range(400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None, (self._folder / "error").read_text()
            time.sleep(0.05)
        raise AssertionError("nginx doesn't listen")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it; SIGKILL cuts all connections at once."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None


@contextlib.contextmanager
def nginx(folder: Path, workers: Sequence[int]) -> Iterator[str]:
    """Run nginx in front of two workers, and yield its URL."""
    router = Nginx(folder, workers)
    try:
        yield router.url
    finally:
        router.stop()
