"""Fixtures of pytest that checks have, too. They live where the submission does, not the judge."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

_MOST_ANSWERS = 1000


class PrintedText(NamedTuple):
    """The text that a submission has printed, as ``capsys.readouterr()`` returns it."""

    out: str
    err: str


class Captured:
    """``capsys``: what the submission prints."""

    def __init__(self, student: Any) -> None:
        self._student = student
        student.step("capture")

    def readouterr(self) -> PrintedText:
        """Return what was printed since the last time."""
        out, err = self._student.step("captured")
        return PrintedText(str(out), str(err))


class Patching:
    """``monkeypatch``: what the submission reads. Nothing else of it can be replaced."""

    def __init__(self, student: Any) -> None:
        self._student = student

    def setattr(self, target: object, name: object, value: object = None) -> None:
        """Replace ``builtins.input`` by a function, or ``sys.stdin`` by a stream."""
        what = target if isinstance(target, str) else f"{getattr(target, '__name__', '')}.{name}"
        new: Any = name if isinstance(target, str) else value
        if what == "builtins.input" and callable(new):
            self._student.step("answers", _answers(new))
        elif what == "sys.stdin" and isinstance(new, io.TextIOBase):
            self._student.step("typed", new.read())
        else:
            raise NotImplementedError(
                f"monkeypatch cannot replace {what} of a submission, which is in another process"
            )


def _answers(function: Callable[..., object]) -> list[object]:
    """Return what *function*, instead of ``input``, returns until it raises an exception."""
    answers = []
    for _number in itertools.repeat(None, _MOST_ANSWERS):
        try:
            answers.append(function(""))
        except (StopIteration, IndexError):
            break
    return answers


@contextmanager
def _folder(student: Any) -> Iterator[object]:
    """``tmp_path``: a folder where the submission is."""
    folder = student.step("folder")
    yield folder
    student.step("emptied", folder)


PROVIDED: dict[str, Callable[[Any], object]] = {
    "tmp_path": _folder,
    "capsys": Captured,
    "monkeypatch": Patching,
}
"""Name -> what makes it for a check's *student*."""
