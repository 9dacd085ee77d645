"""The operations on a submission of COMP 250's Blocky: broken blocks are reported, and sound neighbours stand in."""

from __future__ import annotations

from typing import Any

import pytest

from graders.comp250_blocky.boards import told, tree_of, wire
from graders.comp250_blocky.java_random import JavaRandom
from graders.harness.assignment.check import Misbehaved
from graders.harness.reports.sentences import cause_text
from graders.harness.result import Verdict
from graders.harness.session.session import Session
from tests.graders.comp250_blocky.worlds import REFERENCE, needs_jdk, session

pytestmark = needs_jdk
BOARD: dict[str, Any] = {
    "size": 16,
    "max_depth": 2,
    "cells": [0, [0, 1, 2, 3], 2, 3],
    "x": 8,
    "y": 4,
    "level": 1,
}
UPDATE = "public void updateSizeAndPosition(int size, int xCoord, int yCoord) {"
CONSTRUCTOR = "public Block(int lvl, int maxDepth) {"


def asked(reference: Session) -> dict[str, Any]:
    """Return the judge's answers to callbacks."""
    return {"placed": reference.placed, "constructed": reference.constructed}


@pytest.mark.slow
def test_board_is_built_without_the_students_methods() -> None:
    """Every block has its place, size, level and depth without any of the student's methods."""
    with session(
        {"Block.java": (UPDATE, UPDATE + " if (size >= 0) throw new IllegalStateException();")}
    ) as student:
        assert told(student.flatten(wire(BOARD), []))["board"] == tree_of(BOARD)


@pytest.mark.slow
def test_driver_knows_no_positions() -> None:
    """The box cannot compute the places of blocks: a board arrives with all sizes and places."""
    level, deepest, (x, y, size, blocks) = wire(BOARD)
    odd = [
        level,
        deepest,
        [x, y, size, [[1, 2, 3, colour] for colour, _block in enumerate(blocks)]],
    ]
    with session() as student:
        children = told(student.flatten(odd, []))["board"][5]
    assert [(child[0], child[1]) for child in children] == [((1, 2), 3)] * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("constructor", "says"),
    [
        ("if (lvl >= 0) { return; }", "null"),
        ("if (lvl >= 0) { this.children = new Block[4]; return; }", "null instead of a block"),
        (
            "if (lvl >= 0) { this.children = new Block[] {this, this, this, this}; return; }",
            "a block that is far too deep",
        ),
    ],
)
def test_broken_blocks_are_reported(constructor: str, says: str) -> None:
    """Children are null or contain null, or a block is its own child."""
    with session({"Block.java": (CONSTRUCTOR, f"{CONSTRUCTOR} {constructor}")}) as student:
        assert says in str(student.construct(0, 2, 1, 1))


@pytest.mark.slow
def test_copy_of_a_colour_is_read_as_the_colour() -> None:
    """An equal colour is read as the known one; any other is reported by its parts (spec 7.7)."""
    for color, told_as in (
        ("new Color(204, 0, 0)", 0),
        ("new Color(1, 2, 3)", ["another colour", 1, 2, 3]),
    ):
        new = f"if (lvl >= 0) {{ this.children = new Block[0]; this.color = {color}; return; }}"
        with session({"Block.java": (CONSTRUCTOR, f"{CONSTRUCTOR} {new}")}) as student:
            assert student.construct(0, 2, 1, 1)[0][2] == told_as


@pytest.mark.slow
def test_steps_of_the_generator_are_counted() -> None:
    """A construction takes the steps of java.util.Random, and can begin after skipped steps."""
    gen = JavaRandom(7)
    numbers = [gen.next(32) >> 31 for _ in range(40)]
    with session() as reference:
        tree, steps = reference.constructed(0, 3, 4, 0)
        assert steps == 54  # one for a unit cell, three for a larger leaf, two for a divided block
        assert len(tree[5]) == 4
        last = [reference.constructed(2, 2, 7, skipped)[0][2] for skipped in range(40)]
    assert [colour >> 1 for colour in last] == numbers


SPOILT = {
    "update": ("Block.java", UPDATE, "if (size >= 0) { return; }"),
    "constructor": ("Block.java", CONSTRUCTOR, "if (lvl >= 0) { return; }"),
    "flatten": (
        "Block.java",
        "public Color[][] flatten() {",
        "if (this.level >= 0) { return null; }",
    ),
    "undiscovered": (
        "BlobGoal.java",
        "public int undiscoveredBlobSize(int i, int j, Color[][] unitCells, boolean[][] visited) {",
        "if (i + 1 > i) { return 0; }",
    ),
}


def spoilt(name: str) -> dict[str, tuple[str, str]]:
    """Return a change of the reference's file: one method does nothing."""
    file, header, body = SPOILT[name]
    return {file: (header, f"{header} {body}")}


@pytest.mark.slow
def test_moves_are_right_with_sound_places() -> None:
    """reflect, rotate and smash get their places from the judge if updateSizeAndPosition is wrong."""
    with session() as reference:
        steps = [["rotate", [1], 1], ["reflect", [], 0], ["rotate", [], 0]]
        with session(spoilt("update"), "sound-places", asked(reference)) as student:
            assert student.moves(wire(BOARD), steps) == reference.moves(wire(BOARD), steps)
        with session(spoilt("update")) as student:
            assert student.moves(wire(BOARD), steps) != reference.moves(wire(BOARD), steps)


@pytest.mark.slow
def test_smash_is_right_with_sound_blocks() -> None:
    """smash gets its new blocks from the judge if the constructor is wrong, and the generator continues as it should."""
    with session() as reference:
        call = wire(BOARD), [0], 3, 5
        with session(spoilt("constructor"), "sound-blocks", asked(reference)) as student:
            assert student.smash(*call) == reference.smash(*call)
        with session(spoilt("constructor")) as student, pytest.raises(Misbehaved):
            student.smash(*call)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "variant", "operation"),
    [
        ("flatten", "only-goal", "perimeter"),
        ("flatten", "only-blob-score", "blob"),
        ("undiscovered", "only-blob-score", "blob"),
    ],
)
def test_scores_are_right_with_sound_neighbours(fault: str, variant: str, operation: str) -> None:
    """The score is right although a method that it needs is wrong. No callback is made for that."""
    board = dict(BOARD, x=0, y=0, level=0)
    with session() as reference:
        given: list[Any] = [reference.rowsInLetters(wire(board))]
        if operation == "blob":
            given.append(reference.groups(wire(board), 0))
        want = getattr(reference, operation)(wire(board), 0, *given)["result"]
        with session(spoilt(fault), variant) as student:
            assert getattr(student, operation)(wire(board), 0, *given)["result"] == want


@pytest.mark.slow
def test_goals_are_graded_without_a_block_that_compiles() -> None:
    """An error in Block.java costs its own methods, whose messages name the file."""
    board = dict(BOARD, x=0, y=0, level=0)
    with session() as reference:
        rows = reference.rowsInLetters(wire(board))
        want = reference.perimeter(wire(board), 3, rows)
    broken = {"Block.java": ("int half = size / 2;", "int half = size / 2")}
    with session(broken, "only-goal") as student:
        assert student.perimeter(wire(board), 3, rows) == want
    with session(broken) as student, pytest.raises(Misbehaved) as caught:
        student.flatten(wire(board), [])
    assert caught.value.verdict is Verdict.MISSING
    assert "Block.java" in cause_text(caught.value.cause)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "is_meant"),
    [("reflct", True), ("refelct", True), ("Reflect", True), ("mirror", False)],
)
def test_method_by_nearly_the_name_is_asked_about(other: str, *, is_meant: bool) -> None:
    """One slip of the keys is a question, and one shared cause of all checks of the method."""
    fault = {"Block.java": ("public void reflect(", f"public void {other}(")}
    with session(fault) as student, pytest.raises(Misbehaved) as caught:
        student.moves(wire(BOARD), [["reflect", [], 0]])
    question = f": is '{other}' meant?" if is_meant else ""
    assert cause_text(caught.value.cause) == f"Block.java has no method reflect(int){question}"


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["own", "order-only", "sound-places", "sound-blocks"])
def test_variant_that_replaces_methods_keeps_the_line_numbers(variant: str) -> None:
    """An exception below a replaced method has its own line, though stand-ins are shorter than what they replace."""
    old = "rearrange(new int[] {3, 0, 1, 2});"
    line = REFERENCE["Block.java"].decode().split(old)[0].count("\n") + 1
    fault = {"Block.java": (old, 'throw new IllegalStateException("here");')}
    with session(fault, variant) as student, pytest.raises(Misbehaved) as caught:
        student.moves(wire(BOARD), [["rotate", [], 0]])
    assert (caught.value.cause.file, caught.value.cause.line) == ("Block.java", line)


@pytest.mark.slow
def test_generator_that_cannot_be_set_is_named() -> None:
    """A field gen that is final differs from the starter's: the message says so, not how Java refuses to set it."""
    final = {"Block.java": ("public static Random gen", "public static final Random gen")}
    with session(final) as student, pytest.raises(Misbehaved) as caught:
        student.construct(0, 2, 1, 1)
    assert caught.value.verdict is Verdict.MISSING
    assert cause_text(caught.value.cause) == (
        "Block.java has no field gen that can be set: the starter's is not final"
    )


@pytest.mark.slow
def test_array_that_is_too_large_is_described() -> None:
    """It is not reported as an exception of the student's."""
    head = "public Color[][] flatten() {"
    body = "if (this.level >= 0) { return new Color[1000][1000]; }"
    with session({"Block.java": (head, f"{head} {body}")}) as student:
        assert (
            student.flatten(wire(BOARD), [])["result"] == "an array of 1000 rows, too large to show"
        )


@pytest.mark.slow
def test_exception_in_a_control_is_a_result() -> None:
    """Another check grades it, so the check can go on; a refusal is a result as ever."""
    raising = "if (size >= 0) { throw new IllegalStateException(); }"
    with session({"Block.java": (UPDATE, f"{UPDATE} {raising}")}) as student:
        assert student.attempt("update", [wire(BOARD), 16, 0, 0]) == "raised"
        assert student.attempt("update", [wire(BOARD), -1, 0, 0])["result"] == "refused"
    with session() as reference:
        assert reference.attempt("update", [wire(BOARD), 16, 0, 0]) == reference.update(
            wire(BOARD), 16, 0, 0
        )
