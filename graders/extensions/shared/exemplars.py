"""Exemplars: submissions in the repository with their expected verdicts.

Each is a folder `graders/<assignment>/exemplars/<KIND>/<name>/` with an `exemplar.toml` and files;
kinds are right, faulty, attack and style:

    title = "combine refuses four of a kind"
    source = "spec 15.1-1"                # source of the fault or variant
    base = "reference"                    # or "none": the files here are the whole submission
    must_fail = ["block.combine-winner"]  # ids of checks; none for a right exemplar
    whole = ["goal.py"]                   # optional: these files replace the reference's entirely
    without = ["player.py"]               # optional: these files are not handed in
    parses = false                        # optional: some file has a syntax error on purpose
    findings = ["leftovers"]              # optional: rules of code style that it breaks
    hint = "Which colours may a goal have?"   # optional: a pointer for students (`diagnosis`)

    [may_fail]                            # optional: id -> why that depends on chance, or on
                                          # another fault
    [verdicts]                            # optional: id -> the exact verdict, if it matters

A right exemplar passes every check and breaks no rule. A style exemplar passes every check and
breaks exactly the rules in `findings`.

With base "reference", a source file named like a submitted one is laid over that one (see
`overlay`); files of other languages or names are taken whole. So a syntax error
needs `whole = ["block.py"]` and `parses = false`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import msgspec

from graders.extensions.shared.authoring import authoring_of
from graders.harness.assignment.language import comment_in
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.assignment.regions import solved
from graders.harness.assignment.toml_errors import problem_in
from graders.harness.content import files_below, is_left_behind
from graders.harness.errors import GraderError
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.result import Verdict

Kind = Literal["right", "faulty", "attack", "style"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_TABLE = "exemplar.toml"
_NEW = re.compile(r"faulty/[a-z0-9]+(?:-[a-z0-9]+)*")
"""Ids of new exemplars, which become folders."""


class ExemplarError(GraderError):
    """An exemplar is unusable; the message names its file and the correction."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of an `exemplar.toml`."""

    title: str
    source: str
    base: Literal["reference", "none"] = "reference"
    must_fail: frozenset[str] = frozenset()
    may_fail: dict[str, str] = {}
    verdicts: dict[str, Verdict] = {}
    whole: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    parses: bool = True
    findings: frozenset[str] = frozenset()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Exemplar:
    """An exemplar, as read from its folder."""

    name: str
    """Name of its folder; unique within its kind."""
    kind: Kind
    title: str
    source: str
    base: Literal["reference", "none"]
    must_fail: frozenset[str]
    """Ids of the checks that must not pass; all others must, unless they may fail."""
    may_fail: Mapping[str, str]
    """Id of a check that may pass or fail -> the reason."""
    verdicts: Mapping[str, Verdict]
    """Id of a check -> its exact verdict."""
    files: Mapping[str, bytes]
    """Relative name -> content, without the table."""
    whole: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    parses: bool = True
    findings: frozenset[str] = frozenset()
    """Rules of code style that it breaks."""
    hint: str = ""
    """A question or pointer for students with this fault, which does not give the solution away."""

    @property
    def id(self) -> str:
        """Name in messages and reports: "faulty/combine-tie"."""
        return f"{self.kind}/{self.name}"

    @property
    def runs_short(self) -> bool:
        """Whether it must time out; a shorter limit then gives the same result sooner."""
        return Verdict.TIMEOUT in self.verdicts.values()


def load_exemplars(assignment_dir: Path) -> list[Exemplar]:
    """Return all exemplars of the grader in *assignment_dir*, right ones first, each kind by name.

    Raises ExemplarError for the first that breaks the rules of this module's docstring.
    """
    top = assignment_dir / "exemplars"
    for entry in _entries(top):
        if entry.name not in KINDS or not entry.is_dir():
            raise ExemplarError(
                f"{_shown(entry)}: move it to one of the folders {', '.join(KINDS)}"
            )
    return [_read_exemplar(folder, kind) for kind in KINDS for folder in _entries(top / kind)]


def build(exemplar: Exemplar, reference_dir: Path, submitted: Sequence[str]) -> dict[str, bytes]:
    """Return the files of the exemplar's submission, without the starter's markers.

    submitted: names of the reference's files that students hand in. Raises ExemplarError or
    OverlayError.
    """
    files: dict[str, bytes] = {}
    if exemplar.base == "reference":
        _refuse_unknown(exemplar, "without", exemplar.without, submitted)
        for name in submitted:
            if name not in exemplar.without:
                files[name] = solved_file(reference_dir, name)
    files = lay_over(files, exemplar)
    if exemplar.parses:
        for name, content in files.items():
            _parse(exemplar, name, content)
    return dict(sorted(files.items()))


def lay_over(files: Mapping[str, bytes], exemplar: Exemplar) -> dict[str, bytes]:
    """Return *files* with those of *exemplar* laid over them. Raises ExemplarError and
    OverlayError.
    """
    changed = dict(files)
    laid_over = files.keys() - exemplar.whole
    for name, content in exemplar.files.items():
        authoring = authoring_of(name)
        if authoring is None or name not in laid_over:
            changed[name] = content
        else:
            place = f"exemplars/{exemplar.id}/{name}"
            base = files[name].decode("utf-8")
            changed[name] = authoring.overlay(base, text_of_file(content, place), place).encode()
    return changed


def as_submission(exemplar: Exemplar, assignment: Assignment) -> Submission:
    """Return the exemplar as intake would read it from a folder."""
    files = build(exemplar, assignment.reference, assignment.files.solved)
    return submission_from_bytes(exemplar.id, files, assignment)


def as_submissions(exemplars: Iterable[Exemplar], assignment: Assignment) -> dict[str, Submission]:
    """Return *exemplars* as submissions, by id."""
    return {exemplar.id: as_submission(exemplar, assignment) for exemplar in exemplars}


def to_folder(
    exemplar: Exemplar, reference_dir: Path, submitted: Sequence[str], into: Path
) -> Path:
    """Write the exemplar's submission to the new folder `into/<name>`; return the folder."""
    folder = into / exemplar.name
    files = build(exemplar, reference_dir, submitted)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise ExemplarError(
            f"{folder} already exists; choose another folder or remove it"
        ) from None
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def new_folder(assignment: Assignment, id_: str) -> Path:
    """Return the folder of the new faulty exemplar *id_*. Raises ExemplarError or PlaceError."""
    refuse_installed(assignment)
    if not _NEW.fullmatch(id_):
        raise ExemplarError(
            f"{id_!r} is no name of a faulty exemplar, such as faulty/swap-mirrors-inside: "
            "small letters, digits and hyphens behind faulty/"
        )
    folder = assignment.grader / "exemplars" / id_
    if folder.exists():
        raise ExemplarError(f"{_shown(folder)} already exists; choose another name")
    return folder


def write_exemplar(folder: Path, files: Mapping[str, bytes], must_fail: Sequence[str]) -> None:
    """Write an exemplar without a title, which its author has to write. Raises OSError."""
    checks = ", ".join(f'"{check}"' for check in sorted(must_fail))
    table = (
        "# A sentence for staff: what the program does wrong, and where.\n"
        'title = ""\n'
        "# A question or pointer for students, which does not give the solution away.\n"
        'hint = ""\n'
        'source = "a submission"\n'
        'base = "reference"\n'
        f"must_fail = [{checks}]\n"
    )
    for name, data in {**files, _TABLE: table.encode()}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _entries(folder: Path) -> list[Path]:
    """Return the entries of a folder by name, without tools' files; [] if it does not exist."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not is_left_behind(path.name))


def _shown(path: Path) -> str:
    """Return the path, relative to the assignment's folder."""
    parts = path.parts
    return "/".join(parts[len(parts) - 1 - parts[::-1].index("exemplars") :])


def _read_exemplar(folder: Path, kind: Kind) -> Exemplar:
    path = folder / _TABLE
    try:
        table = msgspec.toml.decode(path.read_bytes(), type=_Table)
    except (FileNotFoundError, NotADirectoryError):
        raise ExemplarError(
            f"{_shown(path)}: is missing; each exemplar's folder needs one"
        ) from None
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ExemplarError(
            f"{_shown(path)}{problem_in(path.read_bytes(), _Table, error)}"
        ) from None
    files = dict(files_below(folder))
    del files[_TABLE]
    problem = _problem_in(kind, table, files)
    if problem:
        raise ExemplarError(f"{_shown(path)}: {problem}")
    return Exemplar(
        name=folder.name,
        kind=kind,
        title=table.title,
        source=table.source,
        base=table.base,
        must_fail=table.must_fail,
        may_fail=table.may_fail,
        verdicts=table.verdicts,
        files=dict(sorted(files.items())),
        whole=table.whole,
        without=table.without,
        parses=table.parses,
        findings=table.findings,
        hint=table.hint,
    )


def _problem_in(kind: Kind, table: _Table, files: Mapping[str, bytes]) -> str | None:
    """Return the first problem of the table, or None."""
    passing = {check for check, verdict in table.verdicts.items() if verdict is Verdict.PASSED}
    failing = table.must_fail | (table.verdicts.keys() - passing)
    of_reference = table.whole | table.without
    problems: dict[str, bool | Set[str]] = {
        "title and source must not be empty": not all(map(str.strip, (table.title, table.source))),
        "every may_fail needs a reason": not all(map(str.strip, table.may_fail.values())),
        **_problems_of_kind(kind, failing, table.findings),
        "a check is in must_fail, but also in may_fail": table.must_fail & table.may_fail.keys(),
        "a check is in must_fail, but its verdict is passed": table.must_fail & passing,
        "whole names a file that is not here": table.whole - files.keys(),
        'whole and without are for base "reference"': table.base != "reference"
        and bool(of_reference),
        "without names a file that is here": table.without & files.keys(),
        "its folder has no other file": not (files.keys() | table.without),
    }
    for problem, broken in problems.items():
        if broken is True:
            return problem
        if broken:
            return f"{problem}: {', '.join(sorted(broken))}"
    return None


def _problems_of_kind(kind: Kind, failing: Set[str], findings: frozenset[str]) -> dict[str, bool]:
    """Return the rules for tables of this kind, and whether they are broken."""
    if kind == "right":
        return {
            "a right exemplar fails no check: must_fail and verdicts must be empty": bool(failing),
            "a right exemplar breaks no rule: findings must be empty": bool(findings),
        }
    if kind == "style":
        return {
            "a style exemplar fails no check: must_fail and verdicts must be empty": bool(failing),
            "a style exemplar must name the rules it breaks, in findings": not findings,
        }
    missing = kind == "faulty" and not failing
    return {"a faulty exemplar must name a check that it fails, in must_fail or verdicts": missing}


def _refuse_unknown(
    exemplar: Exemplar, key: str, names: frozenset[str], submitted: Sequence[str]
) -> None:
    unknown = names - set(submitted)
    if unknown:
        listed = ", ".join(sorted(unknown))
        raise ExemplarError(
            f"exemplars/{exemplar.id}: {key} names {listed}, which is not a submitted file"
        )


def solved_file(reference_dir: Path, name: str) -> bytes:
    """Return a file of the reference without the lines of the starter's markers."""
    try:
        content = (reference_dir / name).read_bytes()
    except FileNotFoundError:
        raise ExemplarError(f"the reference of {reference_dir.name} has no {name}") from None
    comment = comment_in(name)
    if comment is None:
        return content
    return solved(content.decode("utf-8"), comment).encode()


def text_of_file(content: bytes, label: str) -> str:
    """Return *content* as text. Raises ExemplarError, which names *label*."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise ExemplarError(
            f"{label}: is not UTF-8; list it in `whole` to hand it in unchanged"
        ) from None


def _parse(exemplar: Exemplar, name: str, content: bytes) -> None:
    if not name.endswith(".py"):
        return
    try:
        ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        problem = (str(error) or type(error).__name__).splitlines()[0]
        place = f"exemplars/{exemplar.id}/{name}"
        raise ExemplarError(
            f"{place}: does not parse ({problem}); if that is intended, set `parses = false`"
        ) from None
