"""Prefetched results by call answer a check that runs on one example."""

from __future__ import annotations

import pytest

from graders.harness.protocol import messages, values
from graders.harness.replay.by_call import Agreement, ResultsByCall
from graders.harness.replay.prefetch import NotPrefetched, Replies
from graders.harness.replay.trace import ProcessTrace, Trace, digest

LIMIT = 1 << 16


def frame_of(number: int, operation: str, *arguments: object) -> bytes:
    """Return the frame of a call."""
    call = messages.Call(number, operation, list(arguments))
    return values.encode_frame(messages.to_list(call), LIMIT)


def payload_of(number: int, result: object) -> bytes:
    """Return the reply to a call."""
    return values.encode(["return", number, result], LIMIT)


def results(*calls: tuple[str, object, object]) -> ResultsByCall:
    """Return the results of *calls*: operation, argument, result."""
    numbered = list(enumerate(calls, 1))
    frames = [
        frame_of(number, operation, argument) for number, (operation, argument, _) in numbered
    ]
    payloads = tuple(payload_of(number, result) for number, (_, _, result) in numbered)
    process = ProcessTrace(b"".join(frames), b"".join(map(digest, payloads)))
    return ResultsByCall(Replies(Trace((process,)), results=payloads))


def test_call_gets_its_result_whatever_its_number() -> None:
    """A check that runs on the third example alone begins in the middle of the calls."""
    known = results(
        ("turn", [1, 2], "a"), ("turn", "x, y", {"b": (1, None)}), ("flip", [1, 2], "c")
    )
    assert known.flip([1, 2]) == "c"
    assert known.turn("x, y") == {"b": (1, None)}
    assert known.turn([1, 2]) == "a"


def test_each_call_gets_a_result_of_its_own() -> None:
    known = results(("turn", 1, [1, 2]))
    known.turn(1).append(3)
    assert known.turn(1) == [1, 2]


def test_call_that_was_not_prefetched_is_unknown() -> None:
    known = results(("turn", 1, "a"))
    for operation, arguments in (("turn", (2,)), ("flip", (1,)), ("turn", ())):
        with pytest.raises(NotPrefetched):
            known.call(operation, arguments)


def test_call_with_different_results_is_unknown() -> None:
    """Such a program keeps state, so that a fresh process may return either, or a third result."""
    known = results(("turn", 1, "a"), ("turn", 2, "b"), ("turn", 1, "c"), ("turn", 1, "a"))
    assert known.turn(2) == "b"
    with pytest.raises(NotPrefetched):
        known.turn(1)


RAISED = b'["raise",7,"ValueError","","","error"]'


@pytest.mark.parametrize(
    ("operation", "argument", "payload", "agrees"),
    [
        ("turn", 1, payload_of(7, "a"), True),
        ("turn", 1, payload_of(7, "b"), False),
        ("turn", 1, RAISED, False),
        ("turn", 3, payload_of(7, "a"), False),
        ("flip", 1, RAISED, True),
    ],
    ids=["same", "other", "no result", "had different results", "was not prefetched"],
)
def test_run_agrees_unless_a_result_is_not_the_prefetched_one(
    operation: str, argument: int, payload: bytes, agrees: bool
) -> None:
    agreement = Agreement(
        results(("turn", 1, "a"), ("turn", 2, "b"), ("turn", 3, "a"), ("turn", 3, "b"))
    )
    agreement.answered(frame_of(7, operation, argument), payload, returned=True)
    agreement.answered(frame_of(8, "turn", 2), payload_of(8, "b"), returned=True)
    assert agreement.agrees is agrees


def test_results_up_to_an_exception_are_known() -> None:
    frames = frame_of(1, "turn", 1) + frame_of(2, "turn", 2)
    process = ProcessTrace(frames, digest(b"") + digest(b""))
    known = ResultsByCall(Replies(Trace((process,)), results=(payload_of(1, "a"),), ending=RAISED))
    assert known.turn(1) == "a"
    with pytest.raises(NotPrefetched):
        known.turn(2)
