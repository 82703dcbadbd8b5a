"""The page's files, compressed and cached, with an HTML shell for each place and language."""

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

BUILT = Path(str(files("rexarium.server") / "page"))  # built from web/ by ./rex
UNBUILT = Path(str(files("rexarium.server") / "unbuilt.html"))  # says how to build it
_FILES = StaticFiles()  # compares ETags and dates
CODINGS = {"br": "br", "gzip": "gz"}  # best first, with their files' suffixes


def find_index(pages: Path) -> Path:
    """The page, or instructions for building it, checked each time so that a build needs no restart."""
    index = pages / "index.html"
    return index if index.is_file() else UNBUILT


def show_shell(pages: Path, service: Service) -> Callable[[Request], Awaitable[Response]]:
    """Serve the page, which reads its own address; a shell made for the place lets it load everything at once."""

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


def read_language(accept_language: str) -> str:
    """The best of our languages for a browser's Accept-Language."""

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{0,3})?)\s*$", part)
        return float(found[1]) if found else 1.0

    wanted = sorted(accept_language.split(","), key=weight, reverse=True)
    named = (re.split("[-;]", part)[0].strip().lower() for part in wanted if weight(part))
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])


def show_file(path: Path, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """Serve a file that may change."""

    async def show(request: Request) -> Response:
        if not path.is_file():
            return Response(status_code=404)
        return send_file(
            path, request.headers, {"cache-control": "no-cache", "vary": "accept-encoding"}, status
        )

    return show


def send_file(
    path: Path, request_headers: Headers, headers: Mapping[str, str], status: int = 200
) -> Response:
    """Send a file or 304; compressed if there is such a copy and the browser accepts it."""
    sent, kind = path, mimetypes.guess_type(path.name)[0]
    for coding, ending in CODINGS.items():
        zipped = path.with_name(f"{path.name}.{ending}")
        if _accepts(request_headers, coding) and zipped.is_file():
            sent, headers = zipped, {**headers, "content-encoding": coding}
            break
    response = FileResponse(sent, status, headers, media_type=kind, stat_result=sent.stat())
    is_known = _FILES.is_not_modified(response.headers, request_headers)
    return NotModifiedResponse(response.headers) if is_known else response


def _accepts(request_headers: Headers, coding: str) -> bool:
    """True if a browser accepts this coding; it may be listed only to be excluded."""
    named = re.search(
        rf"(?:^|,)\s*{coding}\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)", request_headers.get("accept-encoding", "")
    )
    return named is not None and (named[1] or "1").strip("0.") != ""


class PageFiles(StaticFiles):
    """The parts of the page: those with a fingerprint in their name never change, the others are revalidated."""

    async def check_config(self) -> None:
        """Allow the folder to be missing: the page can be built while the server runs."""

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Send a file or 304."""
        path = Path(full_path)
        if path.parent.name != "assets":
            response = super().file_response(full_path, stat_result, scope, status_code)
            response.headers["cache-control"] = "no-cache"
            return response
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        return send_file(path, Headers(scope=scope), headers, status_code)
