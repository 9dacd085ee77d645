"""No call of a prefetch discloses an answer, because some calls wait, and the checks have an order."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from graders.harness.assignment.check import CheckSpec
from graders.harness.protocol import frames, packed, values
from graders.harness.replay.recording import scheduled
from graders.harness.replay.trace import (
    CallRecorder,
    Disclosure,
    Trace,
    beginnings,
    digest,
    parts_of,
    schedule,
)
from graders.harness.result import Visibility

Call = tuple[object, object]
"""An argument, and the result."""


def framed(*calls: Call) -> list[tuple[bytes, bytes]]:
    """Return frame and reply of each call, in the form of the pipe."""
    return [
        (
            values.encode_frame(["call", number, "move", [argument]], 1 << 20),
            values.encode_frame(["return", number, answer], 1 << 20)[frames.HEADER.size :],
        )
        for number, (argument, answer) in enumerate(calls, 1)
    ]


def recorder_of(*processes: list[Call], packs: bool = False) -> CallRecorder:
    """Return a recorder that has seen these calls, process by process."""
    recorder = CallRecorder(packs=packs)
    recorder.run_started()
    for calls in processes:
        recorder.process_started()
        for frame, payload in framed(*calls):
            recorder.answered(frame, payload, returned=True)
    return recorder


def recorded(*calls: Call, packs: bool = False) -> tuple[Trace, Disclosure]:
    """Return the recording of these calls to one process."""
    kept = recorder_of(list(calls), packs=packs).trace()
    assert kept is not None
    return kept


def waits(*calls: Call) -> tuple[int, ...]:
    """Return which of these calls wait."""
    return recorded(*calls)[0].processes[0].waits


FIRST, SECOND, THIRD, FOURTH = ([number] * 12 for number in (11, 22, 33, 44))


def test_call_that_discloses_an_answer_waits_for_it() -> None:
    """The next board of a game is the answer to the last move. An earlier argument is not an answer."""
    assert waits((FIRST, SECOND), (SECOND, THIRD), (THIRD, 0)) == (1, 2)
    assert waits((FIRST, SECOND), (FIRST, 1), (FIRST, 2)) == ()
    assert waits((FIRST, FIRST), (FIRST, 1)) == ()
    assert waits((FIRST, {"board": [SECOND, 1]}), ([1, (2, SECOND)], 1)) == (1,)


def test_batches_are_all_calls_split_before_each_that_waits() -> None:
    """No call is lost, and none is sent twice."""
    (process,) = recorded((FIRST, SECOND), (FIRST, 1), (SECOND, THIRD), (THIRD, 0))[0].processes
    batches = list(process.batches(process.calls))
    assert [count for _, count in batches] == [2, 1, 1]
    assert b"".join(calls for calls, _ in batches) == process.calls
    assert process.length == 4


def test_each_process_of_a_run_has_its_part_of_the_trace() -> None:
    """A new run starts a new trace."""
    recorder = recorder_of([(FIRST, 1), (SECOND, 2)], [(THIRD, 3)])
    kept = recorder.trace()
    assert kept is not None
    assert [process.length for process in kept[0].processes] == [2, 1]
    assert kept[0].calls == 3
    recorder.run_started()
    assert recorder.trace() is None


def test_run_with_a_call_without_a_result_has_no_trace() -> None:
    """Its check may require the failure, and a call that is sent ahead could not prove it."""
    recorder = recorder_of([(FIRST, 1)])
    recorder.answered(*framed((SECOND, 2))[0], returned=False)
    assert recorder.trace() is None


def test_ambiguous_reply_is_not_requested_in_packed_form() -> None:
    """Sets have no order, and every object with a buffer is packed like bytes."""
    (process,) = recorded((FIRST, 1), (SECOND, [2]), packs=True)[0].processes
    calls = [
        values.decode(frame[frames.HEADER.size :]) for frame, _ in framed((FIRST, 1), (SECOND, [2]))
    ]
    assert process.packed_calls == b"".join(packed.pack(call, 1 << 20) or b"" for call in calls)
    assert len(process.packed_replies) == len(process.replies)
    for result in (frozenset([1]), b"1"):
        (process,) = recorded((FIRST, 1), (SECOND, result), packs=True)[0].processes
        assert process.packed_calls == process.packed_replies == b""
        assert process.length == 2


def order(**checks: Call) -> list[str]:
    """Return the order in which checks of one call each are prefetched."""
    return schedule({name: recorded(call)[1] for name, call in checks.items()})


def test_check_comes_before_the_one_that_discloses_its_answers() -> None:
    """Otherwise the program could remember the right answer from the other's arguments."""
    assert order(a=(SECOND, 0), b=(FIRST, SECOND), c=(THIRD, 1)) == ["b", "c", "a"]
    assert order(a=(SECOND, THIRD), b=(FIRST, SECOND), c=(THIRD, 1)) == ["b", "a", "c"]


def test_checks_that_disclose_each_others_answers_are_left_out() -> None:
    """Checks whose answers these disclose are left out, too; the others are prefetched."""
    assert order(a=(FIRST, SECOND), b=(SECOND, FIRST)) == []
    ring = {"a": (FIRST, SECOND), "b": (SECOND, THIRD), "c": (THIRD, FIRST)}
    assert order(**ring, d=(1, 2)) == ["d"]
    pairs = {"a": (FIRST, SECOND), "b": (SECOND, FIRST), "c": (THIRD, FOURTH)}
    assert order(**pairs) == ["c"]


def test_beginning_of_a_longer_check_is_found() -> None:
    """The longest check is named; a check of several processes is neither the beginning nor the longer one."""
    calls: dict[str, list[Call]] = {
        "a": [(FIRST, 1)],
        "b": [(SECOND, 1)],
        "c": [(FIRST, 1), (SECOND, 1)],
        "d": [(FIRST, 1), (THIRD, 1)],
        "e": [(FIRST, 1), (SECOND, 1), (FOURTH, 1)],
        "f": [(SECOND, 1)],
    }
    traces = {name: recorded(*asked)[0] for name, asked in calls.items()}
    within = beginnings(traces)
    assert within["c"] == "e" and within["a"] in ("d", "e")
    assert {"b", "f"} & within.keys() in ({"b"}, {"f"})
    assert "d" not in within and "e" not in within
    twice = {name: Trace(trace.processes * 2) for name, trace in traces.items()}
    assert beginnings(twice) == {}


def spec(name: str, visibility: Visibility, *variants: str) -> CheckSpec:
    """Return the spec of a check."""
    return CheckSpec(name, "all", Fraction(1), visibility, variants or ("own",), (), None)


@pytest.mark.parametrize("names", list(itertools.permutations("abc")))
def test_shorter_check_follows_the_longer_one_of_its_visibility_and_variant(
    names: tuple[str, ...],
) -> None:
    """The replies of another variant come from another program."""
    kept = {
        "a": recorded((FIRST, 1)),
        "b": recorded((FIRST, 1), (SECOND, 1)),
        "c": recorded((FIRST, 1), (THIRD, 1)),
    }
    traces = {name: kept[name][0] for name in names}
    disclosures = {name: kept[name][1] for name in names}

    def within(longer: Visibility, *variants: str) -> dict[str, str]:
        specs = {
            "a": spec("a", Visibility.PUBLIC),
            "b": spec("b", longer, *variants),
            "c": spec("c", Visibility.HIDDEN),
        }
        ordered = scheduled(traces, disclosures, [specs[name] for name in names])
        assert ordered.keys() == kept.keys()
        return {name: trace.within for name, trace in ordered.items() if trace.within}

    assert within(Visibility.PUBLIC) == within(Visibility.PUBLIC, "own", "sound") == {"a": "b"}
    assert within(Visibility.PUBLIC, "sound", "own") == within(Visibility.HIDDEN) == {}


def test_small_values_disclose_nothing() -> None:
    """A number or a short text occurs in too many places, an undivided block in too many checks."""
    assert parts_of([1, "abc", [2, 3]]) == set()
    assert parts_of([FIRST]) == {repr(FIRST), repr([FIRST])}
    leaf, other = ([(562, place), 188, 3, 2, 2, []] for place in (188, 375))
    assert waits((FIRST, leaf), (leaf, 0)) == (1,)
    assert order(a=(leaf, other), b=(other, leaf)) == ["a", "b"]
    assert order(a=([leaf], [other]), b=([other], [leaf])) == []


def test_digest_is_of_every_byte() -> None:
    """Two replies that differ in one byte have different digests."""
    assert digest(b'["return",1,2]') != digest(b'["return",1,3]')
