"""What goes ahead tells no answer: which calls have to wait, and which checks share no process with others."""

from __future__ import annotations

from graders.harness.judging.ahead import Recorder, parts_of
from graders.harness.worker import wire


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
