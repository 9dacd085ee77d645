"""Frames as large as the wire lets through, forged instead of a reply, cost their own submission only (attack 152).

Each is graded from end to end. The judge's CPU time and memory grow no faster than the frame.
"""

from __future__ import annotations

import re
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.grading import runner
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.protocol import values
from graders.harness.result import CauseKind, Result, Status, to_json
from graders.harness.session.timers import judge_clock
from tests.attacks.submissions.conftest import toy_with
from tests.world import TOY, checks, verdicts

pytestmark = pytest.mark.usefixtures("recordings", "backend")

KB = 1 << 10
LARGEST = (Limits().frame_kb * KB) - 64
SMALL = LARGEST // 8
GROWTH = 3 * 8
"""Most growth of the judge's CPU time from SMALL to LARGEST, which are eightfold."""
LEAST_SECONDS = 0.1
BYTES = 120
"""Most bytes of the judge's memory for a byte of a frame."""
LOST = {"sums.largest", "sums.largest-single"}

SENDS = """
import os, struct, sys

DEEP = b"[" * 390 + b"0" + b"]" * 390
PART = {
    "deep lists": DEEP,
    "deep tuples": b'{"t":[' * 190 + b"]}" * 190,
    "small tables": b'{"d":[[1,2]]}',
    "sets": b'{"s":[1]}',
    "long integers": b'{"i":"0x' + b"f" * 3490 + b'"}',
    "integers": b"1",
}
WHOLE = {
    "a long text": lambda size: b'"' + b"a" * size + b'"',
    "a text of escapes": lambda size: b'"' + b"\\\\u0041" * (size // 6) + b'"',
    "brackets without end": lambda size: b"[" * size,
    "a text that does not end": lambda size: b"[" * 401 + b'["' + b'[\\\\"' * ((size - 402) // 3),
}

def content(kind, size):
    if kind in WHOLE:
        return WHOLE[kind](size)
    part = PART[kind]
    return b"[" + b",".join([part] * ((size - 2) // (len(part) + 1))) + b"]"

def server():
    frame = sys._getframe()
    while type(frame.f_locals.get("self")).__name__ != "Server":
        frame = frame.f_back
    return frame.f_locals["self"]

def send(body):
    data = struct.pack(">I", len(body)) + body
    while data:
        data = data[os.write(server().channel.writer, data):]

def total(numbers):
    return sum(numbers)
"""

REPLIES = (
    SENDS
    + """
def largest(numbers):
    send(b'["return",%d,' % server().call_id + content(KIND, SIZE) + b"]")
    server().channel.read()
    os._exit(0)
"""
)

ASKS = (
    SENDS
    + """
def largest(numbers):
    for number in range(100_000):
        send(b'["ask",%d,%d,"total",' % (server().call_id, number) + content(KIND, SIZE) + b"]")
"""
)

KINDS = (
    "deep lists",
    "deep tuples",
    "small tables",
    "sets",
    "long integers",
    "integers",
    "a long text",
    "a text of escapes",
    "brackets without end",
    "a text that does not end",
)


@pytest.fixture(scope="module")
def grader() -> Iterator[Grader]:
    """A grader that does not search long for small examples."""
    assignment = toy_with(8.0)
    with Grader(assignment, open_backend(assignment, choice="auto")) as opened:
        opened.recorded()
        yield opened


def graded(grader: Grader, kind: str, size: int, program: str = REPLIES) -> tuple[Result, float]:
    """Grade a program that sends such frames; return the result, and the judge's CPU seconds."""
    begin = time.process_time()
    result = grader.grade(TOY.submission(sums=f"KIND, SIZE = {kind!r}, {size}\n{program}")).result
    return result, max(LEAST_SECONDS, time.process_time() - begin)


def only_its_checks(result: Result) -> None:
    """Fail unless the sender lost the checks of that function, and nothing else happened."""
    assert result.status is Status.GRADED
    assert {id_ for id_, verdict in verdicts(result).items() if verdict != "passed"} == LOST


def tried(daily: tuple[str, ...]) -> list[object]:
    """Return all kinds; those that are not *daily* are left to the night."""
    return [
        kind if kind in daily else pytest.param(kind, marks=pytest.mark.nightly) for kind in KINDS
    ]


@pytest.mark.parametrize("kind", tried(("a text that does not end",)))
@pytest.mark.slow
def test_largest_frame_costs_its_sender_only(grader: Grader, kind: str) -> None:
    """The next submission gets its usual result."""
    right = to_json(grader.grade(TOY.submission()).result)
    small, least = graded(grader, kind, SMALL)
    large, most = graded(grader, kind, LARGEST)
    only_its_checks(small)
    only_its_checks(large)
    assert most <= GROWTH * least
    assert to_json(grader.grade(TOY.submission()).result) == right


@pytest.mark.nightly
@pytest.mark.parametrize("kind", tried(("long integers",)))
def test_largest_frame_takes_memory_in_proportion(grader: Grader, kind: str) -> None:
    """A value takes more as objects than as text; nothing keeps several of them."""
    size = LARGEST // 4
    tracemalloc.start()
    try:
        result, _ = graded(grader, kind, size)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    only_its_checks(result)
    assert used < BYTES * size + LARGEST


@pytest.mark.slow
def test_reader_with_a_pattern_would_be_kept_busy(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weak side: with the pattern that once was here, time grows with the square of the frame."""
    pattern = re.compile(rb'"(?:[^"\\]|\\.)*"')

    def depth(payload: bytes) -> int:
        return pattern.sub(b"", payload).count(b"[")

    monkeypatch.setattr(values, "_depth", depth)
    _, least = graded(grader, "a text that does not end", KB)
    _, most = graded(grader, "a text that does not end", 8 * KB)
    assert most > 3 * least


@pytest.mark.slow
def test_large_questions_end_at_the_judges_clock(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question is read before it is refused, and 200 are allowed: 80 s of CPU time for each call."""
    monkeypatch.setattr(runner, "judge_clock", lambda: judge_clock(0.5))
    result, _ = graded(grader, "small tables", LARGEST, ASKS)
    only_its_checks(result)
    causes = {check.cause.kind for check in checks(result).values() if check.cause}
    assert causes == {CauseKind.JUDGE_LIMIT}
