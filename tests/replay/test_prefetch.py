"""The prefetch changes no verdict and no message, for any behaviour of the submission."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.grading import grader as grader_module
from graders.harness.grading import submission_run
from graders.harness.grading.flags import without_nondeterminism
from graders.harness.grading.grader import Grader
from graders.harness.processes.jobs import Job, ReportKind
from graders.harness.processes.pool import Pool
from graders.harness.protocol import values
from graders.harness.replay import prefetch
from graders.harness.replay.prefetch import Prefetcher, Replies
from graders.harness.replay.trace import ProcessTrace, Trace, digest
from graders.harness.result import (
    Cause,
    CauseKind,
    Flag,
    FlagCode,
    Result,
    Status,
    Verdict,
    Visibility,
    from_json,
    to_json,
)
from graders.harness.sandbox.interface import (
    Backend,
    DeadlinePassed,
    ExitReason,
    ProcessExit,
)
from graders.harness.sandbox.launched import LaunchedBox
from tests import nightly
from tests.classes import SERVER, burning
from tests.once import once
from tests.replay.walk import (
    PROGRAMS,
    SAYS,
    SLOW_PROGRAMS,
    WORK,
    at_call,
    in_every_call,
    recorded_grader,
    run_on,
    walk,
    without_prefetch,
)
from tests.world import checks, outcomes

pytestmark = pytest.mark.usefixtures("recordings")

Graded = Callable[[str], Result]


def grading(*, prefetch: bool) -> Iterator[Graded]:
    """Yield a function that grades a program in a warm process."""
    pool = Pool()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(once("recordings", lambda _: None)))
        warm = pool.take(walk().settings(prefetch=prefetch))

    def grade(text: str) -> Result:
        report = warm.grade(Job("walk", {"work.py": text.encode()}))
        assert report.kind is ReportKind.GRADED, report.message
        return without_nondeterminism(from_json(bytes(report.result)))

    yield grade
    pool.close()


@pytest.fixture(scope="module")
def prefetched(backend: Backend) -> Iterator[Graded]:
    """A function that grades a program with prefetching."""
    yield from grading(prefetch=True)


@pytest.fixture(scope="module")
def live(backend: Backend) -> Iterator[Graded]:
    """A function that grades a program without prefetching."""
    yield from grading(prefetch=False)


@pytest.fixture
def grader(backend: Backend) -> Grader:
    """A grader in this process, with the reference recorded."""
    return recorded_grader(walk(), backend)


# The same bytes with and without a prefetch.


def assert_same(first: Result, second: Result) -> None:
    """Compare two results to the byte; the outcomes first, because their difference is more readable."""
    assert outcomes(first) == outcomes(second)
    assert to_json(first) == to_json(second)


@pytest.mark.parametrize("name", nightly.one_in(12, PROGRAMS))
@pytest.mark.slow
def test_prefetch_changes_nothing(prefetched: Graded, live: Graded, name: str) -> None:
    """Verdicts, messages and examples: the same bytes as with live calls alone."""
    assert_same(prefetched(PROGRAMS[name]), live(PROGRAMS[name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly.one_in(2, SLOW_PROGRAMS))
def test_prefetch_changes_nothing_at_the_limits(
    prefetched: Graded, live: Graded, name: str
) -> None:
    """A call exceeds a limit of CPU time or memory."""
    assert_same(prefetched(SLOW_PROGRAMS[name]), live(SLOW_PROGRAMS[name]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("right", {}),
        ("other order", {}),
        ("other pick", {}),
        ("other pick, low wrong", {}),
        ("other pick, above wrong", {"walk.pick": "failed"}),
        ("another type", {}),
        ("near its limit", {}),
        ("picking what it is told", {}),
        ("an import of this call", {}),
        ("asking, and content without an answer", {}),
    ],
)
def test_right_program_stays_right(prefetched: Graded, name: str, wrong: dict[str, str]) -> None:
    """A check accepts all its right answers from a prefetch, too."""
    found = outcomes(prefetched(PROGRAMS[name]))
    assert {check: verdict for check, (verdict, _) in found.items() if verdict != "passed"} == wrong


ANSWERS_TWICE = in_every_call(
    "pass",
    SERVER
    + "USUAL = SERVER.channel.write\n\n\ndef write(message, *form):\n    USUAL(message, *form)\n"
    "    if type(message).__name__ == 'Return':\n        USUAL(message, *form)\n\n\nSERVER.channel.write = write\n",
)


@pytest.mark.slow
@pytest.mark.nightly
def test_extra_answer_has_the_same_result_whenever_it_arrives(
    prefetched: Graded, live: Graded
) -> None:
    """Chance decides whether it is there before the next call."""
    results = [to_json(grade(ANSWERS_TWICE)) for grade in (prefetched, live) for _ in range(3)]
    assert "crashed" in {verdict for verdict, _ in outcomes(from_json(results[0])).values()}
    assert len(set(results)) == 1


# Programs that know other checks' calls only because checks share a process.

SHARING = {
    "counts calls in its module": at_call(0, "pass").replace("return function", "return len(CALLS) and function"),
    "right only after another check": WORK.replace("return sorted", "import builtins\n    builtins.seen = True\n    return sorted")
    .replace("return place + move", "import builtins\n    return place + move if hasattr(builtins, 'seen') else 0"),
    "right only after another check, by a module of the library": WORK.replace(
        "return sorted", "import math\n    math.seen = True\n    return sorted"
    ).replace("return place + move", "import math\n    return place + move if hasattr(math, 'seen') else 0"),
    "right only after another check, by a module it puts in": WORK.replace(
        "return sorted", "import sys\n    sys.modules['math'] = sys\n    return sorted"
    ).replace("return place + move", "import math, sys\n    return place + move if math is sys else 0"),
    "tells what others were asked": "import math\nmath.asked = getattr(math, 'asked', [])\n" + WORK.replace(
        "return sorted", "math.asked.append(numbers)\n    return sorted"
    ).replace("return place + move", "raise ValueError(repr(math.asked))"),
    "tells what others were asked, by a file": "import os\n" + WORK.replace(
        "return sorted", "open('asked', 'a').write(repr(numbers))\n    return sorted"
    ).replace("return place + move", "raise ValueError(open('asked').read() if os.path.exists('asked') else '')"),
    "leaves a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n" + WORK,
    "leaves a thread for a moment": at_call(2, "threading.Timer(0.05, int).start()", "import threading\n"),
    "leaves a file": "open('left', 'a').write('x')\n" + WORK,
    "sets hooks and limits": "import sys\nsys.setrecursionlimit(60)\nsys.settrace(lambda *_: None)\n" + WORK,
    "draws at random": WORK.replace("return place + move", "import random\n    return place + move + (random.random() < 0.5)"),
    "changes what is built in": WORK.replace("return sorted", "import builtins\n    builtins.min = max\n    return sorted"),
    "says that it is fresh": in_every_call(SAYS.format("'fresh', SERVER.call_id, True"), SERVER),
}  # fmt: skip


@pytest.mark.parametrize("name", nightly.one_in(3, SHARING))
@pytest.mark.slow
def test_sharing_a_process_changes_nothing(prefetched: Graded, live: Graded, name: str) -> None:
    """The programs depend on earlier checks in their process, or disturb later ones."""
    assert_same(prefetched(SHARING[name]), live(SHARING[name]))


LATE = {
    "takes back its words": in_every_call(
        "SERVER.channel.arrived = type(SERVER.channel.arrived)()", SERVER
    ),
    "waits in the 2nd call": at_call(
        2, "select.poll().poll(1000)", "import select\n", within=("order",)
    ),
}


@pytest.mark.parametrize("name", LATE)
@pytest.mark.slow
def test_late_reply_changes_nothing(
    grader: Grader, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A live process has more time."""
    monkeypatch.setattr(prefetch, "SECONDS", 0.2)
    run = run_on(grader, LATE[name])
    assert run.submission_run._replies._prefetcher._late.total()
    alone = run_on(without_prefetch(grader), LATE[name])
    assert_same(without_nondeterminism(run.result), without_nondeterminism(alone.result))


# The prefetch decides checks in these tests.


@pytest.fixture
def asked(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each check of the prefetch: whether it passed by that."""
    seen: list[bool] = []
    usual = Prefetcher.ask

    def watched(self: Prefetcher, *arguments: Any) -> Replies:
        replies = usual(self, *arguments)
        seen.append(replies.passed)
        return replies

    monkeypatch.setattr(Prefetcher, "ask", watched)
    return seen


def asked_themselves(grader: Grader) -> list[str]:
    """Return the checks with calls of their own in the prefetch: those that do not begin another check."""
    return [id_ for id_, trace in grader.recorded().traces.items() if not trace.within]


@pytest.mark.slow
def test_right_program_is_not_run_live(grader: Grader, asked: list[bool]) -> None:
    """Only the check in which the reference makes a callback runs live, because it is not prefetched."""
    run = run_on(grader, WORK)
    assert set(run.verdicts.values()) == {"passed"}
    assert run.live == ["walk.asked"]
    assert asked == [True] * len(asked_themselves(grader)) == [True] * 7


@pytest.mark.slow
def test_nothing_is_prefetched_if_prefetching_is_off(grader: Grader, asked: list[bool]) -> None:
    """Every check runs live."""
    run = run_on(without_prefetch(grader), WORK)
    assert set(run.verdicts.values()) == {"passed"}
    assert len(run.live) == 10 and not asked


@pytest.mark.slow
def test_same_answers_in_other_bytes_are_decided_by_the_check(
    grader: Grader, asked: list[bool]
) -> None:
    """They cast no doubt on other checks."""
    run = run_on(grader, PROGRAMS["another type"])
    assert asked.count(False) == 4
    assert set(run.verdicts.values()) == {"passed"}
    # in two of them an answer is an argument of the next call
    assert sorted(run.live) == ["walk.asked", "walk.far", "walk.whole"]
    assert not run.nondeterministic


@pytest.mark.slow
def test_common_first_calls_of_checks_are_sent_once(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each check has the replies to its own calls."""
    lengths: list[int] = []
    usual = Prefetcher.ask

    def watched(self: Prefetcher, box: Any, variant: str, trace: Trace, *rest: Any) -> Replies:
        lengths.append(trace.calls)
        return usual(self, box, variant, trace, *rest)

    monkeypatch.setattr(Prefetcher, "ask", watched)
    traces = grader.recorded().traces
    within = {id_: trace.within for id_, trace in traces.items() if trace.within}
    assert within == {"walk.near": "walk.further", "walk.nearer": "walk.further"}
    assert set(run_on(grader, WORK).verdicts.values()) == {"passed"}
    assert sum(lengths) == sum(traces[id_].calls for id_ in traces if id_ not in within)

    early, late = (
        WORK.replace(
            "return place + move", f"return place + move + (place == {place} and move == 1)"
        )
        for place in (0, 2)
    )
    found = [run_on(grader, program).verdicts for program in (early, late)]
    assert [(one["walk.near"], one["walk.further"]) for one in found] == [
        ("failed", "failed"),
        ("passed", "failed"),
    ]


WAIT = b""
"""Stands for a wait until the deadline."""


class Scripted:
    """A box, and its connection to a process that sends these messages, and no others in time."""

    def __init__(self, *messages: bytes) -> None:
        self.messages = list(messages)
        self.patience: list[float] = []
        self.limited_before: list[bytes] = []
        """The message that is sent behind each limit of CPU time."""
        self.finished = False

    def connect(self, *_: object, **__: object) -> Scripted:
        """See `Box`."""
        return self

    def send_ahead(self, frames: bytes) -> None:
        """See `Connection`."""

    def renew(self, cpu_seconds: float) -> None:
        """See `Connection`."""
        self.limited_before += self.messages[:1]

    def receive(self, deadline: float) -> bytes:
        """See `Connection`."""
        self.patience.append(deadline - time.monotonic())
        if self.messages[:1] in ([], [WAIT]):
            del self.messages[:1]
            raise DeadlinePassed
        return self.messages.pop(0)

    def quiet(self) -> bool:
        """See `Connection`."""
        return not self.messages

    def finish(self) -> ProcessExit:
        """See `Connection`."""
        self.finished = True
        return ProcessExit(ExitReason.FINISHED)


def trace_of(*replies: bytes) -> Trace:
    """Return the trace of steps with these recorded replies."""
    calls = [
        values.encode_frame(["call", number, "step", [number, 1]], 1 << 10)
        for number in range(1, len(replies) + 1)
    ]
    return Trace((ProcessTrace(b"".join(calls), b"".join(map(digest, replies))),))


FRESH, RAISED = b'["fresh",1,true]', b'["raise",%d,"StackOverflowError","","","error"]'


@pytest.mark.parametrize(
    ("answered", "goes_on"), [((1,), False), ((1, 2), False), ((1, 2, 3), True)]
)
def test_replies_after_a_call_without_a_result_get_a_short_time(
    answered: tuple[int, ...], goes_on: bool
) -> None:
    """They are useless, and a process that fails again costs less if it ends."""
    box: Any = Scripted(FRESH, *(RAISED % number for number in answered))
    trace = trace_of(*(b'["return",%d,0]' % number for number in (1, 2, 3)))
    replies = Prefetcher(Limits(), lambda _: None).ask(box, "own", trace, 9.0)
    assert replies.digests == ((None,),)
    assert min(box.patience[:2]) > 8.0 and max(box.patience[2:]) <= prefetch.DRAIN_SECONDS
    assert box.finished is not goes_on


def test_start_of_a_process_takes_nothing_of_a_short_time() -> None:
    """Else every machine that starts after some hangs in Java is late: checks that pass all run live."""
    box: Any = Scripted(FRESH, b'["return",1,0]')
    prefetcher = Prefetcher(Limits(), lambda _: None)
    prefetcher._late["own"] = 10
    assert prefetcher.ask(box, "own", trace_of(b'["return",1,0]'), 0.04).passed
    assert box.patience[0] > 0.9 * prefetch.SECONDS
    assert box.patience[1] <= 0.04 * prefetch.FACTOR
    assert box.limited_before == [b'["return",1,0]']


def test_process_whose_time_was_limited_once_has_it_whole_for_each_check() -> None:
    """Else a right program on a busy machine uses up one check's time in all later checks."""
    box: Any = Scripted(FRESH, WAIT, b'["return",1,0]')
    prefetcher = Prefetcher(Limits(), lambda _: None)
    trace = trace_of(b'["return",1,0]')
    assert prefetcher.ask(box, "own", trace, 0.04).passed
    box.messages += [b'["fresh",2,true]', b'["return",1,0]']
    assert prefetcher.ask(box, "own", trace, 0.04).passed
    assert box.limited_before == [b'["return",1,0]', b'["fresh",2,true]']
    assert not box.finished


def test_process_with_other_results_in_packed_form_is_ended() -> None:
    """Its remaining replies in full form would be read as replies to the next check."""
    packed_replies = [b"=one", b"=other"]
    trace = trace_of(b"", b"")
    part = msgspec.structs.replace(
        trace.processes[0], packed_calls=trace.processes[0].calls, packed_replies=bytes(32)
    )
    box: Any = Scripted(FRESH, *packed_replies, b'["return",1,0]')
    replies = Prefetcher(Limits(), lambda _: None).ask(box, "own", Trace((part,)), 9.0)
    assert box.finished and replies.cut_short and replies.is_packed
    assert replies.digests == (tuple(map(digest, packed_replies)),)


@pytest.mark.slow
def test_hanging_program_stops_the_prefetch_after_some_checks(
    grader: Grader, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit counts public and hidden checks together."""
    monkeypatch.setattr(grader_module, "MAX_LATE", 1)
    run = run_on(grader, in_every_call("while True: pass"))
    assert asked == [False, False]
    assert set(run.verdicts.values()) == {"timeout"}


@pytest.mark.nightly
def test_program_is_not_charged_for_the_start_of_its_process(
    grader: Grader, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling takes long on a busy machine."""
    connect = LaunchedBox.connect

    def slowly(box: LaunchedBox, *arguments: Any, **more: Any) -> object:
        time.sleep(2 * prefetch.SECONDS)
        return connect(box, *arguments, **more)

    monkeypatch.setattr(prefetch, "SECONDS", 0.5)
    monkeypatch.setattr(LaunchedBox, "connect", slowly)
    assert set(run_on(grader, WORK).verdicts.values()) == {"passed"}
    assert asked and all(asked)


# Hidden inputs.

TELLS_PIDS = WORK.replace(
    "return sorted(numbers, key=abs)", "raise ValueError(os.getpid())"
).replace(
    "return min(numbers)",
    "for _ in range(abs(numbers[0]) if sandbox.ask('low', [1]) else 0): start()\n    return min(numbers)",
    1,
)
TELLS_PIDS = (
    """
import os, threading
from _grader import sandbox

def start():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
"""
    + TELLS_PIDS.replace("sandbox.ask('low', [1])", "may_ask()")
    + """
def may_ask():
    try:
        return sandbox.ask('low', [1])
    except Exception:
        return 0
"""
)
"""Uses as many process numbers as a hidden check's argument; a public check then returns the next one."""


def public(result: Result) -> dict[str, Cause | None]:
    """Return the cause of each public check."""
    return {
        id_: check.cause
        for id_, check in checks(result).items()
        if check.visibility is Visibility.PUBLIC
    }


@pytest.mark.slow
def test_nothing_public_depends_on_the_calls_of_hidden_checks(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counters outlive a process, and a box has one for its processes. So all public checks run first."""
    causes = public(run_on(grader, TELLS_PIDS).result)
    cause = causes["walk.order"]
    assert cause is not None and cause.kind is CauseKind.EXCEPTION
    assert public(run_on(grader, TELLS_PIDS, only_public=True).result) == causes
    monkeypatch.setattr(
        submission_run, "IN_ORDER", (Visibility.HIDDEN, Visibility.PUBLIC)
    )  # the weak side
    assert public(run_on(grader, TELLS_PIDS).result) != causes


# Budgets and processes.


@pytest.mark.slow
def test_submission_has_a_budget_for_all_checks(backend: Backend) -> None:
    """The remaining checks do not run and count as a timeout, and the result is flagged."""
    grader = Grader(walk().load(total_cpu_seconds=0.05), backend)
    run = run_on(grader, burning(0.1) + in_every_call("burn()").lstrip())
    causes = [check.cause for check in run.result.checks]
    assert Cause(CauseKind.TOTAL_CPU_LIMIT, limit=0.05) in causes
    assert all(check.verdict is not Verdict.PASSED for check in run.result.checks)
    assert run.result.status is Status.GRADED and Flag(FlagCode.TIME_USED_UP) in run.result.flags


@pytest.fixture
def started(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> list[LaunchedBox]:
    """The box of each process that starts."""
    started: list[LaunchedBox] = []
    usual = LaunchedBox.connect

    def noted(box: LaunchedBox, *arguments: Any, **more: Any) -> object:
        started.append(box)
        return usual(box, *arguments, **more)

    monkeypatch.setattr(LaunchedBox, "connect", noted)
    return started


@pytest.mark.slow
@pytest.mark.parametrize("name", ["right", "other order"])
def test_right_program_needs_a_process_for_each_visibility(
    grader: Grader, started: list[LaunchedBox], name: str
) -> None:
    """Further processes are for the live check, and for the reference that answers it."""
    run = run_on(grader, PROGRAMS[name])
    assert set(run.verdicts.values()) == {"passed"}
    assert len(started) == 2 + 2 * len(run.live) == 4


@pytest.mark.slow
def test_prefetch_has_one_process_at_a_time(
    grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box removes its files when no process is left, because none may find the files of another."""
    boxes: list[LaunchedBox] = []
    living: set[int] = set()
    most: list[int] = []
    connect = LaunchedBox.connect

    def noted(box: LaunchedBox, *arguments: Any, **more: Any) -> object:
        connection = connect(box, *arguments, **more)
        boxes.append(box)
        if box is not boxes[0]:  # not the reference's
            return connection
        living.add(id(connection))
        most.append(len(living))
        finish = connection.finish

        def finished() -> object:
            living.discard(id(connection))
            return finish()

        monkeypatch.setattr(connection, "finish", finished)
        return connection

    monkeypatch.setattr(LaunchedBox, "connect", noted)
    assert set(run_on(grader, WORK).verdicts.values()) == {"passed"}
    assert len(most) > 1 and max(most) == 1


@pytest.mark.slow
def test_broken_file_is_imported_once(grader: Grader) -> None:
    """Each check has the same cause; but one check may begin without the file."""
    run = run_on(grader, "def order(numbers:\n" + WORK)
    assert set(run.verdicts.values()) == {"missing"}
    (cause,) = {check.cause for check in run.result.checks}
    assert cause is not None and "SyntaxError" in cause.detail and cause.line == 1
    calls = {one.spec.id: one.calls for one in run.submission_run.results()}
    assert calls.pop("walk.order") == 1 and calls.pop("walk.whole") > 0
    assert set(calls.values()) == {0}
