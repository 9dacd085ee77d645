"""Messages, each with at most one descriptor, over a Unix socket.

The judge talks to launchers and zygotes this way. A reader receives bytes only up to a frame's end,
so a descriptor stays with its message.
"""

from __future__ import annotations

import array
import os
import socket
import time

from . import frames, values
from .messages import Message, to_list

LIMIT = 64 << 20
_DESCRIPTOR = array.array("i").itemsize


class Broken(Exception):
    """The peer hung up, sent no valid message, or timed out."""


def send(channel: socket.socket, message: Message, descriptor: int | None = None) -> None:
    """Send *message* with a copy of *descriptor*. Raises Broken."""
    try:
        frame = memoryview(values.encode_frame(to_list(message), LIMIT))
        if descriptor is not None:
            rights = (
                socket.SOL_SOCKET,
                socket.SCM_RIGHTS,
                array.array("i", [descriptor]),
            )
            frame = frame[channel.sendmsg([frame], [rights]) :]
        channel.sendall(frame)
    except OSError as error:
        raise Broken(f"cannot send: {error}") from None


def receive(
    channel: socket.socket, seconds: float | None = None, limit: int = LIMIT
) -> tuple[list[object], int | None]:
    """Return the next message and its descriptor, if any. Raises Broken."""
    deadline = None if seconds is None else time.monotonic() + seconds
    descriptors: list[int] = []

    def part(count: int) -> bytes:
        if deadline is not None:
            channel.settimeout(max(0.001, deadline - time.monotonic()))
        data, extra, _flags, _address = channel.recvmsg(count, socket.CMSG_SPACE(_DESCRIPTOR))
        for level, kind, content in extra:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                descriptors.append(array.array("i", content[:_DESCRIPTOR])[0])
        return data

    try:
        try:
            payload = frames.read(part, limit)
        finally:
            channel.settimeout(None)
        if payload is None:
            raise Broken("the peer hung up")
        return values.decode(payload), (descriptors[0] if descriptors else None)
    except frames.FrameTooLarge:
        reason = f"a message of more than {limit} bytes"
    except (OSError, values.WireError, Broken) as error:
        reason = str(error) or type(error).__name__
    for descriptor in descriptors:
        os.close(descriptor)
    raise Broken(reason)
