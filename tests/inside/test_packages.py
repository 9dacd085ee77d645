"""A submission adds modules to its own packages only, never to others; packages of an index are loaded as they expect."""

from __future__ import annotations

import datetime
import importlib
import sys
from collections.abc import Iterator

import pytest

from graders.harness.inside import clocks, modules, package_imports
from graders.harness.inside.modules import MemoryImporter, Program

CODEC = b"""
import codecs, encodings.utf_8

def getregentry():
    return codecs.CodecInfo(encodings.utf_8.encode, lambda data, errors="strict": ("answer = 42\\n", len(data)), name="evil")
"""

SUBMITTED = {
    "encodings/evil.py": CODEC,
    "encodings/worse.py": CODEC,
    "json/more.py": b"",
    "toolkit/more.py": b"",
    "own/__init__.py": b"",
    "own/part.py": b"",
    "own/deep/__init__.py": b"",
    "own/deep/part.py": b"",
}


@pytest.fixture
def importer() -> Iterator[MemoryImporter]:
    """The importer of a submission whose modules can be imported; the modules are removed afterwards."""
    program = Program(SUBMITTED, {"toolkit/__init__.py": b"", "toolkit/part.py": b""}, {})
    before = set(sys.modules)
    made = modules.install(program, "own")
    yield made
    sys.meta_path.remove(made)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def imports(name: str) -> bool:
    """Return whether *name* can be imported."""
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def test_foreign_packages_are_closed(
    importer: MemoryImporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every part of the submission's own packages, and of the course's, is found."""
    foreign = ("encodings.evil", "json.more", "toolkit.more")
    assert [name for name in foreign if imports(name)] == []
    assert all(imports(name) for name in ("own", "own.part", "own.deep.part", "toolkit.part"))
    monkeypatch.setattr(MemoryImporter, "belongs", lambda *_: True)  # the weak grader
    importlib.invalidate_caches()
    assert all(imports(name) for name in foreign)


def test_no_source_brings_its_own_codec(
    importer: MemoryImporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the codec would run wherever sources are only read, and would choose their text."""
    source = b"# coding: evil\nanswer = 1\n"
    with pytest.raises(SyntaxError, match="encoding"):
        compile(source, "block.py", "exec")
    monkeypatch.setattr(MemoryImporter, "belongs", lambda *_: True)
    source = source.replace(b"evil", b"worse")  # the failed lookup is cached
    found: dict[str, object] = {}
    exec(compile(source, "block.py", "exec"), found)
    assert found["answer"] == 42


def test_packages_are_loaded_with_the_dates_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Types of pandas in C have `datetime` as their base, which must be in C, too."""
    c = datetime.datetime
    ahead = clocks.running_ahead(c)
    for kind in (ahead, c):  # with and without clocks that run ahead
        monkeypatch.setattr(datetime, "datetime", kind)
        with pytest.raises(ImportError), package_imports.own_dates():
            assert datetime.datetime is c
            raise ImportError
        assert datetime.datetime is kind
