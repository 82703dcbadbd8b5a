"""The page by its files: nothing inline, nothing from elsewhere, nothing as HTML, and no id that is not there."""

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from rexarium.table.app import PLAIN, make_app, read_language
from rexarium.table.doors import CONTENT_SECURITY, Doors
from rexarium.table.house import House
from rexarium.table.protocol import VERSION, ClientMessage, NewTable, ServerMessage
from rexarium.table.storage.memory import MemoryStore
from tests.table.stage import play

FILES = sorted(path for path in PLAIN.iterdir() if path.is_file())
SCRIPTS = {path.name: path.read_text("utf-8") for path in FILES if path.suffix == ".js"}
SCRIPT = "".join(SCRIPTS.values())
HTML = (PLAIN / "index.html").read_text("utf-8")
STYLE = (PLAIN / "style.css").read_text("utf-8")


class Elements(HTMLParser):
    """All elements of the page with their attributes, and the text inside scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.inline = ""
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        self._tag = tag

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if self._tag in ("script", "style"):
            self.inline += data


@pytest.fixture(scope="module")
def page() -> Elements:
    elements = Elements()
    elements.feed(HTML)
    return elements


def ids(page: Elements) -> list[str]:
    return [attributes["id"] for _, attributes in page.found if "id" in attributes]


def test_there_is_no_script_and_no_style_inside(page: Elements) -> None:
    assert page.inline.strip() == ""
    for tag, attributes in page.found:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        for name, value in attributes.items():
            assert name != "style"
            assert not name.startswith("on")
            assert not value.lower().startswith("javascript:")


def test_scripts_add_none_either() -> None:
    dangerous = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b|cssText|srcdoc"
    assert re.findall(dangerous, SCRIPT) == []
    assert re.findall(r"""setAttribute\(\s*["'](?:on|style|href|src)""", SCRIPT) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert re.findall(r"https?://|wss?://", text) == []
    assert re.findall(r"""(?:src|href|url|import)\s*[=(]?\s*["']?//""", text) == []


def test_every_file_that_is_asked_for_is_there(page: Elements) -> None:
    named = [
        attributes[name] for _, attributes in page.found for name in ("src", "href") if name in attributes
    ]
    files = [name.removeprefix("/page/") for name in named if name.startswith("/page/")]
    files += re.findall(r'from "\./([\w.]+)"', SCRIPT)
    assert {path.name for path in FILES} == {*files, "index.html"}


def test_every_id_of_the_script_is_in_the_page(page: Elements) -> None:
    there = ids(page)
    assert len(there) == len(set(there))
    used = set(re.findall(r"""\$\("([\w-]+)"\)""", SCRIPT)) | {"ticket", "feed"}  # these by a list
    assert used <= set(there)
    styled = set(re.findall(r"#([a-z][\w-]*)\b(?![^{]*;)", STYLE))
    assert {"table", "view"} <= styled <= set(there)


def test_every_field_has_a_name_to_be_called_by(page: Elements) -> None:
    labelled = {attributes.get("for") for tag, attributes in page.found if tag == "label"}
    for tag, attributes in page.found:
        if tag not in ("input", "select"):
            continue
        inside = re.search(rf'<label[^>]*>(?:(?!</label>).)*id="{attributes["id"]}"', HTML, re.S)
        assert "aria-label" in attributes or attributes["id"] in labelled or inside, attributes["id"]


def test_the_script_speaks_the_protocol() -> None:
    assert f"const VERSION = {VERSION};" in SCRIPT
    commands = {kind.__struct_config__.tag for kind in ClientMessage.__args__}
    assert set(re.findall(r'\bdo: "([a-z ]+)"', SCRIPT)) <= commands
    by_name = set(re.findall(r'\bact\("([a-z ]+)"\)', SCRIPT))
    assert by_name <= commands
    handled = re.search(r"const HANDLERS = \{(.*?)^\};", SCRIPT, re.S | re.M)
    assert handled
    names = set(re.findall(r"^  (\w+)[(:]", handled[1], re.M))
    assert names == {kind.__struct_config__.tag for kind in ServerMessage.__args__}


def test_the_page_is_sent_with_its_rules() -> None:
    addresses = ("/", "/t/any-table-at-all", *(f"/page/{path.name}" for path in FILES))

    async def visit() -> list[httpx.Response]:
        door = httpx.ASGITransport(app=make_app(House(MemoryStore()), Doors(), pages=PLAIN))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            return [await client.get(address) for address in addresses]

    for answer in play(visit()):
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY
    assert CONTENT_SECURITY.startswith("default-src 'none'")


def test_the_built_page_is_shown_at_every_place_with_its_worker(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>the built page\n")
    (tmp_path / "sw.js").write_text("// serves the whole house\n")

    async def visit() -> None:
        door = httpx.ASGITransport(app=make_app(House(MemoryStore()), Doors(), pages=tmp_path))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as visitor:
            for place in ("/", "/t/some-table", "/replay", "/replay/some-table", "/rules/trex", "/me"):
                assert "the built page" in (await visitor.get(place)).text
            assert (await visitor.get("/sw.js")).headers["cache-control"] == "no-cache"
            assert (await visitor.get("/page/nothing.js")).status_code == 404

    play(visit())


def test_at_an_unknown_place_readers_find_the_page_and_programs_nothing(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>the built page\n")
    reader = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

    async def visit() -> None:
        door = httpx.ASGITransport(app=make_app(House(MemoryStore()), Doors(), pages=tmp_path))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as visitor:
            for place in ("/nowhere", "/t/", "/replay/some-table/more"):
                answer = await visitor.get(place, headers=reader)
                assert answer.status_code == 404
                assert "the built page" in answer.text
                assert answer.headers["cache-control"] == "no-cache"
                assert answer.headers["content-security-policy"] == CONTENT_SECURITY
                assert "the built page" not in (await visitor.get(place)).text
            for place in ("/api/nothing", "/page/nothing.js", "/feed/nothing", "/ws/nothing"):
                answer = await visitor.get(place, headers=reader)
                assert answer.status_code == 404
                assert "the built page" not in answer.text
            assert (await visitor.post("/rules", headers=reader)).status_code == 405

    play(visit())


def test_what_never_changes_is_kept_and_sent_compressed_to_who_can_read_it(tmp_path: Path) -> None:
    script = b"// a part of the page, again and again\n" * 50
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>\n")
    (tmp_path / "assets" / "part-1234.js").write_bytes(script)
    (tmp_path / "assets" / "part-1234.js.gz").write_bytes(gzip.compress(script))
    (tmp_path / "assets" / "part-1234.js.br").write_bytes(b"what only a browser can read")

    async def visit() -> None:
        door = httpx.ASGITransport(app=make_app(House(MemoryStore()), Doors(), pages=tmp_path))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as visitor:
            wishes = [("gzip, deflate", "gzip"), ("identity", None), ("gzip, br;q=1.0", "br")]
            wishes += [
                ("gzip;q=0.5, br;q=0", "gzip"),
                ("br ; q=0.000,gzip;q=0", None),
                ("xbr, gzipped", None),
            ]
            for wish, encoding in wishes:
                request = visitor.build_request(
                    "GET", "/page/assets/part-1234.js", headers={"accept-encoding": wish}
                )
                answer = await visitor.send(request, stream=True)
                assert answer.headers.get("content-encoding") == encoding
                assert answer.headers["content-type"].startswith("text/javascript")
                assert "immutable" in answer.headers["cache-control"]
                assert answer.headers["vary"] == "accept-encoding"
                if encoding != "br":
                    assert await answer.aread() == script

    play(visit())


def test_who_has_the_page_already_is_not_sent_it_again(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>\n")

    async def visit() -> None:
        door = httpx.ASGITransport(app=make_app(House(MemoryStore()), Doors(), pages=tmp_path))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as visitor:
            first = await visitor.get("/")
            tag = first.headers["etag"]
            for known in (tag, f'"other", W/{tag}'):
                again = await visitor.get("/", headers={"if-none-match": known})
                assert (again.status_code, again.content) == (304, b"")
                assert again.headers["cache-control"] == "no-cache"
            assert (await visitor.get("/", headers={"if-none-match": '"other"'})).content == first.content

    play(visit())


def test_the_front_page_and_a_table_have_shells_of_their_own_in_the_readers_language(tmp_path: Path) -> None:
    (tmp_path / "shells").mkdir()
    (tmp_path / "index.html").write_text("any place")
    for name in ("front.en", "front.de", "trex.en", "trex.fr"):
        (tmp_path / "shells" / f"{name}.html").write_text(name)

    async def visit() -> None:
        house = House(MemoryStore())
        ana, _ = await house.people.come_in("Ana")
        trex = (await house.open_table(ana, NewTable("trex", 2))).table
        other = (await house.open_table(ana, NewTable("cubosaurs", 2))).table
        door = httpx.ASGITransport(app=make_app(house, Doors(), pages=tmp_path))
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as visitor:

            async def shell(place: str, wish: str = "en") -> str:
                answer = await visitor.get(place, headers={"accept-language": wish})
                assert answer.headers["cache-control"] == "no-cache"
                assert "accept-language" in answer.headers["vary"]
                return answer.text

            assert await shell("/") == "front.en"
            assert await shell("/", "de-AT,de;q=0.9,en;q=0.8") == "front.de"
            assert await shell(f"/t/{trex}") == "trex.en"
            assert await shell(f"/t/{trex}", "pt;q=0.9, en;q=0.2, fr-CA;q=0.7") == "trex.fr"
            for place in (
                f"/t/{other}",
                "/t/no-such-table",
                "/t/front",
                "/replay",
                f"/replay/{trex}",
                "/me",
            ):
                assert await shell(place) == "any place"

    play(visit())


def test_a_language_is_read_from_what_browsers_say() -> None:
    for wish, language in (
        ("", "en"),
        ("*", "en"),
        ("fr", "fr"),
        ("pt-BR, pt;q=0.9", "en"),
        ("en;q=0.5, nl;q=0.8", "nl"),
        ("DE-ch", "de"),
        ("fr;q=nonsense,;;,=", "fr"),
    ):
        assert read_language(wish) == language
