"""A push service of the tests' own: it takes messages as those of browsers do, checks signatures, and decrypts."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

AUTH = bytes(range(16))


class PushService:
    """``answers`` are the statuses of its next answers; afterwards it answers 201."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.took: list[tuple[str, dict[str, Any]]] = []
        """The path and the content of each message that was accepted."""
        self.headers: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self._key = ec.generate_private_key(ec.SECP256R1())
        service = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.answers.pop(0) if service.answers else 201
                if status == 201:
                    service._take(self.path, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                return None

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def subscription(self, name: str = "one") -> dict[str, str]:
        """The subscription that a browser of this service would send."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.url}/{name}", "p256dh": _text(point), "auth": _text(AUTH)}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        assert Vapid02.verify(headers["Authorization"]), "the signature is not the server's"
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=AUTH, version="aes128gcm")
        self.took.append((path, json.loads(plain)))
        self.headers.append(headers)
        self.bodies.append(plain)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
