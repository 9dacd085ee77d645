"""Processes of a trusted program serve one check after the other, each as fresh as one of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graders.harness.judging import grading, recording
from graders.harness.judging.grading import Grader
from graders.harness.sandbox.interface import Backend, Box, Cause
from graders.harness.sandbox.reuse import ReusingBox
from graders.harness.worker import wire
from tests.sandbox.talk import call
from tests.toy import toy

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
def box(open_box: OpenBox) -> ReusingBox:
    """A box that takes what it runs for trusted."""
    return ReusingBox(open_box(work=WORK))


def asked(box: ReusingBox, *functions: str, variant: str = "own", reuse: bool = True) -> list[object]:
    """What functions of the program answer in one check."""
    connection = box.connect(variant, 1.0, reuse)
    answers = [call(connection, "call", function)[1] for function in functions]
    assert connection.finish().cause is Cause.FINISHED
    return answers


def test_process_serves_again_and_has_forgotten(box: ReusingBox) -> None:
    """It is the same one, and what a check has left in its modules is gone."""
    assert asked(box, "count", "count", "count") == [1, 2, 3]
    first, *_ = asked(box, "process")
    assert asked(box, "process", "count") == [first, 1]


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
    connection.send_ahead(wire.encode_frame(["call", 2, "call", ["count"]], 1 << 10))
    connection.finish()
    assert asked(box, "process", "count")[1:] == [1]
    assert asked(box, "process") != [first]


def test_recording_is_the_same_with_a_process_for_each_check(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the byte, but for the time that each took."""
    served = recording.lasting(Grader(toy(), backend).record().kept)
    monkeypatch.setattr(grading, "ReusingBox", lambda box: box)
    assert recording.lasting(Grader(toy(), backend).record().kept) == served
