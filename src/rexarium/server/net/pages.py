"""The page's files: shells for each place and language, compressed and cached."""

import mimetypes
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from rexarium.kernel.texts import LANGUAGES
from rexarium.server.runtime.service import Service

BUILT = Path(str(files("rexarium.server") / "page"))  # the page of web/, as ./rex builds it
UNBUILT = Path(str(files("rexarium.server") / "unbuilt.html"))  # says how to build it
_FILES = StaticFiles()  # knows by ETag and date whether a browser has a file already
CODINGS = {"br": "br", "gzip": "gz"}  # the better one first, by what its files end in


def find_index(pages: Path) -> Path:
    """The page for any place, or how to build it; whoever builds it need not restart the server."""
    index = pages / "index.html"
    return index if index.is_file() else UNBUILT


def show_shell(pages: Path, service: Service) -> Callable[[Request], Awaitable[Response]]:
    """The page finds out from its own address what to show; a shell made for the place lets it ask for all of it at once."""

    async def show(request: Request) -> Response:
        table = request.path_params.get("table")
        is_table = request.scope["path"].startswith("/t/")
        kind = (
            await service.tables.game_of(str(table))
            if is_table
            else "front"
            if request.scope["path"] == "/"
            else None
        )
        language = read_language(request.headers.get("accept-language", ""))
        made = pages / "shells" / f"{kind}.{language}.html"
        shell = made if kind and made.is_file() else find_index(pages)
        return send_file(
            shell, request.headers, {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        )

    return show


def read_language(wish: str) -> str:
    """The language of ours that somebody would like best, by their browser's Accept-Language."""

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{0,3})?)\s*$", part)
        return float(found[1]) if found else 1.0

    wanted = sorted(wish.split(","), key=weight, reverse=True)
    named = (re.split("[-;]", part)[0].strip().lower() for part in wanted if weight(part))
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])


def show_file(path: Path, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """A file that may change."""

    async def show(request: Request) -> Response:
        if not path.is_file():
            return Response(status_code=404)
        return send_file(
            path, request.headers, {"cache-control": "no-cache", "vary": "accept-encoding"}, status
        )

    return show


def send_file(path: Path, wish: Headers, headers: Mapping[str, str], status: int = 200) -> Response:
    """A file, or word that it is still the same; compressed, if it lies there so and the browser can read that."""
    sent, kind = path, mimetypes.guess_type(path.name)[0]
    for coding, ending in CODINGS.items():
        zipped = path.with_name(f"{path.name}.{ending}")
        if _accepts(wish, coding) and zipped.is_file():
            sent, headers = zipped, {**headers, "content-encoding": coding}
            break
    response = FileResponse(sent, status, headers, media_type=kind, stat_result=sent.stat())
    is_known = _FILES.is_not_modified(response.headers, wish)
    return NotModifiedResponse(response.headers) if is_known else response


def _accepts(wish: Headers, coding: str) -> bool:
    """Can a browser read this coding? It may name it only to say no."""
    named = re.search(rf"(?:^|,)\s*{coding}\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)", wish.get("accept-encoding", ""))
    return named is not None and (named[1] or "1").strip("0.") != ""


class Pages(StaticFiles):
    """The parts of the page: those with a fingerprint in their name never change, of the others a browser asks again."""

    async def check_config(self) -> None:
        """There may be no folder yet: the page can be built while the server runs."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or word that it is still the same."""
        path = Path(full_path)
        if path.parent.name != "assets":
            response = super().file_response(full_path, stat_result, scope, status_code)
            response.headers["cache-control"] = "no-cache"
            return response
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        return send_file(path, Headers(scope=scope), headers, status_code)
