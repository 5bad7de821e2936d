"""The checks of what passkeys sign, by py_webauthn (the extra ``passkey``), which nothing else imports."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from threedown.server.model.errors import Invalid
from threedown.server.model.identity import Site
from threedown.server.model.wire import Guest
from threedown.server.store.passkeys import StoredPasskey


class NewKey(NamedTuple):
    """A passkey that has just been made, as its authenticator describes it."""

    credential: bytes
    key: bytes
    uses: int


def options_to_add(site: Site, guest: Guest, challenge: bytes, present: Iterable[bytes]) -> dict[str, Any]:
    """Return what a browser needs to make a passkey; ``present`` are the ids of those that the guest has."""
    made = generate_registration_options(
        rp_id=site.name,
        rp_name="Threedown",
        user_id=guest.player.encode(),
        user_name=guest.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(credential) for credential in present],
    )
    return options_to_json_dict(made)


def options_to_sign_in(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to sign in with any passkey that it has of this site."""
    made = generate_authentication_options(
        rp_id=site.name, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return options_to_json_dict(made)


def challenge_of(answer: dict[str, Any]) -> bytes:
    """Return the challenge that a browser says it has answered. Raises Invalid if the answer is malformed."""
    try:
        return parse_client_data_json(base64url_to_bytes(answer["response"]["clientDataJSON"])).challenge
    except Exception as error:  # the library lets errors of many kinds through for malformed answers
        raise _misfit() from error


def credential_of(answer: dict[str, Any]) -> bytes:
    """Return the id of the passkey that a browser has used. Raises Invalid if the answer is malformed."""
    try:
        return base64url_to_bytes(answer["rawId"])
    except Exception as error:
        raise _misfit() from error


def check_added(site: Site, answer: dict[str, Any], challenge: bytes) -> NewKey:
    """Return the passkey that a browser has made. Raises Invalid if it does not answer the challenge of this site."""
    try:
        made = verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as error:
        raise _misfit() from error
    return NewKey(made.credential_id, made.credential_public_key, made.sign_count)


def check_used(site: Site, answer: dict[str, Any], challenge: bytes, stored: StoredPasskey) -> int:
    """Return how often a passkey has been used. Raises Invalid if the answer to the challenge is not this passkey's,
    was made for another site or guest, or comes from a copy of it."""
    try:
        used = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=stored.key,
            credential_current_sign_count=stored.uses,
            require_user_verification=True,
        )
        owner = base64url_to_bytes(answer["response"]["userHandle"])
    except Exception as error:
        raise _misfit() from error
    if owner != stored.player.encode():
        raise _misfit()
    return used.new_sign_count


def _misfit() -> Invalid:
    return Invalid("This passkey doesn't fit. Please try again, or use another one.")
