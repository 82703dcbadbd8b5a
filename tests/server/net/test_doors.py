"""Which names and origins are let in: by default this machine's own, and nothing that only points at it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from rexarium.server.net.doors import LOCAL, Doors
from rexarium.server.net.http import visitor_of

HOME = Doors()
PUBLIC = Doors(hosts=("rex.example",), is_secure=True)


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8765", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8765", "[::1]", "[::1]:8765"],
)
def test_names_of_this_machine_are_let_in_with_any_port(host: str) -> None:
    assert HOME.knows_host(host)


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
def test_other_names_are_not_whatever_they_point_at(host: str) -> None:
    assert not HOME.knows_host(host)


def test_a_house_on_the_street_knows_its_own_name_only() -> None:
    assert PUBLIC.knows_host("rex.example")
    assert PUBLIC.knows_host("REX.example:443")
    assert not PUBLIC.knows_host("localhost")
    assert not PUBLIC.knows_host("rex.example.evil.example")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost:8765", "localhost:8765"),
        ("HTTP://LocalHost:8765", "LOCALHOST:8765"),
        ("http://127.0.0.1", "127.0.0.1"),
        ("http://[::1]:8765", "[::1]:8765"),
    ],
)
def test_a_page_of_this_house_is_let_in(origin: str, host: str) -> None:
    assert HOME.knows_origin(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "https://localhost:8765",  # whoever stands between
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
def test_a_page_of_another_origin_is_not(origin: str) -> None:
    assert not HOME.knows_origin(origin, "localhost:8765")


def test_behind_https_only_https_is_an_origin_of_ours() -> None:
    assert PUBLIC.knows_origin("https://rex.example", "rex.example")
    assert not PUBLIC.knows_origin("http://rex.example", "rex.example")


def test_an_origin_elsewhere_is_let_in_if_it_is_named_in_full() -> None:
    doors = Doors(origins=("https://friends.example",))
    assert doors.knows_origin("https://friends.example", "localhost:8765")
    assert not doors.knows_origin("http://friends.example", "localhost:8765")
    assert not doors.knows_origin("https://friends.example:444", "localhost:8765")
    assert not doors.knows_origin("https://not.friends.example", "localhost:8765")


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_breaks_the_door_and_none_but_ours_opens_it(origin: str, host: str) -> None:
    if HOME.knows_host(host):
        assert host.lower().startswith(LOCAL)
    if HOME.knows_origin(origin, host):
        assert origin.lower() == f"http://{host.lower()}"


def connection(*forwarded: str, client: str = "10.0.0.9") -> HTTPConnection:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    return HTTPConnection({"type": "http", "headers": headers, "client": (client, 1)})


def test_a_visitor_cannot_choose_the_address_they_come_from() -> None:
    assert visitor_of(connection("1.1.1.1"), HOME) == "10.0.0.9"
    behind_one, behind_two = Doors(proxies=1), Doors(proxies=2)
    assert visitor_of(connection("1.1.1.1, 2.2.2.2"), behind_one) == "2.2.2.2"
    assert visitor_of(connection("9.9.9.9, 1.1.1.1, 2.2.2.2"), behind_two) == "1.1.1.1"
    assert visitor_of(connection("1.1.1.1"), behind_two) == "10.0.0.9"
    assert visitor_of(HTTPConnection({"type": "http", "headers": [], "client": None}), HOME) == "nowhere"


def test_a_proxy_may_add_its_word_on_a_line_of_its_own() -> None:
    behind_one, behind_two = Doors(proxies=1), Doors(proxies=2)
    assert visitor_of(connection("127.0.0.1", "2.2.2.2"), behind_one) == "2.2.2.2"
    assert visitor_of(connection("127.0.0.1", "1.1.1.1, 2.2.2.2"), behind_two) == "1.1.1.1"
    assert visitor_of(connection("127.0.0.1", "1.1.1.1", "2.2.2.2"), behind_two) == "1.1.1.1"
