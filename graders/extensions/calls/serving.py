"""Serves the checks of assignments without a driver: the object of the hook ``calls``."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from graders.extensions.calls.driver import driver
from graders.extensions.calls.exhibits import EXHIBITS
from graders.extensions.calls.fixtures import PROVIDED
from graders.extensions.calls.objects import Objects, written
from graders.harness.assignment.manifest import Manifest
from graders.harness.session.operations import Operations


class ServingCalls:
    """See `graders.harness.grading.calls_by_name.CallsByName`."""

    exhibits = EXHIBITS
    fixtures = PROVIDED

    def driver(self, manifest: Manifest) -> dict[str, bytes]:
        """See `driver.driver`."""
        return driver(manifest)

    def loading(self, folder: Path) -> AbstractContextManager[None]:
        """See `check_modules.like_pytest`."""
        from graders.extensions.calls.check_modules import like_pytest  # needs pytest

        return like_pytest(folder)

    def with_objects(
        self, student: Operations, reference: Operations, known: Collection[str] | None
    ) -> tuple[Operations, Operations]:
        """See `objects.Objects`."""
        return Objects(student, known), Objects(reference, None, replays=True)

    def names_of_objects(self, student: object) -> set[str]:
        """See `Objects.keys`."""
        return student.keys if isinstance(student, Objects) else set()

    def statement(
        self, operation: str, arguments: tuple[Any, ...], answer: Any, names: dict[int, str]
    ) -> str:
        """See `objects.written`."""
        return written(operation, arguments, answer, names)


SERVING = ServingCalls()
