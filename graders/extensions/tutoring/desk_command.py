"""``grader desk``: a page on this machine for marking and commenting a graded class."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from graders.harness.commands.grammar import ClassFolder, arg, late
from graders.harness.content import installing
from graders.harness.errors import GraderError


@late(install=lambda: installing("tutoring"))
def desk(
    path: ClassFolder,
    *,
    no_browser: Annotated[bool, arg("only print the address")] = False,
    port: Annotated[int, arg("the port to listen on (default: one of this class)", "PORT")] = 0,
    blind: Annotated[bool, arg("show no names, in a random order")] = False,
    apply: Annotated[bool, arg("bring DIR/decisions.toml into the results, and end")] = False,
    assign: Annotated[
        str | None,
        arg('divide the class among tutors, such as "Ann, Ben=2", and end', "TUTORS", const=""),
    ] = None,
    rubric: Annotated[
        Path | None, arg("add the items of another class's rubric, such as last year's", "CLASS")
    ] = None,
    by: Annotated[str, arg("divide it by this column of the class list", "COLUMN")] = "",
    listen: Annotated[
        str, arg("the address of a web server with a login, for other machines", "HTTPS")
    ] = "",
    login: Annotated[str, arg("the header in which it names the tutor", "HEADER")] = "",
) -> None:
    """Mark and comment a graded class in the browser (course staff).

    Opens a page on this machine on which tutors mark, comment and use a rubric.

    DIR is the folder of a graded class. The key ? lists the keys. Everything is saved as it is
    typed, in DIR/decisions.toml, and comes into results, pages and gradebook when tutors pause, and
    at the end (Ctrl+C).

    The server answers this machine only, at an address with a secret token. Who has the address can
    read and mark the class.

    --assign says who is to mark whom, and ends; the key u then goes to the tutor's own submissions
    and to those without a tutor. TUTORS are divided at random, by weights if these are given. With
    --by they go by a column of the class list: "Ann=T1+T2, Ben=T3" by what it has, or without
    TUTORS by the names in it. Who has a tutor keeps that one; "nobody" takes all away.

    --listen is for tutors at other machines: a web server on this one, with the university's login,
    passes requests on, and says in the header of --login who asks. The desk refuses all others, and
    what is written has the login as its tutor.

    The page needs two packages: {install}.

    examples:
      grader desk marks/
      grader desk marks/ --no-browser --port 8800
      grader desk marks/ --rubric 2025/marks/
      grader desk marks/ --assign "Ann, Ben=2"                  Ben gets twice as many
      grader desk marks/ --assign "Ann=T1+T2, Ben=T3" --by tutorial
      grader desk marks/ --listen https://marking.example.edu --login X-Remote-User
    """
    if by and assign is None:
        raise GraderError("--by COLUMN says how --assign divides the class: give both")
    if bool(listen) != bool(login):
        raise GraderError(
            "--listen ADDRESS needs --login HEADER, in which that server says who has logged in: "
            "give both"
        )
    if assign is not None:
        _assign(path, assign, by)
        return
    if rubric is not None:
        _import_rubric(path, rubric)
    if apply:
        from graders.extensions.tutoring import remarking

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
    from graders.extensions.tutoring.desk.guard import Proxy
    from graders.extensions.tutoring.desk.serving import serve

    serve(
        path,
        port=port,
        browser=not no_browser,
        tutor=_login(),
        blind=blind,
        proxy=Proxy(_https(listen), login) if listen else None,
    )


def _assign(folder: Path, tutors: str, column: str) -> None:
    """Divide the class, and print how many each tutor has. Raises GraderError."""
    from graders.extensions.tutoring import remarking
    from graders.extensions.tutoring.assigning import assign
    from graders.harness.intake.names import display
    from graders.harness.reports.console import how_many

    new, sums = assign(folder, tutors, column)
    remarking.bring_in(folder)
    for tutor, count in sorted(sums.items()):
        more = sum(1 for assigned in new.values() if assigned == tutor)
        print(f"{display(tutor) or 'nobody'}: {how_many(count, 'submission')} ({more} new)")


def _import_rubric(folder: Path, other: Path) -> None:
    """Add the items of another class's rubric. Raises GraderError."""
    from graders.extensions.tutoring.marking_edits import import_rubric
    from graders.harness.course.marks import decisions_file, up_to_date
    from graders.harness.course.pages import class_folder
    from graders.harness.intake.names import display
    from graders.harness.reports.console import how_many, listed

    results = class_folder.results_of(up_to_date.read(folder, but=up_to_date.TUTORING))
    parts = {part.name: part.max_marks for result in results[:1] for part in result.manual}
    rubric = decisions_file.read(other).rubric
    if not rubric.item:
        raise GraderError(f"{display(str(other), 200)}: has no rubric (decisions.toml)")
    added, left_out = import_rubric(folder, rubric, parts)
    print(f"grader: {how_many(len(added), 'rubric item')} added", file=sys.stderr)
    if left_out:
        names = listed([display(name) for name in left_out])
        print(f"grader: left out (here already, or of no part here): {names}", file=sys.stderr)


def _https(address: str) -> str:
    """Return scheme and host of *address*. Raises GraderError for all but these."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query:
        raise GraderError(
            f"--listen {address}: give https:// and the name of a host alone, such as "
            "https://marking.example.edu"
        )
    return f"https://{parts.netloc}"


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name for this user's number
        return ""
