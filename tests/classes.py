"""Classes of toy submissions, and ways to grade them in a batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.harness.course.run.batch import Batch
from graders.harness.course.run.deliveries import GradedSubmission, WorkPlan
from graders.harness.course.run.store import Store
from graders.harness.intake import Submission
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import HasFiles
from graders.harness.processes import pool
from graders.harness.processes.jobs import Settings
from graders.harness.result import to_json
from tests.world import TOY

CPU_SECONDS = 0.3
"""CPU limit: twenty times the need of a right submission to the toy assignment."""

SETTINGS = Settings("toy", root=str(TOY.root), cpu_seconds=CPU_SECONDS, shrink_calls=12)

LARGEST = "\n\n\ndef largest(numbers):\n    return max(numbers)\n"
SERVER = "from _grader import sandbox\n\nSERVER = sandbox.ask.__self__\n\n\n"
"""The object that serves the calls, as a hostile submission finds it."""

STEP_AND_BACK = '''
@check("step.public")
@given(place=st.integers(0, 9))
def test_step(student, reference, place):
    """step goes on."""
    expect(student.step(place), reference.step(place))

@check("back.hidden", visibility="hidden")
@given(place=st.integers(0, 9))
def test_back(student, reference, place):
    """back returns."""
    expect(student.back(place + 7000), reference.back(place + 7000))
'''
"""A public check, and a hidden one whose arguments the public one never has."""


def burning(seconds: float) -> str:
    """Return the source of a function ``burn`` that uses *seconds* of CPU time, even on a busy machine."""
    return (
        f"import time\n\n\ndef burn():\n    end = time.process_time() + {seconds!r}\n"
        "    while time.process_time() < end:\n        pass\n\n\n"
    )


def dozing(seconds: float) -> str:
    """Return source that burns enough CPU time to count as at work (``processes.AT_WORK``), then waits.

    It does not sleep, because that takes no time in a box.
    """
    return f"{burning(0.05)}burn()\nimport select\nselect.poll().poll({1000 * seconds!r})\n\n\n"


def total(body: str, top: str = "") -> str:
    """Return a sums.py with this body of ``total``; all else is right."""
    return f"{top}def total(numbers):\n    {body}\n{LARGEST}"


SUMS: Mapping[str, str | None] = {
    "right": TOY.good["sums.py"],
    "wrong": total("return sum(n for n in numbers if n < 20)"),
    "raising": total("raise ValueError('no idea')"),
    "missing": None,
    "unfinished": total("return (1"),
    "printing": total("print('x' * 2000000)\n    return sum(numbers)"),
    "crashing": total(
        "if len(numbers) > 3:\n        os.abort()\n    return sum(numbers)", "import os\n\n\n"
    ),
    "leaving": total("os._exit(0)", "import os\n\n\n"),
    "asking": total("return sandbox.ask('total', numbers)", "from _grader import sandbox\n\n\n"),
    "forging": total(
        "SERVER.channel.held.append(type(SERVER.channel).write.__globals__['encode_frame'](['return', 999, 0], 100))\n    return sum(numbers)",
        SERVER,
    ),
    "remembering": total(
        "CALLS.append(1)\n    return sum(numbers) + (len(CALLS) == 3)", "CALLS = []\n\n\n"
    ),
}
"""The sums.py of each submission, by the submission's name."""

SLOW_SUMS: Mapping[str, str] = {
    "looping": "def total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n"
    "    while len(numbers) > 1:\n        pass\n    return max(numbers)\n",
    "hanging": "while True:\n    pass\n",
    "hoarding": total("return sum([len(b'x' * (1 << 29))] + numbers)"),
    "slow": burning(0.6 * CPU_SECONDS) + "burn()\n\n\n" + TOY.good["sums.py"],
}
"""Further submissions, which cost the tests some CPU time."""


def of(name: str, sums: str | None, words: str = TOY.good["words.py"]) -> Submission:
    """Return a submission of these files, called *name*."""
    files = {"sums.py": sums, "words.py": words}
    return Submission(
        name, {file: text.encode() for file, text in files.items() if text is not None}
    )


def some(sums: Mapping[str, str | None]) -> list[Submission]:
    """Return submissions with these files, by their names."""
    return [of(name, text) for name, text in sums.items()]


@dataclass(frozen=True)
class Given:
    """The source of a delivery whose submission has been read already."""

    submission: Submission

    def read(self, assignment: HasFiles) -> Submission:
        """See `intake.delivery.FileSource`."""
        return self.submission


def delivered(submissions: Iterable[Submission]) -> list[SubmissionSource]:
    """Return the submissions as a class's deliveries."""
    return [SubmissionSource(one.name, one.name, Given(one)) for one in submissions]


def in_a_batch(
    submissions: Iterable[Submission],
    width: int = 1,
    settings: Settings = SETTINGS,
    store: Store | None = None,
) -> list[GradedSubmission]:
    """Grade a class on this machine, *width* submissions at once. Later ones use the same warm processes."""
    with ThreadPoolExecutor(width) as threads:
        return on_executor(threads, delivered(submissions), width, store, settings)


def end_warm_processes() -> None:
    """End the processes that `in_a_batch` keeps for later classes."""
    pool.this_process().close()
    pool.this_process.cache_clear()


def on_executor(
    executor: Executor,
    deliveries: Iterable[SubmissionSource],
    width: int,
    store: Store | None = None,
    settings: Settings = SETTINGS,
) -> list[GradedSubmission]:
    """Grade a class on any executor."""
    done: list[GradedSubmission] = []
    Batch(settings.load(), settings, executor, width, store, done.append).run(deliveries)
    return done


def results(done: Iterable[GradedSubmission]) -> dict[str, bytes]:
    """Return the bytes of each result by the delivery's name; two for one delivery are an error."""
    found: dict[str, bytes] = {}
    for one in done:
        assert one.delivery.name not in found, f"{one.delivery.name} has two results"
        assert one.result is not None, one.message
        found[one.delivery.name] = to_json(one.result)
    return found


def world(into: Path, sums: str | None = None) -> Path:
    """Copy the toy world to a new folder, and replace the reference's sums.py if *sums* is given."""
    edits = {} if sums is None else {"reference/toy/sums.py": ("", sums)}
    return TOY.copy(into, edits).root


def write_class(folder: Path, submissions: Iterable[Submission]) -> Path:
    """Write submissions in the form of a class: a folder for each."""
    for one in submissions:
        for name, data in one.files.items():
            (folder / one.name).mkdir(parents=True, exist_ok=True)
            (folder / one.name / name).write_bytes(data)
    return folder


class NothingRuns:
    """Stands in for `Batch`: :meth:`graded` has the result of each delivery, and nothing is run."""

    remark = ""

    def __init__(self, *parts: Any) -> None:
        self._arrived = parts[5]

    def plan_work(self, deliveries: Iterable[SubmissionSource]) -> WorkPlan:
        """Return a plan in which every result is known."""
        return WorkPlan(frozenset(one.name for one in deliveries), frozenset(), 0, {})

    def run(self, deliveries: Iterable[SubmissionSource]) -> None:
        """Pass on a result for each."""
        for delivery in deliveries:
            self._arrived(self.graded(delivery))

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return the result of *delivery*."""
        raise NotImplementedError
