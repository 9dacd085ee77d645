"""``grader hand-back``: writes each student's own page in a platform's format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from graders.harness.commands.grammar import ClassFolder, Release, arg, late, new_folder
from graders.harness.errors import GraderError

SHOWN = 10


def _platforms() -> str:
    from graders.extensions.platforms.return_feedback import targets

    return "\n".join(f"  {name:<11} {target.about}" for name, target in targets().items())


@late(platforms=_platforms)
def hand_back(
    path: ClassFolder,
    *,
    for_: Annotated[str, arg("see below", "PLATFORM")],
    out: Annotated[Path, arg("a new folder", "DIR", type=new_folder)],
    download: Annotated[Path | None, arg("canvas: the download that was graded", "PATH")] = None,
    release: Release = None,
) -> None:
    """Write students' own pages for Canvas, Moodle ... (course staff).

    Writes the files by which a platform returns each student's own report: the student's version,
    never the staff's.

    DIR is the folder of a graded class. The files for the platform are written below --out, with
    index.csv: who gets which file, and who gets none and why. The index is for staff only. Members
    of a group get a copy each, or their own page if these differ. A submission that cannot be read
    gets a page with the reason and no mark. Nobody else without a mark (nothing handed in, not
    gradable) gets a page.

    platforms:
    {platforms}

    examples:
      grader hand-back marks/ --for folders --out back/
      grader hand-back marks/ --for canvas --download submissions.zip --out back/
      grader hand-back marks/ --for folders --out back/ --release=all
    """
    from graders.extensions.platforms.return_feedback import return_feedback, targets
    from graders.harness.intake.names import display, listing

    places = targets()
    if for_ not in places:
        raise GraderError(f"--for takes one of {', '.join(places)}, not {for_!r}")
    feedback = return_feedback(path, for_, out, download, release)
    where = display(str(feedback.where), 200)
    print(
        f"grader: pages for {feedback.people} people: {where}; index: {feedback.index}",
        file=sys.stderr,
    )
    print(f"grader: {feedback.without_mark}", file=sys.stderr)
    if feedback.unmarked:
        who = listing(feedback.unmarked, 5)
        print(
            f"grader: {len(feedback.unmarked)} not marked yet by a tutor, and their pages "
            f"say so: {who}",
            file=sys.stderr,
        )
    for person in feedback.left_out[:SHOWN]:
        print(f"grader: nothing for {person}", file=sys.stderr)
    if len(feedback.left_out) > SHOWN:
        print(
            f"grader: nothing for {len(feedback.left_out) - SHOWN} more; see the index",
            file=sys.stderr,
        )
