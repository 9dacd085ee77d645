"""``grader exemplars``: submissions kept with their expected verdicts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import match_names
from graders.harness.commands.grammar import (
    CORES,
    Jobs,
    NamedAssignment,
    Sandbox,
    arg,
    new_folder,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED

if TYPE_CHECKING:
    from graders.extensions.shared.exemplars import Exemplar


def _ids(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the exemplars' ids, for completion in a shell."""
    from graders.extensions.shared.exemplars import load_exemplars

    assignment = load_assignment(parsed_args.assignment)
    return [exemplar.id for exemplar in load_exemplars(assignment.grader)]


def exemplars(
    assignment: NamedAssignment,
    names: Annotated[
        Sequence[str],
        arg(
            "only these: kind/name or name, its beginning, or a pattern (default: all)",
            "NAME",
            completer=_ids,
        ),
    ] = (),
    *,
    run: Annotated[
        bool, arg("grade them; exit 1 if any verdict differs from the expected one")
    ] = False,
    write: Annotated[
        Path | None, arg("write them as submissions below DIR", "DIR", type=new_folder)
    ] = None,
    jobs: Jobs = CORES,
    sandbox: Sandbox = "auto",
) -> int:
    """List, write or run the exemplars of an assignment.

    Exemplars are submissions kept with their expected verdicts: right solutions, known faults,
    attacks.

    examples:
      grader exemplars csc148_2020_blocky                    list them
      grader exemplars csc148_2020_blocky --run              grade all and compare the verdicts
      grader exemplars csc148_2020_blocky --run 'faulty/swap-*'
      grader exemplars csc148_2020_blocky --write DIR NAME   write one as a student would hand it in
    """
    from rich.console import Console

    from graders.extensions.authoring.verification.expectations import compare
    from graders.extensions.shared.exemplars import load_exemplars, to_folder
    from graders.extensions.shared.gradings import Gradings

    chosen = load_exemplars(assignment.grader)
    if names:
        known = {name for exemplar in chosen for name in (exemplar.id, exemplar.name)}
        see = f"`grader exemplars {assignment.id}` lists them"
        named = match_names(names, known, what="exemplar", see=see)
        chosen = [exemplar for exemplar in chosen if named & {exemplar.id, exemplar.name}]
    if write:
        for exemplar in chosen:
            print(to_folder(exemplar, assignment.reference, assignment.files.solved, write))
        return DONE
    if not run:
        for exemplar in chosen:
            print(f"{exemplar.kind + '/' + exemplar.name:<44} {exemplar.title}")
        return DONE
    settings, messages = settings_of(assignment, sandbox), Console(stderr=True)
    # no stored results: the user asked for a run
    gradings = Gradings(assignment, settings, jobs, messages, use_store=False)
    compared = compare(gradings, chosen, show)
    print(f"{compared.as_expected} of {len(chosen)} exemplars got their expected verdicts")
    return DONE if compared.as_expected == len(chosen) else NOT_PASSED


def show(exemplar: Exemplar, problems: Sequence[str]) -> None:
    """Print the problems of one exemplar."""
    print(f"{'as expected' if not problems else 'WRONG':<12} {exemplar.id}", flush=True)
    for problem in problems:
        print(f"             {problem}")
