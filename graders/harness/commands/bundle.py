"""``grader bundle``: builds the bundle for students, and those that extensions add.

A bundle is a function like that of a command (:mod:`graders.harness.commands.grammar`): its name is
the word on the command line, its docstring is in the command's help, and its keyword-only
parameters are options. It writes the files of an assignment below a folder, and returns their
names. It raises GraderError.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from inspect import getdoc
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import (
    NamedAssignment,
    add_parameters,
    arg,
    call,
    late,
    new_folder,
    words,
)
from graders.harness.extensions import added

Bundle = Callable[..., str]


def student(assignment: Assignment, out: Path) -> str:
    """A folder and a zip with the starter code, the public checks and what they need;
    `python check.py` runs them on every system. It contains no solution, no hidden check
    and no answer that only a hidden check asks for: the finished files are searched for
    these, and nothing is written if any is found.
    """
    from graders.harness.handout import student

    print("grading the reference, and searching the bundle for secrets", file=sys.stderr)
    folder, archive = student.build(assignment, out)
    return f"{folder} and {archive}"


def bundles() -> dict[str, Bundle]:
    """Return all kinds by name. Raises GraderError for a broken extension."""
    return {words(bundle.__name__): bundle for bundle in (student, *added("bundles"))}


def _kinds() -> list[str]:
    return [*bundles()]


def _about_kinds() -> str:
    return "\n".join(
        f"  {name:<11} {indent(getdoc(bundle) or '', ' ' * 14).strip()}"
        for name, bundle in bundles().items()
    )


def _examples() -> str:
    return "\n".join(f"  grader bundle {kind} csc148_2020_blocky" for kind in bundles())


def _add_options(parser: ArgumentParser) -> None:
    for bundle in bundles().values():
        add_parameters(parser, bundle)


@late(_add_options, kinds=_about_kinds, examples=_examples)
def bundle(
    kind: Annotated[str, arg("what to build", "KIND", choices=_kinds)],
    assignment: NamedAssignment,
    *,
    out: Annotated[
        Path, arg("the folder to write to (default: dist)", "DIR", type=new_folder)
    ] = Path("dist"),
    **options: Any,
) -> None:
    """Build the bundle for students.

    Builds the files that others receive, from the starter and the checks.

    kinds:
    {kinds}

    examples:
    {examples}
      grader bundle student comp250_blocky --out site/
    """
    given = Namespace(**options, assignment=assignment, out=out)
    print(f"wrote {call(bundles()[kind], given)}")
