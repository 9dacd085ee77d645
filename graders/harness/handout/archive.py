"""Reproducible zips: their bytes depend only on their contents."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import BinaryIO

_MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of every file in an archive."""


def write_zip(
    target: Path | BinaryIO, files: Mapping[str, bytes], programs: Collection[str] = ()
) -> None:
    """Write *files* (name -> content) into a zip; *programs* are executable. Raises OSError."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as stream:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if name in programs else 0o644)) << 16
            stream.writestr(entry, data)
