"""Wheels for tests, so that no test of the daily run downloads one; and a stand-in for numpy in such a wheel."""

from __future__ import annotations

import base64
import hashlib
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from graders.harness.sandbox import interpreter_copy

TINY_NUMPY = '''
"""The module that stands in for numpy, with the parts that the driver uses."""

class dtype:
    def __init__(self, name):
        self.name, self.kind = name, name[0]

    def __str__(self):
        return self.name


class ndarray:
    def __init__(self, items, shape, name):
        self.items, self.shape, self.size, self.dtype = items, shape, len(items), dtype(name)

    def ravel(self):
        return self

    def tolist(self):
        return list(self.items)

    def reshape(self, shape):
        return ndarray(self.items, tuple(shape), self.dtype.name)


class generic:
    def __init__(self, number):
        self.number = number

    def item(self):
        return self.number


def array(items, dtype=None):
    return ndarray(items, (len(items),), dtype or "int64")


def asarray(value):
    return value
'''
"""The module ``numpy`` of a wheel: a stand-in for the real one, which is large."""

TINY_RANDOM = "drawn = []\n\ndef seed(number):\n    drawn.append(number)\n"


def write_wheel(
    folder: Path, name: str, version: str, files: Mapping[str, str], requires: Iterable[str] = ()
) -> Path:
    """Write a wheel of pure Python to *folder*; return its path."""
    info = f"{name}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {other}\n" for other in requires)
    texts = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: >=3.9\n{needs}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},sha256={_digest(text)},{len(text.encode())}\n" for path, text in texts.items()]
    texts[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in texts.items():
            archive.writestr(zipfile.ZipInfo(inner), text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def fill_shelf(folder: Path) -> None:
    """Write the wheels that tests install: tinycalc in two releases, which needs tinycore, and numpy."""
    core = {
        "tinycore/__init__.py": "BASE = 40\n",
        "tinycore-1.0.data/scripts/bin-tool": "#!python\n",
    }
    write_wheel(folder, "tinycore", "1.0", core)
    for version in ("1.0", "1.1"):
        calc = {
            "tinycalc/__init__.py": "from tinycore import BASE\n\n\ndef plus(number):\n    return BASE + number\n"
        }
        write_wheel(folder, "tinycalc", version, calc, ["tinycore"])
    numpy = {"numpy/__init__.py": TINY_NUMPY, "numpy/random.py": TINY_RANDOM}
    write_wheel(folder, "numpy", "2.0", numpy)


def use_shelf(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    """Have pip install from *shelf* alone, and packages installed beside it also for root."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("GRADER_CACHE", str(shelf / "cache"))
    monkeypatch.setattr(interpreter_copy, "cache_folder", lambda: shelf / "cache")


def public_folder() -> Path:
    """Return a new folder that every user may read, as level B demands; tests' own folders are private."""
    folder = Path(tempfile.mkdtemp(prefix="graders-packages-"))
    folder.chmod(0o755)
    return folder
