"""Writes one result into a folder: ``result.json``, ``report.txt`` and, for staff, ``run.log``.

Every file appears whole or not at all: it is written beside its place and moved there. The folder's name is made from
the submission's, with nothing in it that a file system or a shell could misread.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.console import Console

from graders.harness.errors import GraderError
from graders.harness.intake.names import file_name
from graders.harness.reports.audience import Audience, seen_by
from graders.harness.reports.terminal import render
from graders.harness.result import Result, to_json


def write(
    out: Path,
    result: Result,
    log: Iterable[str],
    palette: Mapping[str, tuple[int, int, int]],
    audience: Audience,
) -> Path:
    """Write the files of one result below *out*; return their folder. Raises GraderError if it cannot be written."""
    text = io.StringIO()
    console = Console(file=text, width=100, color_system=None, force_terminal=False)
    render(result, console=console, palette=palette, audience=audience, all_checks=True)
    files = {"result.json": to_json(seen_by(audience, result)), "report.txt": text.getvalue().encode()}
    if audience is Audience.STAFF:
        files["run.log"] = ("\n".join(log) + "\n").encode()
    target = out / file_name(result.submission)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            write_whole(target / name, data)
    except OSError as error:
        raise GraderError(f"cannot write below {out}: {error.strerror}") from None
    return target


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
