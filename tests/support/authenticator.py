"""A software authenticator: it answers the options of passkeys as a browser does, and can be told to misbehave."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, WITH_CREDENTIAL = 0x01, 0x04, 0x40
"""Flags of the authenticator's data: the person is there, has been recognized, and a new credential follows."""

Json = dict[str, Any]


class Authenticator:
    """One passkey, on a page at ``origin``. A test may change ``uses``, ``flags``, ``origin`` or ``owner``."""

    def __init__(self, origin: str) -> None:
        self.origin, self.rp_id = origin, origin.split("//")[1].split(":")[0]
        self.credential = secrets.token_bytes(16)
        self.uses, self.flags, self.owner = 0, PRESENT | VERIFIED, b""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: Json) -> Json:
        """Answer the options to add a passkey."""
        self.owner = base64url_to_bytes(options["user"]["id"])
        point = self._key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        new = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + public
        data = self._data(self.flags | WITH_CREDENTIAL) + new
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options)
        return self._answer(clientDataJSON=client_data, attestationObject=attestation)

    def get(self, options: Json) -> Json:
        """Answer the options to sign in."""
        self.uses += 1
        client_data, data = self._client_data("webauthn.get", options), self._data(self.flags)
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=client_data, authenticatorData=data, signature=signature, userHandle=self.owner
        )

    def _client_data(self, kind: str, options: Json) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _answer(self, **response: bytes) -> Json:
        name = bytes_to_base64url(self.credential)
        encoded = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}, "response": encoded}
