"""The methods and blocks round a line of Java are found by braces, in any text."""

from __future__ import annotations

import pytest

from graders.extensions.java.braces import BracedNesting
from graders.harness.grading.lines import Sources

JAVA = b"""public class Block {
    public void smash()
    {
        for (int i = 0; i < 4; i++) {
            while (true) {
                i = 1;
            }
        }
        if (x) { y(); }
        z();
    }
}
"""


def test_loops_of_java_are_found_by_their_braces() -> None:
    """Blocks that close before the line do not count, and a brace may stand alone on its line."""
    nesting = BracedNesting(JAVA.decode().split("\n"))
    assert nesting.around(6) == (2, [5, 4])
    assert nesting.around(10) == (2, [])


NESTED = """package a;

/** A { comment. */
public class Block {
    @Override
    public String toString(
            int a) throws E
    {
        for (Block child : children) {
            String s = "}" + '}' + "\\"}"; // }
            if (a(b)) {
                new Thread() { public void run() {
                    x();
                } };
            }
        }
        return new int[] {1,
            2}.toString();
    }

    record Pair(int a, int b) {
        Pair {
            y();
        }
    }

    int z;
}
"""


@pytest.mark.parametrize(
    ("text", "name", "head"),
    [
        ("x();", "Block.toString.run", 13),
        ("new Thread() { public void run() {", "Block.toString", 11),
        ("if (a(b)) {", "Block.toString", 9),
        ("for (Block child : children) {", "Block.toString", 9),
        ("return new int[] {1,", "Block.toString", 17),
        ("y();", "Block.Pair", 22),
        ("int z;", "Block", 27),
        ("package a;", "", 1),
    ],
)
def test_blocks_of_java_have_the_names_round_them(text: str, name: str, head: int) -> None:
    """Braces in texts and comments are none; a statement that directly belongs to a method has no other head."""
    sources = Sources({"Block.java": NESTED.encode()})
    (line,) = sources.lines_like("Block.java", text)
    assert sources.name_at(("Block.java", line)) == name
    assert sources.head_at(("Block.java", line)) == head


def test_text_that_is_no_java_has_lines_without_names() -> None:
    sources = Sources({"A.java": b"}}}\n/*\n{{{\n\"'"})
    assert [sources.name_at(("A.java", line)) for line in range(1, 5)] == [""] * 4
    deep = Sources(
        {"A.java": b"class A { void f() {\n" + b"{" * 5000 + b"\n" + b"}" * 5000 + b"\nx"}
    )
    assert [deep.name_at(("A.java", line)) for line in (2, 3, 4)] == ["A.f"] * 3
