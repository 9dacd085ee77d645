"""Frames: a payload after its length, which is four bytes in big-endian order.

Sockets, pipes and files send and receive in different ways. So these functions take the sending or
receiving function as an argument.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

HEADER = struct.Struct(">I")
_PART_BYTES = 1 << 20
"""Maximum bytes requested at once, so that a false length reserves no memory."""


class FrameTooLarge(Exception):
    """The peer announced a frame above the limit."""


def pack(payload: bytes) -> bytes:
    """Return the frame of *payload*."""
    return HEADER.pack(len(payload)) + payload


def split(frames: bytes) -> list[bytes]:
    """Return the frames of which *frames* consists."""
    parts = []
    start = 0
    while start < len(frames):
        end = start + HEADER.size + HEADER.unpack_from(frames, start)[0]
        parts.append(frames[start:end])
        start = end
    return parts


def read_exactly(receive: Callable[[int], bytes], count: int) -> bytes | None:
    """Return *count* bytes, or None if the stream ends first.

    *receive* returns at most the requested number of bytes, and none at the end of the stream.
    """
    parts = []
    while count:
        part = receive(min(count, _PART_BYTES))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def read(receive: Callable[[int], bytes], limit: int) -> bytes | None:
    """Return the payload of the next frame, or None if the stream ends first.

    Raises FrameTooLarge if the payload would be longer than *limit*.
    """
    header = read_exactly(receive, HEADER.size)
    if header is None:
        return None
    (length,) = HEADER.unpack(header)
    if length > limit:
        raise FrameTooLarge
    return read_exactly(receive, length)


def write_all(send: Callable[[memoryview], int | None], data: bytes) -> None:
    """Send all of *data* by *send*, which returns the number of bytes sent."""
    rest = memoryview(data)
    while rest:
        rest = rest[send(rest) or 0 :]


class Buffer:
    """A buffer of received bytes that returns whole frames."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._start = 0
        """Index after the last returned frame."""

    def __len__(self) -> int:
        """Return the number of bytes not yet returned."""
        return len(self._bytes) - self._start

    def add(self, part: bytes) -> None:
        """Append received bytes."""
        if self._start:
            del self._bytes[: self._start]
            self._start = 0
        self._bytes += part

    def next(self, limit: int) -> bytes | None:
        """Return the payload of the next frame, or None while it is incomplete.

        Raises FrameTooLarge if the payload would be longer than *limit*.
        """
        begin = self._start + HEADER.size
        if len(self._bytes) < begin:
            return None
        (length,) = HEADER.unpack_from(self._bytes, self._start)
        if length > limit:
            raise FrameTooLarge
        end = begin + length
        if len(self._bytes) < end:
            return None
        payload = bytes(memoryview(self._bytes)[begin:end])
        self._start = end
        return payload
