"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from graders.harness.errors import GraderError
from graders.harness.intake.names import display


def write_whole(path: Path, data: bytes) -> None:
    """Write *data* beside *path* and move it there, so that nobody ever sees half of it. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def write_file(path: Path, data: bytes) -> None:
    """Write a file that a person named. Raises GraderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    except OSError as error:
        raise GraderError(f"cannot write {display(str(path), 200)}: {error.strerror}") from None
