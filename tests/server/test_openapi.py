"""schemathesis over the API's own description: whatever is sent, nothing fails and no room is lost."""

from __future__ import annotations

from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.server.harness import Server, clients, run, seated

_EXAMPLES = 5
"""Requests to each operation, once as it is described and once not."""


def test_every_operation_of_the_api_answers_whatever_is_sent(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    seen: dict[str, set[int]] = {}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        statuses = seen.setdefault(operation.label, set())
        _try(server, operation, GenerationMode.POSITIVE, statuses)
        if list(operation.body) or list(operation.query):  # any text is a path; nothing else can be wrong
            _try(server, operation, GenerationMode.NEGATIVE, statuses)
    assert len(seen) > 40
    answered = [label for label, statuses in seen.items() if statuses & {200, 401, 403, 404, 409, 413, 422, 429}]
    assert sorted(answered) == sorted(seen)

    async def play_on() -> None:
        async with clients(server, 2) as (ann, bob):
            room, started = await seated([ann, bob])
            assert (await ann.command("play", room, base=started["turn"], move="5"))["t"] == "ok"

    run(play_on())


def _try(server: Server, operation: Any, mode: GenerationMode, statuses: set[int]) -> None:
    """Some requests of a new guest's to one operation."""
    guest = httpx.post(f"{server.url}/api/guest")
    headers = {"Cookie": f"sid={guest.cookies['sid']}"}

    @seed(len(operation.label))
    @settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        response = case.call(base_url=server.url, headers=headers, timeout=30)
        statuses.add(response.status_code)
        assert response.status_code < 500, f"{operation.label}: {response.status_code} for {case.as_curl_command()}"
        if response.status_code >= 400:
            assert set(response.json()) >= {"code", "words"}

    ask()
