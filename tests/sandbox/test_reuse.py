"""A process of a trusted program serves several checks, and is reset before each."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from graders.extensions.faults.changing_box import ChangingBox
from graders.harness.grading import benches
from graders.harness.grading.grader import Grader
from graders.harness.inside.modules import Program
from graders.harness.protocol import values
from graders.harness.replay import recording
from graders.harness.sandbox.interface import Backend, Box, ExitReason, SandboxError
from graders.harness.sandbox.reuse import ReusingBox
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import call, once
from tests.sandbox.test_boxes import launcher_pid, zygotes
from tests.world import TOY

OpenBox = Callable[..., Box]

WORK = """
import os

seen = []

def count():
    seen.append(1)
    return len(seen)

def process():
    return os.getpid()

def leave_a_thread():
    import threading, time
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""


@pytest.fixture
def box(open_box: OpenBox) -> Iterator[ReusingBox]:
    """A box whose program is trusted."""
    box = ReusingBox(open_box(work=WORK))
    yield box
    box.close()


def asked(
    box: ReusingBox, *functions: str, variant: str = "own", reuse: bool = True
) -> list[object]:
    """Return the answers of the program's functions in one check."""
    connection = box.connect(variant, 1.0, reuse)
    answers = [call(connection, "call", function)[1] for function in functions]
    assert connection.finish().cause is ExitReason.FINISHED
    return answers


def test_process_serves_again_without_the_old_state(box: ReusingBox) -> None:
    """The process is the same, but a check's changes to its modules are gone."""
    assert asked(box, "count", "count", "count") == [1, 2, 3]
    first, *_ = asked(box, "process")
    assert asked(box, "process", "count") == [first, 1]


def test_lines_that_a_traceback_has_read_are_read_again(open_box: OpenBox) -> None:
    """Before, a program with a debugger or a traceback showed its lines in a process that had served
    before only, and was flagged as nondeterministic.
    """
    source = "import linecache\ndef kept():\n    return 'it' in linecache.cache\ndef keep():\n    linecache.cache['it'] = (1, None, ['x'], 'it')\n"
    with contextlib.closing(ReusingBox(open_box(work=source))) as box:
        assert asked(box, "kept", "keep", "kept") == [False, None, True]
        assert asked(box, "kept") == [False]


LEDGER = b"""
class Book:
    title = "Ledger"
    pages = []

class Thick(Book):
    pass

stamp = object()
seen = []
level = 1
"""
SHELF = b"""
from work import seen
import ledger
"""
READER = """
import sys

seen = []
import ledger, shelf

def look():
    return [len(ledger.seen), ledger.level, ledger.Book.title, vars(ledger.Thick).get("title"), hasattr(ledger, "new")]

def spoil():
    ledger.seen.append(1)
    ledger.level = 2
    ledger.new = 3
    ledger.Book.title = "Novel"
    ledger.Thick.title = "Thick"
    return look()

def stamp():
    return id(ledger.stamp)

def is_on_its_own_shelf():
    return shelf.seen is seen and shelf.ledger is ledger is sys.modules["ledger"]

def import_again():
    del sys.modules["ledger"]
    import ledger as another
    return another.stamp is not ledger.stamp
"""


@pytest.fixture
def library(backend: Backend) -> Iterator[ReusingBox]:
    """A box for a program with two course files: one that does not know the submission, and one that does."""
    program = Program(
        {"work.py": READER.encode()},
        {"ledger.py": LEDGER, "shelf.py": SHELF},
        {"driver.py": DRIVER},
    )
    box = ReusingBox(backend.open(program, LIMITS))
    yield box
    box.close()


def test_course_module_is_restored_and_not_run_again(library: ReusingBox) -> None:
    """Its names, the contents of its lists, and the attributes of its classes."""
    as_it_was = [0, 1, "Ledger", None, False]
    before, spoiled, stamp = asked(library, "look", "spoil", "stamp")
    assert (before, spoiled) == (as_it_was, [1, 2, "Novel", "Thick", True])
    assert asked(library, "look", "stamp") == [as_it_was, stamp]


def test_course_module_that_knows_the_submission_is_run_again(library: ReusingBox) -> None:
    """It would still hold the modules of an earlier check."""
    assert asked(library, "is_on_its_own_shelf") == asked(library, "is_on_its_own_shelf") == [True]


def test_module_that_is_imported_again_within_a_check_is_a_new_one(library: ReusingBox) -> None:
    """As in a separate process. After the check the old one is back."""
    (stamp,) = asked(library, "stamp")
    assert asked(library, "import_again", "look") == [True, [0, 1, "Ledger", None, False]]
    assert asked(library, "stamp", "is_on_its_own_shelf") == [stamp, True]


@pytest.mark.slow
def test_another_variant_and_a_check_without_reuse_get_new_processes(box: ReusingBox) -> None:
    """No process is kept beside theirs."""
    seen = [
        asked(box, "process")[0],
        asked(box, "process", variant="other")[0],
        asked(box, "process", reuse=False)[0],
    ]
    seen.append(asked(box, "process")[0])
    assert len(set(map(str, seen))) == len(seen)


def test_process_with_a_thread_left_does_not_serve_again(box: ReusingBox) -> None:
    """It cannot be reset."""
    first, _ = asked(box, "process", "leave_a_thread")
    assert asked(box, "process") != [first]


def test_interrupted_process_does_not_serve_again(box: ReusingBox) -> None:
    """Its late answer would go to another check."""
    connection = box.connect("own", 1.0, True)
    first = call(connection, "call", "process")[1]
    connection.send_ahead(values.encode_frame(["call", 2, "call", ["count"]], 1 << 10))
    connection.finish()
    assert asked(box, "process", "count")[1:] == [1]
    assert asked(box, "process") != [first]


@pytest.mark.slow
def test_recording_is_the_same_with_a_process_for_each_check(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the times of the checks differ."""
    served = recording.lasting(Grader(TOY.assignment, backend).record())
    monkeypatch.setattr(benches, "ReusingBox", lambda box: box)
    assert recording.lasting(Grader(TOY.assignment, backend).record()) == served


def changing(text: str, **more: str) -> Program:
    submitted = {f"{name}.py": source.encode() for name, source in {"work": text, **more}.items()}
    return Program(submitted, {}, {"driver.py": DRIVER})


TELL = "import part\ndef tell(): return part.NUMBER, {}\n"


@pytest.mark.slow
def test_changes_of_a_submission_share_a_box(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process has the files of the present change, and no others."""
    opened: list[Box] = []
    usual = backend.open
    monkeypatch.setattr(
        backend, "open", lambda *arguments: opened.append(usual(*arguments)) or opened[-1]
    )
    box = ChangingBox(backend)
    answers = []
    for program in (
        changing(TELL.format(1), part="NUMBER = 5"),
        changing(TELL.format(2), part="NUMBER = 5"),
        changing(TELL.format(3), part="NUMBER = ("),
        changing(TELL.format(4)),
        changing(TELL.format(5), part="NUMBER = 6"),
    ):
        change = box.open(program, LIMITS)
        answers.append(once(change, "tell"))
        change.close()
    box.end()
    kinds = ["return", "return", "missing", "missing", "return"]
    assert [kind for kind, *_ in answers] == kinds
    assert [answers[number][1] for number in (0, 1, 4)] == [(5, 1), (5, 2), (6, 5)]
    assert len(opened) == 1


def test_change_of_a_lost_box_gets_another_one(backend: Backend) -> None:
    box = ChangingBox(backend)
    before = zygotes(launcher_pid(backend))
    lost = box.open(changing(TELL.format(1), part="NUMBER = 5"), LIMITS)
    (zygote,) = zygotes(launcher_pid(backend)) - before
    os.kill(zygote, signal.SIGKILL)
    with pytest.raises(SandboxError):
        once(lost, "tell")
    assert once(box.open(changing(TELL.format(2), part="NUMBER = 6"), LIMITS), "tell") == [
        "return",
        (6, 2),
    ]
    box.end()
