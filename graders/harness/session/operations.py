"""Objects whose attributes are operations: what a check calls ``student`` and ``reference``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any


class Operations(ABC):
    """Operations of a driver: ``operations.rotate(board, 1)`` is ``call("rotate", (board, 1))``.

    Names that begin with an underscore are no operations.
    """

    story: Callable[[], str | None] | None = None
    """Returns the statements that led to the last call; None if that concerns no object in the box.
    """

    @abstractmethod
    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of an operation, plain data."""

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)
        return lambda *arguments: self.call(operation, arguments)
