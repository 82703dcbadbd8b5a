"""The page as the server sends it: at every place and in every language, compressed and cached, or how to build it."""

import gzip
import re
from pathlib import Path
from runpy import run_path

import httpx
import pytest

from rexarium.kernel.texts import LANGUAGES
from rexarium.server.model.commands import NewTable
from rexarium.server.net.access import CONTENT_SECURITY, Access
from rexarium.server.net.app import make_app
from rexarium.server.net.pages import BUILT, UNBUILT, read_language
from rexarium.server.runtime.service import Service
from rexarium.server.storage.memory import MemoryStore
from rexarium.server.workers.inline import InlinePool

HOW_TO_BUILD = UNBUILT.read_text("utf-8")


async def test_without_a_built_page_every_address_explains_how_to_build_it(tmp_path: Path) -> None:
    pages = tmp_path / "page"
    reader = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    transport = httpx.ASGITransport(
        app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=pages)
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
        for place in ("/", "/t/any-table-at-all", "/replay", "/rules/trex", "/me"):
            answer = await visitor.get(place)
            assert (answer.status_code, answer.text) == (200, HOW_TO_BUILD)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
        lost = await visitor.get("/nowhere", headers=reader)
        assert (lost.status_code, lost.text) == (404, HOW_TO_BUILD)
        for part in ("/page/index.html", "/page/assets/part-1234.js", "/page/../unbuilt.html", "/sw.js"):
            assert (await visitor.get(part)).status_code == 404
        pages.mkdir()
        (pages / "index.html").write_text("<!doctype html>the built page\n")
        assert "the built page" in (await visitor.get("/")).text, "nobody need restart the server"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_build_instructions_exist_in_every_language(language: str) -> None:
    section = HOW_TO_BUILD.split(f'lang="{language}"')[1].split("</section>")[0]
    assert "./rex setup" in section
    assert "Node.js" in section
    assert "./rex play --terminal" in section


def test_the_page_is_built_where_the_server_looks_for_it() -> None:
    built = run_path(str(Path(__file__).parents[3] / "web" / "build.py"))["PAGE"]
    assert built == BUILT


def test_the_build_instructions_obey_the_content_security_policy() -> None:
    assert re.findall(r"<script|<style|<link|<img|\bstyle=|\bon\w+=|\bsrc=|\bhref=", HOW_TO_BUILD) == []


async def test_the_page_is_sent_with_its_content_security_policy(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>\n")
    (tmp_path / "icon.svg").write_text("<svg/>\n")
    addresses = ("/", "/t/any-table-at-all", "/page/index.html", "/page/icon.svg")

    async def visit(pages: Path) -> list[httpx.Response]:
        transport = httpx.ASGITransport(
            app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=pages)
        )
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [await client.get(address) for address in addresses]

    for answer in await visit(tmp_path):
        assert answer.status_code == 200
        assert answer.headers["content-security-policy"] == CONTENT_SECURITY
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY
    assert CONTENT_SECURITY.startswith("default-src 'none'")


async def test_the_built_page_and_its_worker_are_served_at_every_address(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>the built page\n")
    (tmp_path / "sw.js").write_text("// serves the whole house\n")
    transport = httpx.ASGITransport(
        app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=tmp_path)
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
        for place in ("/", "/t/some-table", "/replay", "/replay/some-table", "/rules/trex", "/me"):
            assert "the built page" in (await visitor.get(place)).text
        assert (await visitor.get("/sw.js")).headers["cache-control"] == "no-cache"
        assert (await visitor.get("/page/nothing.js")).status_code == 404


async def test_at_an_unknown_address_browsers_get_the_page_and_programs_a_404(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>the built page\n")
    reader = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    transport = httpx.ASGITransport(
        app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=tmp_path)
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
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


async def test_immutable_files_are_cached_and_sent_compressed_if_accepted(tmp_path: Path) -> None:
    script = b"// a part of the page, again and again\n" * 50
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>\n")
    (tmp_path / "assets" / "part-1234.js").write_bytes(script)
    (tmp_path / "assets" / "part-1234.js.gz").write_bytes(gzip.compress(script))
    (tmp_path / "assets" / "part-1234.js.br").write_bytes(b"what only a browser can read")
    transport = httpx.ASGITransport(
        app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=tmp_path)
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
        cases = [("gzip, deflate", "gzip"), ("identity", None), ("gzip, br;q=1.0", "br")]
        cases += [
            ("gzip;q=0.5, br;q=0", "gzip"),
            ("br ; q=0.000,gzip;q=0", None),
            ("xbr, gzipped", None),
        ]
        for accepted, encoding in cases:
            request = visitor.build_request(
                "GET", "/page/assets/part-1234.js", headers={"accept-encoding": accepted}
            )
            answer = await visitor.send(request, stream=True)
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"
            if encoding != "br":
                assert await answer.aread() == script


async def test_a_cached_page_is_not_sent_again(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>\n")
    transport = httpx.ASGITransport(
        app=make_app(Service(MemoryStore(), InlinePool(), InlinePool()), Access(), pages=tmp_path)
    )
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
        first = await visitor.get("/")
        tag = first.headers["etag"]
        known = [{"if-none-match": each} for each in (tag, f'"other", W/{tag}', "*")]
        for headers in (*known, {"if-modified-since": first.headers["last-modified"]}):
            again = await visitor.get("/", headers=headers)
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["cache-control"] == "no-cache"
        assert (await visitor.get("/", headers={"if-none-match": '"other"'})).content == first.content


async def test_the_front_page_and_a_table_have_shells_of_their_own_in_the_readers_language(
    tmp_path: Path,
) -> None:
    (tmp_path / "shells").mkdir()
    (tmp_path / "index.html").write_text("any place")
    for name in ("front.en", "front.de", "trex.en", "trex.fr"):
        (tmp_path / "shells" / f"{name}.html").write_text(name)
    service = Service(MemoryStore(), InlinePool(), InlinePool())
    ana, _ = await service.people.register("Ana")
    trex = (await service.tables.create(ana, NewTable("trex", 2))).table
    other = (await service.tables.create(ana, NewTable("cubosaurs", 2))).table
    transport = httpx.ASGITransport(app=make_app(service, Access(), pages=tmp_path))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:

        async def shell(place: str, accepted: str = "en") -> str:
            answer = await visitor.get(place, headers={"accept-language": accepted})
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


def test_a_language_is_read_from_what_browsers_say() -> None:
    for accepted, language in (
        ("", "en"),
        ("*", "en"),
        ("fr", "fr"),
        ("pt-BR, pt;q=0.9", "en"),
        ("en;q=0.5, nl;q=0.8", "nl"),
        ("DE-ch", "de"),
        ("fr;q=0, de;q=0.1", "de"),
        ("nl;q=0", "en"),
        ("del, fr;q=0.3", "fr"),
        ("frr, de;q=0.5", "de"),
        ("fr;q=nonsense,;;,=", "fr"),
    ):
        assert read_language(accepted) == language
