"""An overlay of a Java source changes the members it names and nothing else."""

from __future__ import annotations

import textwrap

import pytest

from graders.extensions.java.overlay import java_overlay
from graders.extensions.shared.overlay import OverlayError

BASE = """\
package p;

import java.util.List;

/** A class with { in its comment. */
public class A extends B<C> {
    private int[] numbers = {1, 2}; // behind a field
    String text = "} // no comment \\" {";

    /** Says what f does. */
    @Override
    public int f(int a) {
        char c = '}';
        int x = a == 1 ? 2 : 3;
        return x;
    }

    A(List<Map<String, Integer>> list, int b) {
        this.numbers = new int[] {b};
    }

    abstract int g();

    private static class Inner {
        int f(int a) {
            return 1;
        }
    }
}
"""


def laid(changes: str) -> str:
    """Lay an indented text over the base."""
    return java_overlay(BASE, textwrap.dedent(changes), "A.java")


def test_a_method_is_replaced_by_name_and_number_of_parameters() -> None:
    """The comment above it stays, like all other lines. An inner class's method of that name is another one."""
    new = laid("class A { public int f(int other) { return '{' + \"{\".length(); } }")
    old = BASE[BASE.index("@Override") : BASE.index("    A(List")].rstrip()
    assert new == BASE.replace(old, "public int f(int other) { return '{' + \"{\".length(); }")


def test_a_method_with_other_parameters_is_added_at_the_end() -> None:
    """The comment above it comes along."""
    new = laid(
        """
        class A {
            // Says what f does, too.
            int f(Map<String, Integer> a, int b) { return 0; }
        }
        """
    )
    added = "// Says what f does, too.\n    int f(Map<String, Integer> a, int b) { return 0; }"
    assert new == BASE[: BASE.rindex("}")] + f"\n    {added}\n}}\n"


def test_a_constructor_is_replaced() -> None:
    """Type parameters do not count as parameters."""
    new = laid("class A { A(List<X> list, int b) { } }")
    assert "A(List<X> list, int b) { }" in new
    assert "new int[] {b}" not in new


def test_a_field_is_replaced_or_added_first() -> None:
    """Its value may have brackets."""
    new = laid('class A { private int[] numbers = {3}; int fresh = f("a,b"); }')
    assert "    private int[] numbers = {3}; // behind a field\n" in new
    assert new.index('int fresh = f("a,b");') < new.index("private int[] numbers")


def test_additions_keep_their_order() -> None:
    """The order of fields, and of methods."""
    new = laid("class A { int one; int two; void three() { } void four() { } }")
    places = [new.index(word) for word in ("one", "two", "numbers", "three", "four")]
    assert places == sorted(places)


def test_methods_without_a_body_and_inner_classes_are_members() -> None:
    """They are replaced as a whole."""
    new = laid("class A { int g() { return 1; } static class Inner { } }")
    assert "abstract" not in new
    assert "private static class" not in new
    assert new.count("int f(int a)") == 1


def test_imports_are_added_once() -> None:
    """After the last one, and not if they are there."""
    new = laid("import java.util.List;\nimport static java.lang.Math.exp;\nclass A { int h; }")
    assert "import java.util.List;\nimport static java.lang.Math.exp;\n\n/**" in new
    assert new.count("import java.util.List;") == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ("class A { }", "it changes nothing"),
        ("class A { abstract int g(); }", "g is the same as in the base"),
        ("class B { int g() { return 1; } }", "its class is B, but the base's is A"),
        ("int x;", "has no class"),
        ("class A { int f() { ", "brackets do not match"),
        ("class A {\n    int x\n}", r"does not parse.* \(line 2\); hand it in whole"),
    ],
)
def test_overlay_that_does_not_fit_is_refused(changes: str, says: str) -> None:
    """The error names the file."""
    with pytest.raises(OverlayError, match=f"^A.java.*{says}"):
        laid(changes)
