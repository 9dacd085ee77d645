"""Parts of a submission become an overlay without the student's words, in Python and in Java."""

from __future__ import annotations

import pytest

from graders.extensions.faults.student_code import Program, program_of
from graders.extensions.shared.exemplars import solved_file
from graders.harness.assignment.manifest import load_assignment
from graders.harness.errors import GraderError

pytestmark = pytest.mark.slow

BLOCK = '''
"""Adas Datei."""
import random
from math import gcd as ggt


class Block:
    """Adas Klasse."""
    def smash(self):
      # Adas Kommentar
      laenge: int = ggt(4, self.level)
      if laenge:
            """Adas Text."""
            random.shuffle(self.children)
      print(f"Ada {laenge} war", sep="hier")
      return self._hilfe(laenge=laenge)

    def _hilfe(self, laenge): return [sorte for sorte in self.children if laenge]
'''
GOAL = """
import java.util.Map;
import java.awt.Color;
public class PerimeterGoal extends Goal {
    /** Adas Kommentar */
    private static int adasZahl = 1 ;
    private int hilf( int zahl ) { adasZahl = zahl; for (int i = 0, adas; i < 3; ) { i++; } return adasZahl; }
    public int score(Block board) { // Adas
        if (board == null) System.out.println("Ada war hier");
        return hilf(3) ;
    }
}
"""


def program(assignment: str, file: str, text: str) -> Program:
    """Return the reference with *text* as the student's file."""
    return program_of(load_assignment(assignment), {file: text.encode()})


def without(whole: Program, beginning: str) -> Program:
    """Return *whole* without the statements with this *beginning*."""
    return whole.with_statements(
        [each for each in whole.statements() if not text(*each).startswith(beginning)]
    )


def text(unit: object, number: int) -> str:
    return next(part.text.decode() for at, part in unit.parts() if at == number)  # type: ignore[attr-defined]


@pytest.mark.slow
def test_python_has_other_names_texts_and_layout() -> None:
    """The names of a library stay words of the student until it is tried which of them are needed."""
    whole = program("csc148_2020_blocky", "block.py", BLOCK)
    texts = [
        "Adas Datei.",
        "gcd",
        "ggt",
        "Adas Klasse.",
        "laenge",
        "Adas Text.",
        "shuffle",
        "Ada ",
        " war",
    ]
    assert whole.foreign == [*texts, "sep", "hier", "_hilfe", "sorte"]
    definitions = whole.with_units(
        [unit for unit in whole.units if "Adas" not in text(unit, 0)[:8]]
    )
    assert (
        without(definitions, '"""Adas')
        .with_words(["gcd", "sep", "shuffle"])
        .overlays()["block.py"]
        .decode()
        == """from math import gcd as name1

class Block:

    def smash(self):
        name2: int = name1(4, self.level)
        if name2:
            random.shuffle(self.children)
        print(f'text{name2}text', sep='text')
        return self.name4(name2=name2)

    def name4(self, name2):
        return [name5 for name5 in self.children if name2]
"""
    )


def test_java_has_other_names_and_texts_and_no_comment() -> None:
    whole = program("comp250_blocky", "PerimeterGoal.java", GOAL)
    assert "hilf" in whole.foreign
    overlay = whole.with_words(["Map"]).overlays()["PerimeterGoal.java"].decode()
    assert overlay.startswith("import java.util.Map;\nclass PerimeterGoal {\n")
    assert 'System.out.println("text")' in overlay
    for word in ("Ada", "ada", "hilf", "zahl"):
        assert word not in overlay
    assert b"return name2(3)" in whole.with_words(["Map"]).files()["PerimeterGoal.java"]


def test_java_without_a_statement_has_an_empty_block() -> None:
    """It may stand wherever a statement stands."""
    whole = program("comp250_blocky", "PerimeterGoal.java", GOAL)
    assert b"if (board == null) {}\n" in without(whole, "System").overlays()["PerimeterGoal.java"]


@pytest.mark.parametrize(
    ("assignment", "file", "old", "new"),
    [
        ("csc148_2020_blocky", "goal.py", "\n    def ", "\n    # Ada\n\n    def   "),
        ("comp250_blocky", "PerimeterGoal.java", "\n    public", "\n  // Ada\n public /* Ada */"),
    ],
)
def test_what_differs_in_comments_and_layout_alone_is_the_reference(
    assignment: str, file: str, old: str, new: str
) -> None:
    own = solved_file(load_assignment(assignment).reference, file).decode()
    assert own.count(old) > 1
    assert program(assignment, file, own.replace(old, new)).units == []


@pytest.mark.parametrize("broken", ["def f(:\n", "/* open"])
def test_file_that_does_not_parse_stays_whole(broken: str) -> None:
    with pytest.raises(
        GraderError,
        match=r"goal\.py does not parse, so that it has to stay whole: write the exemplar by hand",
    ):
        program("csc148_2020_blocky", "goal.py", broken)


def test_submission_with_files_of_other_names_is_refused() -> None:
    """Columns lets students name their files."""
    with pytest.raises(
        GraderError,
        match=r"no file named like one of the reference's \(columns\.py, project4\.py\)",
    ):
        program("ics32_columns", "game.py", "")


def test_files_of_free_names_are_laid_over_the_references_namesakes() -> None:
    whole = program("ics32_columns", "columns.py", "WEITE = 3\n")
    assert whole.files()["columns.py"].endswith(b"WEITE = 3\n")
