"""``grader desk``: a page on this machine for marking and commenting a graded class."""

from __future__ import annotations

import sys
from typing import Annotated

from graders.harness.commands.grammar import ClassFolder, arg, late
from graders.harness.content import installing
from graders.harness.errors import GraderError


@late(install=lambda: installing("tutoring"))
def desk(
    path: ClassFolder,
    *,
    no_browser: Annotated[bool, arg("only print the address")] = False,
    port: Annotated[int, arg("the port to listen on (default: any free one)", "PORT")] = 0,
    apply: Annotated[bool, arg("bring DIR/decisions.toml into the results, and end")] = False,
) -> None:
    """Mark and comment a graded class in the browser (course staff).

    Opens a page on this machine on which tutors mark, comment and use a rubric.

    DIR is the folder of a graded class. The page shows each submission's code, findings, failed
    checks and diagnosis. Tutors comment on lines or on the whole, give the marks of their parts,
    and use a rubric; the key ? lists the keys. Everything is saved as it is typed, in
    DIR/decisions.toml, and comes into results, pages and gradebook when tutors pause, and at the
    end (Ctrl+C). Students see comments and marks on their pages (`grader hand-back`).

    The server answers this machine only, at an address with a secret token. Who has the address can
    read and mark the class. With --apply, no page is opened: a file that was edited or merged is
    brought into the results.

    The page needs two packages: {install}.

    examples:
      grader desk marks/
      grader desk marks/ --no-browser --port 8800
      grader desk marks/ --apply
    """
    from graders.harness.course.marks import carried_over

    carried_over.carry(path)
    if apply:
        from graders.harness.course.marks import remarking

        entries = remarking.bring_in(path)
        print(
            f"grader: tutors' marks and decisions applied to {len(entries)} people",
            file=sys.stderr,
        )
        return
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise GraderError(
            f"the desk needs the packages starlette and uvicorn: {installing('tutoring')}"
        ) from None
    from graders.extensions.tutoring.desk.serving import serve

    serve(
        path,
        port=port,
        browser=not no_browser,
        tutor=_login(),
    )


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name for this user's number
        return ""
