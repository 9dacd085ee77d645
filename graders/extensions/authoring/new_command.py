"""``grader new``: writes the folders of a new assignment."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

from graders.harness.assignment import places
from graders.harness.commands.grammar import arg, making_root


@making_root
def new(
    id: Annotated[str, arg("the name of its folders, a valid Python package name")],
    *,
    title: Annotated[str, arg("its title: assignment, course, term", "TEXT")],
    file: Annotated[
        str, arg("the file to hand in; also names its function or class (default: the ID)", "NAME")
    ] = "",
    from_: Annotated[
        Path | None,
        arg("start from this solution in Python, with checks of its docstrings' examples", "FILE"),
    ] = None,
    minimal: Annotated[bool, arg("the smallest working grader")] = False,
    language: Annotated[
        str, arg("the language of submissions (default: that of --file, or python)", "NAME")
    ] = "",
) -> None:
    """Write a small new assignment to start from.

    Writes reference/ID, starter/ID, graders/ID and scenarios/ID, with a working grader.

    Then change it, file by file; docs/writing-a-grader.md explains each file. The starter is made
    from the reference by `grader refresh ID`. If the assignment cannot be made, nothing is written.
    Without a checkout, name a folder for it: `grader --root DIR new ...`. It is made if there is
    none.

    With --from, the reference is your solution, the starter is the same without the bodies of
    functions, and each group of examples (>>>) in a docstring becomes a check. A function without
    examples gets one check with an answer of your solution, and a program one scenario: both are
    for you to change. What cannot be a check is listed. If the solution imports numpy or pandas,
    the package is installed for the sandbox, as by `grader doctor ID --install`.

    examples:
      grader new caesar --title "Caesar's cipher (CS 1, Winter 2030)"
      grader new caesar --title "Caesar's cipher" --file cipher.py    students hand in cipher.py
      grader new caesar --title "Caesar's cipher" --minimal           one function, one check
      grader new caesar --title "Caesar's cipher" --from solved/caesar.py
      grader new caesar --title "Caesar's cipher" --language java --minimal
    """
    from graders.extensions.authoring.scaffold import NewError, create, create_from

    root = places.for_new()
    left: list[tuple[str, str]] = []
    if from_ is None:
        files = create(id, title, file=file, language=language, minimal=minimal, root=root)
    elif language or minimal:
        raise NewError("--from needs no --language and no --minimal: leave it out")
    else:
        files, left = create_from(from_, id, title, file=file, root=root)
    for path in files:
        print(f"wrote {path.as_posix()}")
    for name, reason in left:
        print(f"for you to do: {name}: {reason}")
    command, folder = "grader", Path("reference", id)
    if root == places.named():
        command, folder = f"grader --root {quote(str(root))}", root / folder
    submission = quote(folder.as_posix())
    print(f"\nIt already works: {command} grade {id} {submission}")
    print("Now change it: docs/writing-a-grader.md explains each file.")
