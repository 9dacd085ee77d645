"""Exemplars are rewritten as students would have written them, without a change of their behaviour."""

from __future__ import annotations

from bench.rewritten import rewritten

PYTHON = '''
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
'''
PYTHON_REWRITTEN = '''
import math
LIMIT = 3
class Block:
    size: int = 0
    def own__help(self, count, *rest): # a note
        own_total, (last, self.size) = count, rest
        for own_total in [own_total for own_total in rest]: self.total = math.total(total=own_total)
        def inner(last): return last + own_total
        return inner(last)
    def __init__(self): self.own__help(1, LIMIT)
    def _given(self): return self._given
'''
JAVA = "class A { private int help(int a) { int b = a; for (int c : d) b += this.b + c.b(); return b; } // why\n int e() { return help(1); } }"
JAVA_REWRITTEN = (
    "class A { private int own_help(int a) { int own_b = a; for (int own_c : d) own_b += this.b + own_c.b(); return own_b; } /* a note */\n"
    " int e() { return own_help(1); } }"
)


def test_variables_helpers_and_comments_of_a_program_change() -> None:
    """Parameters, attributes, names of the course and names that a nested function has, too, stay."""
    files = {"a.py": PYTHON.encode(), "A.java": JAVA.encode(), "a.txt": b"_help"}
    changed = rewritten(files, "def _given")
    assert changed["a.py"].decode() == PYTHON_REWRITTEN
    assert changed["A.java"].decode() == JAVA_REWRITTEN
    assert changed["a.txt"] == b"_help"
