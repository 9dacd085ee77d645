"""Findings about the code of a submission of COMP 250's Blocky (spec 1); none of it is run."""

from __future__ import annotations

import time

import pytest

from graders.harness.assignment.check import Misbehaved
from tests.graders.comp250_blocky.worlds import (
    ASSIGNMENT,
    REFERENCE,
    needs_jdk,
    session,
)
from tests.nightly import one_in

pytestmark = needs_jdk
STARTER = {name: (ASSIGNMENT.starter / name).read_bytes() for name in ASSIGNMENT.files.submitted}
LEVEL = "public int getLevel() {"
MADE = "public Block(int x, int y, int size, int lvl, int maxD, Color c, Block[] subBlocks) {\n        this.xCoord = x;"
RANDOM = "import java.util.Random;"


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    one_in(
        3,
        [
            (LEVEL, f"private int own() {{ return 1; }}\n    {LEVEL}", []),
            (LEVEL, f"int own() {{ return 1; }}\n    {LEVEL}", [("helpers", "note")]),
            (
                LEVEL,
                f'public static void main(String[] args) {{ System.out.println("!"); }}\n    {LEVEL}',
                [],
            ),
            (
                LEVEL,
                f"{LEVEL}\n        System.out.println(1);",
                [("given", "review"), ("prints", "note")],
            ),
            (
                MADE,
                MADE.replace("int x", "int left").replace("this.xCoord = x", "xCoord = left"),
                [],
            ),
            ("this.xCoord = x;\n        this.yCoord = y;", "yCoord = y;\n        xCoord = x;", []),
            ("this.xCoord = x;", "this.xCoord = y;", [("given", "review")]),
            (LEVEL, "public long getLevel() {", [("signatures", "breach")]),
            (LEVEL, "public int getTheLevel() {", [("signatures", "breach"), ("helpers", "note")]),
            (LEVEL, "public int getLevle() {", [("signatures", "breach")]),
            (LEVEL, "public int getLevel(int of) {", [("signatures", "breach")]),
            ("private int level;", "int level;", [("signatures", "breach")]),
            ("private int level;", "private int level, depth;", [("fields", "breach")]),
            (
                "public class Block {",
                "class Other {}\n\npublic class Block {",
                [("types", "review")],
            ),
            (
                "public String toString() {",
                "public String toString() {\n        System.out.println();",
                [],
            ),
            (RANDOM, f"{RANDOM}\nimport java.util.Arrays;", [("classes", "note")]),
            (RANDOM, "import java.util.*;", []),
            (
                RANDOM,
                f"{RANDOM}\nimport static java.lang.Math.max;\nimport assignment3.GameColors;",
                [],
            ),
            (
                "return this.level;",
                "return java.util.Objects.hash(level);",
                [("classes", "breach"), ("given", "review")],
            ),
            (RANDOM, f"{RANDOM}\nimport static java.util.Map.*;", [("classes", "breach")]),
            (RANDOM, f"{RANDOM}\nimport static java.lang.Math.*;", []),
            (RANDOM, f"{RANDOM}\nimport java.util.Map.*;", []),
            (
                LEVEL,
                f"private void own(java.util.Map.Entry<Integer, Integer> one) {{}}\n    {LEVEL}",
                [("classes", "breach")],
            ),
            (
                LEVEL,
                f'private void own() throws Exception {{ Class.forName("java.util.TreeSet"); }}\n    {LEVEL}',
                [("classes", "breach")],
            ),
            ("gen = new Random()", "gen = new Random(7)", []),
            # no name of a class: var, and chains of calls
            (
                LEVEL,
                f'private int own() {{ var all = "a b".chars(); return (int) all.count(); }}\n    {LEVEL}',
                [("classes", "breach")],
            ),
            (
                LEVEL,
                f"private long own(ArrayList<Block> all) {{ return all.stream().map(one -> one.level).count(); }}\n    {LEVEL}",
                [("classes", "breach")],
            ),
            (
                LEVEL,
                f"private int own() {{ for (var one : new ArrayList<Block>(3)) {{ one.level++; }} return 1; }}\n    {LEVEL}",
                [],
            ),
            (
                LEVEL,
                f"private long own() {{ return GameColors.colorToString(color).chars().count(); }}\n    {LEVEL}",
                [("classes", "breach")],
            ),
            (
                LEVEL,
                f"private long own() {{ return StackWalker.getInstance().walk(s -> s.count()); }}\n    {LEVEL}",
                [("classes", "breach")],
            ),
            # the course's own class gives it
            (
                LEVEL,
                f"private int own(BlockToDraw one) {{ return one.getShape().width; }}\n    {LEVEL}",
                [],
            ),
            (
                "return this.level;",
                "return this.level",
                [],
            ),  # a compile error, which is reported elsewhere
        ],
    ),
)
@pytest.mark.slow
def test_each_change_breaks_its_rules_only(
    old: str, new: str, rules: list[tuple[str, str]]
) -> None:
    with session({"Block.java": (old, new)}, reads=True) as student:
        found = student.findings(STARTER, {})
    assert sorted((rule, severity) for rule, severity, *_ in found) == sorted(rules)
    assert all(
        file == "Block.java" and line > 0 and message
        for _rule, _severity, file, line, message in found
    )


@pytest.mark.slow
def test_a_nested_class_of_a_star_is_seen() -> None:
    """Its file in the library is named Map$Entry.class."""
    new = f"{RANDOM}\nimport java.util.Map.*;\nclass Own {{ Entry<Own, Own> one; }}"
    with session({"Block.java": (RANDOM, new)}, reads=True) as student:
        found = student.findings(STARTER, {})
    assert ["classes", "breach", "the class java.util.Map.Entry may not be used"] in [
        row[:2] + row[4:] for row in found
    ]


@pytest.mark.slow
def test_faults_that_cost_all_marks_are_flagged() -> None:
    """Staff see a flag for each fault that costs all marks by the handout."""
    for old, new, flags in (
        ("package assignment3;", "package mine;", ["wrong-package"]),
        (RANDOM, RANDOM + " import java.util.Arrays; // none", []),
        ("return this.level;", "return java.util.Objects.hash(level);", ["foreign-classes"]),
        ("return this.level;", "return (int) gen.ints(1).sum();", ["foreign-classes"]),
        ("return this.level;", "return this.level", ["does-not-compile"]),
    ):
        with session({"Block.java": (old, new)}, reads=True) as student:
            assert student.flags() == flags


def seconds_of(package: str) -> float:
    """Return how long it takes to compile a file of another package, and to read it."""
    begin = time.monotonic()
    with session({"Block.java": ("package assignment3;", package)}) as student:
        assert student.flags() == ["wrong-package"]
    return time.monotonic() - begin


@pytest.mark.slow
def test_blank_lines_before_its_imports_keep_no_moved_file() -> None:
    """20,000 of them took half a minute, and 300,000 five minutes."""
    imports = "\nimport mine.own.GameColors; import static mine.own.GameColors.*;"
    few = seconds_of("package mine.own;" + imports)
    assert seconds_of("package mine.own;" + "\n" * 300_000 + imports) < 10 * few


@pytest.mark.slow
def test_chain_of_calls_prints_once() -> None:
    """Each call of a chain was written out from its beginning: 2,000 took half a minute."""
    chain = "System.out" + '.append("a")' * 2_000 + ";"
    with session({"Block.java": (LEVEL, LEVEL + chain)}, reads=True) as student:
        found = student.findings(STARTER, {})
    assert sorted(rule for rule, *_ in found) == ["given", "prints"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["", "\n", "// all of it is still to do\n", "package assignment3;\n"]
)
def test_file_without_a_class_is_no_other_package(text: str) -> None:
    """Nothing in a file costs what a file that was left out does, and is flagged."""
    whole = REFERENCE["BlobGoal.java"].decode()
    with session({"BlobGoal.java": (whole, text)}, reads=True) as student:
        assert student.findings(STARTER, {}) == []
        assert student.flags() == ["nothing-in-it"]


@pytest.mark.slow
def test_method_of_a_newer_java_does_not_compile_on_any_machine() -> None:
    """Math.clamp is new in Java 21: a mark does not depend on the JDK that is installed."""
    with session(
        {
            "PerimeterGoal.java": (
                "int score(Block board) {",
                "int score(Block board) { Math.clamp(1, 2, 3);",
            )
        }
    ) as student:
        assert student.flags() == ["does-not-compile"]
        with pytest.raises(Misbehaved) as caught:
            student.perimeter([0, 1, [0, 0, 16, 1]], 0, [[2, "GG"]])
    assert "cannot find symbol" in caught.value.cause.detail
    assert caught.value.cause.detail.endswith("(as Java 17)")
