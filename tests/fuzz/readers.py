"""The readers of hostile or foreign bytes, each with its property: a function of bytes that raises if it does not hold.

A reader raises nothing but its documented exception. Accepted bytes are written and read again with the same result.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import msgspec

from graders.extensions.java import jvm_messages
from graders.harness import Misbehaved, run_of
from graders.harness.assignment.notation import TranscriptError, from_lines, to_lines
from graders.harness.assignment.scenario import ScenarioError, read_scenario, transcript
from graders.harness.intake.coding import as_utf_8
from graders.harness.intake.limits import IntakeLimits
from graders.harness.intake.read import read_submission
from graders.harness.intake.submission import IntakeError
from graders.harness.protocol import frames, messages, packed, values
from graders.harness.replay import recording
from graders.harness.result import from_json, to_json

LIMIT = 1 << 20
SMALL = IntakeLimits(
    file_bytes=4096,
    total_bytes=16_384,
    sources=20,
    entries=100,
    depth=6,
    archive_bytes=1 << 20,
    unpacked_bytes=1 << 20,
    unpacked_floor=1 << 16,
    header_bytes=4096,
)
ANY_FILES = SimpleNamespace(files=SimpleNamespace(submitted=("game.py",), course=("given.py",)))


def value(data: bytes) -> None:
    """A decoded message has one encoding, which decodes to the same."""
    try:
        message = values.decode(data)
    except values.WireError:
        return
    try:
        once = values.encode(message, 16 * len(data) + 64)
    except values.WireError:  # read deeper than the writer goes
        return
    assert values.encode(values.decode(once), LIMIT) == once


def message(data: bytes) -> None:
    """A parsed message is written as the list that it was parsed from."""
    try:
        found = values.decode(data)
    except values.WireError:
        return
    for parse in (
        messages.parse_to_child,
        messages.parse_reply,
        messages.parse_from_zygote,
        messages.parse_from_launcher,
        messages.parse_from_plain,
        jvm_messages.parse_from_machine,
    ):
        try:
            parsed = parse(list(found))
        except values.WireError:
            continue
        assert messages.to_list(parsed) == found  # type: ignore[arg-type]


def stream(data: bytes) -> None:
    """A stream and a buffer that gets it in pieces return the same frames, and end for the same reason."""
    limit = 64
    source, buffer = io.BytesIO(data), frames.Buffer()
    read: list[bytes] = []
    refused = False
    try:
        while (payload := frames.read(source.read, limit)) is not None:
            read.append(payload)
    except frames.FrameTooLarge:
        refused = True
    pieces: list[bytes] = []
    try:
        for start in range(0, len(data), 3):
            buffer.add(data[start : start + 3])
            while (payload := buffer.next(limit)) is not None:
                pieces.append(payload)
    except frames.FrameTooLarge:
        assert refused
    else:
        assert not refused
    assert pieces == read
    whole = b"".join(map(frames.pack, read))
    assert data.startswith(whole)
    assert frames.split(whole) == [frames.pack(payload) for payload in read]


def packing(data: bytes) -> None:
    """An exact value that came through the pipe is the same in packed form."""
    try:
        found = values.decode(data)
    except values.WireError:
        return
    if packed.is_exact(found):
        frame = packed.pack(found, LIMIT)
        assert frame is not None
        back = packed.read_trusted(frame[frames.HEADER.size :])
        assert packed.pack(back, LIMIT) == frame


def delivery(data: bytes) -> None:
    """A file with any content, archives above all, is read within its limits, or refused."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("one.zip", "game.py"):
            path = Path(folder, name)
            path.write_bytes(data)
            try:
                found = read_submission(path, ANY_FILES, limits=SMALL)  # type: ignore[arg-type]
            except IntakeError:
                continue
            assert len(found.files) <= SMALL.sources
            for one in found.files:
                assert not one.startswith("/")
                assert ".." not in Path(one).parts


def source(data: bytes) -> None:
    """A converted source stays as it is when it is converted again."""
    for name in ("game.py", "Game.java"):
        once, _ = as_utf_8(name, data)
        again, _ = as_utf_8(name, once)
        assert again == once
        assert len(once) <= 3 * len(data) + 64


def run(data: bytes) -> None:
    """The answer of a run is a run, or the program has misbehaved; its lines are read as they were written."""
    try:
        answer = values.decode(data)
    except values.WireError:
        return
    for one in (answer, *answer[:3]):
        try:
            found = run_of(one)
        except Misbehaved:
            continue
        to_lines(found.events)


def lines(data: bytes) -> None:
    """Lines of a transcript are read as they are written."""
    try:
        events = from_lines(data.decode("utf-8", "replace").splitlines())
    except TranscriptError:
        return
    assert from_lines(to_lines(events)) == events


def scenario(data: bytes) -> None:
    """A file is a scenario or not; its body is a transcript or not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.txt")
        path.write_bytes(data)
        try:
            transcript(read_scenario(path))
        except ScenarioError:
            return


def result(data: bytes) -> None:
    """A result is written as one document, which is read as the same result."""
    try:
        found = from_json(data)
    except msgspec.DecodeError:  # a ValidationError is one
        return
    once = to_json(found)
    assert from_json(once) == found
    assert to_json(from_json(once)) == once


def recorded(data: bytes) -> None:
    """A recording is written as one document, which is read as the same recording."""
    try:
        found = recording.from_bytes(data)
    except msgspec.DecodeError:
        return
    once = recording.to_bytes(found)
    assert recording.to_bytes(recording.from_bytes(once)) == once


READERS: dict[str, Callable[[bytes], None]] = {
    one.__name__: one
    for one in (
        value,
        message,
        stream,
        packing,
        delivery,
        source,
        run,
        lines,
        scenario,
        result,
        recorded,
    )
}
