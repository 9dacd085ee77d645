"""The result that staff name by a person: ``marks/ada`` is Ada's, wherever her page is."""

from __future__ import annotations

from pathlib import Path

from graders.harness.course.gradebook import BOOK
from graders.harness.course.people import pages_of_gradebook
from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.reports.reporting import result_file


def result_of(path: Path) -> Path:
    """Return the file of the result that *path* means: the file, its folder or, in the folder of a
    class, a word for a submission or an author (see `people`).

    Outside a class it may be missing. Raises GraderError with the nearest word, or with the reason
    why there is no result.
    """
    file, shown = result_file(path), display(str(path), 200)
    if (path / BOOK).is_file():
        raise GraderError(
            f"{shown} is a class: name a person in it, such as {shown}/LOGIN "
            "(or an id, a name or a submission)"
        )
    people, lines = pages_of_gradebook(path.parent)
    if file.is_file() or not people:
        return file
    try:
        page = people.submission_of(path.name)
    except GraderError as error:
        raise GraderError(f"there is no submission of {error}") from None
    file = path.parent / page / "result.json"
    if not file.is_file():
        why = display(lines[page]["flags"], 300)
        raise GraderError(f"{shown} has no result: {lines[page]['status']}; {why}")
    return file
