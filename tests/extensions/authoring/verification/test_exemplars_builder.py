"""Exemplars: the table is validated, and an overlay changes the names in it and nothing else."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.extensions.shared.exemplars import (
    Exemplar,
    ExemplarError,
    as_submission,
    build,
    load_exemplars,
    to_folder,
)
from graders.extensions.shared.overlay import OverlayError, overlay
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.errors import GraderError
from graders.harness.result import Verdict
from tests import nightly
from tests.nightly import IDS

BASE = '''\
"""A module."""
from __future__ import annotations
import random
from math import sqrt, floor

LIMIT = 3
first, second = 1, 2


# Says what a helper is.
def helper(x):
    return x  # as it is


class Block:
    """A block."""
    size: int
    colour = None

    def __init__(self):
        self.size = 1

    @property
    def area(self):
        return self.size ** 2

    @area.setter
    def area(self, value):
        self.size = value

    # Says what swap does.
    def swap(self):
        if True:
            return (1,
                    2)

    def last(self):
        text = """
  unindented # not a comment
"""
        return text


if __name__ == '__main__':
    print("main")
'''


def changed(changes: str, base: str = BASE) -> str:
    """Lay dedented *changes* over *base*."""
    return overlay(base, textwrap.dedent(changes), "faulty/x/block.py")


REPLACED = [
    (
        "a function, with its comments and decorators",
        '''
        """What is wrong here."""
        # about the overlay
        @staticmethod
        def helper(x):
            # new
            return -x  # turned
        ''',
        "def helper(x):\n    return x  # as it is\n",
        "@staticmethod\ndef helper(x):\n    # new\n    return -x  # turned\n",
    ),
    ("a constant", "LIMIT = 4", "LIMIT = 3\n", "LIMIT = 4\n"),
    ("a pair", "second, first = 1, 2", "first, second = 1, 2\n", "second, first = 1, 2\n"),
    (
        "a method",
        """
        class Block:
            def swap(self):
                return None
        """,
        "    def swap(self):\n        if True:\n            return (1,\n                    2)\n",
        "    def swap(self):\n        return None\n",
    ),
    (
        "a property with its setter",
        """
        class Block:
            @property
            def area(self):
                return 4

            @area.setter
            def area(self, value):
                pass
        """,
        "    @property\n    def area(self):\n        return self.size ** 2\n\n"
        "    @area.setter\n    def area(self, value):\n        self.size = value\n",
        "    @property\n    def area(self):\n        return 4\n\n    @area.setter\n    def area(self, value):\n        pass\n",
    ),
    (
        "a class attribute",
        "class Block:\n    colour = 1\n",
        "    colour = None\n",
        "    colour = 1\n",
    ),
    ("an import", "from maths import sqrt, floor", "from math import", "from maths import"),
    (
        "the main part",
        "if __name__ == '__main__':\n    print('x')\n",
        '    print("main")\n',
        "    print('x')\n",
    ),
    (
        "a whole class",
        "del LIMIT\nclass LIMIT:\n    x = 1\n",
        "LIMIT = 3\n",
        "class LIMIT:\n    x = 1\n",
    ),
    (
        "nothing of a function but its name",
        "del helper",
        "def helper(x):\n    return x  # as it is\n\n\n",
        "",
    ),
    ("one name of an import", "del floor", "import sqrt, floor\n", "import sqrt\n"),
    ("two names of one assignment", "del first, second", "first, second = 1, 2\n\n\n", ""),
    (
        "a method that is deleted",
        "class Block:\n    del swap\n",
        "    def swap(self):\n        if True:\n            return (1,\n                    2)\n\n",
        "",
    ),
    (
        "a method and its neighbour in one go",
        "class Block:\n    del area\n    def last(self): return 1\n",
        BASE[BASE.index("    @property") : BASE.index("    # Says what swap")],
        None,
    ),
]


@pytest.mark.parametrize(
    ("changes", "old", "new"), [row[1:] for row in REPLACED], ids=[row[0] for row in REPLACED]
)
def test_overlay_replaces_only_the_named_definition(
    changes: str, old: str, new: str | None
) -> None:
    """Every other line stays, comments and layout included."""
    assert BASE.count(old) == 1
    if new is None:
        expected = BASE.replace(old, "")
        body = expected.index("    def last")
        expected = (
            expected[:body] + "    def last(self): return 1\n\n\nif" + expected.split("\nif", 1)[1]
        )
    else:
        expected = BASE.replace(old, new)
    assert changed(changes) == expected


ADDED = [
    (
        "a future import",
        "from __future__ import division",
        "import annotations\n",
        "from __future__ import division\n",
    ),
    ("an import", "from typing import List", "import sqrt, floor\n", "from typing import List\n"),
    (
        "a method",
        "class Block:\n    def extra(self):\n        return 0\n",
        "        return text\n",
        "\n    def extra(self):\n        return 0\n",
    ),
    (
        "a class attribute",
        "class Block:\n    extra: int\n",
        "    colour = None\n\n",
        "    extra: int\n\n",
    ),
    (
        "a function",
        "def extra():\n    pass\n",
        "        return text\n",
        "\n\ndef extra():\n    pass\n",
    ),
    (
        "a class",
        "class Sub(Block):\n    x = 1\n",
        "        return text\n",
        "\n\nclass Sub(Block):\n    x = 1\n",
    ),
    ("a statement", "print('debug')", "        return text\n", "\n\nprint('debug')\n"),
]


@pytest.mark.parametrize(
    ("changes", "after", "new"), [row[1:] for row in ADDED], ids=[row[0] for row in ADDED]
)
def test_new_definition_is_added_in_its_place(changes: str, after: str, new: str) -> None:
    """A definition that the base lacks goes where an author would put it."""
    assert BASE.count(after) == 1
    assert changed(changes) == BASE.replace(after, after + new)


def test_addition_before_its_user() -> None:
    """A helper before a changed definition in the overlay also stands before it in the result, above its comment."""
    result = changed(
        "STEP = 2\n\ndef deco(f):\n    return f\n\n@deco\ndef helper(x):\n    return STEP\n"
    )
    assert (
        "first, second = 1, 2\n\n\nSTEP = 2\n\n\ndef deco(f):\n    return f\n\n\n# Says what a helper is.\n@deco"
        in result
    )
    exec(compile(result, "block.py", "exec", dont_inherit=True), {"__name__": "block"})


def test_import_is_added_to_a_base_without_imports() -> None:
    """The first import goes below the docstring, or at the top."""
    assert changed("import os", '"""Doc."""\n\nx = 1\n') == '"""Doc."""\nimport os\n\nx = 1\n'
    assert changed("import os", "x = 1\n") == "import os\nx = 1\n"


def test_nested_classes_merge_too() -> None:
    """The same rules apply to a class inside a class."""
    base = "class A:\n    class B:\n        x = 1\n        y = 2\n"
    assert changed("class A:\n    class B:\n        y = 3\n", base) == base.replace(
        "y = 2", "y = 3"
    )


REFUSED = [
    ("def helper(x):\n    return x\n", "helper is the same as in the base"),
    (
        "class Block:\n    def swap(self):\n        if True: return (1, 2)\n",
        "Block.swap is the same as in the base",
    ),
    ("LIMIT = 3  # still", "LIMIT is the same"),
    ("import random", "random is imported identically by the base"),
    ("del nothing", "nothing cannot be deleted, since the base has no such definition"),
    ("class Block:\n    del gone\n", "Block.gone cannot be deleted, since"),
    ("del LIMIT.x", "LIMIT.x cannot be deleted"),
    ("del first", "first is bound together with second"),
    ("first = 5", "first is bound together with second"),
    ("def sqrt(x):\n    return x\n", "sqrt is bound together with floor"),
    ("class Block(Base):\n    x = 1\n", "Block has a header that differs"),
    ("class helper:\n    x = 1\n", "helper is not a single class in the base"),
    ("class Block: x = 1", "Block is written on one line"),
    ("class Block:\n  x = 1\n", "Block is not indented as"),
    ("x = 1; y = 2", "two statements of it share line 1"),
    ("'''Only words.'''", "it changes nothing"),
    ("class Block:\n    '''Only words.'''\n", "Block changes nothing"),
    ("", "it changes nothing"),
    ("def x(:\n", r"does not parse: .* \(line 1\)"),
    ("x = 1\r\n", "other line ends than LF"),
    (
        "from a import sqrt, floor\nfrom b import sqrt, floor\n",
        "two of its statements change line 4 of the base",
    ),
]


@pytest.mark.parametrize(("changes", "words"), REFUSED)
def test_overlay_that_does_not_fit_is_one_line(changes: str, words: str) -> None:
    """The message names the file and the definition."""
    with pytest.raises(OverlayError, match=words) as caught:
        overlay(BASE, changes, "faulty/x/block.py")
    assert str(caught.value).startswith("faulty/x/block.py: ") or "does not parse" in str(
        caught.value
    )
    assert "\n" not in str(caught.value)


def test_result_must_parse() -> None:
    """A class that loses its whole body is an error."""
    with pytest.raises(OverlayError, match="laid over its base, it does not parse"):
        changed("class A:\n    del x\n", "class A:\n    x = 1\ny = 1\n")


def functions(tree: ast.Module) -> Iterator[tuple[str | None, ast.FunctionDef]]:
    """Yield the class's name (or None) and the node of each top-level function and method."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield None, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield node.name, inner


@pytest.mark.slow
@pytest.mark.parametrize("assignment_id", IDS)
def test_every_function_of_every_reference_can_be_laid_over(assignment_id: str) -> None:
    """One at a time: each function changes alone, and all lines outside it stay."""
    assignment = load_assignment(assignment_id)
    bare = Exemplar("x", "right", "t", "s", "reference", frozenset(), {}, {}, {})
    tried = 0
    for name, source in build(bare, assignment.reference, assignment.files.solved).items():
        if not name.endswith(".py"):
            continue
        text = source.decode()
        for owner, node in functions(ast.parse(text)):
            function = f"def {node.name}(*args):\n    raise NotImplementedError\n"
            changes = f"class {owner}:\n{textwrap.indent(function, '    ')}" if owner else function
            lines = text.split("\n")
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
            kept = [
                *lines[:first],
                *textwrap.indent(function, "    " if owner else "").split("\n")[:-1],
            ]
            assert overlay(text, changes, name).split("\n") == kept + lines[node.end_lineno :]
            tried += 1
    assert tried or assignment.manifest.language != "python"


@pytest.mark.slow
@pytest.mark.parametrize("assignment_id", nightly.assignments("ics32_columns"))
def test_every_exemplar_can_be_built(assignment_id: str) -> None:
    """All exemplars load, build, and are different submissions, without a marker of the starter in them."""
    assignment = load_assignment(assignment_id)
    built: dict[frozenset[tuple[str, bytes]], str] = {}
    for exemplar in load_exemplars(assignment.grader):
        files = as_submission(exemplar, assignment).files
        assert files
        for content in files.values():
            assert b"solution begins" not in content
            assert b"# starter:" not in content
        whole = frozenset(files.items())
        assert whole not in built, f"{exemplar.id} hands in what {built[whole]} does"
        built[whole] = exemplar.id


REFERENCE = """\
# starter: import math
class Block:
    def swap(self):
        # starter: return 148
        # solution begins
        return 1
        # solution ends

    # solution begins
    def _hidden(self):
        return 2
    # solution ends
"""

SOLVED = "class Block:\n    def swap(self):\n        return 1\n\n    def _hidden(self):\n        return 2\n"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A reference of two files and an empty folder for exemplars."""
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference/block.py").write_text(REFERENCE)
    (tmp_path / "reference/goal.py").write_text("GOAL = 1\n")
    (tmp_path / "grader/exemplars").mkdir(parents=True)
    return tmp_path


def exemplar(
    world: Path, table: str, files: dict[str, str | bytes], place: str = "faulty/x"
) -> Exemplar:
    """Write an exemplar into the world and load it."""
    folder = world / "grader/exemplars" / place
    folder.mkdir(parents=True)
    (folder / "exemplar.toml").write_text('title = "t"\nsource = "spec 1"\n' + table)
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (loaded,) = load_exemplars(world / "grader")
    return loaded


def built(world: Path, loaded: Exemplar) -> dict[str, bytes]:
    """Build it over the world's reference."""
    return build(loaded, world / "reference", ("block.py", "goal.py"))


FAILS = 'must_fail = ["block.swap"]\n'


def test_overlay_on_a_reference_without_markers(world: Path) -> None:
    """Markers and starter-only lines are gone. The rest of the reference stays, and further files are added."""
    loaded = exemplar(
        world,
        FAILS,
        {"block.py": "class Block:\n    def swap(self):\n        return 3\n", "own.py": "x = 1\n"},
    )
    assert built(world, loaded) == {
        "block.py": SOLVED.replace("return 1", "return 3").encode(),
        "goal.py": b"GOAL = 1\n",
        "own.py": b"x = 1\n",
    }
    assert (loaded.id, loaded.must_fail, loaded.parses) == ("faulty/x", {"block.swap"}, True)


def test_whole_files_and_missing_files(world: Path) -> None:
    """`whole` copies a file unchanged, even with a syntax error; `without` omits one."""
    loaded = exemplar(
        world,
        FAILS + 'whole = ["block.py"]\nwithout = ["goal.py"]\nparses = false\n',
        {"block.py": "def"},
    )
    assert built(world, loaded) == {"block.py": b"def"}


def test_base_none(world: Path) -> None:
    """The files of the folder are the submission, with any bytes."""
    loaded = exemplar(
        world, FAILS + 'base = "none"\nparses = false\n', {"block.py": b"\xff\0"}, "attack/x"
    )
    assert built(world, loaded) == {"block.py": b"\xff\0"}


@pytest.mark.parametrize(
    ("table", "content", "words"),
    [
        (
            FAILS + 'whole = ["block.py"]',
            "def",
            r"faulty/x/block.py: does not parse .*set `parses = false`",
        ),
        (FAILS + 'whole = ["block.py"]', "x = 1\0", r"faulty/x/block.py: does not parse"),
        (
            FAILS + 'whole = ["block.py"]',
            "x = " + "-" * 100_000 + "1",
            r"faulty/x/block.py: does not parse",
        ),
        (FAILS, b"x = '\xe9'", "is not UTF-8; list it in `whole`"),
        (
            FAILS + 'without = ["else.py"]',
            "x = 1",
            "without names else.py, which is not a submitted file",
        ),
    ],
)
def test_impossible_build_is_one_line(
    world: Path, table: str, content: str | bytes, words: str
) -> None:
    """The message names the exemplar's file and the right entry."""
    loaded = exemplar(world, table, {"block.py": content})
    with pytest.raises(ExemplarError, match=words) as caught:
        built(world, loaded)
    assert "\n" not in str(caught.value)


def test_file_that_the_reference_lacks_is_an_error(world: Path) -> None:
    """The manifest names it."""
    loaded = exemplar(world, FAILS, {"block.py": "x = 1"})
    with pytest.raises(ExemplarError, match=r"reference of reference has no else\.py"):
        build(loaded, world / "reference", ("else.py",))


@pytest.mark.parametrize(
    ("place", "table", "words"),
    [
        (
            "faulty/x",
            FAILS + "colour = 1",
            r"exemplars/faulty/x/exemplar.toml, line \d+: there is no field colour",
        ),
        ("faulty/x", "must_fail = 3", r"exemplar.toml.*: should be a list, not a whole number"),
        (
            "faulty/x",
            FAILS + "[verdicts]\n'a.b' = 'wrong'",
            r"exemplar.toml.*: Invalid enum value 'wrong'",
        ),
        ("faulty/x", "must_fail = [", r"exemplar.toml: "),
        ("faulty/x", FAILS + 'base = "starter"', r"exemplar.toml.*: Invalid enum value 'starter'"),
        ("faulty/x", "", "must name a check that it fails"),
        ("right/x", FAILS, "a right exemplar fails no check"),
        ("right/x", "[verdicts]\n'a.b' = 'timeout'", "a right exemplar fails no check"),
        (
            "faulty/x",
            FAILS + "[may_fail]\n'block.swap' = 'chance'",
            "in must_fail, but also in may_fail: block.swap",
        ),
        ("faulty/x", FAILS + "[may_fail]\n'block.turn' = ' '", "every may_fail needs a reason"),
        (
            "faulty/x",
            FAILS + "[verdicts]\n'block.swap' = 'passed'",
            "its verdict is passed: block.swap",
        ),
        ("faulty/x", FAILS + "whole = ['no.py']", "whole names a file that is not here: no.py"),
        (
            "faulty/x",
            FAILS + "without = ['block.py']",
            "without names a file that is here: block.py",
        ),
        (
            "faulty/x",
            FAILS + "base = 'none'\nwhole = ['block.py']",
            'whole and without are for base "reference"',
        ),
        ("wrong/x", FAILS, "exemplars/wrong: move it to one of the folders right, faulty, attack"),
    ],
)
def test_wrong_tables_are_one_line(world: Path, place: str, table: str, words: str) -> None:
    """The message names the table and its fault."""
    with pytest.raises(ExemplarError, match=words) as caught:
        exemplar(world, table, {"block.py": "x = 1\n"}, place)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, GraderError)


def test_folder_without_a_table_is_an_error(world: Path) -> None:
    """So is a stray file among exemplars; caches of programs are ignored."""
    kind = world / "grader/exemplars/faulty"
    (kind / "__pycache__").mkdir(parents=True)
    assert load_exemplars(world / "grader") == []
    (kind / "stray.py").write_text("")
    with pytest.raises(
        ExemplarError, match=r"exemplars/faulty/stray\.py/exemplar\.toml: is missing"
    ):
        load_exemplars(world / "grader")
    assert load_exemplars(world / "nowhere") == []


def test_order_is_right_faulty_attack(world: Path) -> None:
    """Right exemplars come first, each kind by name, in any order of the disk."""
    for place in ("attack/a", "faulty/b", "faulty/a", "right/z"):
        folder = world / "grader/exemplars" / place
        folder.mkdir(parents=True)
        table = 'title = "t"\nsource = "s"\n[verdicts]\n"block.swap" = "timeout"\n'
        (folder / "exemplar.toml").write_text(
            table if "right" not in place else table.split("[", 1)[0]
        )
        (folder / "block.py").write_text("x = 1\n")
    loaded = load_exemplars(world / "grader")
    assert [each.id for each in loaded] == ["right/z", "faulty/a", "faulty/b", "attack/a"]
    assert loaded[1].verdicts == {"block.swap": Verdict.TIMEOUT}


def test_to_folder(world: Path) -> None:
    """The built files are written to a new folder, never over an old one."""
    loaded = exemplar(world, FAILS, {"goal.py": "GOAL = 2\n"})
    folder = to_folder(loaded, world / "reference", ("block.py", "goal.py"), world / "out")
    assert folder == world / "out/x"
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == built(world, loaded)
    with pytest.raises(ExemplarError, match="already exists"):
        to_folder(loaded, world / "reference", ("block.py", "goal.py"), world / "out")


def test_repository_has_assignments() -> None:
    """Otherwise the parametrised tests above would test nothing."""
    assert assignment_ids(ROOT)
