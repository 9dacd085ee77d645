"""Frames arrive unchanged in pieces of any size, and a false length costs nothing."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.protocol import frames

PAYLOADS = st.lists(st.binary(max_size=50), max_size=6)
LIMIT = 50


@pytest.mark.slow
@given(PAYLOADS)
def test_frames_are_split_and_read_as_they_were_packed(payloads: list[bytes]) -> None:
    """One after the other, up to the end of the stream."""
    packed = [frames.pack(payload) for payload in payloads]
    assert frames.split(b"".join(packed)) == packed
    stream = io.BytesIO(b"".join(packed))
    assert [frames.read(stream.read, LIMIT) for _ in payloads] == payloads
    assert frames.read(stream.read, LIMIT) is None


@given(PAYLOADS, st.lists(st.integers(1, 9), min_size=1))
def test_buffer_returns_frames_from_pieces_of_any_size(
    payloads: list[bytes], sizes: list[int]
) -> None:
    """Each frame is returned as soon as it is complete; then none is left."""
    data = b"".join(map(frames.pack, payloads))
    buffer, arrived, start, turn = frames.Buffer(), [], 0, 0
    while start < len(data):
        size = sizes[turn % len(sizes)]
        buffer.add(data[start : start + size])
        start, turn = start + size, turn + 1
        while (payload := buffer.next(LIMIT)) is not None:
            arrived.append(payload)
    assert arrived == payloads
    assert len(buffer) == 0


def test_stream_that_ends_within_a_frame_has_none() -> None:
    """The stream ends in the length, or after it."""
    for length in range(7):
        assert frames.read(io.BytesIO(frames.pack(b"abc")[:length]).read, LIMIT) is None


def test_frame_above_the_limit_is_refused_before_it_is_read() -> None:
    header = frames.HEADER.pack(2**32 - 1)
    with pytest.raises(frames.FrameTooLarge):
        frames.read(io.BytesIO(header).read, LIMIT)
    buffer = frames.Buffer()
    buffer.add(header)
    with pytest.raises(frames.FrameTooLarge):
        buffer.next(LIMIT)


def test_frame_at_the_limit_is_read_and_a_byte_more_refused() -> None:
    """From a stream, and from a buffer."""
    for read in (frames.read, of_buffer):
        assert read(io.BytesIO(frames.pack(b"x" * LIMIT)).read, LIMIT) == b"x" * LIMIT
        with pytest.raises(frames.FrameTooLarge):
            read(io.BytesIO(frames.pack(b"x" * (LIMIT + 1))).read, LIMIT)


def of_buffer(receive: Callable[[int], bytes], limit: int) -> bytes | None:
    """Return the payload of the next frame by way of a buffer."""
    buffer = frames.Buffer()
    buffer.add(receive(-1))
    return buffer.next(limit)


def test_each_read_asks_for_one_part_at_most() -> None:
    """A length alone allocates no memory, because its bytes may never follow."""
    asked: list[int] = []

    def receive(count: int) -> bytes:
        asked.append(count)
        return b"" if len(asked) > 1 else b"x"

    assert frames.read_exactly(receive, 2**31) is None
    assert max(asked) <= 1 << 20


def test_everything_is_written_in_steps_of_any_size() -> None:
    """A writer may accept fewer bytes than it gets, or none yet."""
    written = bytearray()

    def send(rest: memoryview) -> int | None:
        if len(written) == 3 and not send.waited:  # type: ignore[attr-defined]
            send.waited = True  # type: ignore[attr-defined]
            return None
        written.extend(rest[:3])
        return len(rest[:3])

    send.waited = False  # type: ignore[attr-defined]
    frames.write_all(send, b"abcdefgh")
    assert written == b"abcdefgh"
