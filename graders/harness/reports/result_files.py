"""Reads the file of a result, wherever it is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from graders.harness.errors import GraderError
from graders.harness.intake.names import display
from graders.harness.result import Result, from_json


def result_file(path: Path) -> Path:
    """Return the file of a result: *path*, or ``result.json`` in this folder."""
    return path / "result.json" if path.is_dir() else path


def read_result(path: Path) -> Result:
    """Return the result in a file, or in its folder. Raises GraderError."""
    path = result_file(path)
    label = display(str(path), 200)
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise GraderError(
            f"{label}: {error.strerror}; `grader grade ... --out DIR` writes results"
        ) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{label} is not the result of a submission ({error})") from None
