"""Programs that need a newer Python than the usual one, and those that pretend to."""

from __future__ import annotations

import shutil
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading import newer
from graders.harness.grading.budget import OVERTIME, Budget, Used
from graders.harness.grading.grader import Graded
from graders.harness.intake import Submission
from graders.harness.processes import jobs, pool
from graders.harness.processes.in_process import InProcess
from graders.harness.processes.jobs import (
    Job,
    Report,
    ReportKind,
    Settings,
    grade_by_either,
    newest_of,
)
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    FlagCode,
    Result,
    Status,
    Verdict,
    Visibility,
    from_json,
    to_json,
)
from graders.harness.sandbox.interface import SandboxError, SandboxRefused
from graders.harness.sandbox.interpreters import Interpreter, newest_interpreter
from tests.nightly import PASSES
from tests.world import TOY, submission_of, verdicts

SPEC = TOY.assignment.manifest.python
NEWEST = newest_interpreter(SPEC)
pytestmark = pytest.mark.usefixtures("recordings")
needs_newer = pytest.mark.skipif(
    NEWEST is None or NEWEST.release < (3, 12),
    reason="no newer Python than the usual one is installed, or none that has the syntax of 3.12",
)

FEATURES = {
    "f-string": 'def label(d):\n    return f"{d["x"]}"\n\n\n',
    "type": "type Numbers = list[int]\n\n\n",
    "override": "from typing import override\n\n\n",
}
"""Of Python 3.12: two of its syntax, one of its library."""
IN_A_CALL = (
    "import itertools\n\n\ndef total(numbers):\n"
    "    return sum(map(sum, itertools.batched(numbers, 2)))\n\n\n"
    "def largest(numbers):\n    return max(numbers)\n"
)
SUMS = {name: text + TOY.good["sums.py"] for name, text in FEATURES.items()} | {
    "in a call": IN_A_CALL
}
"""Right programs with one feature each; the last loads with any Python."""


def alone(submission: Submission, python: str = "") -> Graded:
    """Grade as the command for one submission does."""
    return in_process(Settings("toy", root=str(TOY.root), minimum="E", python=python), submission)


def in_process(settings: Settings, submission: Submission) -> Graded:
    """Grade in this process."""
    report = InProcess().grade(settings, Job.of(submission))
    return Graded(from_json(bytes(report.result)), report.log)


def codes(graded: Graded) -> list[FlagCode]:
    """Return the codes of a result's flags."""
    return [flag.code for flag in graded.result.flags]


@pytest.mark.slow
@needs_newer
@pytest.mark.parametrize(
    "feature",
    [pytest.param(name, marks=pytest.mark.nightly if name == "f-string" else ()) for name in SUMS],
)
def test_right_program_with_a_newer_feature_has_full_marks(feature: str) -> None:
    """The newest Python grades it; the result names that Python, and a flag says why."""
    assert NEWEST is not None
    graded = alone(TOY.submission(sums=SUMS[feature]))
    assert set(verdicts(graded).values()) == {"passed"}
    release = f"Python {NEWEST.release[0]}.{NEWEST.release[1]}"
    assert graded.result.language == release
    (flag,) = graded.result.flags
    assert flag.code is FlagCode.NEWER_PYTHON
    usual = f"Python 3.{sys.version_info[1]}"
    assert flag_text(flag).startswith(
        f"graded with {release}, because {usual} lacks what it needs: "
    )


@pytest.mark.nightly
@needs_newer
def test_attack_second_grading_has_no_budget_of_its_own() -> None:
    """One call that lacks something doubled the time that a submission may use."""
    burn = "import itertools, time\n\n\ndef total(numbers):\n    itertools.batched(numbers, 2)\n    return sum(numbers)\n\n\n"
    burn += "def largest(numbers):\n    end = time.process_time() + 0.2\n"
    burn += "    while time.process_time() < end:\n        pass\n    return max(numbers)\n"
    given = []

    def grade(settings: Settings, job: Job) -> Report:
        given.append(job.used)
        python = settings.python or sys.executable
        return InProcess().grade(msgspec.structs.replace(settings, python=python), job)

    grade_by_either(
        Settings("toy", root=str(TOY.root), minimum="E"), Job.of(TOY.submission(sums=burn)), grade
    )
    first, second = given
    assert (first.cpu_seconds, second.cpu_seconds > 0.2) == (0, True)
    assert second.wall_seconds > 0.2


def test_budget_begins_with_what_was_used_before() -> None:
    limits = TOY.assignment.manifest.limits
    budget = Budget(limits, Used(limits.total_cpu_seconds - 1.0, 0.0))
    assert budget.within(limits).cpu_seconds <= 1.0 + OVERTIME
    assert Budget(limits, Used(limits.total_cpu_seconds + 1.0, 0.0)).is_exhausted()
    assert Budget(limits, Used(0.0, limits.total_wall_seconds + 1.0)).is_exhausted()


@needs_newer
@pytest.mark.nightly
def test_right_blocky_with_newer_features_has_full_marks() -> None:
    """The three features that cost 26 to 45 of 100 marks, each in a file of its own."""
    assignment = load_assignment("csc148_2020_blocky")
    files = {name: (assignment.reference / name).read_text() for name in assignment.files.submitted}
    files["block.py"] += f"\n\n{FEATURES['f-string']}"
    files["goal.py"] += f"\n\n{FEATURES['type']}"
    files["player.py"] += f"\n\n{FEATURES['override']}"
    settings = Settings(assignment.id, minimum="E")
    result = in_process(settings, submission_of("ada", files)).result
    assert result.marks == result.max_marks == 100


@pytest.mark.slow
def test_usual_python_grades_a_program_that_runs_with_it() -> None:
    """Its result names the usual Python, and nothing is graded twice."""
    graded = alone(TOY.submission())
    assert graded.result.language == f"Python 3.{sys.version_info[1]}"
    assert codes(graded) == []


def test_program_that_lacks_nothing_is_graded_once() -> None:
    """An import that is not at the beginning of a line is no reason for a second grading."""
    files = {**TOY.good, "words.py": f'"""A text to import."""\n{TOY.good["words.py"]}'}
    graded: list[Settings] = []

    def grade(settings: Settings, job: Job) -> Report:
        graded.append(settings)
        return Report(ReportKind.GRADED)

    grade_by_either(Settings("toy", root=str(TOY.root)), Job.of(submission_of("ada", files)), grade)
    assert len(graded) == 1


@pytest.mark.nightly
@needs_newer
def test_program_that_no_python_loads_keeps_its_first_grading() -> None:
    """The log says that the newest Python was tried."""
    graded = alone(TOY.submission(sums="def total(:\n"))
    assert graded.result.language == f"Python 3.{sys.version_info[1]}"
    assert FlagCode.NEWER_PYTHON not in codes(graded)
    assert graded.log[-1] == newer.NO_HELP


@pytest.mark.slow
@needs_newer
def test_named_python_is_the_only_one() -> None:
    """``--python`` is obeyed: it may be there to reproduce a mark."""
    graded = alone(TOY.submission(sums=SUMS["type"]), sys.base_prefix + "/bin/python3")
    assert graded.result.language == f"Python 3.{sys.version_info[1]}"
    assert FlagCode.NEWER_PYTHON not in codes(graded)


@pytest.mark.nightly
@needs_newer
def test_manifest_names_the_python_that_marks(tmp_path: Path) -> None:
    """Marks and verdicts are those of the usual Python."""
    assert NEWEST is not None
    root = Path(shutil.copytree(TOY.root, tmp_path / "world"))
    path = root / "graders/toy/assignment.toml"
    release = f"3.{NEWEST.release[1]}"
    path.write_text(path.read_text().replace("driver =", f'judge = "{release}"\ndriver ='))
    settings = Settings("toy", root=str(root), minimum="E")
    for files in (TOY.good, {**TOY.good, "sums.py": "def total(numbers):\n    return 7\n"}):
        ours = in_process(settings, submission_of("ada", files)).result
        usual = alone(submission_of("ada", files)).result
        assert (ours.language, usual.language) == (
            f"Python {release}",
            f"Python 3.{sys.version_info[1]}",
        )
        assert [(one.id, one.verdict, one.marks) for one in ours.checks] == [
            (one.id, one.verdict, one.marks) for one in usual.checks
        ]


@pytest.mark.slow
@needs_newer
def test_newest_python_that_cannot_grade_leaves_the_first_grading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody's grading stops because the newest Python cannot be isolated, or lacks a package."""

    def refused(*_: object) -> Interpreter:
        raise SandboxRefused("no packages for it")

    monkeypatch.setattr(jobs, "newest_of", refused)
    graded = alone(TOY.submission(sums=SUMS["type"]))
    assert graded.result.marks == 4, "words.py has a sound neighbour"
    assert graded.log[-1].endswith("with the newest Python: no packages for it")


# A class.


@needs_newer
@pytest.mark.nightly
def test_same_result_alone_and_in_a_class() -> None:
    """The class's processes decide like the command for one submission, and name both Pythons in the store's key."""
    assert NEWEST is not None
    settings = Settings("toy", root=str(TOY.root), minimum="E")
    every = {**SUMS, "no Python": "def total(:\n"}
    by_day = {name: every[name] for name in ("in a call", "no Python")}
    for name, sums in (every if PASSES > 1 else by_day).items():
        submission = TOY.submission(sums=sums)
        report = pool.grade_job(settings, Job.of(submission))
        assert report.environment is not None
        assert report.environment.newest == NEWEST.build, name
        assert report.environment.interpreter != NEWEST.build, name
        graded = alone(submission)
        assert from_json(bytes(report.result)) == graded.result, name


@pytest.mark.nightly
@needs_newer
def test_unusable_newest_python_leaves_a_classs_grading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class is graded although the newest Python cannot grade this assignment."""
    monkeypatch.setattr(
        jobs, "newest_of", lambda _: Interpreter((3, 13), "/no/python", "cpython 3.13.0 (x)")
    )
    submission = TOY.submission(sums=SUMS["type"])
    report = pool.grade_job(Settings("toy", root=str(TOY.root), minimum="E"), Job.of(submission))
    assert report.kind is ReportKind.GRADED
    assert "not graded a second time" in report.log[-1]


def second(again: Report | SandboxError, monkeypatch: pytest.MonkeyPatch) -> Report:
    """Return the report that counts, of a first one that lacks something and *again*."""
    newest = Interpreter((3, 13), "/newest", "cpython 3.13.0 (x)")
    monkeypatch.setattr(jobs, "newest_of", lambda _: newest)
    check = ended("sums.total", kind=CauseKind.FILE_BROKEN, detail="SyntaxError: no")
    result = Result(
        assignment="toy",
        submission="ada",
        status=Status.GRADED,
        marks=Fraction(0),
        max_marks=Fraction(1),
        tasks=(),
        checks=(check,),
    )
    raw = msgspec.Raw(to_json(result))
    usual = Report(ReportKind.GRADED, raw, lacking=frozenset([check.id]))

    def grade(settings: Settings, _: Job) -> Report:
        if not settings.python:
            return usual
        if isinstance(again, Report):
            return again
        raise again

    return grade_by_either(Settings("toy"), Job("ada", {}), grade)


def test_sandbox_that_fails_in_the_second_grading_leaves_no_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first grading may lack marks that the second one would have given: it is done again."""
    lost = Report(ReportKind.LOST, message="the box ended")
    assert second(lost, monkeypatch) is lost
    with pytest.raises(SandboxError):
        second(SandboxError("the box ended"), monkeypatch)


@pytest.mark.parametrize(
    "changes",
    [{"python": sys.executable}, {"experiment": "kills"}, {"until": "failure"}, {"until": 3}],
)
def test_gradings_that_are_no_marks_are_made_once(changes: dict[str, object]) -> None:
    """Mutants and examples that do not load cost no second grading."""
    assert (
        newest_of(msgspec.structs.replace(Settings("toy", root=str(TOY.root)), **changes)) is None
    )


# Attacks.

REFUSES = "import sys\n\nif sys.version_info[:2] {} ({}, {}):\n    raise SyntaxError\n\n\n"
"""The head of a file that refuses one Python on purpose."""


def refusing(sign: str, text: str) -> str:
    """Return *text* behind a head that refuses the usual Python ("==") or all others ("!=")."""
    return REFUSES.format(sign, *sys.version_info[:2]) + text


@pytest.mark.slow
@needs_newer
def test_two_halves_are_not_joined() -> None:
    """Each file runs with one Python only: the first grading counts, though both together have every mark."""
    assert NEWEST is not None
    words = TOY.good["words.py"].replace("from sums import total", "total = sum")
    submission = TOY.submission(
        sums=refusing("!=", TOY.good["sums.py"]), words=refusing("==", words)
    )
    usual, newest = (
        alone(submission, sys.base_prefix + "/bin/python3"),
        alone(submission, NEWEST.path),
    )
    passed = [
        {id for id, verdict in verdicts(one).items() if verdict == "passed"}
        for one in (usual, newest)
    ]
    assert passed[0] | passed[1] == set(verdicts(usual)), "best of each check would be full marks"
    assert all(passed)
    graded = alone(submission)
    assert graded.result == usual.result
    assert graded.result.marks < graded.result.max_marks


@pytest.mark.slow
@needs_newer
def test_refusing_the_usual_python_gives_what_the_newest_gives() -> None:
    """The program has chosen its Python, and gets every mark from the one complete grading by that."""
    assert NEWEST is not None
    wrong = (
        "def total(numbers):\n    return 0\n\n\ndef largest(numbers):\n    return max(numbers)\n"
    )
    submission = TOY.submission(sums=refusing("==", wrong))
    graded, newest = alone(submission), alone(submission, NEWEST.path)
    assert graded.result.marks == newest.result.marks < graded.result.max_marks
    assert msgspec.structs.replace(graded.result, flags=graded.result.flags[1:]) == newest.result
    assert codes(graded)[0] is FlagCode.NEWER_PYTHON


# Rules.


def ended(id: str, **cause: object) -> CheckResult:
    """Return a check that ended so."""
    return CheckResult(
        id,
        "all",
        "",
        Verdict.RAISED,
        Fraction(0),
        Fraction(1),
        Visibility.PUBLIC,
        Cause(**cause),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("name", "detail", "lacks"),
    [
        ("AttributeError", "module 'itertools' has no attribute 'batched'", True),
        ("AttributeError", "module 'os.path' has no attribute 'splitroot'", True),
        ("ImportError", "cannot import name 'override' from 'typing' (/usr/lib/typing.py)", True),
        ("ModuleNotFoundError", "No module named 'annotationlib'", True),
        ("SyntaxError", "invalid syntax", True),
        ("AttributeError", "module 'block' has no attribute 'paint'", False),
        ("AttributeError", "'Block' object has no attribute 'paint'", False),
        ("ImportError", "cannot import name 'paint' from 'block'", False),
        ("ValueError", "SyntaxError: no", False),
    ],
)
def test_what_may_need_a_newer_python(name: str, detail: str, lacks: bool) -> None:
    """The library's modules and the syntax, never the program's own names."""
    check = ended("a", kind=CauseKind.EXCEPTION, name=name, detail=detail)
    assert newer.lacking([check]) == ({"a"} if lacks else set())


def test_file_that_does_not_load_may_need_a_newer_python() -> None:
    """Whatever the reason: another builtin, another keyword of the library."""
    assert newer.lacking(
        [ended("a", kind=CauseKind.FILE_BROKEN, file="a.py", detail="NameError: x")]
    ) == {"a"}
    assert newer.lacking([ended("a", kind=CauseKind.FILE_MISSING, file="a.py")]) == set()
    assert newer.lacking([ended("a", kind=CauseKind.WRONG_ANSWER, detail="SyntaxError: ")]) == set()


@pytest.mark.parametrize(
    ("module", "program", "helps"),
    [
        ("board", "import board", False),
        ("board.tiles", "from board import tiles", False),
        ("annotationlib", "import annotationlib", True),
        ("concurrent.interpreters", "import concurrent.interpreters", True),
        ("tomli", "try:\n    import tomllib\nexcept ImportError:\n    import tomli", True),
        ("tomli", "try: import tomllib\nexcept ImportError: import tomli", True),
        ("board", "__import__('board')", True),
    ],
)
def test_module_that_no_python_has_is_no_reason_for_another_one(
    module: str, program: str, helps: bool
) -> None:
    """Unless it is imported in place of something that a newer Python has."""
    lack = f"No module named '{module}'"
    files = {"a.py": program.encode(), "b.py": b"import a\n"}
    for check in (
        ended("a", kind=CauseKind.EXCEPTION, name="ModuleNotFoundError", detail=lack),
        ended("a", kind=CauseKind.FILE_BROKEN, detail=f"ModuleNotFoundError: {lack}"),
    ):
        assert newer.cannot_help([check], files) is not helps
        assert not newer.cannot_help(
            [check, ended("b", kind=CauseKind.FILE_BROKEN, detail="SyntaxError: no")], files
        )


def test_check_without_time_left_still_lacks_what_it_lacked() -> None:
    """A busy machine used up the time of the second grading before its first check, and that grading
    counted: nothing was lacking in it.
    """
    lacks = {"kind": CauseKind.FILE_BROKEN, "detail": "SyntaxError: no"}
    for unseen in (CauseKind.TOTAL_WALL_LIMIT, CauseKind.TOTAL_CPU_LIMIT):
        newest = [ended(id, kind=unseen) for id in "abc"]
        assert newer.lacking_again(frozenset("ab"), newest) == {"a", "b"}
        assert newer.lacking_again(frozenset("ab"), [*newest[1:], ended("d", **lacks)]) == {
            "b",
            "d",
        }


@pytest.mark.parametrize(
    ("usual", "newest", "counts"),
    [
        ("ab", "", True),
        ("ab", "a", True),
        ("ab", "ab", False),
        ("ab", "c", False),
        ("a", "ab", False),
    ],
)
def test_newest_counts_if_less_is_lacking_and_nothing_else(
    usual: str, newest: str, counts: bool
) -> None:
    """Marks do not decide."""
    assert newer.counts(usual, newest) is counts
