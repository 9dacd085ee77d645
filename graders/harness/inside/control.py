"""Messages, with at most one descriptor each, over a Unix socket: judge to launcher, judge to
zygote.

The same frames as everywhere (:mod:`wire`). A reader takes bytes only up to a frame's end, so that
a descriptor is never parted from its message.
"""

from __future__ import annotations

import array
import os
import socket
import time
from typing import Any

from . import wire

LIMIT = 64 << 20
_DESCRIPTOR = array.array("i").itemsize


class Broken(Exception):
    """The other side hung up, sent no message of ours, or took too long."""


def send(channel: socket.socket, message: list[Any], descriptor: int | None = None) -> None:
    """Send *message*, and a copy of *descriptor* with it. Raises Broken."""
    try:
        frame = memoryview(wire.encode_frame(message, LIMIT))
        if descriptor is not None:
            sent = channel.sendmsg(
                [frame], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
            )
            frame = frame[sent:]
        while frame:
            frame = frame[channel.send(frame) :]
    except OSError as error:
        raise Broken("cannot send: %s" % error) from None


def _exactly(channel: socket.socket, count: int, deadline: float | None) -> bytes:
    parts = []
    while count:
        if deadline is not None:
            channel.settimeout(max(0.001, deadline - time.monotonic()))
        part = channel.recv(min(count, 1 << 20))
        if not part:
            raise Broken("it hung up")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def receive(
    channel: socket.socket, seconds: float | None = None, limit: int = LIMIT
) -> tuple[list[Any], int | None]:
    """Return the next message and the descriptor that came with it, if any. Raises Broken."""
    deadline = None if seconds is None else time.monotonic() + seconds
    descriptor = None
    try:
        channel.settimeout(seconds)
        try:
            head, extra, _flags, _address = channel.recvmsg(
                wire.HEADER.size, socket.CMSG_SPACE(_DESCRIPTOR)
            )
            for level, kind, data in extra:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    descriptor = array.array("i", data[:_DESCRIPTOR])[0]
            if not head:
                raise Broken("it hung up")
            head += _exactly(channel, wire.HEADER.size - len(head), deadline)
            (length,) = wire.HEADER.unpack(head)
            if length > limit:
                raise Broken("a message of %d bytes" % length)
            return wire.decode_frame(_exactly(channel, length, deadline)), descriptor
        finally:
            channel.settimeout(None)
    except (OSError, wire.WireError, Broken) as error:
        if descriptor is not None:
            os.close(descriptor)
        raise Broken(str(error) or type(error).__name__) from None
