"""The description of the API: valid, whole, and true, whatever is sent."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from rexarium.server.model import errors, log
from rexarium.server.model.log import Clock
from rexarium.server.net import openapi
from rexarium.server.net.adapter import STATUS
from rexarium.server.net.endpoints import ENDPOINTS
from tests.server.support.api import ORIGIN, Api
from tests.server.support.samples import ANNA, BEN, bot, opening
from tests.server.support.server import open_service


def test_the_description_is_valid_and_has_every_endpoint() -> None:
    description = openapi.describe()
    schemathesis.openapi.from_dict(description).validate()
    described = {
        (method.upper(), path) for path, methods in description["paths"].items() for method in methods
    }
    assert described == {(point.method, point.path) for point in ENDPOINTS}
    names = [
        operation["operationId"]
        for methods in description["paths"].values()
        for operation in methods.values()
    ]
    assert len(set(names)) == len(names)
    assert all(
        operation["summary"].endswith((".", "?"))
        for m in description["paths"].values()
        for operation in m.values()
    )


def test_every_refusal_code_has_a_status() -> None:
    assert set(STATUS) == set(errors.RefusalCode.__args__)  # type: ignore[attr-defined]


SCHEMA = schemathesis.openapi.from_dict(openapi.describe())


@pytest.mark.parametrize(
    "operation",
    [found.ok() for found in SCHEMA.get_all_operations()],  # type: ignore[union-attr]
    ids=lambda o: o.label,
)
async def test_every_response_is_one_of_those_described(operation: Any) -> None:
    """Fuzzed from the description: no accident, no status that it does not name, no body that is not as it says."""

    async def answers(cases: list[Any]) -> None:
        api = Api()
        await api.add_people("Anna", "Ben", "Cleo")
        await open_service(api.service)
        await api.service.tables.begin(opening("trex", [ANNA, BEN], Clock()))
        await api.service.tables.begin(
            [log.Opened(**(_fields(opening("trex", [ANNA, bot()])[0]) | {"table": "gathering"}))]
        )
        async with api.visitor("anna") as anna:
            for case in cases:
                kwargs = case.as_transport_kwargs(base_url=ORIGIN)
                request = {
                    key: kwargs[key] for key in ("json", "data", "params") if kwargs.get(key) is not None
                }
                if "data" in request:
                    request["content"] = request.pop("data")
                headers = {k: v for k, v in dict(kwargs["headers"]).items() if k.lower() == "content-type"}
                answer = await anna.request(kwargs["method"], kwargs["url"], headers=headers, **request)
                check(case, answer)
        await api.service.close()

    def check(case: Any, answer: httpx.Response) -> None:
        assert answer.status_code < 500, f"{case.method} {case.formatted_path}: {answer.status_code}"
        if str(answer.status_code) not in operation.definition.raw["responses"]:
            # A part of a path that is empty or holds a slash is another path.
            assert answer.status_code in (404, 405), (
                f"{case.method} {answer.request.url}: {answer.status_code}"
            )
            if answer.request.url.path.startswith("/api/"):
                assert answer.json()["code"] in ("unknown", "not possible")
            else:
                assert answer.headers["content-type"].startswith("text/plain")

    collected: list[Any] = []

    @settings(
        max_examples=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(case=operation.as_strategy())
    def collect(case: Any) -> None:
        collected.append(case)

    collect()
    assert collected
    await answers(collected)


def _fields(entry: log.AnyEntry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}
