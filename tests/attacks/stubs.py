"""Stub programs, made from a driver's operations: they know the arguments of a call, and the form of an answer.

A submission can take over its box, and answer every call as it likes. It then knows as much as a stub: the arguments,
and from the handout and the driver the form of each operation's answer. A stub here stands at the judge's end,
where the answers of such a submission would arrive.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.program import open_backend, read_folder
from graders.harness.grading.variants import Workbench
from graders.harness.intake import Submission
from graders.harness.replay.recording import decode_example
from graders.harness.session.oracle import Oracle

Answer = Callable[[str, tuple[Any, ...]], Any]
"""A stub: from an operation and its arguments to the answer."""


@dataclass
class Stub:
    """A stand-in for a student's program in a check."""

    answer: Answer
    operations: set[str] = field(default_factory=set)
    """Those that the check called."""

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            self.operations.add(operation)
            return copy.deepcopy(self.answer(operation, arguments))

        return called


def like(form: Any, arguments: list[Any], fills: dict[type, Any] | None) -> Any:
    """Return an answer of the form of *form*: of arguments where one has that form, else of *fills* (None: of *form*)."""
    for argument in arguments:
        if isinstance(form, (list, tuple)) and form and shape(argument) == shape(form):
            return argument
    if isinstance(form, dict):
        return {key: like(value, arguments, fills) for key, value in form.items()}
    if isinstance(form, list) and form and isinstance(form[0], (dict, list)):
        steps = [argument for argument in arguments if isinstance(argument, list) and argument]
        return [like(form[0], arguments, fills) for _ in (steps[-1] if steps else form)]
    for argument in arguments:
        if type(argument) is type(form) and not isinstance(form, (bool, type(None))):
            return argument
    return form if fills is None else fills.get(type(form))


def shape(value: Any, depth: int = 2) -> Any:
    """Return the types in a value, and the length of lists that are records."""
    if isinstance(value, (list, tuple)) and depth:
        return type(value), tuple(shape(part, depth - 1) for part in value[:6] if part is not None)[
            :2
        ]
    return type(value)


def stubs(known: Answer) -> Iterator[tuple[str, Answer]]:
    """Yield stubs by name; *known* gives a right answer of the operation to other arguments."""
    for constant in (
        None,
        True,
        False,
        0,
        1,
        1.0,
        "",
        [],
        [[]],
        {},
        [None, []],
        ["returned", None],
        ["returned", False],
    ):
        yield f"always {constant!r}", lambda _name, _arguments, constant=constant: constant
    yield "its arguments", lambda _name, arguments: list(arguments)
    for number in range(4):
        yield (
            f"argument {number}",
            lambda _name, arguments, n=number: arguments[n] if n < len(arguments) else None,
        )
    yield "one right answer", known
    no: dict[type, Any] = {bool: False, int: 0, float: 0.0, str: "", list: [], tuple: (), dict: {}}
    yes: dict[type, Any] = {
        bool: True,
        int: 1,
        float: 1.0,
        str: "x",
        list: [0],
        tuple: (0, 0),
        dict: {},
    }
    for name, fills in (("no", no), ("yes", yes), ("as in one right answer", None)):
        yield (
            f"the form, {name}",
            lambda op, args, fills=fills: like(known(op, args), list(args), fills),
        )
        yield (
            f"the form without arguments, {name}",
            lambda op, args, fills=fills: like(known(op, args), [], fills),
        )


class Known:
    """Two right answers to each operation, to different arguments, from the reference."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._answers: dict[str, list[tuple[tuple[Any, ...], Any]]] = {}

    def of(self, operation: str, arguments: tuple[Any, ...]) -> Any:
        """Return a right answer of the operation to other arguments."""
        for asked, answer in self._answers.get(operation, ()):
            if asked != arguments:
                return answer
        return None

    def learn(self, check: Check) -> None:
        """Note answers to the calls of a check's first example. Only an operation that is new needs a process."""
        session, begun = self._bench.sandbox.session, False

        def answered(operation: str, arguments: tuple[Any, ...]) -> Any:
            nonlocal begun
            known = self._answers.setdefault(operation, [])
            if len(known) == 2:
                return known[0][1]
            if not begun:
                self._bench.begin(check, check.spec.variants[0])
                begun = True
            answer = session.call(operation, arguments)
            if all(asked != arguments for asked, _ in known):
                known.append((arguments, answer))
            return answer

        passes(self._bench, check, Stub(answered), most=1)
        if begun:
            session.end()


def passed_by_stubs(
    assignment_id: str, root: Path, only: Collection[str] = ()
) -> dict[str, tuple[float, set[str]]]:
    """Return the checks that a stub passes, with their marks and the stubs; of *only* these, if any are given."""
    assignment = load_assignment(assignment_id, root)
    found: dict[str, tuple[float, set[str]]] = {}
    files = read_folder(assignment.reference, assignment.files.solved)
    with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
        kept = grader.recorded()
        with grader.bench(Submission("stub", files), kept) as bench:

            def loop(checks: list[Check], invoke: Invoke) -> None:
                known = Known(bench)
                checks = [check for check in checks if not only or check.id in only]
                for check in checks:
                    known.learn(check)
                for check in checks:
                    for name, answer in stubs(known.of):
                        if passes(bench, check, Stub(answer)):
                            found.setdefault(check.id, (float(check.spec.marks), set()))[1].add(
                                name
                            )

            run_pytest(assignment, ChecksPlugin(assignment, loop, validated=kept.checks))
    return found


def passes(bench: Workbench, check: Check, stub: Stub, most: int = 10**9) -> bool:
    """Return whether a check passes on the answers of *stub*, on all of its examples or the first *most*."""
    arguments = check.arguments(stub, Oracle(None, bench.recording.answers))
    try:
        if not check.is_property:
            check.body(**arguments)
        for raw in bench.raw_examples(check)[:most]:
            check.body(**arguments, **decode_example(raw))
    except Exception:  # of any kind: it is not a pass
        return False
    return True
