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
    minimal: Annotated[bool, arg("the smallest working grader, in Python")] = False,
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

    examples:
      grader new caesar --title "Caesar's cipher (CS 1, Winter 2030)"
      grader new caesar --title "Caesar's cipher" --file cipher.py    students hand in cipher.py
      grader new caesar --title "Caesar's cipher" --minimal           one function, one check
      grader new caesar --title "Caesar's cipher" --language java
    """
    from graders.extensions.authoring.scaffold import create

    root = places.for_new()
    for path in create(
        id,
        title,
        file=file,
        language=language,
        minimal=minimal,
        root=root,
    ):
        print(f"wrote {path.as_posix()}")
    command, folder = "grader", Path("reference", id)
    if root == places.named():
        command, folder = f"grader --root {quote(str(root))}", root / folder
    submission = quote(folder.as_posix())
    print(f"\nIt already works: {command} grade {id} {submission}")
    print("Now change it: docs/writing-a-grader.md explains each file.")
