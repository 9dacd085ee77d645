"""Limits of archives, at their value and beyond it."""

from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

from graders.harness.intake import archives
from graders.harness.intake.collector import Refusal
from graders.harness.intake.limits import IntakeLimits


def test_zip_is_opened_only_if_its_directory_is_small() -> None:
    """Every entry becomes an object before it can be counted."""
    limits = IntakeLimits(entries=3)
    for count in (6, 7):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for number in range(count):
                archive.writestr(f"{number}.py", "")
        if count == 6:
            assert len(list(archives.members(stream, limits))) == 6
        else:
            with pytest.raises(Refusal, match="more than 3 entries"):
                list(archives.members(stream, limits))


def test_tar_that_unpacks_to_more_than_the_ratio_is_refused() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        info = tarfile.TarInfo("a.py")
        info.size = 1 << 20
        archive.addfile(info, io.BytesIO(bytes(info.size)))
    ratio = (1 << 20) // len(stream.getvalue())
    list(archives.members(stream, IntakeLimits(unpacked_floor=1000, unpacked_ratio=2 * ratio)))
    with pytest.raises(Refusal, match="times its size"):
        list(archives.members(stream, IntakeLimits(unpacked_floor=1000, unpacked_ratio=ratio // 2)))
