"""The life of the desk's server: an address, a browser, and a clean end at Ctrl+C."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.blind import BlindDesk
from graders.extensions.tutoring.desk.desk import Desk, key_of
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.extensions.tutoring.desk.guard import Proxy
from graders.extensions.tutoring.desk.rerun import Rerunner
from graders.harness.errors import GraderError

HOST = "127.0.0.1"
PORTS = range(20_000, 32_000)
"""Ports of classes, below those that systems give to connections."""
TOKEN_BYTES = 24
SHUTDOWN_SECONDS = 60
"""By the clock, for requests that have begun, such as a decision that is being written. A second
Ctrl+C waits for none.
"""
OPENER = """<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>The desk</title><meta http-equiv="refresh" content="0; url={address}">
<p><a href="{address}">Go to the desk</a></p>
"""


def serve(
    folder: Path, *, port: int, browser: bool, tutor: str, blind: bool, proxy: Proxy | None = None
) -> None:
    """Serve the desk of the class in *folder* until Ctrl+C. Raises GraderError.

    port: 0 for the class's own; browser: whether to open one; tutor: the name that the page
    proposes; blind: whether to show no names; proxy: the only way to it, if there is one.
    """
    desk = BlindDesk(folder) if blind else Desk(folder)
    finisher = Finisher(folder)
    try:
        with _listening_for(folder, port) as listener:
            token = secrets.token_urlsafe(TOKEN_BYTES)
            local = f"http://{HOST}:{listener.getsockname()[1]}"
            address = f"{local if proxy is None else proxy.address}/{token}/"
            print(f"grader: the desk is at {address}", file=sys.stderr)
            if proxy is not None:
                print(f"grader: {proxy.address} has to pass it on to {local}", file=sys.stderr)
            print("grader: press Ctrl+C to end it", file=sys.stderr, flush=True)
            finisher.touch()  # files may have changed since the last desk
            config = uvicorn.Config(
                application(desk, finisher, token, tutor, proxy),
                log_level="error",
                access_log=False,
                lifespan="off",
                ws="none",
                server_header=False,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
            is_here = browser and proxy is None
            opened = _opened(address) if is_here else contextlib.nullcontext()
            with opened, contextlib.suppress(KeyboardInterrupt):
                _Server(config, desk.rerunner).run(sockets=[listener])
    finally:
        desk.close()
        finisher.finish()
    print("grader: the desk has ended; all marks are in the results", file=sys.stderr)


class _Server(uvicorn.Server):
    """Ends the check that is running again before it waits for requests."""

    def __init__(self, config: uvicorn.Config, rerunner: Rerunner) -> None:
        super().__init__(config)
        self._rerunner = rerunner

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._rerunner.close()
        await super().shutdown(sockets)


def port_of(folder: Path) -> int:
    """Return the port of the class in *folder*: always the same, because browsers keep what was
    typed and not saved by address.
    """
    return PORTS[int(key_of(folder), 16) % len(PORTS)]


@contextlib.contextmanager
def _listening_for(folder: Path, port: int) -> Iterator[socket.socket]:
    """Yield a socket at *port*; for 0 at the port of the class, or if that is taken at any. Raises
    GraderError.
    """
    with contextlib.ExitStack() as stack:
        try:
            listener = stack.enter_context(_listening(port or port_of(folder)))
        except GraderError:
            if port:
                raise
            print(
                f"grader: port {port_of(folder)} of this class is taken, perhaps by another desk: "
                "text that a browser could not save there comes back only there",
                file=sys.stderr,
            )
            listener = stack.enter_context(_listening(0))
        yield listener


@contextlib.contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """Yield a socket of this machine only. Raises GraderError."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen()  # a browser that comes too early waits
        except (OSError, OverflowError) as error:
            reason = str(error).rstrip(".")
            raise GraderError(
                f"cannot listen on port {port}: {reason}; leave out --port for any free one"
            ) from None
        yield listener


@contextlib.contextmanager
def _opened(address: str) -> Iterator[None]:
    """Open a browser at *address*.

    The browser gets a file that only this user can read: everybody on the machine can read its
    command line, and the address has the token.
    """
    handle, name = tempfile.mkstemp(prefix="grader-desk-", suffix=".html")
    path = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(OPENER.format(address=address))
        webbrowser.open(path.as_uri())
        yield
    finally:
        path.unlink(missing_ok=True)
