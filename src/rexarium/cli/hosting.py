"""The server on this machine, from its start to Ctrl-C."""

import argparse
import os
import sys
import webbrowser
from collections.abc import Callable
from threading import Thread

from rexarium.cli.screen import Screen
from rexarium.cli.storage import command_name
from rexarium.cli.table import LIMITS, store_url, table_folder
from rexarium.server.net.admin import control_file, find_server
from rexarium.server.net.config import PORT, ServerConfig, addresses
from rexarium.server.net.main import PortTaken
from rexarium.server.net.main import run as run_server
from rexarium.server.runtime.settings import Settings
from rexarium.server.storage.store import InUse

Visit = Callable[[str, Screen], None]


def play(args: argparse.Namespace, screen: Screen) -> int:
    """Start the server and open its page; if a server is already running, only open its page."""
    config = read_plan(args)
    visit = _silent if args.browser is False else _visit
    if _join(config, screen, visit):
        return 0
    try:
        return _keep_open(config, args.command, screen, visit)
    except (PortTaken, InUse):
        if _join(config, screen, visit):  # another process was just starting it
            return 0
        raise


def serve(args: argparse.Namespace, screen: Screen) -> int:
    """Start the server for everyone."""
    return _keep_open(read_plan(args), args.command, screen, _silent)


def _keep_open(config: ServerConfig, command: str, screen: Screen, visit: Visit) -> int:
    def greet() -> None:
        places = addresses(config)
        screen.say_whole(f"Rexarium is open at {' and '.join(places)}", "good")
        screen.say(f"Ctrl-C closes it, and {command_name()} {command} opens it again with all its games.")
        sys.stdout.flush()
        visit(places[-1], screen)  # by a name that other machines know, so that a copied link works there too

    run_server(config, greet)
    screen.say("Rexarium is closed; every game is kept.")
    return 0


def read_plan(args: argparse.Namespace) -> ServerConfig:
    """The server's settings, from the options."""
    store = store_url(args.store)
    return ServerConfig(
        store=store,
        port=args.port or PORT,
        is_lan=bool(args.lan),
        hostnames=tuple(name.lower() for name in args.host or ()),
        origins=tuple(args.origin or ()),
        is_secure=bool(args.secure),
        proxies=args.proxies or 0,
        backups=table_folder(),
        settings=_read_settings(args),
        control=control_file(table_folder(), store),
        secret=table_folder() / "networks.key",
    )


def _read_settings(args: argparse.Namespace) -> Settings:
    """The limits that were set, and the defaults for the rest."""
    named = {limit.name: getattr(args, limit.name) for limit in LIMITS}
    return Settings(**{name: number for name, number in named.items() if number is not None})


def _join(config: ServerConfig, screen: Screen, visit: Visit) -> bool:
    """Open the page of a running server with the same store, if there is one."""
    assert config.control is not None
    running = find_server(config.control)
    if running is None:
        return False
    screen.say_whole(f"Rexarium is already open at {running.address}", "good")
    visit(running.address, screen)
    return True


def _silent(_address: str, _screen: Screen) -> None:
    """Do nothing: a server for others opens no browser here."""


def _visit(address: str, screen: Screen) -> None:
    """Open the page without waiting for a slow browser."""
    if _has_display():
        Thread(target=webbrowser.open, args=(address,)).start()
    else:
        screen.say("No browser found: open the address in yours.", "dim")


def _has_display() -> bool:
    """True if there is a browser with a window; one in the terminal would get in the way."""
    if not (
        os.name == "nt"
        or sys.platform == "darwin"
        or any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
