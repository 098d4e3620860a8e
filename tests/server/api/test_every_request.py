"""Whatever a program sends that knows /openapi.json, or nearly does, is done or refused as that says."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis.specs.openapi import checks

from kibitz_server.app import create_app
from kibitz_server.settings import Settings

from .conftest import KEY, Generated, serving

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
EXAMPLES = 6
BODIES = {
    "begin_game": {"pack": "kaboo", "players": ["Ann", "Ben"]},
    "begin_round": {"dealer": "Ann"},
    "open_sheet": {},
}
BEFORE = [("begin_game", "begin_round"), ("begin_game", "open_sheet")]


@pytest.fixture
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    app = create_app(Settings(tmp_path_factory.mktemp("desk"), key=KEY["Authorization"].split()[1]))
    # What is sent may be the address of a webhook: none is told anything.
    app.state.desk.webhooks.close()
    with serving(app) as address:
        yield schemathesis.openapi.from_url(f"http://{address}/openapi.json", headers=dict(KEY))


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("mode", schemathesis.GenerationMode)
def test_every_request_is_done_or_refused_as_documented(
    described: schemathesis.BaseSchema, mode: schemathesis.GenerationMode, before: tuple[str, ...]
) -> None:
    with (
        requests.Session() as session,
        httpx.Client(base_url=described.get_base_url(), headers=dict(KEY), timeout=60) as http,
    ):
        call = Generated(http)
        asked = 0
        for found in described.get_all_operations():
            operation = found.ok()
            if mode.is_negative and not operation.body:
                continue
            for name in before:
                call(name, BODIES[name])
            ask(operation.as_strategy(generation_mode=mode), session)
            asked += 1
    assert asked > 20


def ask(cases: SearchStrategy[schemathesis.Case], session: requests.Session) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def send(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=dict(KEY), checks=CHECKS, session=session)

    send()
