"""Parses ``assignment.toml``: the files of students and the course, limits, tasks and marks.

The manifest is validated strictly: an unknown key or a wrong type is an error of one line.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from graders.harness import content, extensions
from graders.harness.assignment import places
from graders.harness.assignment.language import Language, home_of, language_named
from graders.harness.assignment.naming import did_you_mean
from graders.harness.assignment.process_limits import Limits, ManifestStruct
from graders.harness.assignment.toml_errors import problem_in
from graders.harness.errors import BAD_INPUT, NOT_GRADABLE, GraderError
from graders.harness.result import exact

ROOT = content.ROOT
"""The checkout, or the folder of packages that a wheel was installed to."""
STUBS = content.HARNESS / "inside" / "stubs"
"""The stand-in packages of the harness."""


PublicName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]\w*$")]
"""The name of a function or class that is not private."""

"""The share of red, green or blue in a colour."""


class ManifestError(GraderError):
    """The manifest of an assignment is invalid; the message names the file and the key."""

    status = NOT_GRADABLE


class UnknownLanguage(ManifestError):
    """No installed extension offers the language of an assignment."""


class CallsNotServed(ManifestError):
    """No installed extension serves assignments without a driver."""


class UnknownAssignment(ManifestError):
    """There is no assignment with this id."""

    status = BAD_INPUT


ALL_PUBLIC = "*"
"""In ``[calls]``: every public name of a module."""

GENERIC_OPERATIONS = ("attempt", "run_program", "script")
"""Operations that every assignment with ``[calls]`` has besides the names of the table."""

SESSION_NAMES = frozenset(
    (
        *("alive", "answer", "answered", "begin", "box", "call", "calls", "close"),
        *("cpu_seconds", "end", "endings", "fresh", "last_call", "printed", "story"),
        "timed_out_over_many_calls",
    )
)
"""Names that ``student`` and ``reference`` have themselves, so that no operation can have them."""


class Files(ManifestStruct, frozen=True):
    """The files of the assignment; all names are relative to the submission's folder."""

    submitted: tuple[str, ...]
    """Files that students hand in; empty if the handout does not name them."""
    course: tuple[str, ...]
    """Files that the course supplies; the copy in ``reference/`` wins over a submitted file."""
    solution: tuple[str, ...] = ()
    """The reference's files that correspond to a submission, if the handout does not name them."""
    in_box: tuple[str, ...] = ()
    """Files of ``course`` that checks need at run time; the others, such as sample tests, stay
    outside.
    """

    program: str = ""
    """If names are free: the file of the driver whose function ``program`` returns the name of the
    submitted file that is started, or None, given all submitted files by name.
    """

    scratch: bool = False
    """Whether programs read or write files at run time. Such an assignment is graded only where
    boxes have scratch space: at A+ and A, and at B and C in a small file system
    (``docs/where-to-run.md``).
    """

    @property
    def solved(self) -> tuple[str, ...]:
        """The reference's files that correspond to a submission."""
        return self.submitted or self.solution


class Task(ManifestStruct, frozen=True):
    """A part of the assignment with a fixed number of marks, independent of the checks run."""

    id: str
    """The name by which checks name their task."""
    name: str
    """The name for people, in reports and tables."""
    marks: float | int
    """The most that its checks can give together."""
    reason: str
    """Source of the marks: the handout's scheme, or the reason for this weight."""
    shares: bool = False
    """True if the marks of its checks are shares of the task's marks. Otherwise they must add up to
    the task's marks.
    """


class Manual(ManifestStruct, frozen=True):
    """A part that a tutor marks; shown separately, never estimated."""

    name: str
    """The name for people."""
    max_marks: float | int
    """The most that the tutor can give."""
    rules: tuple[str, ...] = ("*",)
    """Patterns of rules whose findings bear on this part."""


class Variant(ManifestStruct, frozen=True):
    """Files that replace some of the submission's files while another file is graded, so that a
    fault costs marks only where it is. Checks name the variant.
    """

    files: dict[str, str]
    """Submitted file name -> stand-in, relative to the grader's folder."""


class Shrink(ManifestStruct, frozen=True):
    """Budget of the search for a small counterexample."""

    calls: int = 200
    """Maximum reruns of the failing check; fewer for slow programs. With 0, one cause of many
    failures is not looked for either.
    """


class Transcript(ManifestStruct, frozen=True):
    """How to run the scenarios of a program at a terminal."""

    operation: str = ""
    """The operation of the driver that runs it; its arguments are the settings, then the lines to
    type.
    """
    program: str = ""
    """With ``[calls]``, instead of an operation: the submitted file that scenarios run."""
    settings: tuple[str, ...] = ()
    """Further keys of a scenario's header, whole numbers."""


class Survey(ManifestStruct, frozen=True):
    """Findings and flags besides the checks, from a reading of the code."""

    findings: str = ""
    """The operation that reads the code, without running it."""
    extension: str = ""
    """The extension whose modules of rules are beside the driver, in Python: that of "style" can
    return `registry.findings`.
    """
    compares: bool = False
    """True if that operation's arguments are the starter's files and *settings*."""
    settings: dict[str, tuple[str, ...] | int] = {}
    """Rule -> its setting; the modules in ``graders/extensions/style/rules`` describe them."""
    rules: dict[str, str] = {}
    """Rule -> its source in the handout."""
    extra_files: str = ""
    """Source of the rule that only the named files may be handed in; "" if others are allowed."""
    flags: str = ""
    """The operation that returns flags for staff, as keys of *flag_texts*."""
    flag_texts: dict[str, str] = {}
    """Key of a flag -> its sentence for staff."""


class Java(ManifestStruct, frozen=True):
    """Settings of an assignment in Java."""

    release: str
    """The JDK: "17" for exactly this release, ">=17" for this or a newer release.

    Submissions are compiled as this release.
    """
    package: str = ""
    """The required package of submitted files."""
    moves: bool = False
    """True if files of another package are graded as if they were in this one. A rule of the survey
    should report them.
    """
    stack_mb: int = 8
    """Stack of the thread that runs the submission: eight times Java's own default, so that what
    runs at home runs here. Infinite recursion ends sooner in a small one.
    """


class LinterPlan(ManifestStruct, frozen=True):
    """The settings of one linter, such as python-ta, by its name."""

    extension: str
    """The extension that adds it."""
    config: str
    """Its configuration, a file in the grader's folder; all other settings are defaults."""
    source: str
    """Source in the handout."""
    files: tuple[str, ...] = ()
    """The files to check; empty for every submitted Python file."""


class Deduction(ManifestStruct, frozen=True):
    """Marks to deduct for each distinct broken rule, up to a cap."""

    name: str
    """The name for people; the adjustment of the total has it."""
    rules: tuple[str, ...]
    """Patterns of rules, such as "python-ta/*"."""
    marks: float | int
    """Marks for each broken rule, however often it is broken."""
    cap: float | int
    """The most that it takes."""
    reason: str
    """Source in the handout, or the reason for this amount."""
    all_for: tuple[str, ...] = ()
    """Patterns of rules that cost the whole cap. Files that were not looked at do so anyway."""


class Late(ManifestStruct, frozen=True):
    """Deductions for late submissions. Either `per_day` or `per_hour` is given."""

    days: int
    """Days after which submissions are not accepted."""
    reason: str
    """Source in the handout."""
    per_day: float | int | None = None
    """Marks, or percent, for each day begun."""
    per_hour: float | int | None = None
    """Marks, or percent, for each hour begun."""
    percent_of: Literal["", "earned", "maximum"] = ""
    """Set if the deduction is a percentage: of the marks earned, or of the maximum."""
    grace_minutes: float | int = 0
    """Lateness that is forgiven; a submission that is later counts from the deadline."""
    deadline: str = ""
    """Such as "2026-10-02 23:59 America/Toronto". Then lateness is counted from the platform's
    times.
    """
    zone: str = ""
    """The zone of the platform's times, if these name none."""


class Baseline(ManifestStruct, frozen=True):
    """The marks of the unsolved starter, which ``grader verify`` proves."""

    marks: float | int
    """Its marks."""
    reason: str
    """Why the starter earns them."""


class Manifest(ManifestStruct, kw_only=True, frozen=True):
    """The ``assignment.toml`` of an assignment."""

    id: str
    """The name of the assignment's folders."""
    title: str
    """The name for people."""
    language: str
    """"python", or a language that an extension adds."""
    python: str = ">=3.10"
    """The submission's interpreter: "3.12" for exactly this minor version, ">=3.10" for this or a
    newer version.
    """
    judge: str = ""
    """The release that marks, such as "3.13", where `python` allows newer ones; by default the
    grader's own, or else the oldest one.
    """
    java: Java | None = None
    """Settings of submissions in Java."""
    files: Files
    tasks: tuple[Task, ...]
    baseline: Baseline
    limits: Limits = Limits()
    shrink: Shrink = Shrink()
    variants: dict[str, Variant] = {}
    manual: tuple[Manual, ...] = ()
    stubs: tuple[str, ...] = ()
    """Stand-in packages to make importable: folders relative to the grader's folder, such as
    "stubs/pygame", or the name of one of the harness: "python_ta".
    """
    packages: tuple[str, ...] = ()
    """Packages that submissions may import, as pip writes them, such as "numpy==2.*". Their lock
    lies beside the manifest (``grader doctor ID --install`` writes it).
    """
    calls: dict[str, tuple[PublicName, ...] | Literal["*"]] = {}
    """Module of the submission -> the functions and classes that checks call, or "*" for every
    public one; in Java, a class -> itself and its static methods. Such an assignment has no driver
    of its own.
    """
    driver: tuple[str, ...] = ("driver.py",)
    """Files for the box, relative to the grader's folder: the driver and its imports; no secrets.
    """
    transcript: Transcript | None = None
    """How scenarios run, if they are transcripts of a terminal."""
    rewritings: dict[str, str] = {}
    """Name of a function in rewritings.py -> its change of printed text, for a report. They are
    tried on a submission that fails many checks.
    """
    functions: tuple[str, ...] = ()
    """Functions that the handout names, if the starter lacks them: any other one of the reference
    is its own helper.
    """
    programs: tuple[str, ...] = ()
    """Operations that run a whole program: each call has a new process."""
    survey: Survey = Survey()
    linters: dict[str, LinterPlan] = {}
    """The linters that look at submissions, by name."""
    deductions: tuple[Deduction, ...] = ()
    play: str
    """The command by which students start their program, from its folder."""
    late: Late | None = None
    leave_out: tuple[str, ...] = ()
    """Tags of checks that this edition of the assignment leaves out."""
    examples: int = 100
    """Number of drawn examples of a property."""
    grade_by: Literal["distilled", "all"] = "distilled"
    """Whether properties use their distilled examples, if there are any, or all drawn ones."""
    hidden_checks: Literal["nothing", "verdict", "title", "message", "all"] = "title"
    """The level at which students see hidden checks before a release: nothing, whether each passed,
    also its title, also its message, or all of it.
    """
    released_checks: Literal["verdict", "title", "message", "all"] | None = None
    """The level after a release (``grader report --release``), unless the command names one."""
    never_released: tuple[str, ...] = ()
    """Patterns of ids of hidden checks that never show more than a title."""
    hints: Literal["never", "after-deadline", "always"] = "never"
    """When students see the hints of a diagnosis: with *after-deadline*, once staff say that it is
    over (``grader report --after-deadline``).
    """

    @property
    def in_one_process(self) -> frozenset[str]:
        """Variants that replace no file: one process serves checks in all of them, and those of
        the variant "own". None, if a process gets the program with its variant.
        """
        if not self.written_in.is_forked:
            return frozenset()
        return frozenset(name for name, variant in self.variants.items() if not variant.files)

    @property
    def suffix(self) -> str:
        """The suffix of source files in the submissions' language."""
        return self.written_in.suffix

    @property
    def marking_python(self) -> str:
        """The releases of Python of which one marks, in the form of `python`."""
        return self.judge or self.python

    @property
    def written_in(self) -> Language:
        """The submissions' language, which `load_assignment` has found."""
        found = language_named(self.language)
        assert found is not None, f"nothing here offers {self.language}"
        return found

    @property
    def judging_extensions(self) -> list[str]:
        """The names of the extensions that add the language, modules beside the driver, what serves
        ``[calls]``, packages and their kinds of values, sorted: verdicts depend on them.
        """
        of_calls = extensions.adding("calls")[:1] if self.calls else ()
        of_packages = extensions.adding("packages", "value_kinds") if self.packages else ()
        found = {home_of(self.language), self.survey.extension, *of_calls, *of_packages}
        return sorted(found - {""})

    @property
    def extensions(self) -> list[str]:
        """The names of the extensions above, and of those that add the linters, sorted."""
        linters = {plan.extension for plan in self.linters.values()}
        return sorted({*self.judging_extensions, *linters})


class Assignment(msgspec.Struct, frozen=True):
    """A manifest and its folders."""

    manifest: Manifest
    grader: Path
    reference: Path
    starter: Path
    scenarios: Path

    @property
    def id(self) -> str:
        """The assignment's id, the name of its folders."""
        return self.manifest.id

    @property
    def root(self) -> Path:
        """The folder that the assignment was found in; see :mod:`.places`."""
        return self.grader.parents[1]

    @property
    def files(self) -> Files:
        """The files of the assignment."""
        return self.manifest.files

    @property
    def course(self) -> Path:
        """The folder with the course's files: the reference, or the starter if there is none."""
        return self.reference if self.reference.is_dir() else self.starter

    @property
    def stubs(self) -> list[Path]:
        """The folders of the stand-in packages that the manifest names."""
        return [
            (self.grader / name).resolve() if "/" in name else STUBS / name
            for name in self.manifest.stubs
        ]

    @property
    def shared(self) -> list[Path]:
        """The packages that graders share: those beside the grader's that are neither an
        assignment's, nor the harness, nor extensions.
        """
        packages = (
            path.parent
            for path in self.grader.parent.glob("*/__init__.py")
            if path.parent.name not in ("harness", "extensions")
        )
        return sorted(path for path in packages if not (path / "assignment.toml").exists())

    @property
    def painting(self) -> Path:
        """The module that draws pictures, if the grader has one; no check may import it."""
        return self.grader / "painting.py"

    @property
    def proofs(self) -> frozenset[Path]:
        """Files that verify the grader and grade nobody: the exemplars with the dictionary of their
        faults, and the reasons why some claims need not hold everywhere.
        """
        names = ("survivors", "lazy", "chance", "controls", "costs")
        reasons = (f"{name}.toml" for name in names)
        return frozenset(self.grader / name for name in ("exemplars", "dictionary", *reasons))

    def name_in_checkout(self, path: Path) -> str:
        """Return the name that a checkout has for *path*, a file of this assignment, of what
        graders share, or of the harness.
        """
        for folder in (self.reference, self.starter, self.scenarios):
            if path.is_relative_to(folder):
                inner = path.relative_to(folder.parents[1])
                return inner.as_posix()
        is_beside = path.is_relative_to(self.grader.parent)
        return path.relative_to(self.root if is_beside else ROOT).as_posix()

    @property
    def max_marks(self) -> Fraction:
        """The maximum of the automatic part, independent of the checks run."""
        return sum((exact(task.marks) for task in self.manifest.tasks), Fraction(0))


def without_style(assignment: Assignment) -> Assignment:
    """Return *assignment* without style checks: no rules, no linters, no deductions for them."""
    survey = msgspec.structs.replace(assignment.manifest.survey, findings="")
    manifest = msgspec.structs.replace(
        assignment.manifest, survey=survey, linters={}, deductions=()
    )
    return msgspec.structs.replace(assignment, manifest=manifest)


def assignment_ids(root: Path | None = None) -> list[str]:
    """Return the ids of all assignments that have a manifest, sorted.

    root: the only folder to look in, if not all that are searched (:mod:`.places`).
    """
    folders = places.searched() if root is None else [root]
    return sorted(set(chain.from_iterable(map(places.ids_in, folders))))


def load_assignment(assignment_id: str, root: Path | None = None) -> Assignment:
    """Load the manifest of *assignment_id*.

    root: the only folder to look in, if not all that are searched (:mod:`.places`). Raises
    ManifestError, of which UnknownLanguage, CallsNotServed, and UnknownAssignment if there is none,
    with one line on the remedy.
    """
    assignment = read_assignment(assignment_id, root)
    name = assignment.manifest.language
    if language_named(name) is None:
        raise UnknownLanguage(
            f"{assignment_id} is written in {name}: no installed extension offers that language; "
            f"{content.installing(name)}, or install another that does"
        )
    if assignment.manifest.calls and not extensions.adding("calls"):
        raise CallsNotServed(
            f"{assignment_id} has the table [calls] instead of a driver: no installed extension "
            f"serves such assignments; one of {content.DISTRIBUTION} does, calls"
        )
    return assignment


def read_assignment(assignment_id: str, root: Path | None = None) -> Assignment:
    """Return what `load_assignment` does, even if nothing here offers the language."""
    folder = places.place_of(assignment_id) if root is None else root
    if folder is None or not places.has(folder, assignment_id):
        ids = assignment_ids(root)
        advice = did_you_mean(assignment_id, ids) or f"; known: {', '.join(ids) or 'none'}"
        raise UnknownAssignment(f"there is no assignment {assignment_id!r}{advice}")
    path = folder / "graders" / assignment_id / "assignment.toml"
    try:
        manifest = msgspec.toml.decode(path.read_bytes(), type=Manifest)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ManifestError(
            f"{path.parent.name}/assignment.toml{problem_in(path.read_bytes(), Manifest, error)}"
        ) from None
    if manifest.id != assignment_id:
        raise ManifestError(
            f"{assignment_id}/assignment.toml: the id {manifest.id!r} is not the folder's name"
        )
    problem = _problem_with(manifest, path.parent)
    if problem:
        raise ManifestError(f"{assignment_id}/assignment.toml: {problem}")
    if manifest.calls:
        # a bundle has the manifest as it was loaded
        programs = tuple(dict.fromkeys((*manifest.programs, "run_program")))
        manifest = msgspec.structs.replace(manifest, driver=(), programs=programs)
    return Assignment(
        manifest=manifest,
        grader=path.parent,
        reference=content.top(folder) / "reference" / assignment_id,
        starter=content.top(folder) / "starter" / assignment_id,
        scenarios=content.top(folder) / "scenarios" / assignment_id,
    )


def _allows(python: str, release: str) -> bool:
    """Return whether *python*, of a manifest, allows this *release*, such as "3.13"."""
    least = re.fullmatch(r"(>=)?\s*3\.([0-9]+)", python.strip())
    minor = re.fullmatch(r"3\.([0-9]+)", release)
    if least is None or minor is None:
        return False
    newer = int(minor[1]) - int(least[2])
    return newer >= 0 if least[1] else newer == 0


def _problem_with(manifest: Manifest, grader: Path) -> str:
    """Return why the keys of a *manifest* do not go together, or ""."""
    form = manifest.transcript or Transcript("any", "any")
    listed = list(chain.from_iterable(manifest.calls.values()))
    listed = [name for name in listed if name != ALL_PUBLIC]
    taken = [name for name in listed if name in SESSION_NAMES | {*GENERIC_OPERATIONS}]
    language = language_named(manifest.language)
    problem = language.problem(manifest) if language else ""
    if problem:
        return problem
    if manifest.judge and not _allows(manifest.python, manifest.judge):
        return f"judge = {manifest.judge!r} is no release that python = {manifest.python!r} allows"
    if not manifest.calls:
        return "[transcript] needs the driver's operation" * (not form.operation)
    problems = {
        "the assignment has a driver, too; remove one of them": (
            manifest.driver not in ((), ("driver.py",)) or (grader / "driver.py").exists()
        ),
        '[transcript] has program = "FILE" and nothing else': (
            manifest.transcript and (form.operation or form.settings or not form.program)
        ),
        f'at most one module has "{ALL_PUBLIC}"; list the names of the others': (
            sum(names == ALL_PUBLIC for names in manifest.calls.values()) > 1
        ),
        f"{', '.join(sorted(listed))}: a name is there twice": len({*listed}) < len(listed),
        f"{', '.join(taken)} has another meaning; call it by student.script": taken,
    }
    found = (problem for problem, is_there in problems.items() if is_there)
    return next((f"[calls]: {problem}" for problem in found), "")
