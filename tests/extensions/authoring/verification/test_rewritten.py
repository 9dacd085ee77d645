"""Exemplars are rewritten as students would have written them, without a change of their behaviour."""

from __future__ import annotations

from bench.rewritten import rewritten

PYTHON = """
import math
LIMIT = 3
class Block:
    size: int = 0
    def _help(self, count, *rest): # why
        total, (last, self.size) = count, rest
        for total in [total for total in rest]: self.total = math.total(total=total)
        def inner(last): return last + total
        return inner(last)
    def __init__(self): self._help(1, LIMIT)
    def _given(self): return self._given
"""
PYTHON_REWRITTEN = """
import math
LIMIT = 3
class Block:
    size: int = 0
    def zq__help(self, count, *rest): # a note
        zq_total, (last, self.size) = count, rest
        for zq_total in [zq_total for zq_total in rest]: self.total = math.total(total=zq_total)
        def inner(last): return last + zq_total
        return inner(last)
    def __init__(self): self.zq__help(1, LIMIT)
    def _given(self): return self._given
"""
JAVA = "class A { private int help(int a) { int b = a; for (int c : d) b += this.b + c.b(); return b; } // why\n int e() { return help(1); } }"
JAVA_REWRITTEN = (
    "class A { private int zq_help(int a) { int zq_b = a; for (int zq_c : d) zq_b += this.b + zq_c.b(); return zq_b; } /* a note */\n"
    " int e() { return zq_help(1); } }"
)


def test_variables_helpers_and_comments_of_a_program_change() -> None:
    """Parameters, attributes, names of the course and names that a nested function has, too, stay."""
    files = {"a.py": PYTHON.encode(), "A.java": JAVA.encode(), "a.txt": b"_help"}
    changed = rewritten(files, "def _given")
    assert changed["a.py"].decode() == PYTHON_REWRITTEN
    assert changed["A.java"].decode() == JAVA_REWRITTEN
    assert changed["a.txt"] == b"_help"
