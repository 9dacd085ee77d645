"""Processes of a trusted program serve one check after the other, each as fresh as one of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from graders.harness.grading import benches
from graders.harness.grading.grader import Grader
from graders.harness.inside.modules import Program
from graders.harness.protocol import values
from graders.harness.replay import recording
from graders.harness.sandbox.interface import Backend, Box, ExitReason
from graders.harness.sandbox.reuse import ReusingBox
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import call
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
    """A box that takes what it runs for trusted."""
    box = ReusingBox(open_box(work=WORK))
    yield box
    box.close()


def asked(box: ReusingBox, *functions: str, variant: str = "own", reuse: bool = True) -> list[object]:
    """What functions of the program answer in one check."""
    connection = box.connect(variant, 1.0, reuse)
    answers = [call(connection, "call", function)[1] for function in functions]
    assert connection.finish().cause is ExitReason.FINISHED
    return answers


def test_process_serves_again_and_has_forgotten(box: ReusingBox) -> None:
    """It is the same one, and what a check has left in its modules is gone."""
    assert asked(box, "count", "count", "count") == [1, 2, 3]
    first, *_ = asked(box, "process")
    assert asked(box, "process", "count") == [first, 1]


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
    """A box for a program whose course files are a module that knows nothing of it, and one that does."""
    program = Program({"work.py": READER.encode()}, {"ledger.py": LEDGER, "shelf.py": SHELF}, {"driver.py": DRIVER})
    box = ReusingBox(backend.open(program, LIMITS))
    yield box
    box.close()


def test_course_module_is_put_back_and_not_run_again(library: ReusingBox) -> None:
    """Its names, what is in its lists, and the names of its classes."""
    as_it_was = [0, 1, "Ledger", None, False]
    before, spoiled, stamp = asked(library, "look", "spoil", "stamp")
    assert (before, spoiled) == (as_it_was, [1, 2, "Novel", "Thick", True])
    assert asked(library, "look", "stamp") == [as_it_was, stamp]


def test_course_module_that_knows_the_submission_is_run_again(library: ReusingBox) -> None:
    """It would know the modules of an earlier check."""
    assert asked(library, "is_on_its_own_shelf") == asked(library, "is_on_its_own_shelf") == [True]


def test_module_that_is_imported_again_within_a_check_is_another_one(library: ReusingBox) -> None:
    """As in a process of its own; after it all is as before."""
    (stamp,) = asked(library, "stamp")
    assert asked(library, "import_again", "look") == [True, [0, 1, "Ledger", None, False]]
    assert asked(library, "stamp", "is_on_its_own_shelf") == [stamp, True]


def test_another_variant_and_who_does_not_ask_for_it_get_a_process_of_their_own(box: ReusingBox) -> None:
    """And nothing is kept beside it."""
    seen = [asked(box, "process")[0], asked(box, "process", variant="other")[0], asked(box, "process", reuse=False)[0]]
    seen.append(asked(box, "process")[0])
    assert len(set(map(str, seen))) == len(seen)


def test_process_with_a_thread_left_does_not_serve_again(box: ReusingBox) -> None:
    """It cannot be made as fresh as another one."""
    first, _ = asked(box, "process", "leave_a_thread")
    assert asked(box, "process") != [first]


def test_process_that_was_interrupted_does_not_serve_again(box: ReusingBox) -> None:
    """Its answer would come to somebody else."""
    connection = box.connect("own", 1.0, True)
    first = call(connection, "call", "process")[1]
    connection.send_ahead(values.encode_frame(["call", 2, "call", ["count"]], 1 << 10))
    connection.finish()
    assert asked(box, "process", "count")[1:] == [1]
    assert asked(box, "process") != [first]


def test_recording_is_the_same_with_a_process_for_each_check(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the byte, but for the time that each took."""
    served = recording.lasting(Grader(TOY.assignment, backend).record())
    monkeypatch.setattr(benches, "ReusingBox", lambda box: box)
    assert recording.lasting(Grader(TOY.assignment, backend).record()) == served
