"""Not looked at is not clean: a file that a source of findings did not look at is a flag, and costs what the worst finding
would, until a person decides.

Without the rule each attack here wins: it breaks a rule that costs all, and nothing is deducted.
"""

from __future__ import annotations

import datetime
import sys
from fractions import Fraction
from typing import cast

import msgspec
import pytest

from graders.extensions.style.answers import LintAnswer
from graders.harness.assignment.manifest import Deduction, Survey
from graders.harness.assignment.process_limits import Limits
from graders.harness.extensions import home
from graders.harness.grading.grader import Graded
from graders.harness.grading.overrides import Decision, Decisions
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, FlagCode, total
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from graders.harness.style.survey import MOST, Surveyed, Unread, cut, survey
from tests.once import once
from tests.style.deducted import deducted, marked
from tests.world import World, forwarding, write_world

OUTLINE = (home("style") / "rules" / "outline.py").read_text()
DRIVER = """
from . import outline, sandbox

def findings():
    found = []
    for file, read in outline.outlines(sandbox.submitted).items():
        text = sandbox.submitted[file]
        if b"reply" in text:
            return {"findings": []}
        if b"hang" in text:
            while True:
                pass
        if b"crash" in text:
            raise ValueError("the rules are not ready for that")
        found += [["no-prints", "breach", file, node.lineno, "it prints"] for node in read.of_kinds(outline.ast.Call)]
    return found + outline.unread(sandbox.submitted)
"""
DRIVER += "\n\n" + forwarding(work=("one",))
TINY = {
    "id": "unread",
    "checks": '''
    @check("tiny.one", marks=10)
    def test_one(student):
        """It is one."""
        expect(student.one(), 1)
    ''',
    "driver": {"driver.py": DRIVER, "outline.py": OUTLINE},
    "reference": {"work.py": "def one():\n    return 1\n", "more.py": "x = 1\n"},
    "marks": 10,
    "limits": {"cpu_seconds": 1.0},
    "survey": {"findings": "findings", "rules": {"no-prints": "the handout"}},
    "deductions": [
        {"name": "Prints", "rules": ["no-*"], "marks": 2, "cap": 6, "reason": "the handout"},
        {"name": "Style", "rules": ["python-ta/*"], "marks": 1, "cap": 4, "reason": "the handout"},
    ],
}
WAIVE = " (look at it, and if nothing is wrong: grader decide DIR unread --waive Style --by NAME --why TEXT)"
ONE = "def one():\n    return 1\n"
SUM = "x = 1\ny = " + " + ".join(["x"] * 40_000) + "\n"
"""An expression too deep for a syntax tree."""


@pytest.fixture(scope="module")
def world() -> World:
    """An assignment that deducts for a rule."""
    return World(once("not-looked-at", lambda root: write_world(root, **TINY)), "unread")  # type: ignore[arg-type]


class EndlessFlags:
    """A session in which reading the answer of *flags* never ends, as a forged answer can make it."""

    def begin(self, plan: ProcessPlan) -> None:
        """Start nothing."""

    def call(self, operation: str, arguments: tuple[object, ...] = ()) -> list[object]:
        """Return a finding, or read without end."""
        while operation == "flags":
            pass
        return [["no-prints", "breach", "work.py", 1, "it prints"]]

    def end(self) -> None:
        """End nothing."""


@pytest.mark.slow
def test_survey_that_keeps_the_judge_busy_is_ended(world: World) -> None:
    """Without its clock a forged answer costs the judge all of the wall time; what was found before is kept."""
    plan = Survey(
        findings="findings",
        flags="flags",
        rules={"no-prints": "the handout"},
        flag_texts={"odd": "odd"},
    )
    manifest = msgspec.structs.replace(world.assignment.manifest, survey=plan)
    assignment = msgspec.structs.replace(world.assignment, manifest=manifest)
    session = cast(Session, EndlessFlags())
    surveyed = survey(session, assignment, Limits(cpu_seconds=0.2), {"work.py": b""})
    assert [finding.rule for finding in surveyed.findings] == ["no-prints"]
    assert not surveyed.flags


def cost(graded: Graded) -> tuple[Fraction, list[str]]:
    """Return the marks off, and the flags' sentences."""
    flags = [flag_text(flag) for flag in graded.result.flags]
    return sum((change.amount for change in graded.result.adjustments), Fraction(0)), flags


@pytest.mark.slow
def test_what_was_looked_at_costs_what_it_breaks(world: World, recordings: object) -> None:
    """A clean file costs nothing, a finding costs its marks."""
    assert cost(world.grade()) == (0, [])
    assert cost(world.grade(more="def own():\n    print()\n")) == (-2, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("# crash\n", "'more.py', 'work.py' in full: the search of the code came to no end"),
        ("# reply\n", "'more.py', 'work.py' in full: the search of the code came to no end"),
        pytest.param(
            "# hang\n",
            "'more.py', 'work.py' in full: the search of the code came to no end",
            marks=pytest.mark.nightly,
        ),
        pytest.param(
            SUM,
            "'more.py' in full: it is too complex, or took too much time or memory",
            marks=pytest.mark.skipif(
                sys.version_info >= (3, 14), reason="this Python reads expressions of any depth"
            ),
        ),
    ],
    ids=["crash", "reply", "hang", "sum"],
)
def test_what_was_not_looked_at_costs_the_cap(
    world: World, recordings: object, more: str, words: str
) -> None:
    """The rule is broken in work.py, and found there only if the search ends."""
    graded = world.grade(more=more, work="def one():\n    print()\n    return 1\n")
    off, flags = cost(graded)
    assert off == -6
    waive = "grader decide DIR unread --waive Prints --by NAME --why TEXT"
    assert flags == [
        f"the search for broken rules has not looked at {words} (look at it, and if nothing is wrong: {waive})"
    ]
    (change,) = graded.result.adjustments
    assert "until a person decides" in change.reason
    assert graded.result.marks == 10


def test_a_person_decides(world: World, recordings: object) -> None:
    """A decision on the deduction's name lifts it, or sets what the person found."""
    result = world.grade(more="# crash\n").result
    assert total(result) == 4
    for marks, wanted in ((None, 10), (-2, 8)):
        decision = Decision(
            result.submission,
            "R. Tutor",
            datetime.date(2026, 1, 2),
            "looked at",
            "",
            "Prints",
            marks,
        )
        (decided,) = Decisions([decision]).applied([result])
        assert total(decided) == wanted


@pytest.mark.slow
def test_a_file_that_is_not_python_costs_its_checks_only(world: World, recordings: object) -> None:
    """Nothing of it runs, so there is nothing to look at."""
    graded = world.grade(work="def one(:\n")
    assert graded.result.marks == 0
    assert graded.result.adjustments == ()
    assert FlagCode.NOT_LOOKED_AT not in {flag.code for flag in graded.result.flags}


class Refusing:
    """A linter on a Python that refuses line 2 of both files."""

    is_ahead, log = False, ()

    def look(self, files: object) -> Surveyed:
        """Return its refusals."""
        answer = LintAnswer({}, {"more.py": ("syntax", 2), "work.py": ("syntax", 2)})
        return answer.surveyed("the handout")


@pytest.mark.slow
def test_what_the_programs_python_compiles_is_not_looked_at_if_the_linters_refuses_it(
    world: World, recordings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs the cap, with a flag, until a person decides. Before, it cost one mark as a finding, without a flag.

    The other file is refused by both: it costs the checks that need it, as before.
    """
    monkeypatch.setattr(world.grader, "linters", Refusing())
    graded = world.grade(more="def own(:\n")
    why = "the checker's Python cannot read it, though the program's can"
    assert cost(graded) == (
        -4,
        [f"python-ta has not looked at 'work.py' (line 2) in full: {why}{WAIVE}"],
    )
    assert total(graded.result) == 6
    waiver = Decision(
        "unread", "R. Tutor", datetime.date(2026, 1, 2), "nothing is wrong", "", "Style", None
    )
    (decided,) = Decisions([waiver]).applied([graded.result])
    assert total(decided) == 10
    off, flags = cost(world.grade(work="def one(:\n", more="x = (\n"))
    assert (off, len(flags)) == (-1, 1)
    assert "work.py does not load" in flags[0]


def test_linter_that_the_clock_ended_costs_the_cap_and_a_second_grading(
    world: World, recordings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine can cause it, so a class grades that submission again, alone."""

    class Late:
        """A linter without time."""

        is_ahead, log = False, ()

        def look(self, files: object) -> Surveyed:
            """Return that it has not looked."""
            return Surveyed(unread=(Unread("python-ta", "late", "work.py"),), by_the_clock=True)

    monkeypatch.setattr(world.grader, "linters", Late())
    graded = world.grade()
    assert cost(graded) == (
        -4,
        [
            f"python-ta has not looked at 'work.py' in full: the time for one submission was used up{WAIVE}"
        ],
    )
    assert graded.wall_clock_decided


def finding(rule: str, file: str, line: int) -> Finding:
    """Return a finding."""
    return Finding(rule, "breach", file, line, "", "")


def test_findings_are_cut_last_where_they_tell_least() -> None:
    """The first of each rule and file stays, whoever is first in the alphabet."""
    many = [finding("prints", "a.py", line) for line in range(3 * MOST)]
    few = [finding("prints", "b.py", 9), finding("fields", "c.py", 9)]
    kept = cut([*many, *few])
    assert len(kept) == MOST
    assert kept[-2:] == tuple(few)
    assert cut(few) == tuple(few)
    flag = marked(Surveyed((*many, *few))).flags[-1]
    assert flag_text(flag) == f"{2 * MOST + 2} more findings are left out: there are too many"


@pytest.mark.parametrize(
    ("patterns", "source", "amount"),
    [
        (("python-ta/*",), "python-ta", -5),
        (("python-ta/line-too-long",), "python-ta", -5),
        (("*",), "python-ta", -5),
        (("*",), "rules", -5),
        (("p*",), "rules", -5),
        (("prints",), "python-ta", None),
        (("python-ta/*",), "rules", None),
        (("other",), "rules", None),
    ],
)
def test_only_the_deductions_of_that_source_are_made(
    patterns: tuple[str, ...], source: str, amount: int | None
) -> None:
    """A file that python-ta did not look at costs nothing by the survey's rules, and the other way round."""
    surveyed = Surveyed(unread=(Unread(source, "hard", "a.py"),))  # type: ignore[arg-type]
    change = deducted(Deduction("Style", patterns, 1, 5, "so"), surveyed, ("prints", "fields"))
    assert (change.amount if change else None) == amount


def test_one_reason_is_one_flag() -> None:
    """However many files there are, a table's cell stays short."""
    unread = tuple(Unread("python-ta", "comment", f"f{number:04}.py") for number in range(1900))
    found = marked(Surveyed(unread=unread)).flags
    flags = [flag for flag in found if flag.code is FlagCode.NOT_LOOKED_AT]
    assert [flag.values["more"] for flag in flags] == [1895]
    change = deducted(Deduction("Style", ("*",), 1, 5, "so"), Surveyed(unread=unread), ())
    assert change is not None
    assert len(change.reason) < 200
    assert len(msgspec.json.encode(flags[0])) < 300
