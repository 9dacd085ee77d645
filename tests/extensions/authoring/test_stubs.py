"""Stubs: those of each function, the checks that they pass, the accepted reasons."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graders.extensions.authoring.reasons import Addition, load_stub_reasons
from graders.extensions.authoring.stubs import earned, stubs_of
from graders.extensions.authoring.verification.claims import ClaimState
from graders.extensions.shared.mutants.reasons import ReasonsError
from graders.extensions.shared.syntax_trees import tree_of
from tests.extensions.authoring.verification.test_verify import apart, cache, tried  # noqa: F401 (fixtures)
from tests.extensions.authoring.verification.worlds import CHECKS, LAZY, MANIFEST, WORLD, world

SOLUTION = b'''
def given(x):
    return x


class Board:
    """A board."""

    def size(self, level: int) -> int:
        """Return the size."""
        # solution begins
        def inner():
            return level
        return inner()
        # solution ends

    def show(self) -> None:
        # solution begins
        print(self)
        # solution ends

    # solution begins
    class Part:
        @staticmethod
        def fits(part, *others):
            return part in others

    def cells(self):
        return [1]

    def _helper(self):
        return {}
    # solution ends


# solution begins
async def wait(): return 1
# solution ends
'''
STARTER = b'''
class Board:
    """A board."""

    def size(self, level: int) -> int:
        """Return the size."""
        return 1

    def show(self) -> None:
        """Show it."""
        pass
'''


def test_every_function_of_the_solution_is_replaced_alone() -> None:
    """Its annotation, its own returns and its parameters decide how. Nothing else of the file changes."""
    found = stubs_of({"board.py": SOLUTION}, {})
    assert [one.name.removeprefix("board.py ") for one in found] == [
        "Board.size: raises an error",
        "Board.size: does nothing",
        "Board.size: returns its first argument",
        "Board.size: returns 0",
        "Board.show: raises an error",
        "Board.show: does nothing",
        "Board.Part.fits: raises an error",
        "Board.Part.fits: does nothing",
        "Board.Part.fits: returns its first argument",
        "Board.Part.fits: returns True",
        "Board.Part.fits: returns False",
        "Board.cells: raises an error",
        "Board.cells: does nothing",
        "Board.cells: returns []",
        "wait: raises an error",
        "wait: does nothing",
        "wait: returns 0",
    ]
    assert {one.file for one in found} == {"board.py"}
    for one in found:
        ast.parse(one.content)
    (lazy,) = [one for one in found if one.name.endswith("Board.size: returns its first argument")]
    assert lazy.function == "board.py Board.size"
    start = SOLUTION.index(b'"""Return the')
    assert lazy.content.startswith(SOLUTION[:start] + b"return level\n")
    assert lazy.content.endswith(SOLUTION[SOLUTION.index(b"    def show") :])


def test_starter_is_tried_as_well() -> None:
    """Its own private functions are, too. The reference's are helpers, which the starter does not ask for."""
    found = stubs_of({"board.py": SOLUTION}, {"board.py": STARTER})
    assert [one.name.removeprefix("board.py Board.") for one in found][:5] == [
        "size: raises an error",
        "size: does nothing",
        "size: does what the starter does",
        "size: returns its first argument",
        "size: returns 0",
    ]
    more = STARTER + b"\n    def _helper(self):\n        return 1\n"
    helpers = [
        one
        for one in stubs_of({"board.py": SOLUTION}, {"board.py": more})
        if "_helper" in one.function
    ]
    assert [one.does for one in helpers] == [
        "raises an error",
        "does nothing",
        "does what the starter does",
    ]
    assert b"return 1\n" in found[2].content


JAVA = """class Board {
    // solution begins
    private int size;
    Board(int size) { this.size = size; }
    private int helper() { return 1; }
    int size(int level) { return level + size; }
    boolean fits(String name) { return name.isEmpty(); }
    String name() { return "x"; }
    int[] cells() { return new int[size]; }
    void show() { System.out.println(size); }
    // solution ends
    int given() { return 1; }
}
"""


def test_java_has_stubs_too() -> None:
    """A stub that does nothing returns nothing; constants have the type of the method."""
    found = stubs_of({"Board.java": JAVA.encode()}, {})
    names = [one.name.removeprefix("Board.java Board.") for one in found]
    assert [name for name in names if "raises" not in name] == [
        "Board: does nothing",
        "size: returns its first argument",
        "size: returns 0",
        "fits: returns true",
        "fits: returns false",
        'name: returns ""',
        "cells: returns null",
        "show: does nothing",
    ]
    assert not any(tree_of(one.content, ".java").has_error for one in found)


def test_an_assignment_can_add_its_own_stubs() -> None:
    """An entry for a function that no longer exists is an error."""
    passes = Addition("board.py Board.show", "always passes", "return 'PASS'")
    found = stubs_of({"board.py": SOLUTION}, {}, [passes])
    (own,) = [one for one in found if one.does == "always passes"]
    assert b"return 'PASS'" in own.content
    with pytest.raises(ReasonsError, match=r"Board\.gone"):
        stubs_of({"board.py": SOLUTION}, {}, [Addition("board.py Board.gone", "x", "pass")])


def test_only_checks_that_call_a_function_are_earned() -> None:
    """Those are the checks that fail when it raises an error. A stub that was not gradable proves nothing."""
    programs = stubs_of({"board.py": SOLUTION}, {})
    raises, nothing = "board.py Board.show: raises an error", "board.py Board.show: does nothing"
    assert list(earned(programs, {raises: {"a", "b"}, nothing: {"b", "c"}})) == [(nothing, "a")]
    assert list(earned(programs, {nothing: set()})) == []


EARNED = (
    "clock.py later: does what the starter does",
    "clock.py later: returns its first argument",
)


@pytest.mark.slow
def test_a_check_that_a_stub_passes_needs_a_reason(tmp_path: Path) -> None:
    """Without one each stub that passes it is reported. An entry without such a stub is reported, too."""
    assert tried(WORLD, "lazy")["lazy"].state is ClaimState.HOLDS
    (tmp_path / "a").mkdir()
    root = world(tmp_path / "a" / "world", {LAZY: ("later.full-hour", "later.none")})
    found = tried(root, "lazy")["lazy"]
    assert found.state is ClaimState.WRONG
    assert found.problems[:-1] == tuple(f"{name}: passes later.full-hour" for name in EARNED)
    assert "clock.py later: * no longer passes later.none" in found.problems[-1]
    assert "3 programs" in found.summary
    assert "pass 2 checks without a reason" in found.summary


@pytest.mark.nightly
def test_entry_for_a_check_that_no_stub_passes_is_reported(tmp_path: Path) -> None:
    root = world(
        tmp_path / "world",
        {
            CHECKS: ("student.later(0, 60), 0)", "student.later(1, 62), 3)"),
            MANIFEST: (
                "marks = 1\nreason = \"the starter's",
                "marks = 0\nreason = \"the starter's",
            ),
        },
    )
    found = tried(root, "lazy")["lazy"]
    assert len(found.problems) == 1
    assert found.problems[0].endswith(
        "no longer passes later.full-hour; correct or remove the entry"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[earned]]\nprogram = 'a'\ncheck = 'b'\n", "reason"),
        ("[[earned]]\nprogram = 'a'\ncheck = 'b'\nreason = ' '\n", "give the reason why"),
        ("[[lazy]]\n", "lazy"),
        ("[", "lazy.toml"),
    ],
)
def test_a_malformed_list_is_refused(tmp_path: Path, text: str, words: str) -> None:
    """The message names the file and the fault."""
    (tmp_path / "lazy.toml").write_text(text)
    with pytest.raises(ReasonsError, match=words):
        load_stub_reasons(tmp_path)
