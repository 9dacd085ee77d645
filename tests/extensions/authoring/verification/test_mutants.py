"""Mutants of small texts: their changes, positions and names."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from graders.extensions.shared.gradings import reference_mutants
from graders.extensions.shared.mutants import mutants_by_depth, mutants_of, sample
from graders.extensions.shared.mutants.reasons import load_survivors, stale
from graders.harness.assignment.manifest import load_assignment
from tests import nightly

PYTHON = '''\
"""A module."""
from typing import List

LIMIT = 3  # the course's: no solution


class Row:
    """A row."""

    def room(self, taken: List[int]) -> bool:
        """Return whether there is room: 1 < 2."""
        # starter: return True
        # solution begins
        # not 1 < 2
        free = LIMIT - len(taken)
        if taken:
            free -= 1
        return free > 0 and 'full' not in taken
        # solution ends
'''
JAVA = """\
class Row {
    private int[] taken = new int[3]; // the course's: no solution

    Row() {
    }

    /** Says whether there is room: 1 < 2. */
    boolean room(java.util.List<String> names, boolean open) {
        // solution begins
        int free = 3 - names.size();
        if (open) {
            free--;
        }
        return free > 0 && !names.contains("full");
        // solution ends
    }
}
"""


def changes(name: str, text: str) -> list[str]:
    """Return the names of the mutants of a text, without the file."""
    return [mutant.name.removeprefix(f"{name} ") for mutant in mutants_of({name: text.encode()})]


def test_python_is_changed_inside_its_solution_only() -> None:
    """Operators, constants, conditions, statements and values are changed; no comment, text or annotation is."""
    assert changes("row.py", PYTHON) == [
        "Row.room: free = LIMIT - len(taken) -> pass",
        "Row.room: free = LIMIT - len(taken) -> free = LIMIT + len(taken)",
        "Row.room: if taken: -> if not (taken):",
        "Row.room: free -= 1 -> pass",
        "Row.room: free -= 1 -> free += 1",
        "Row.room: free -= 1 -> free -= 0",
        "Row.room: free -= 1 -> free -= 2",
        "Row.room: return free > 0 and 'full' not in taken -> pass",
        "Row.room: return free > 0 and 'full' not in taken -> return free <= 0 and 'full' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free >= 0 and 'full' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free > -1 and 'full' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free > 1 and 'full' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free > 0 or 'full' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free > 0 and '' not in taken",
        "Row.room: return free > 0 and 'full' not in taken -> return free > 0 and 'full' in taken",
    ]


def test_java_is_changed_inside_its_solution_only() -> None:
    """Like in Python; statements end with a semicolon, and a method declares its type."""
    returned = 'return free > 0 && !names.contains("full");'
    assert changes("Row.java", JAVA) == [
        "Row.room: int free = 3 - names.size(); -> ;",
        "Row.room: int free = 3 - names.size(); -> int free = 2 - names.size();",
        "Row.room: int free = 3 - names.size(); -> int free = 4 - names.size();",
        "Row.room: int free = 3 - names.size(); -> int free = 3 + names.size();",
        "Row.room: if (open) { -> if (!(open)) {",
        "Row.room: free--; -> ;",
        "Row.room: free--; -> free++;",
        f"Row.room: {returned} -> ;",
        f"Row.room: {returned} -> return false;",
        f"Row.room: {returned} -> return true;",
        f"Row.room: {returned} -> {returned.replace('>', '<=')}",
        f"Row.room: {returned} -> {returned.replace('>', '>=')}",
        f"Row.room: {returned} -> {returned.replace('0', '-1')}",
        f"Row.room: {returned} -> {returned.replace('0', '1')}",
        f"Row.room: {returned} -> {returned.replace('&&', '||')}",
        f"Row.room: {returned} -> {returned.replace('!', '')}",
        f"Row.room: {returned} -> {returned.replace('full', '')}",
    ]


def in_solution(*lines: str, comment: str = "#") -> str:
    """Return a source that is nothing but solution."""
    return "\n".join([f"{comment} solution begins", *lines, f"{comment} solution ends", ""])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"'a {} b\n'", [r"'{} b\n'", r"'a {}\n'"]),
        (r"'\x1b[0m'", [r"'\x1b'"]),
        ("f'{a}, {b:<3}'", ["f'{a}{b:<3}'"]),
        ("'{}'", []),
    ],
)
def test_each_part_of_a_text_between_escapes_and_fields_is_emptied(
    before: str, after: list[str]
) -> None:
    """Each part is a mutant of its own, so that a space at the end is tested, too."""
    found = [
        mutant.content.decode()
        for mutant in mutants_of({"a.py": in_solution(f"x = {before}").encode()})
    ]
    assert found == [in_solution("pass"), *(in_solution(f"x = {text}") for text in after)]


def test_brackets_of_types_are_no_comparisons() -> None:
    """A change that does not parse is not a mutant, in Java either."""
    text = in_solution("class A {", "    void f(List<B> a) {", "    }", "}", comment="//")
    assert changes("A.java", text) == []


def test_name_does_not_move_with_lines() -> None:
    """Lines above change a mutant's position, but not its name. The same text has the same mutants."""
    before = mutants_of({"row.py": PYTHON.encode()})
    assert mutants_of({"row.py": PYTHON.encode()}) == before
    after = mutants_of({"row.py": PYTHON.replace("LIMIT = 3", "ROWS = 2\nLIMIT = 3").encode()})
    assert [mutant.name for mutant in before] == [mutant.name for mutant in after]
    assert [mutant.line + 1 for mutant in before] == [mutant.line for mutant in after]


RECURSIVE = in_solution(
    "class Tree:",
    "    def __init__(self, below=()):",
    "        self.below, self.marked = list(below), False",
    "    def mark(self):",
    "        self.marked = True",
    "        for tree in self.below:",
    "            tree.mark()",
    "    def size(self) -> int:",
    "        return 1 + self._size_below()",
    "    def _size_below(self):",
    "        return sum(tree.size() for tree in self.below)",
)
RECURSIVE_IN_JAVA = in_solution(
    "class Tree {",
    "    Tree[] below;",
    "    Tree(int levels) {",
    "        make(levels);",
    "    }",
    "    void make(int levels) {",
    "        below = levels == 0 ? new Tree[0] : new Tree[] { new Tree(levels - 1) };",
    "    }",
    "    boolean none() {",
    "        return below.length == 0;",
    "    }",
    "}",
    comment="//",
)


def test_recursive_functions_end_before_each_level() -> None:
    """Directly recursive or not; a constructor that calls another one is not."""
    found = list(mutants_by_depth({"tree.py": RECURSIVE.encode()}, 2))
    assert [mutant.name for mutant in found] == [
        f"tree.py Tree.{name}: ends before level {level}"
        for name in ("mark", "size", "_size_below")
        for level in (1, 2)
    ]
    for level, mutant in enumerate(found[2:4], 1):
        names: dict[str, Any] = {}
        exec(mutant.content, names)
        tree = names["Tree"]
        assert [tree().size(), tree([tree(), tree()]).size()] == [1, 3 if level == 2 else 1]
        assert tree([tree([tree()])]).size() == level
    exec(found[1].content, names)
    chain = [names["Tree"]()]
    for _ in range(3):
        chain.insert(0, names["Tree"](chain[:1]))
    chain[0].mark()
    assert [tree.marked for tree in chain] == [True, True, False, False]


def test_in_java_constructors_are_recursive_too() -> None:
    """So are the methods through which they call themselves."""
    found = list(mutants_by_depth({"Tree.java": RECURSIVE_IN_JAVA.encode()}, 1))
    assert [mutant.name for mutant in found] == [
        "Tree.java Tree.Tree: ends before level 1",
        "Tree.java Tree.make: ends before level 1",
    ]
    assert (
        b'.equals("<init>") && frame.getClassName().equals(Tree.class.getName())).count()) > 1'
        in found[0].content
    )


def test_without_a_deepest_level_no_function_ends_early() -> None:
    assert list(mutants_by_depth({"tree.py": RECURSIVE.encode()}, 0)) == []


@pytest.mark.parametrize("assignment_id", nightly.assignments("ics32_columns"))
@pytest.mark.nightly
def test_mutants_of_a_reference_are_different_programs(assignment_id: str) -> None:
    """Each has a name and a content of its own, and Python parses it."""
    assignment = load_assignment(assignment_id)
    files = {name: (assignment.reference / name).read_bytes() for name in assignment.files.solved}
    mutants = mutants_of(files)
    assert (
        len({mutant.name for mutant in mutants})
        == len({mutant.content for mutant in mutants})
        == len(mutants)
    )
    assert not {mutant.content for mutant in mutants} & set(files.values())
    for mutant in mutants:
        if mutant.file.endswith(".py"):
            ast.parse(mutant.content)


@pytest.mark.slow
@pytest.mark.parametrize("assignment_id", nightly.assignments("ics32_columns", "comp250_blocky"))
def test_every_accepted_survivor_is_a_mutant(assignment_id: str) -> None:
    """No entry names code that the reference no longer has. `grader verify` shows that it survives."""
    assignment = load_assignment(assignment_id)
    names = {mutant.name for mutant in reference_mutants(assignment)}
    assert list(stale(load_survivors(assignment.grader), alive=names, dead=(), untried=())) == []


def test_sample_is_spread_evenly() -> None:
    """It has the requested number, from all over and in order, but never more than there are."""
    assert sample(range(10), 4) == [0, 2, 5, 7]
    assert sample(range(3), 5) == [0, 1, 2]
    assert sample(range(3), 0) == []
