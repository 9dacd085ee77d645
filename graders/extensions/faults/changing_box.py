"""A box that serves several changes of a submission."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from graders.harness.assignment.process_limits import Limits
from graders.harness.grading.benches import Benches
from graders.harness.inside.modules import Program
from graders.harness.sandbox.interface import (
    Backend,
    Box,
    ChangeableBox,
    Connection,
    Level,
    SandboxError,
)


@contextlib.contextmanager
def in_one_box(benches: Benches) -> Iterator[None]:
    """Open all submissions of the block in one box, one after the other: changes of one."""
    box = ChangingBox(benches.backend)
    benches.opens = box.open
    try:
        yield
    finally:
        benches.opens = None
        with contextlib.suppress(SandboxError):  # nothing more is asked of it
            box.end()


class ChangingBox:
    """A box of changes of one submission, which are tried one after the other."""

    def __init__(self, backend: Backend) -> None:
        self.level: Level = backend.level
        self._backend = backend
        self._inner: Box | None = None

    def open(self, program: Program, limits: Limits) -> ChangingBox:
        """Return this box, which serves *program* from now on. Raises SandboxError."""
        if isinstance(self._inner, ChangeableBox):
            self._inner.change(program.submitted)
        else:  # the first, or of plain processes
            self.end()
            self._inner = self._backend.open(program, limits)
        return self

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Connection:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        assert self._inner is not None, "it has been opened"
        return self._inner.connect(variant, cpu_seconds, reuse, last)

    def close(self) -> None:
        """Leave the box to the next change."""

    def end(self) -> None:
        """End all processes of the box. Raises SandboxError."""
        inner, self._inner = self._inner, None
        if inner is not None:
            inner.close()
