"""Parts of a check pass or fail by themselves, each for its share of the marks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from graders.extensions.platforms.formats.scored_lines import lines
from graders.harness import check, fail
from graders.harness.assignment.check import CheckSpec, Misbehaved
from graders.harness.grading.marking import marked
from graders.harness.grading.parts import of_part
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.verdicts import parts_in_words, worst_first
from graders.harness.result import Cause, CauseKind, Status
from tests.once import once
from tests.world import World, forwarding, verdicts, write_world

QUEENS = {
    "checks": '''
@check("queens.board", marks=4, parts={"rows": 3, "diagonals": 1})
def test_board(student, part):
    """queens is legal."""
    with part("rows"):
        rows = student.rows(8)
        expect(rows[0], 0)
    with part("diagonals"):
        expect(student.diagonals(8), 8)
    with part("rows"):
        fail("the first block of the part has ended it")

@check("queens.any", parts={"two": 1, "in a row": 2}, visibility="hidden")
@given(size=st.integers(1, 9))
def test_any(student, reference, part, size):
    """queens is legal for any size."""
    with part("two"):
        expect(student.rows(size), reference.rows(size))
    with part("in a row"):
        expect(student.diagonals(size), reference.diagonals(size))
''',
    "driver": forwarding(work=("rows", "diagonals")),
    "reference": {
        "work.py": "def rows(n):\n    return [*range(n)]\n\n\ndef diagonals(n):\n    return n\n"
    },
    "marks": 5,
    "examples": 12,
}
DIAGONALS = "\n\n\ndef diagonals(n):\n    return n\n"


@pytest.fixture(scope="module")
def queens() -> World:
    return World(once("queens", lambda root: write_world(root, **QUEENS).root))


@pytest.mark.slow
def test_right_program_passes_every_part(queens: World) -> None:
    graded = queens.grade()
    assert set(verdicts(graded).values()) == {"passed"}
    assert [one.max_marks for one in graded.result.checks] == [
        *(Fraction(2, 3), Fraction(1, 3), Fraction(1), Fraction(3))
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "verdict"),
    [("[1]", "failed"), ("None", "crashed"), ("1 / 0", "raised"), ("os._exit(0)", "crashed")],
)
def test_failed_part_costs_its_share_only(queens: World, rows: str, verdict: str) -> None:
    """Whether the answer is wrong, has no parts to take, or was never given: the other part gets a process."""
    graded = queens.grade(work=f"import os\n\n\ndef rows(n):\n    return {rows}{DIAGONALS}")
    found = verdicts(graded)
    assert graded.result.status is Status.GRADED
    assert (found["queens.board.rows"], found["queens.board.diagonals"]) == (verdict, "passed")
    assert found["queens.any.two"] != "passed" == found["queens.any.in-a-row"]
    assert graded.result.marks == 1 + Fraction(2, 3)


@pytest.mark.slow
def test_reports_show_how_the_parts_ended(queens: World) -> None:
    graded = queens.grade(
        work="def rows(n):\n    return [*range(n)]\n\n\ndef diagonals(n):\n    return 0\n"
    )
    seen = redact(graded.result, Audience.STUDENT)
    (first,), _ = worst_first(seen.result.checks, Audience.STUDENT)
    sentence = "3 of 4 marks: rows passed, diagonals did not"
    assert parts_in_words(first[0], seen.result.checks) == sentence
    assert sentence in page(seen, "Queens", {}).decode()
    assert any(sentence in line.text for line in lines(seen, {}))
    hidden = "0.33 of 1 marks: two passed, in a row did not"
    assert not any(hidden in line.text for line in lines(seen, {}))
    released = redact(graded.result, Audience.STUDENT, HiddenCheckPolicy.MESSAGE)
    assert any(hidden in line.text for line in lines(released, {}))


@pytest.mark.slow
def test_parts_that_fail_alike_are_one_block(queens: World) -> None:
    """A failure before the first part is shown once, with the lines that show it."""
    graded = queens.grade(work=f"def rows(n):\n    return 1 / 0{DIAGONALS}")
    rows = next(one for one in graded.result.checks if one.id == "queens.board.rows")
    both = [rows, replace(rows, id="queens.board.diagonals", part="diagonals")]
    blocks, _ = worst_first([*both, replace(rows, id="queens.any.two", part="two")], Audience.STAFF)
    assert [len(block) for block in blocks] == [2, 1]
    different = replace(both[1], exhibits=())
    assert len(worst_first([rows, different], Audience.STAFF)[0]) == 2


@pytest.mark.slow
def test_weights_name_parts(queens: World) -> None:
    """`grader decide --weights` marks kept verdicts by other weights: those of parts, too."""
    result = queens.grade(work=f"def rows(n):\n    return []{DIAGONALS}").result
    halves = [
        CheckSpec(
            one.id, one.task, Fraction(5, 4), one.visibility, ("own",), (), one.title, part=one.part
        )
        for one in result.checks
    ]
    assert marked(result, queens.assignment.manifest, halves).marks == Fraction(5, 2)


# The run for one part.


def run(body: Any, name: str) -> None:
    of_part(body, name, ("first", "second"))()


def outcomes(body: Any) -> list[str]:
    """Return how the run for each part ends: "" or the message of its failure."""
    ends = []
    for name in ("first", "second"):
        try:
            run(body, name)
            ends.append("")
        except (AssertionError, Misbehaved) as error:
            ends.append(str(error))
    return ends


def test_part_that_is_not_reached_has_failed() -> None:
    def body(part: Any) -> None:
        with part("first"):
            pass

    assert outcomes(body) == ["", "The check ended before its part 'second'."]


def test_failure_outside_all_parts_fails_those_that_follow() -> None:
    def body(part: Any) -> None:
        with part("first"):
            pass
        fail("between")
        with part("second"):
            pass

    assert outcomes(body) == ["", "between"]


@pytest.mark.parametrize("error", [AssertionError("wrong"), Misbehaved(Cause(CauseKind.CPU_LIMIT))])
def test_part_that_needs_a_failed_one_fails_like_it(error: Exception) -> None:
    """Without this, the missing variable would be a fault of the grader, and nobody graded."""

    def body(part: Any) -> None:
        with part("first"):
            if error is not None:
                raise error
            number = 1
        with part("second"):
            assert number == 1

    assert outcomes(body) == [str(error), str(error)]


def test_fault_of_the_check_is_none_of_a_part() -> None:
    def body(part: Any) -> None:
        with part("first"):
            undefined  # type: ignore[name-defined]  # noqa: B018, F821

    with pytest.raises(NameError):
        run(body, "second")


def test_name_of_a_part_is_tested() -> None:
    def body(part: Any) -> None:
        with part("third"):
            pass

    with pytest.raises(LookupError, match="no part 'third'"):
        run(body, "first")


def test_shares_are_exact_and_above_zero() -> None:
    mark = check("a.b", task="t", marks=0.1, parts={"x": 1, "y": 1, "z": 0.5})
    (_, each) = mark.args
    assert [one.marks[0].args[0].marks for one in each] == [
        Fraction(1, 25),
        Fraction(1, 25),
        Fraction(1, 50),
    ]
    for parts in ({"x": 1}, {"x": 1, "y": 0}):
        with pytest.raises(ValueError, match=r"a\.b needs two parts"):
            check("a.b", task="t", marks=1, parts=parts)
