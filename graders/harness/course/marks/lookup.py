"""The result that staff name by a person: ``marks/ada`` is Ada's, wherever her page is."""

from __future__ import annotations

from pathlib import Path

from graders.harness.course.marks import up_to_date
from graders.harness.course.pages.changing import READY, STATE, unchanged
from graders.harness.course.pages.gradebook import BOOK
from graders.harness.course.pages.submission_words import pages_of_gradebook
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.result_files import result_file


def result_of(path: Path) -> Path:
    """Return the file of the result that *path* means: the file, its folder or, in the folder of a
    class, a word for a submission or an author (see `people`).

    Outside a class it may be missing. Raises GraderError with the nearest word, or with the reason
    why there is no result.
    """
    file, folder = result_file(path), display(str(path), 200)
    if is_class(path):
        raise GraderError(
            f"{folder} is a class: name a person in it, such as {folder}/LOGIN "
            "(or an id, a name or a submission)"
        )
    people, rows = pages_of_gradebook(path.parent)
    if file.is_file() or not people:
        return file
    page = people.submission_of(path.name)
    file = path.parent / page / "result.json"
    if not file.is_file():
        row = rows[page][0]
        why = display("; ".join(row.reasons), 300)
        raise GraderError(f"{folder} has no result: {row.state.value}; {why}")
    return file


def is_class(path: Path) -> bool:
    """Return whether *path* is the folder of a class, whether or not its grading has ended."""
    return any((path / name).exists() for name in (BOOK, STATE, READY))


def class_of(path: Path) -> Path | None:
    """Return the folder of the class that *path*, a result or its folder, belongs to; None if it is
    in no class.
    """
    folders = (path, *path.parents[:3], *path.resolve().parents[:3])
    return next((folder for folder in folders if is_class(folder)), None)


def refuse_outdated(path: Path) -> None:
    """Raise GraderError if the results of the class that *path*, a result or its folder, belongs to
    are outdated; see `up_to_date`. A result that is in no class is never outdated.
    """
    folder = class_of(path)
    if folder is not None:
        with unchanged(folder):
            up_to_date.refuse_outdated(folder)
