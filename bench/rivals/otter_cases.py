"""otter-grader: exception-based test files, one per task, with one ``@test_case`` per check."""

from __future__ import annotations

from collections.abc import Callable

from otter.test_files import test_case  # type: ignore[import-not-found]

from bench.rivals import adapter


def cases(task: str) -> dict[str, test_case]:
    """Return the test cases of one task by their names in a test file."""
    return {
        f"case_{index:03}": test_case(check.spec.id, float(check.spec.marks), check.hidden)(
            _body(check)
        )
        for index, check in enumerate(adapter.checks())
        if check.spec.task == task
    }


def _body(check: adapter.Check) -> Callable[[], None]:
    def body() -> None:
        check.run()

    return body
