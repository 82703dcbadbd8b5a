"""Which names and origins are let in: by default this machine's own, and nothing that only points at it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from rexarium.server.net.access import LOCAL, Access
from rexarium.server.net.adapter import client_address

HOME = Access()
PUBLIC = Access(hostnames=("rex.example",), is_secure=True)


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8765", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8765", "[::1]", "[::1]:8765"],
)
def test_this_machines_hostnames_are_allowed_with_any_port(host: str) -> None:
    assert HOME.allows_hostname(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8765",  # a page elsewhere whose name was made to point here
        "localhost.evil.example",
        "evil.example:localhost",
        "localhost:8765.evil.example",
        "127.0.0.1.nip.io",
        "127.0.0.2",
        "127.1",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "[::]",
        "[::ffff:127.0.0.1]",
        "::1",
        "localhost.",
        "localhost:",
        "localhost@evil.example",
        "user@localhost",
        "localhost, evil.example",
        "localhost\x00",
        "xn--localhost",
        "[::1",
        "[::1].evil.example",
    ],
)
def test_other_hostnames_are_refused_wherever_they_resolve(host: str) -> None:
    assert not HOME.allows_hostname(host)


def test_a_public_server_allows_only_its_own_hostname() -> None:
    assert PUBLIC.allows_hostname("rex.example")
    assert PUBLIC.allows_hostname("REX.example:443")
    assert not PUBLIC.allows_hostname("localhost")
    assert not PUBLIC.allows_hostname("rex.example.evil.example")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8765", "localhost:8765"),
        ("HTTP://LocalHost:8765", "LOCALHOST:8765"),
        ("http://127.0.0.1", "127.0.0.1"),
        ("http://[::1]:8765", "[::1]:8765"),
    ],
)
def test_an_origin_of_this_server_is_allowed(origin: str, host: str) -> None:
    assert HOME.allows_origin(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "https://localhost:8765",  # any proxy in between
        "http://localhost",
        "http://localhost:8766",  # another program of this machine
        "http://127.0.0.1:8765",  # another name than the one that is asked for
        "http://localhost:8765.evil.example",
        "http://evil@localhost:8765",
        "http://localhost:8765/",
        "http://local\thost:8765",
        "http://[",
        "http://[::1",
        "file://",
        "chrome-extension://abcdef",
        "localhost:8765",
        "//localhost:8765",
    ],
)
def test_another_origin_is_refused(origin: str) -> None:
    assert not HOME.allows_origin(origin, "localhost:8765")


def test_behind_https_only_https_origins_are_allowed() -> None:
    assert PUBLIC.allows_origin("https://rex.example", "rex.example")
    assert not PUBLIC.allows_origin("http://rex.example", "rex.example")


def test_a_foreign_origin_is_allowed_if_listed_in_full() -> None:
    access = Access(origins=("https://friends.example",))
    assert access.allows_origin("https://friends.example", "localhost:8765")
    assert not access.allows_origin("http://friends.example", "localhost:8765")
    assert not access.allows_origin("https://friends.example:444", "localhost:8765")
    assert not access.allows_origin("https://not.friends.example", "localhost:8765")


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_handled_and_only_our_hostname_is_allowed(origin: str, host: str) -> None:
    if HOME.allows_hostname(host):
        assert host.lower().startswith(LOCAL)
    if HOME.allows_origin(origin, host):
        assert origin.lower() == f"http://{host.lower()}"


def connection(*forwarded: str, client: str = "10.0.0.9") -> HTTPConnection:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    return HTTPConnection({"type": "http", "headers": headers, "client": (client, 1)})


def test_a_client_cannot_choose_its_own_address() -> None:
    assert client_address(connection("1.1.1.1"), HOME) == "10.0.0.9"
    behind_one, behind_two = Access(proxies=1), Access(proxies=2)
    assert client_address(connection("1.1.1.1, 2.2.2.2"), behind_one) == "2.2.2.2"
    assert client_address(connection("9.9.9.9, 1.1.1.1, 2.2.2.2"), behind_two) == "1.1.1.1"
    assert client_address(connection("1.1.1.1"), behind_two) == "10.0.0.9"
    assert client_address(HTTPConnection({"type": "http", "headers": [], "client": None}), HOME) == "nowhere"


def test_a_proxy_may_send_its_own_forwarding_header() -> None:
    behind_one, behind_two = Access(proxies=1), Access(proxies=2)
    assert client_address(connection("127.0.0.1", "2.2.2.2"), behind_one) == "2.2.2.2"
    assert client_address(connection("127.0.0.1", "1.1.1.1, 2.2.2.2"), behind_two) == "1.1.1.1"
    assert client_address(connection("127.0.0.1", "1.1.1.1", "2.2.2.2"), behind_two) == "1.1.1.1"
