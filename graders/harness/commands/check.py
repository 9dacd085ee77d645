"""``grader check``: students check their own work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from graders.harness.commands.grammar import All, AsJson, NamedAssignment, Only, Out, arg


def check(
    assignment: NamedAssignment,
    path: Annotated[Path, arg("your files (default: here)")] = Path(),
    *,
    no_style: Annotated[bool, arg("do not check code style, unless it costs marks")] = False,
    json: AsJson = False,
    out: Out = None,
    all_: All = False,
    only: Only = (),
    failed: Annotated[bool, arg("only the checks that failed in the last run")] = False,
    html: Annotated[Path | None, arg("also write the report as a web page", "FILE")] = None,
) -> int:
    """Run the public checks on your own code (students).

    They run as a plain process. This is no sandbox: use it only for code you trust.

    examples:
      grader check csc148_2020_blocky .                 your files in this folder
      grader check csc148_2020_blocky . --only block    checks whose ids begin with block
    """
    from graders.harness.handout import selfcheck

    options = selfcheck.CheckOptions(
        only=tuple(only),
        failed=failed,
        style=not no_style,
        all_checks=all_,
        as_json=json,
        html=html,
        out=out,
    )
    return selfcheck.check(assignment, path, options)
