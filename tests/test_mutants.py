"""The mutants of the guards are of lines that exist; `mutants.py` tries them every night."""

from __future__ import annotations

from tests.mutants import HARNESS, listed


def test_each_line_to_break_is_there_once() -> None:
    """Another line, or none, would be changed."""
    sources = {
        path: (HARNESS / path).read_text(encoding="utf-8")
        for path in {one.file for one in listed()}
    }
    assert [one for one in listed() if sources[one.file].count(one.line) != 1] == []
