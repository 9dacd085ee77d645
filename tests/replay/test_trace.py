"""What a scout asks tells no answer: which calls have to wait, and in which order checks are asked."""

from __future__ import annotations

from graders.harness.protocol import values
from graders.harness.replay.trace import Recorder, Telling, Trace, in_order, parts_of, side_by_side


def frames(*calls: tuple[object, object]) -> list[tuple[bytes, bytes]]:
    """Calls with these arguments and answers, as they go over the pipe."""
    return [
        (
            values.encode_frame(["call", number, "move", [argument]], 1 << 20),
            values.encode(["return", number, answer], 1 << 20),
        )
        for number, (argument, answer) in enumerate(calls, 1)
    ]


def recorded(*calls: tuple[object, object]) -> tuple[Trace, Telling]:
    """What is kept of these calls."""
    recorder = Recorder()
    recorder.on = True
    recorder.process()
    for frame, payload in frames(*calls):
        recorder.keep(frame, payload)
    kept = recorder.trace(asks=False)
    assert kept is not None
    return kept


def waits(*calls: tuple[object, object]) -> tuple[int, ...]:
    """Which of these calls have to wait."""
    return recorded(*calls)[0].legs[0].waits


FIRST, SECOND, THIRD, FOURTH = ([number] * 12 for number in (11, 22, 33, 44))


def test_call_that_tells_an_answer_waits_for_it() -> None:
    """The next board of a game is the right answer of the last move; what is asked again tells nothing new."""
    assert waits((FIRST, SECOND), (SECOND, THIRD), (THIRD, 0)) == (1, 2)
    assert waits((FIRST, SECOND), (FIRST, 1), (FIRST, 2)) == ()
    assert waits((FIRST, FIRST), (FIRST, 1)) == ()
    assert waits((FIRST, {"board": [SECOND, 1]}), ([1, (2, SECOND)], 1)) == (1,)


def test_parts_are_all_calls_cut_where_one_waits() -> None:
    """Nothing is lost and nothing sent twice."""
    (leg,) = recorded((FIRST, SECOND), (FIRST, 1), (SECOND, THIRD), (THIRD, 0))[0].legs
    parts = list(leg.parts())
    assert [len(places) for _, places in parts] == [2, 1, 1]
    assert b"".join(calls for calls, _ in parts) == leg.calls
    assert [place for _, places in parts for place in places] == list(range(leg.length))


def telling(**checks: tuple[object, object]) -> list[list[str]]:
    """Process by process, in which order checks of one call each are asked."""
    return in_order({name: recorded(call)[1] for name, call in checks.items()})


def test_check_whose_answers_another_check_tells_comes_before_it() -> None:
    """Else the right answer could be remembered from the other's arguments."""
    assert telling(a=(SECOND, 0), b=(FIRST, SECOND), c=(THIRD, 1)) == [["b", "c", "a"]]
    assert telling(a=(SECOND, THIRD), b=(FIRST, SECOND), c=(THIRD, 1)) == [["b", "a", "c"]]


def test_checks_that_tell_each_others_answers_share_no_process() -> None:
    """One of them is left to another; then the order of the others is free again."""
    assert telling(a=(FIRST, SECOND), b=(SECOND, FIRST)) == [["a"], ["b"]]
    assert telling(a=(FIRST, SECOND), b=(SECOND, THIRD), c=(THIRD, FIRST), d=(1, 2)) == [["d", "a", "b"], ["c"]]


def test_checks_that_are_left_share_a_process_where_they_can() -> None:
    """Two pairs of which each tells the other's answer need two processes, not three."""
    pairs = {"a": (FIRST, SECOND), "b": (SECOND, FIRST), "c": (THIRD, FOURTH), "d": (FOURTH, THIRD)}
    assert telling(**pairs) == [["c", "a"], ["b", "d"]]


def test_check_stands_behind_the_one_that_begins_with_what_it_asks() -> None:
    """Whoever asks the most is asked; those that ask no more than its first calls come right after it."""
    calls = {
        "a": [(FIRST, 1)],
        "b": [(SECOND, 1)],
        "c": [(FIRST, 1), (SECOND, 1)],
        "d": [(FIRST, 1), (THIRD, 1)],
        "e": [(FIRST, 1), (SECOND, 1), (FOURTH, 1)],
        "f": [(SECOND, 1)],
    }
    traces = {name: recorded(*asked)[0] for name, asked in calls.items()}
    assert side_by_side("abcdef", traces) == ["b", "f", "d", "e", "a", "c"]
    twice = {name: Trace(trace.legs * 2) for name, trace in traces.items()}
    assert side_by_side("abcdef", twice) == list("abcdef")


def test_what_is_small_tells_nothing() -> None:
    """A number or a short text stands in too many places, and a block that is not divided in too many checks."""
    assert parts_of([1, "abc", [2, 3]]) == set()
    assert parts_of([FIRST]) == {repr(FIRST), repr([FIRST])}
    leaf, other = ([(562, place), 188, 3, 2, 2, []] for place in (188, 375))
    assert waits((FIRST, leaf), (leaf, 0)) == (1,)
    assert telling(a=(leaf, other), b=(other, leaf)) == [["a", "b"]]
    assert telling(a=([leaf], [other]), b=([other], [leaf])) == [["a"], ["b"]]
