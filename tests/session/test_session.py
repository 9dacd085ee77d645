"""Sessions with a submission of the toy."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.check import CheckError, Misbehaved
from graders.harness.grading.program import program_of
from graders.harness.protocol import messages, values
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason, Level, ProcessExit
from graders.harness.session import session as session_module
from graders.harness.session.callbacks import CallbackCache, Callbacks
from graders.harness.session.memory import HangMemory, ImportMemory
from graders.harness.session.plan import ProcessPlan, Unobserved
from graders.harness.session.session import Session
from tests.session.test_message_loop import Script
from tests.world import TOY

LIMITS = TOY.assignment.manifest.limits


@pytest.fixture
def session() -> Iterator[Session]:
    """A session on a right submission."""
    program = program_of(TOY.assignment, dict(TOY.submission().files))
    opened = Session(TOY.grader.backend.open(program, LIMITS), LIMITS)
    yield opened
    opened.close()


def test_check_may_not_answer_callbacks_for_the_operation_that_it_calls(session: Session) -> None:
    """Otherwise a submission could get its answer from the reference."""
    callbacks = Callbacks({"total": lambda numbers: 0}, LIMITS)
    session.begin(ProcessPlan(LIMITS, callbacks=callbacks))
    with pytest.raises(CheckError, match="also answers callbacks for it"):
        session.total([1])


class Answers(Unobserved):
    """Records the final message of each call, and counts processes."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, bool]] = []
        self.processes = 0

    def process_started(self) -> None:
        self.processes += 1

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        self.seen.append((values.decode(payload)[0], returned))


@pytest.mark.slow
def test_observer_gets_the_answers_to_calls_and_no_callbacks(session: Session) -> None:
    """The reply to a cached callback is not an answer of the submission, either."""
    cache = CallbackCache()
    for _ in range(2):
        callbacks = Callbacks({"total": sum, "largest": max}, LIMITS, cache)
        answers = Answers()
        session.begin(ProcessPlan(LIMITS, "sound", callbacks, observer=answers))
        assert session.describe([1, 2]) == "the sum is 3"
        assert callbacks.asked and cache.new
        assert answers.seen == [("return", True)]
        assert answers.processes == 1


def test_observer_gets_the_end_of_a_call_without_a_result(session: Session) -> None:
    answers = Answers()
    session.begin(ProcessPlan(LIMITS, observer=answers))
    with pytest.raises(Exception, match="TypeError"):
        session.total(["a", "b"])
    assert answers.seen == [("raise", False)]
    assert not session.alive


@pytest.mark.parametrize("suffix", [".py", ".java"])
def test_file_that_was_being_loaded_has_the_suffix_of_its_language(suffix: str) -> None:
    """A class of a Java submission was reported as a file of Python."""
    program = program_of(
        TOY.assignment, dict(TOY.submission(sums="import os\n\nos._exit(3)\n").files)
    )
    session = Session(TOY.grader.backend.open(program, LIMITS), LIMITS, suffix=suffix)
    session.begin()
    with pytest.raises(Misbehaved) as error:
        session.total([1])
    session.close()
    assert error.value.cause.loading == f"sums{suffix}"


@pytest.mark.slow
def test_endless_loop_is_that_of_the_file_in_which_it_stands() -> None:
    """A right file that imported it was named, and staff read that it does not load."""
    files = {"sums.py": b"import words\n", "words.py": b"\nwhile True:\n    pass\n"}
    session = Session(TOY.grader.backend.open(program_of(TOY.assignment, files), LIMITS), LIMITS)
    session.begin(ProcessPlan(msgspec.structs.replace(LIMITS, cpu_seconds=0.3)))
    with pytest.raises(Misbehaved) as error:
        session.total([1])
    session.close()
    assert error.value.cause.loading == "words.py"


@pytest.mark.slow
def test_endless_loop_that_is_known_is_that_of_the_file_again() -> None:
    """A later process is ended early, and its check read as if a call had hung, not as a file."""
    files = {"sums.py": b"\nwhile True:\n    pass\n"}
    imports = ImportMemory(HangMemory(lambda where: [where] if where else []))
    box = TOY.grader.backend.open(program_of(TOY.assignment, files), LIMITS)
    session = Session(box, LIMITS, imports=imports)
    limits = msgspec.structs.replace(LIMITS, cpu_seconds=0.5)
    causes = []
    for hidden in (True, False):
        session.begin(ProcessPlan(limits, hidden=hidden, needed=0.01))
        with pytest.raises(Misbehaved) as error:
            session.total([1])
        causes.append(error.value.cause)
    session.close()
    assert causes == [Cause(CauseKind.CPU_LIMIT, limit=LIMITS.cpu_seconds, loading="sums.py")] * 2


@pytest.mark.parametrize("multiple", [2, 1000], ids=["", "weak"])
def test_results_of_a_run_have_a_limit_together(
    session: Session, multiple: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fits into a message, and a check may keep all of them: without the limit as long as it likes."""
    monkeypatch.setattr(session_module, "RUN_MESSAGES", multiple)
    monkeypatch.setattr(session, "_limits", msgspec.structs.replace(LIMITS, frame_kb=1))
    session.begin(ProcessPlan(LIMITS))
    numbers = list(range(20))
    for _ in range(20):
        assert session.largest(numbers) == numbers[-1]
    big = 10**400
    with contextlib.ExitStack() as stack:
        if multiple == 2:
            stack.enter_context(pytest.raises(Misbehaved, match="reply_limit"))
        for _ in range(10):
            assert session.largest([big]) == big
    assert session.alive is (multiple != 2)


def test_process_with_a_thread_left_makes_no_further_call() -> None:
    """Later calls are made in fresh processes: in the old one, threads run out, print, or change what was loaded."""
    left = "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
    program = program_of(
        TOY.assignment,
        dict(TOY.submission(sums=left + "def total(numbers):\n    return sum(numbers)\n").files),
    )
    session = Session(TOY.grader.backend.open(program, LIMITS), LIMITS)
    answers = Answers()
    session.begin(ProcessPlan(LIMITS, observer=answers))
    assert [session.total([number]) for number in range(3)] == [0, 1, 2]
    assert answers.processes == 3
    assert answers.seen == [("return", True)] * 3
    session.close()


class Left(Script):
    """A process that refuses its second call, because of a thread, and used 0.3 s."""

    def quiet(self) -> bool:
        return True

    def finish(self) -> ProcessExit:
        return ProcessExit(ExitReason.FINISHED, 0, 0.3)


THREAD_LEFT = (
    messages.Return(1, 0),
    messages.MissingReply(2, "", messages.THREADS_LEFT, "", "", ""),
)


class LeavingBox:
    """A box of such processes; `given` has the CPU time that each of them may use."""

    level = Level.E

    def __init__(self, *replies: messages.Message) -> None:
        self.given: list[float | None] = []
        self.replies = replies or THREAD_LEFT

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Any:
        self.given.append(cpu_seconds)
        return Left(*(values.encode(messages.to_list(one), 1 << 10) for one in self.replies))

    def close(self) -> None:
        """See `Box`."""


def test_process_that_replaces_others_has_what_they_left_of_the_cpu_time() -> None:
    box, limits = LeavingBox(), msgspec.structs.replace(LIMITS, cpu_seconds=1)
    session = Session(box, limits)
    session.begin(ProcessPlan(limits))
    for _ in range(5):
        session.total([1])
    assert box.given == pytest.approx([1.0, 0.7, 0.4, 0.1, 0.1])


@pytest.mark.parametrize("hidden", [True, False])
def test_output_of_a_hidden_call_is_kept_from_the_result(hidden: bool) -> None:
    session = Session(LeavingBox(messages.Printed(1, "the input"), messages.Return(1, 0)), LIMITS)
    session.begin(ProcessPlan(LIMITS, hidden=hidden))
    session.total([1])
    assert session.printed == ("" if hidden else "the input")


def test_process_that_replaces_others_ends_with_their_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run has as long as its first process here, so that no later one has longer."""
    monkeypatch.setattr(session_module, "RUN_TIMES", 1)
    deadlines: list[float] = []
    usual = Script.receive

    def receive(self: Script, deadline: float) -> bytes:
        deadlines.append(deadline)
        return usual(self, deadline)

    monkeypatch.setattr(Script, "receive", receive)
    session = Session(LeavingBox(), LIMITS)
    session.begin(ProcessPlan(LIMITS))
    for _ in range(5):
        session.total([1])
    assert len(deadlines) > 5 and len(set(deadlines)) == 1


@pytest.mark.slow
def test_calls_have_no_more_cpu_time_because_a_thread_is_left() -> None:
    """Each call got the whole limit of a process, so that a slow program passed by leaving threads."""
    slow = (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "def total(numbers):\n    end = time.process_time() + 0.3\n    while time.process_time() < end:\n        pass\n    return 0\n"
    )
    limits = msgspec.structs.replace(LIMITS, cpu_seconds=1)
    program = program_of(TOY.assignment, dict(TOY.submission(sums=slow).files))
    session = Session(TOY.grader.backend.open(program, limits), limits)
    session.begin(ProcessPlan(limits))
    with pytest.raises(Misbehaved, match="cpu_limit"):
        for number in range(6):
            session.total([number])
    session.close()


def test_thread_that_cannot_start_is_told_of_those_that_were_left() -> None:
    """The error alone says nothing of the cause."""
    flood = (
        "import threading, time\ndef total(numbers):\n    while True:\n"
        "        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
    )
    program = program_of(TOY.assignment, dict(TOY.submission(sums=flood).files))
    session = Session(TOY.grader.backend.open(program, LIMITS), LIMITS)
    session.begin(ProcessPlan(LIMITS))
    with pytest.raises(Misbehaved, match="threads that the program left behind still run"):
        session.total([1])
    session.close()
