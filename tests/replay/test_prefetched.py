"""Checks that the prefetch leaves out, and files that load in one kind of process alone."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading import prefetched as prefetched_replies
from graders.harness.grading.grader import Grader
from graders.harness.grading.prefetched import LATE_ALIKE, PrefetchedReplies
from graders.harness.protocol import values
from graders.harness.replay import prefetch
from graders.harness.replay.trace import DIGEST_BYTES, ProcessTrace, Trace
from graders.harness.result import Visibility
from graders.harness.sandbox.interface import Backend
from tests.classes import SERVER
from tests.once import once
from tests.replay.walk import WORK as RIGHT_WALK
from tests.replay.walk import Run, recorded_grader, run_on, walk, without_prefetch
from tests.world import World, forwarding, write_world

pytestmark = pytest.mark.usefixtures("recordings")

CHECKS = '''
SHARED = {"visibility": "hidden", "variants": ("own", "sound")}


@check("later.open")
def test_open(student):
    """It doubles a number."""
    for number in range(4):
        expect(student.double(number), 2 * number)


@check("later.twice")
def test_twice(student):
    """It doubles a number by itself."""
    for number in range(5, 9):
        expect(student.twice(number), 2 * number)


@check("later.asks", asks=("double",), **SHARED)
def test_asks(student):
    """It doubles a number, and adds one."""
    for number in range(10, 14):
        expect(student.next(number), 2 * number + 1)


@check("later.asks-more", asks=("double",), **SHARED)
def test_asks_more(student):
    """It doubles a number, and adds one."""
    for number in range(14, 18):
        expect(student.next(number), 2 * number + 1)


@check("later.closed", asks=("triple",), **SHARED)
def test_closed(student):
    """It doubles a number by itself."""
    for number in range(20, 24):
        expect(student.twice(number), 2 * number)
'''

PARTS = (
    "def double(number):\n    return 2 * number\n\n\ndef triple(number):\n    return 3 * number\n"
)

WORK = """
def next(number):
    import parts
    return parts.double(number) + 1

def twice(number):
    return 2 * number
"""

SOUND = """
from _grader import sandbox

def double(number):
    return sandbox.ask("double", number)

def triple(number):
    return sandbox.ask("triple", number)
"""

WRONG_PARTS = PARTS.replace("2 * number", "number")
"""Every check that builds on it fails in the variant with the submission's own files."""

STASHES_ANSWERS = (
    SERVER
    + """
from _grader import sandbox

def next(number):
    for other in range(20, 24):
        SERVER.stash = getattr(SERVER, "stash", {})
        SERVER.stash[other] = sandbox.ask("double", other)
    return sandbox.ask("double", number) + 1

def twice(number):
    return getattr(SERVER, "stash", {}).get(number, 0)
"""
)
"""Right in one check by the callback that is open there, and in another by the answers that it kept."""


def later() -> World:
    """Return the world, written once in a run of the tests."""
    root = once(
        "later",
        lambda root: write_world(
            root,
            checks=CHECKS,
            driver=forwarding(parts=("double", "triple"), work=("next", "twice")),
            reference={"work.py": WORK, "parts.py": PARTS},
            files={"graders/tiny/standins/parts.py": SOUND},
            variants={"sound": {"files": {"parts.py": "standins/parts.py"}}},
        ),
    )
    return World(root)


@pytest.fixture
def grader(backend: Backend) -> Grader:
    """A grader in this process, with the reference recorded."""
    return recorded_grader(later(), backend)


def graded(grader: Grader, work: str, parts: str = WRONG_PARTS) -> Run:
    """Grade a submission of these two files."""
    return run_on(grader, work, parts=parts)


@pytest.mark.slow
def test_closed_callback_returns_no_answer(grader: Grader) -> None:
    run = graded(grader, STASHES_ANSWERS)
    assert run.verdicts["later.asks"] == "passed"
    assert run.verdicts["later.closed"] == "failed"


AHEAD = """
import sys

def ahead():
    frame = sys._getframe()
    while "state" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["state"] is not None

"""
"""Distinguishes a prefetch from a live run."""


@pytest.mark.slow
def test_file_that_never_loads_casts_no_doubt(grader: Grader) -> None:
    """The checks that do not need it have passed by the prefetch, and stay so."""
    run = graded(grader, WORK, "raise ValueError\n")
    assert run.live == ["later.open", "later.asks", "later.asks-more"]
    assert run.verdicts["later.open"] == "missing"
    assert run.verdicts["later.twice"] == "passed"


@pytest.mark.slow
def test_file_that_loads_in_the_prefetch_alone_casts_doubt(grader: Grader) -> None:
    """A live run that cannot load it decides every check of its visibility that passed by the prefetch."""
    work = WORK.replace("2 * number", "2 * number if number < 20 else 0")
    run = graded(grader, AHEAD + "if not ahead():\n    raise ValueError\n" + work, PARTS)
    assert run.live == ["later.closed", "later.asks", "later.asks-more"]
    assert run.verdicts["later.asks"] == run.verdicts["later.asks-more"] == "missing"


@pytest.mark.slow
def test_doubt_does_not_need_a_prefetch_of_the_check_that_finds_the_file_broken(
    backend: Backend,
) -> None:
    """`walk.asked` is never prefetched, so that none of its replies is compared."""
    program = AHEAD + "if not ahead():\n    raise ValueError\n" + RIGHT_WALK
    run = run_on(recorded_grader(walk(), backend), program)
    hidden = {"walk.asked", "walk.ask"}
    assert hidden <= {*run.live}
    assert {run.verdicts[id] for id in hidden} == {"missing"}


def trace_of(operation: str) -> Trace:
    call = values.encode_frame(["call", 1, operation, []], 1000)
    return Trace((ProcessTrace(call, bytes(DIGEST_BYTES)),))


def prefetched(replies: dict[str, prefetch.Replies]) -> PrefetchedReplies:
    """Return prefetched replies of checks that a process answers with *replies*, by the check's id."""
    prefetcher: Any = SimpleNamespace(
        ask=lambda box, variant, trace, *_: next(r for r in replies.values() if r.trace is trace),
    )
    traces = {id: one.trace for id, one in replies.items()}
    sandbox = SimpleNamespace(session=SimpleNamespace(box=None))
    bench: Any = SimpleNamespace(
        recording=SimpleNamespace(traces=traces, seconds={}), sandbox=sandbox
    )
    return PrefetchedReplies(bench, prefetcher)


def spec_of(id: str) -> CheckSpec:
    return CheckSpec(id, "a", Fraction(1), Visibility.HIDDEN, ("own", "sound"), (), None)


def late(operation: str) -> prefetch.Replies:
    return prefetch.Replies(trace_of(operation), cut_short=True, was_late=True)


def test_check_is_not_sent_if_others_that_begin_alike_were_late() -> None:
    """Each try costs as much as the live run that must follow."""
    hang = [spec_of(f"a.{number}") for number in range(LATE_ALIKE + 1)]
    right = spec_of("b")
    replies = {spec.id: late("hang") for spec in hang} | {
        right.id: prefetch.Replies(trace_of("other"), passed=True)
    }
    sent = prefetched(replies)
    for spec in hang[:LATE_ALIKE]:
        assert not sent.is_hopeless(spec)
        sent.fetch(spec)
    assert [sent.is_hopeless(spec) for spec in (hang[LATE_ALIKE], right)] == [True, False]


def test_check_is_sent_if_most_that_begin_alike_were_not_late() -> None:
    specs = [spec_of(f"a.{number}") for number in range(2 * LATE_ALIKE)]
    odd = {spec.id: late("play") for spec in specs[::2]}
    even = {spec.id: prefetch.Replies(trace_of("play"), passed=True) for spec in specs[1::2]}
    sent = prefetched(odd | even)
    for spec in specs:
        assert not sent.is_hopeless(spec)
        sent.fetch(spec)


CHAIN = """
@check("chain.first")
def test_first(student):
    "The first step."
    expect(student.following([1] * 20), [2] * 20)

@check("chain.second")
def test_second(student):
    "The next step, from another number."
    expect(student.following([5] * 20), [6] * 20)

@check("chain.third")
def test_third(student):
    "A step from the answer of the second check."
    expect(student.following([6] * 20), [7] * 20)
"""


@pytest.mark.slow
def test_check_that_is_not_sent_runs_before_those_that_wait_for_it(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first check hangs; then no other is sent ahead, and each is decided once all that it discloses answers to are."""
    root = once(
        "chain",
        lambda root: write_world(
            root,
            checks=CHAIN,
            driver=forwarding(work=("following",)),
            reference={
                "work.py": "def following(numbers):\n    return [number + 1 for number in numbers]\n"
            },
            limits={"cpu_seconds": 0.2},
        ),
    )
    monkeypatch.setattr(prefetched_replies, "LATE_ALIKE", 1)
    chain = Grader(World(root).assignment, backend)
    assert chain.recorded().traces["chain.third"].discloses == ("chain.second",)
    sent: list[Trace] = []
    usual = prefetch.Prefetcher.ask
    monkeypatch.setattr(
        prefetch.Prefetcher,
        "ask",
        lambda self, *given: sent.append(given[2]) or usual(self, *given),
    )
    hangs = "def following(numbers):\n    while len(numbers) == 20:\n        pass\n"
    run = run_on(chain, hangs)
    assert [trace.calls for trace in sent] == [1]
    assert run.live == ["chain.first", "chain.second", "chain.third"]
    assert set(run.verdicts.values()) == {"timeout"}
    assert run.result == run_on(without_prefetch(chain), hangs).result
