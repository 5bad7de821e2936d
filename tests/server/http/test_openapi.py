"""The calls do what their description says, whatever is asked: no call fails, every answer is one that is described."""

import contextlib
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

OPENAPI = "/api/openapi/openapi.json"
SAID_IN_WORDS = positive_data_acceptance
"""Left out: bodies that the types allow may still name no game, no level, or rules that contradict each other."""
SETTINGS = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)}


@pytest.fixture(scope="module")
def token(url: str) -> str:
    return str(httpx.post(f"{url}/api/guest", json={"program": True}, trust_env=False).json()["token"])


REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""The statuses that schemathesis expects for what isn't allowed, and 413 for a body that is too long."""


@pytest.fixture(scope="module")
def described(url: str) -> Any:
    checks = {"negative_data_rejection": {"expected-statuses": REFUSALS}}
    config = schemathesis.Config.from_dict({"checks": checks})
    return schemathesis.openapi.from_url(url + OPENAPI, config=config)


def ask(described: Any, token: str, examples: int) -> int:
    """Asks each call so many times what its description allows, and so many times what it does not; how often in
    all."""
    asked = 0

    def check(case: Any) -> None:
        nonlocal asked
        asked += 1
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, excluded_checks=[SAID_IN_WORDS])

    for operation in described.get_all_operations():
        for mode in GenerationMode:
            cases = operation.ok().as_strategy(generation_mode=mode)
            with contextlib.suppress(Unsatisfiable):  # a call that takes nothing cannot be given what is not allowed
                settings(max_examples=examples, **SETTINGS)(given(cases)(check))()
    return asked


def test_a_call_answers_as_it_is_described(described: Any, token: str) -> None:
    assert ask(described.include(path=["/api/guest", "/api/rooms"]), token, 2) >= 8


@pytest.mark.slow
def test_every_call_answers_as_it_is_described(described: Any, token: str) -> None:
    assert ask(described, token, 8) > 150


def test_every_call_says_how_it_refuses(url: str) -> None:
    told = httpx.get(url + OPENAPI, trust_env=False).json()
    for path, calls in told["paths"].items():
        for method, call in calls.items():
            refusals = {status: answer for status, answer in call["responses"].items() if status >= "400"}
            assert "429" in refusals, (path, method)
            for answer in refusals.values():
                assert answer["content"] == {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                }
    assert "401" in told["paths"]["/api/me"]["get"]["responses"]
    assert "401" not in told["paths"]["/api/games"]["get"]["responses"]
    assert told["paths"]["/api/rooms"]["post"]["requestBody"]["required"]
    assert not told["paths"]["/api/guest"]["post"]["requestBody"]["required"]


def test_rule_sets_of_a_game_that_does_not_exist_are_refused_as_described(url: str) -> None:
    answer = httpx.get(f"{url}/api/rulesets?game=chess", trust_env=False)
    described = httpx.get(url + OPENAPI, trust_env=False).json()["paths"]["/api/rulesets"]["get"]["responses"]
    assert answer.status_code == 404
    assert str(answer.status_code) in described
