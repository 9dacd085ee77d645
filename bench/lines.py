"""Measures how well suspects point at the faults of exemplars, whose lines are known: the lines in
which an exemplar differs from the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from unittest.mock import patch

import msgspec

from graders.extensions.faults.diagnose import Explanation
from graders.extensions.faults.making import faulty
from graders.extensions.faults.noting import noted
from graders.extensions.faults.suspects import Place, Suspect
from graders.extensions.shared.exemplars import as_submissions, solved_file
from graders.extensions.shared.gradings import Gradings
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.grader import Graded, open_grader
from graders.harness.grading.lines import Sources
from graders.harness.intake import Submission


class LineFigures(msgspec.Struct, frozen=True):
    """How well the suspects of faulty exemplars point at their faults."""

    programs: int
    """Exemplars that fail checks, and whose changed lines are known."""
    shown: int
    """Those among them with a suspect."""
    lined: int
    """Of these, those whose first suspect lists lines; the others' is a function alone."""
    first_line: int
    """Those with a line at fault in the first suspect."""
    first_alone: int
    """Those whose first suspect is a function alone, and is at fault."""
    any_function: int
    """Those with a function at fault among the suspects."""
    listed: int
    """Lines in first suspects, all together."""

    def line(self) -> str:
        """Return the figures in a line."""
        parts = [
            f"{self.shown} of {self.programs} programs with suspects",
            f"first one with lines: {_share(self.first_line, self.lined)} hold a line at fault",
            f"first one a function alone: {_share(self.first_alone, self.shown - self.lined)} are at fault",
            f"{_share(self.any_function, self.shown)} with a function at fault among the three",
            f"{self.listed / max(1, self.lined):.1f} lines in a first suspect with lines",
        ]
        return "; ".join(parts)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part // max(1, whole)} %)"


class LinesMeasured(msgspec.Struct, frozen=True):
    """The figures of an assignment, and the exemplars whose first suspect is elsewhere or missing."""

    figures: LineFigures
    missed: dict[str, str]
    """Exemplar -> its first suspect and the function that is wrong."""


def measure_lines(gradings: Gradings, every: int = 1) -> LinesMeasured:
    """Measure on faulty exemplars that are laid over the reference, of all each *every* th one. Raises GraderBroken."""
    assignment = gradings.assignment
    exemplars = [one for one in faulty(assignment) if one.base == "reference"][::every]
    submissions = as_submissions(exemplars, assignment)
    graded = dict(_graded(gradings, submissions))
    total = LineFigures(*[0] * 7)
    missed = {}
    for name, done in graded.items():
        files = submissions[name].files
        wrong = set(wrong_places(assignment, files))
        found = noted(done.noted)
        if not found.symptoms or not wrong:
            continue
        ranked = found.suspects
        sources = Sources(files)
        functions = {sources.name_at(place) for place in wrong}
        named = [one.function in functions for one in ranked]
        lines = [last - first + 1 for one in ranked[:1] for first, last in one.lines]
        holds = any(_holds(one, wrong) for one in ranked[:1])
        one = LineFigures(
            programs=1,
            shown=bool(ranked),
            lined=bool(lines),
            first_line=holds,
            first_alone=not lines and any(named[:1]),
            any_function=any(named),
            listed=sum(lines),
        )
        both = msgspec.structs.astuple(total), msgspec.structs.astuple(one)
        total = LineFigures(*map(sum, zip(*both, strict=True)))
        if not holds and (lines or not any(named[:1])):
            suspect = f"{ranked[0].function} {ranked[0].numbers}" if ranked else "none"
            places = ", ".join(f"{file}:{line}" for file, line in sorted(wrong)[:3])
            missed[name] = f"{suspect}; wrong: {', '.join(sorted(functions))} {places}"
    return LinesMeasured(total, missed)


def _graded(
    gradings: Gradings, submissions: Mapping[str, Submission]
) -> Iterator[tuple[str, Graded]]:
    """Grade *submissions* here, and look for lines even if known faults explain everything."""
    # suspects are looked for where small examples are
    settings = msgspec.structs.replace(
        gradings.hurried(gradings.settings), shrink_calls=1, linters=False
    )
    always = patch.object(Explanation, "names_all", False)
    with always, open_grader(settings.load(), choice="auto") as grader:
        for name, submission in submissions.items():
            yield name, grader.grade(submission)


def _holds(suspect: Suspect, wrong: set[Place]) -> bool:
    return any(
        (suspect.file, line) in wrong
        for first, last in suspect.lines
        for line in range(first, last + 1)
    )


def wrong_places(assignment: Assignment, files: Mapping[str, bytes]) -> Iterator[Place]:
    """Yield the lines of *files* that the reference has not; where it only has more, the lines on
    both sides.
    """
    for name, data in files.items():
        if (
            PurePosixPath(name).suffix != assignment.manifest.suffix
            or name not in assignment.files.solved
        ):
            continue
        right = solved_file(assignment.reference, name).decode().split("\n")
        lines = data.decode("utf-8", "replace").split("\n")
        matcher = SequenceMatcher(None, right, lines, autojunk=False)
        for kind, _, _, start, end in matcher.get_opcodes():
            if kind == "equal":
                continue
            changed = [
                number
                for number in range(start + 1, end + 1)
                if lines[number - 1].strip() and not _is_comment(lines[number - 1])
            ]
            beside = [number for number in (start, start + 1) if 0 < number <= len(lines)]
            yield from ((name, number) for number in changed or beside)


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//", "/*", "* ", "*/"))
