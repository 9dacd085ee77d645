"""A process that serves one check after another: nothing is gained by it, nothing it remembers is told, nothing is lost."""

from __future__ import annotations

import re

import pytest

from graders.harness.judging.ahead import Recorder, parts_of
from graders.harness.judging.grading import Grader
from graders.harness.result import Verdict, to_json
from graders.harness.sandbox import find_interpreter, reuse, select_backend
from graders.harness.sandbox.launched import LaunchedBox
from graders.harness.worker import wire
from tests.toy import GOOD, submission, toy

RIGHT = GOOD["sums.py"]

# Each is handed in as sums.py. All have to get the same result, to the byte, with a process that serves many checks and
# with one for each: what they have in common is that they know of each other's calls only by sharing a process.
PROGRAMS = {
    "right": RIGHT,
    "counts calls in its module": "CALLS = []\n\n\ndef total(numbers):\n    CALLS.append(1)\n    return sum(numbers)\n\n\n"
    "def largest(numbers):\n    return max(numbers) if len(CALLS) else 0\n",
    "right only after another check": "import builtins\n\n\ndef total(numbers):\n    builtins.seen = True\n    return sum(numbers)\n\n\n"
    "def largest(numbers):\n    import builtins\n    return max(numbers) if hasattr(builtins, 'seen') else 0\n",
    "right only after another check, by a module of the library": "import math\n\n\ndef total(numbers):\n    math.seen = True\n"
    "    return sum(numbers)\n\n\ndef largest(numbers):\n    return max(numbers) if len(numbers) > 1 or hasattr(math, 'seen') else -99\n",
    "tells what others were asked": "import math\n\nmath.asked = getattr(math, 'asked', [])\n\n\ndef total(numbers):\n"
    "    raise ValueError(repr(math.asked))\n\n\ndef largest(numbers):\n    math.asked.append(numbers)\n    return max(numbers)\n",
    "dies in the middle": "import os\n\n\ndef total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n"
    "    os._exit(0) if len(numbers) == 3 else None\n    return max(numbers)\n",
    "leaves a thread": "import threading, time\n\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n" + RIGHT,
    "leaves a file": "open('left', 'a').write('x')\n" + RIGHT,
    "answers out of turn": "import os\n\n\ndef total(numbers):\n    os.write(3, b'\\x00\\x00\\x00\\x0f[\"return\",1,0]  ')\n"
    "    return sum(numbers)\n\n\ndef largest(numbers):\n    return max(numbers)\n",
    "sets hooks and limits": "import sys\n\nsys.setrecursionlimit(50)\nsys.settrace(lambda *_: None)\n" + RIGHT,
    "draws at random": "import random\n\n\ndef total(numbers):\n    return sum(numbers) + (random.random() < 0.5)\n\n\n"
    "def largest(numbers):\n    return max(numbers)\n",
    "changes what is built in": "import builtins\n\n\ndef total(numbers):\n    builtins.max = min\n    return sum(numbers)\n\n\n"
    "def largest(numbers):\n    return max(numbers)\n",
}


@pytest.fixture(scope="module")
def grader():  # type: ignore[no-untyped-def]
    """A grader in the strongest sandbox on offer."""
    with Grader(toy(), select_backend(find_interpreter(toy().manifest.python))) as made:
        yield made


def at_any_address(result: bytes) -> bytes:
    """*result* without the addresses that pytest, in whose process this grader runs, shows where an assert fails."""
    return re.sub(rb"0x[0-9a-f]+", b"0x", result)


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_bytes_with_a_process_for_each_check(grader: Grader, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Also for what is right only because of what another check has left, and for what wants to tell what it saw."""
    one = submission(sums=PROGRAMS[name])
    shared = at_any_address(to_json(grader.grade(one).result))
    monkeypatch.setattr(reuse.ReusingBox, "connect", lambda box, variant, cpu=None, reuse=False: box.inner.connect(variant, cpu))
    assert at_any_address(to_json(grader.grade(one).result)) == shared


def test_right_program_needs_few_processes(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is what it is for: all checks whose calls can go ahead share one."""
    started = []
    connect = LaunchedBox.connect

    def noted(box: LaunchedBox, *arguments: object, **more: object) -> object:
        started.append(1)
        return connect(box, *arguments, **more)  # type: ignore[arg-type]

    grader.grade(submission())
    monkeypatch.setattr(LaunchedBox, "connect", noted)
    result = grader.grade(submission()).result
    shared = len(started)
    monkeypatch.setattr(reuse.ReusingBox, "connect", lambda box, variant, cpu=None, reuse=False: box.inner.connect(variant, cpu))
    assert grader.grade(submission()).result == result
    assert {check.verdict for check in result.checks} == {Verdict.PASSED}
    assert shared < len(started) - shared


def frames(*calls: tuple[object, object]) -> list[tuple[bytes, bytes]]:
    """Calls with these arguments and answers, as they go over the pipe."""
    return [
        (
            wire.encode_frame(["call", number, "move", [argument]], 1 << 20),
            wire.encode_frame(["return", number, answer], 1 << 20)[wire.HEADER.size :],
        )
        for number, (argument, answer) in enumerate(calls, 1)
    ]


def recorded(*calls: tuple[object, object], told: set[str]) -> tuple[tuple[int, ...], bool]:
    """Which of these calls have to wait, and whether they need a process of their own, after others have *told*."""
    recorder = Recorder()
    recorder.on = True
    recorder.process()
    for frame, payload in frames(*calls):
        recorder.keep(frame, payload)
    trace = recorder.trace(False, told)
    assert trace is not None
    return trace.legs[0].waits, trace.fresh


FIRST, SECOND, THIRD = ([number] * 12 for number in (11, 22, 33))


def test_call_that_tells_an_answer_waits_for_it() -> None:
    """The next board of a game is the right answer of the last move; what is asked again tells nothing new."""
    assert recorded((FIRST, SECOND), (SECOND, THIRD), (THIRD, 0), told=set()) == ((1, 2), False)
    assert recorded((FIRST, SECOND), (FIRST, 1), (FIRST, 2), told=set()) == ((), False)
    assert recorded((FIRST, FIRST), (FIRST, 1), told=set()) == ((), False)
    assert recorded((FIRST, {"board": [SECOND, 1]}), ([1, (2, SECOND)], 1), told=set()) == ((1,), False)


def test_check_whose_answers_another_check_tells_needs_a_process_of_its_own() -> None:
    """Whichever comes first: what is asked in one may be remembered in the other."""
    told: set[str] = set()
    assert recorded((SECOND, 0), told=told) == ((), False)
    assert recorded((FIRST, SECOND), told=told) == ((), True)
    assert recorded((THIRD, 1), told=told) == ((), False)
    assert parts_of([FIRST]) - told == parts_of([FIRST])  # what has a process of its own tells the others nothing
