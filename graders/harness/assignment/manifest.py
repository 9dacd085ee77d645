"""Reads ``assignment.toml``: what is handed in, what the course supplies, limits, tasks and their
marks.

The manifest is data, validated strictly: an unknown key or a wrong type is one clear line, never a
guess.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from graders.harness import content
from graders.harness.assignment import places
from graders.harness.assignment.naming import did_you_mean
from graders.harness.assignment.tables import problem_in
from graders.harness.errors import BAD_INPUT, NOT_GRADABLE, GraderError

ROOT = content.ROOT
"""The checkout, or the folder of packages that a wheel was installed to."""


Shade = Annotated[int, msgspec.Meta(ge=0, le=255)]
"""The share of red, green or blue in a colour."""


class ManifestError(GraderError):
    """The manifest of an assignment cannot be used; the message names the file and the key."""

    status = NOT_GRADABLE


class UnknownAssignment(ManifestError):
    """There is no assignment of that name."""

    status = BAD_INPUT


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all tables of the manifest: immutable, strict."""


class Files(Struct, frozen=True):
    """Which files make up the assignment; all names are relative to the submission's folder."""

    submitted: tuple[str, ...]
    """Files a student hands in; empty where the handout leaves their names free."""
    course: tuple[str, ...]
    """Files the course supplies; our copy (from ``reference/``) always wins over a submitted one.
    """
    solution: tuple[str, ...] = ()
    """The reference's files that a submission would hold, where names are free."""
    in_box: tuple[str, ...] = ()
    """Those of ``course`` that checks need at run time (the others, such as sample tests, stay
    outside).
    """

    @property
    def solved(self) -> tuple[str, ...]:
        """The reference's files that a submission would hold."""
        return self.submitted or self.solution


class Limits(Struct, frozen=True):
    """Limits of one check's process; reached, the check ends, and only that check."""

    cpu_seconds: float = 10.0
    least_cpu_seconds: float = 2.0
    """A check gets many times the CPU time that the reference needs for it, not less than this nor
    more than that.
    """
    wall_seconds: float = 60.0
    total_cpu_seconds: float = 120.0
    total_wall_seconds: float = 300.0
    """What all checks of a submission that are run may use together; the rest is not run then, and
    a person is told.
    """
    hurried_cpu_seconds: float = 2.0
    """Each run that is out of time halves what the later ones get, but never below this (nor its
    wall time below as many times the full one): a submission that hangs everywhere must not take
    hours.
    """
    memory_mb: int = 512
    output_chars: int = 1_000_000
    """Characters that may be printed in one call."""
    frame_kb: int = 2048
    """Size of one message between judge and sandbox."""
    open_files: int = 64
    scratch_mb: int = 8
    scratch_files: int = 256
    recursion: int = 5000
    """Python's recursion limit in the submission's interpreter."""
    asks: int = 50_000
    """Questions one check's process may ask back."""
    ask_cpu_seconds: float = 20.0
    """CPU time the reference may spend on one check's questions."""


class Task(Struct, frozen=True):
    """A part of the assignment with a fixed number of marks, whatever checks run."""

    id: str
    name: str
    marks: float | int
    reason: str
    """Where the marks come from: the handout's scheme, or why we weigh it so."""
    shares: bool = False
    """Whether the marks of its checks are shares: the task's marks are spread over them in
    proportion.
    """


class Manual(Struct, frozen=True):
    """A part that a tutor marks; shown apart, never guessed."""

    name: str
    max_marks: float | int
    rules: tuple[str, ...] = ("*",)
    """Patterns of the rules whose findings prepare it: the sheet for tutors counts them."""


class Variant(Struct, frozen=True):
    """A set of files that stands in for some of the submission's own files while one of them is
    graded.
    """

    files: dict[str, str]
    """Submitted file name -> stand-in, relative to the grader's folder."""


class Shrink(Struct, frozen=True):
    """Budget of the search for a small counterexample."""

    calls: int = 200
    """Times the failing check may be run again, at most; fewer for slow programs
    (``judge.SEARCH_CPU_SECONDS``).
    """


class Transcript(Struct, frozen=True):
    """How the scenarios of a program that talks through a terminal are run."""

    operation: str
    """The operation that runs it: first the settings, then the lines to type."""
    settings: tuple[str, ...] = ()
    """Further keys of a scenario's header, whole numbers."""


class Survey(Struct, frozen=True):
    """What is said of a submission besides its checks (see :mod:`graders.harness.style.survey`)."""

    findings: str = ""
    """The operation that looks at the code, without running it."""
    compares: bool = False
    """Whether that operation takes the starter's files and *settings*, to compare with."""
    settings: dict[str, tuple[str, ...] | int] = {}
    """What the rules need to know (see the modules in ``inside/rules``)."""
    rules: dict[str, str] = {}
    """Rule -> where the handout says so."""
    extra_files: str = ""
    """Where the handout says that nothing but the named files may be handed in; empty where more
    are allowed.
    """
    flags: str = ""
    """The operation that says what a person should know, as keys of *flag_texts*."""
    flag_texts: dict[str, str] = {}


class Java(Struct, frozen=True):
    """What an assignment in Java needs."""

    release: str
    """The JDK: "17" for exactly that, ">=17" for that or newer."""
    package: str = ""
    """The package that submitted files have to be in."""
    moves: bool = False
    """Whether files of another package are graded as if they were in this one; a rule of the survey
    is to say so.
    """
    stack_mb: int = 64
    """Stack of the thread that runs the submission."""


class PythonTA(Struct, frozen=True):
    """How python-ta looks at a submission (see :mod:`graders.harness.style.linter`)."""

    config: str
    """Its configuration, a file of the grader's folder; everything else is python-ta's own."""
    source: str
    """Where the handout says so."""
    files: tuple[str, ...] = ()
    """The files it looks at; empty for every Python file that was handed in."""


class Deduction(Struct, frozen=True):
    """What findings cost: so many marks for each distinct rule that was broken, up to a cap."""

    name: str
    rules: tuple[str, ...]
    """Patterns of rules, such as "python-ta/*"."""
    marks: float | int
    cap: float | int
    reason: str
    """Where the handout says so, or why we take so much."""
    all_for: tuple[str, ...] = ()
    """Patterns of rules that cost the whole cap: what keeps a file from being checked must not be
    cheaper.
    """


class Late(Struct, frozen=True):
    """What a late submission loses."""

    per_day: float | int
    """Marks for each day that has begun."""
    days: int
    """Days after which nothing is taken any more."""
    reason: str
    """Where the handout says so."""


class Baseline(Struct, frozen=True):
    """What the unsolved starter earns."""

    marks: float | int
    reason: str


class Manifest(Struct, kw_only=True, frozen=True):
    """One assignment's ``assignment.toml``."""

    id: str
    title: str
    language: Literal["python", "java"]
    python: str = ">=3.10"
    """The submission's interpreter: "3.12" for exactly that minor version, ">=3.10" for that or
    newer.
    """
    java: Java | None = None
    """Set where submissions are in Java."""
    files: Files
    tasks: tuple[Task, ...]
    baseline: Baseline
    limits: Limits = Limits()
    shrink: Shrink = Shrink()
    variants: dict[str, Variant] = {}
    manual: tuple[Manual, ...] = ()
    stubs: tuple[str, ...] = ()
    """Stand-in packages of the harness (``inside/stubs/``) to make importable, such as "pygame"."""
    driver: tuple[str, ...] = ("driver.py",)
    """Files that go into the box, relative to the grader's folder: the driver and what it imports.
    Never a secret.
    """
    transcript: Transcript | None = None
    """Set where scenarios are transcripts of a terminal."""
    programs: tuple[str, ...] = ()
    """Operations that run a whole program: each call of one has a fresh process to itself."""
    survey: Survey = Survey()
    python_ta: PythonTA | None = None
    deductions: tuple[Deduction, ...] = ()
    play: str
    """How students start their own program, from the folder it is in."""
    late: Late | None = None
    leave_out: tuple[str, ...] = ()
    """Tags of checks that are not part of this edition of the assignment."""
    palette: dict[str, tuple[Shade, Shade, Shade]] = {}
    """Letter in a board picture -> its colour."""
    examples: int = 100
    """Examples per property, where they are drawn."""
    grade_by: Literal["distilled", "all"] = "distilled"
    """Whether properties are tried on their distilled examples, where there are any, or on all that
    are drawn.
    """
    hidden_checks: Literal["title", "verdict", "nothing"] = "title"
    """What students learn of hidden checks: title and verdict, the verdict alone, or not even that
    there are any.
    """


class Assignment(msgspec.Struct, frozen=True):
    """A manifest and the folders around it."""

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
        """Which files make up the assignment."""
        return self.manifest.files

    @property
    def course(self) -> Path:
        """The folder with the course's own files: the reference's, or the starter's where there is
        no reference.
        """
        return self.reference if self.reference.is_dir() else self.starter

    @property
    def shared(self) -> list[Path]:
        """The packages beside the grader's that are no assignment's (nor the harness): what graders
        share.
        """
        packages = (
            path.parent
            for path in self.grader.parent.glob("*/__init__.py")
            if path.parent.name != "harness"
        )
        return sorted(
            path for path in packages if not (path / "assignment.toml").exists()
        )

    @property
    def proofs(self) -> frozenset[Path]:
        """What proves the grader and grades nobody: the exemplars, and what mutants and lazy
        programs are allowed.
        """
        return frozenset(
            self.grader / name for name in ("exemplars", "survivors.toml", "lazy.toml")
        )

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
        """The automatic part's maximum: fixed here, never by what ran."""
        return sum((exact(task.marks) for task in self.manifest.tasks), Fraction(0))


def without_style(assignment: Assignment) -> Assignment:
    """Return *assignment* with nothing said of how code is written: no rules, no python-ta, no
    deductions for them.
    """
    survey = msgspec.structs.replace(assignment.manifest.survey, findings="")
    manifest = msgspec.structs.replace(
        assignment.manifest, survey=survey, python_ta=None, deductions=()
    )
    return msgspec.structs.replace(assignment, manifest=manifest)


def exact(number: float | int | Fraction) -> Fraction:
    """Return the number as written in decimal (0.1 is one tenth), as an exact fraction."""
    return Fraction(str(number))


def assignment_ids(root: Path | None = None) -> list[str]:
    """Return the ids of all assignments that have a manifest, sorted.

    root: the only folder to look in, if not all that are searched (:mod:`.places`).
    """
    folders = places.searched() if root is None else [root]
    return sorted({id for folder in folders for id in places.ids_in(folder)})


def load_assignment(assignment_id: str, root: Path | None = None) -> Assignment:
    """Read the manifest of *assignment_id*.

    root: the only folder to look in, if not all that are searched (:mod:`.places`). Raises
    ManifestError, UnknownAssignment if there is none, with one line that says what to mend.
    """
    folder = places.place_of(assignment_id) if root is None else root
    if folder is None or not places.has(folder, assignment_id):
        known = assignment_ids(root)
        said = (
            did_you_mean(assignment_id, known)
            or f"; known: {', '.join(known) or 'none'}"
        )
        raise UnknownAssignment(f"there is no assignment {assignment_id!r}{said}")
    path = folder / "graders" / assignment_id / "assignment.toml"
    try:
        manifest = msgspec.toml.decode(path.read_bytes(), type=Manifest)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ManifestError(
            f"{path.parent.name}/assignment.toml{problem_in(path.read_bytes(), Manifest, error)}"
        ) from None
    if manifest.id != assignment_id:
        raise ManifestError(
            f"{assignment_id}/assignment.toml: its id is {manifest.id!r}, not its folder's name"
        )
    return Assignment(
        manifest=manifest,
        grader=path.parent,
        reference=content.top(folder) / "reference" / assignment_id,
        starter=content.top(folder) / "starter" / assignment_id,
        scenarios=content.top(folder) / "scenarios" / assignment_id,
    )
