"""The starter: the reference without its solution regions."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from graders.extensions.java import jdk
from graders.extensions.java.jdk import find_jdk
from graders.extensions.java.language import STARTERS
from graders.harness.assignment.language import comment_in
from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.handout.starter import (
    StarterError,
    build,
    common_files,
    stale,
    starter_files,
    strip,
    unproved,
)
from graders.harness.sandbox.interface import SandboxRefused

ASSIGNMENTS = sorted(path.name for path in (ROOT / "reference").iterdir() if path.is_dir())


def stripped(text: str, comment: str = "#") -> str:
    """Strip an indented text."""
    return strip(textwrap.dedent(text), comment, "block.py")


def write(folder: Path, **files: str) -> Path:
    """Write Python files into a new folder and return it."""
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


# Stripping one text.


def test_a_region_and_its_markers_are_left_out() -> None:
    """Everything between the markers is removed, and nothing outside them."""
    text = """\
        def twice(x):
            '''Return 2 * x.'''
            # solution begins
            return 2 * x
            # solution ends
            return 0
        """
    assert stripped(text) == "def twice(x):\n    '''Return 2 * x.'''\n    return 0\n"


def test_a_starter_line_is_written_at_the_indentation_of_its_comment() -> None:
    """Inside a region and outside, the text after `starter:` becomes the line."""
    text = """\
        def twice(x):
            # starter: # TODO: write this
            # solution begins
            return 2 * x
                # starter: deep()
            # solution ends
            # starter:
            # starter: return 0
        """
    assert (
        stripped(text) == "def twice(x):\n    # TODO: write this\n        deep()\n\n    return 0\n"
    )


def test_regions_may_hold_classes_imports_and_docstrings() -> None:
    """A region is any sequence of lines, whatever they mean in Python."""
    text = """\
        import random
        # solution begins
        import math
        # solution ends
        # solution begins
        class Helper:
            '''Helps.'''


        # solution ends
        class Goal:
            # solution begins
            '''What to achieve.'''
            # solution ends
            colour = 1
        """
    left = stripped(text)
    assert left == "import random\nclass Goal:\n    colour = 1\n"
    assert ast.get_docstring(ast.parse(left).body[1]) is None  # type: ignore[arg-type]


def test_java_comments_mark_regions_too() -> None:
    """In Java the sign is `//`; a `#` means nothing there."""
    text = """\
        int twice(int x) {
            // solution begins
            return 2 * x;
            // solution ends
            // starter: return 0; // TODO
            # solution begins
        }
        """
    assert stripped(text, "//") == (
        "int twice(int x) {\n    return 0; // TODO\n    # solution begins\n}\n"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_stay_unchanged(end: str) -> None:
    """This includes the end of a replaced line, and a last line without one."""
    text = end.join(
        ["a = 1", "# solution begins", "b = 2", "# solution ends", "# starter: b = 0", "c = 3"]
    )
    assert strip(text, "#") == end.join(["a = 1", "b = 0", "c = 3"])


def test_a_separator_inside_a_string_is_not_a_line_end() -> None:
    """Only the line ends of a text file end a line; U+2028 and a form feed do not."""
    text = "a = '\u2028# solution begins'\nb = '\x0c# solution begins'\n"
    assert strip(text, "#") == text


def test_stripping_twice_is_stripping_once() -> None:
    """A text without markers stays unchanged."""
    text = "# starter: a = 0\n# solution begins\na = 1\n# solution ends\nb = 2\n"
    once = strip(text, "#")
    assert strip(once, "#") == once == "a = 0\nb = 2\n"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a = 1\n# solution begins\nb = 2\n", 2, "never ends"),
        ("a = 1\n\n    # solution ends\n", 3, "never began"),
        ("# solution begins\n# solution begins\n# solution ends\n", 2, "begins in line 1"),
        ("# solution begins\n# solution ends\n# solution ends\n", 3, "never began"),
        ("a = 1\n# Solution begins\n", 2, "nearly a marker"),
        ("# solution begin\n", 1, "nearly a marker"),
        ("# solution starts\n", 1, "nearly a marker"),
        ("# solution begins:\n", 1, "nearly a marker"),
        ("#solution_ends\n", 1, "nearly a marker"),
        ("# solution begins here\n", 1, "nearly a marker"),
        ("# starter\n", 1, "nearly a marker"),
        ("# Starter: return 0\n", 1, "nearly a marker"),
    ],
)
def test_a_marker_out_of_place_is_named_with_file_and_line(text: str, line: int, says: str) -> None:
    """The author finds it at once, and no solution is handed out."""
    with pytest.raises(StarterError) as caught:
        strip(text, "#", "reference/x/block.py")
    message = str(caught.value)
    assert message.startswith(f"reference/x/block.py, line {line}: ")
    assert says in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "line",
    [
        "# the solution begins with a guess",
        "# solution by recursion",
        "# starters are students",
        "x = 1  # starter: no",
    ],
)
def test_prose_is_not_taken_for_a_marker(line: str) -> None:
    """Only a comment that consists of a marker is one."""
    assert strip(line + "\n", "#") == line + "\n"


# The files of a starter.


def test_files_without_markers_are_copied_byte_for_byte(tmp_path: Path) -> None:
    """This includes pictures and texts in subfolders, whatever their bytes."""
    reference = write(tmp_path / "reference", game="print('play')\n")
    picture = bytes(range(256)) + b"\r\n# solution begins\n"
    (reference / "images").mkdir()
    (reference / "images" / "smash.png").write_bytes(picture)

    assert starter_files(reference) == {"game.py": b"print('play')\n", "images/smash.png": picture}


def test_a_file_that_is_all_solution_is_absent(tmp_path: Path) -> None:
    """A tool for staff is kept out in this way; an empty file is not a tool."""
    reference = write(
        tmp_path / "reference",
        draw="# solution begins\nprint('draw')\n# solution ends\n",
        __init__="",
        both="# solution begins\na = 1\n# solution ends\n# starter: a = 0\n",
    )
    assert starter_files(reference) == {"__init__.py": b"", "both.py": b"a = 0\n"}


def test_litter_of_programs_is_not_copied(tmp_path: Path) -> None:
    """Caches and compiled files are litter; a workflow in a dotted folder is not."""
    reference = write(tmp_path / "reference", block="a = 1\n")
    for name in [
        "__pycache__/block.pyc",
        "A.class",
        ".pytest_cache/x",
        ".github/workflows/check.yml",
    ]:
        path = reference / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x: 1\n", encoding="utf-8")

    assert sorted(starter_files(reference)) == [".github/workflows/check.yml", "block.py"]


def test_a_result_that_is_not_python_is_refused(tmp_path: Path) -> None:
    """A function left without a body is named, and nothing is written."""
    reference = write(
        tmp_path / "reference",
        block="def f():\n    # solution begins\n    return 1\n    # solution ends\n\n\nx = 1\n",
    )
    with pytest.raises(
        StarterError, match=r"block\.py: without its solutions, this is not Python: .*'x = 1'"
    ):
        build(reference, tmp_path / "starter")
    assert not (tmp_path / "starter").exists()


def java_reference(folder: Path, body: str) -> Path:
    """Write a reference with a Java class whose method has this body, and return its folder."""
    folder.mkdir()
    text = f"package p;\n\nclass A {{\n    int f() {{\n{textwrap.indent(textwrap.dedent(body), ' ' * 8)}    }}\n}}\n"
    (folder / "A.java").write_text(text, encoding="utf-8")
    return folder


def has_jdk() -> bool:
    """Return whether this machine has a JDK."""
    try:
        find_jdk(STARTERS)
    except SandboxRefused:
        return False
    return True


SOLVED = "// solution begins\nreturn 1;\n// solution ends\n"


@pytest.mark.skipif(not has_jdk(), reason="there is no JDK on this machine")
@pytest.mark.slow
def test_a_result_that_does_not_compile_is_refused(tmp_path: Path) -> None:
    """A method left without its return statement is named, with the line; with a replacement the starter compiles."""
    with pytest.raises(
        StarterError,
        match=r"without its solutions, this does not compile: A\.java:5: error: missing",
    ):
        starter_files(java_reference(tmp_path / "reference", SOLVED))
    good = java_reference(tmp_path / "other", SOLVED + "// starter: return 0;\n")
    assert b"return 0;" in starter_files(good)["A.java"]
    assert unproved(["A.java"]) == ""


def test_without_a_jdk_the_proof_is_skipped_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The starter is made all the same, and the warning names the reason. Python needs no JDK."""

    def none(spec: str) -> None:
        raise SandboxRefused("no JDK here: install one")

    monkeypatch.setattr(jdk, "find_jdk", none)
    assert list(starter_files(java_reference(tmp_path / "reference", SOLVED))) == ["A.java"]
    assert unproved(["A.java"]).endswith("not compiled: no JDK here: install one")
    assert unproved(["a.py"]) == ""


def test_text_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    """The encoding is not guessed."""
    reference = write(tmp_path / "reference")
    (reference / "block.py").write_bytes(b"# \xff\n")
    with pytest.raises(StarterError, match=r"block\.py: not UTF-8"):
        starter_files(reference)


def test_a_missing_reference_is_one_clear_line(tmp_path: Path) -> None:
    """The line names the folder."""
    with pytest.raises(StarterError, match=r"nowhere: no such folder"):
        stale(tmp_path / "nowhere", tmp_path)


def test_build_makes_the_starter_and_stale_finds_every_difference(tmp_path: Path) -> None:
    """Changed, missing and additional files are listed; building fixes them all."""
    reference = write(tmp_path / "reference", a="a = 1\n", b="b = 1\n", c="c = 1\n")
    starter = tmp_path / "starter"

    assert stale(reference, starter) == build(reference, starter) == ["a.py", "b.py", "c.py"]
    assert stale(reference, starter) == build(reference, starter) == []

    (starter / "a.py").write_text("a = 2\n", encoding="utf-8")
    (starter / "b.py").unlink()
    (starter / "d.py").write_text("d = 1\n", encoding="utf-8")
    assert stale(reference, starter) == build(reference, starter) == ["a.py", "b.py", "d.py"]
    assert stale(reference, starter) == []
    assert sorted(path.name for path in starter.iterdir()) == ["a.py", "b.py", "c.py"]


# The committed starters.


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_committed_starter_is_not_stale(assignment: str) -> None:
    """It is exactly the reference without its solution regions."""
    common = common_files(load_assignment(assignment).manifest)
    assert stale(ROOT / "reference" / assignment, ROOT / "starter" / assignment, common) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_committed_starter_holds_no_line_of_a_solution(assignment: str) -> None:
    """No line of a solution region occurs in the starter, unless it reveals nothing.

    A line reveals nothing if it also occurs outside of the regions, where students see it anyway (a guard such as
    `return None`), or if it is shorter than 12 characters (`else:`, `return x`).
    """
    secret: set[str] = set()
    public: set[str] = set()
    for path in sorted((ROOT / "reference" / assignment).rglob("*")):
        comment = comment_in(path.name)
        if comment is None or not path.is_file():
            continue
        inside = False
        for line in map(str.strip, path.read_text(encoding="utf-8").splitlines()):
            if line in (f"{comment} solution begins", f"{comment} solution ends"):
                inside = line.endswith("begins")
            elif line.startswith(f"{comment} starter:"):
                public.add(line.removeprefix(f"{comment} starter:").strip())
            else:
                (secret if inside else public).add(line)
    telling = {line for line in secret - public if len(line) >= 12}
    assert telling, "the reference has solutions"

    for path in sorted((ROOT / "starter" / assignment).rglob("*")):
        if path.is_file() and comment_in(path.name):
            shown = {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
            assert shown & telling == set(), path.name
