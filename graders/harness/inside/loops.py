"""Event loops of asyncio, for programs that may make neither a pipe nor a socket.

Another thread wakes a loop by writing to a pair of sockets of its own. Where the box refuses the
pair, its place takes a queue of events (``epoll``), which a program may make anyway and which
nothing outside of its process can reach. It can be read as long as it watches ``/dev/random``,
which can always be read. So a loop needs no further system call.

``epoll`` refuses files, among them the standard input of a box. So the usual selector is one by
``poll``, by which a loop can wait for input, as at a terminal.
"""

from __future__ import annotations

import os
import select
import selectors
import socket
import sys
from contextlib import suppress
from typing import Any


class Wakeup:
    """Both ends of the pair of one loop."""

    def __init__(self) -> None:
        self.queue = select.epoll()
        os.set_blocking(self.queue.fileno(), False)  # which handlers of signals ask for
        self.source = os.open("/dev/random", os.O_RDONLY)
        self.fileno = self.queue.fileno

    def setblocking(self, flag: bool) -> None:
        """Do nothing, as neither end ever blocks."""

    def send(self, data: bytes) -> int:
        """Let the queue be ready, if it is not."""
        with suppress(FileExistsError):
            self.queue.register(self.source, select.EPOLLIN)
        return len(data)

    def recv(self, _size: int) -> bytes:
        """Let the queue be ready no longer. Raises BlockingIOError if it was not."""
        try:
            self.queue.unregister(self.source)
        except FileNotFoundError:
            raise BlockingIOError from None
        return b"\0"

    def close(self) -> None:
        """Close both ends, which a loop does twice."""
        if not self.queue.closed:
            self.queue.close()
            os.close(self.source)


def install() -> None:
    """Replace what loops wait by, if this system has such queues."""
    if not hasattr(select, "epoll"):
        return
    make_pair, module = socket.socketpair, selectors
    module.DefaultSelector = selectors.PollSelector  # type: ignore[misc,assignment]

    def socketpair(*arguments: Any, **named: Any) -> Any:
        try:
            return make_pair(*arguments, **named)
        except PermissionError:
            if sys._getframe(1).f_globals.get("__name__") != "asyncio.selector_events":
                raise
            pair = Wakeup()
            return pair, pair

    socket.socketpair = socketpair
