"""The gradebook: a row for each person, an empty cell for each missing mark, and no formulas."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness.course.pages.gradebook import (
    GradingState,
    Table,
    as_it_was,
    rows,
    table,
    to_csv,
    write,
)
from graders.harness.course.people.roster import match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.intake.delivery import Person
from graders.harness.result import (
    Flag,
    FlagCode,
    Result,
    Status,
    Verdict,
    printable,
)
from tests import strategies
from tests.intake.downloads import delivery, graded
from tests.nightly import PASSES
from tests.reports.paper import controls
from tests.reports.paper import flags as flagged

GOOD = graded(("a.one", Verdict.PASSED), ("a.two", Verdict.FAILED), ("b.one", Verdict.PASSED))
BROKEN = graded(
    ("a.one", Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE, flags=flagged("grade it again")
)
ROSTER = b"student id,name,tutor,group,days late\n3,Cy,T1,,\n1,Ada,T2,g1,2\n2,Bob,,g1,0\n4,Dee,T1,,\n5,Eve,T1,,\n6,Fay,T1,,\n"


def book(**parts: object) -> Table:
    """Return the gradebook of a small class with every kind of row."""
    deliveries = [
        delivery("1", late=True), delivery("3"), delivery("4"), delivery("x", flags=("odd",)),
        delivery("e1", Person("", ("5",))), delivery("e2", Person("", ("5",))),
    ]  # fmt: skip
    results = {"1": GOOD, "3": BROKEN, "x": GOOD, "e1": GOOD, "e2": GOOD}
    matching = match(parse_roster(ROSTER), deliveries, together=True)
    return table(
        rows(deliveries, results, {"4": "holds no .py file"}, matching), matching.roster.columns
    )


def read_back(table: Table) -> Table:
    """Return a table from its file."""
    text = io.StringIO(to_csv(table).decode(), newline="")
    heading, *lines = [tuple(map(as_it_was, line)) for line in csv.reader(text, strict=True)]
    return Table(heading, tuple(lines))


def test_gradebook_with_a_roster_has_a_row_for_each_person() -> None:
    """Members of a group share a mark. A person without a mark has empty cells and a status. Strangers come last."""
    found = book()
    assert found.heading == (
        "student id",
        "name",
        "group",
        "submission",
        "Task a (2)",
        "Task b (1)",
        "total",
        "out of",
        "days late",
        "status",
        "on roster",
        "flags",
        "tutor",
    )
    assert [line[:10] for line in found.lines] == [
        ("1", "Ada", "g1", "1", "1", "1", "2", "3", "2", "graded"),
        ("2", "Bob", "g1", "1", "1", "1", "2", "3", "0", "graded"),
        ("3", "Cy", "", "3", "", "", "", "1", "", "not gradable"),
        ("4", "Dee", "", "4", "", "", "", "", "", "unreadable"),
        ("5", "Eve", "", "e1, e2", "", "", "", "", "", "several submissions"),
        ("6", "Fay", "", "", "", "", "", "", "", "missing"),
        ("", "x", "", "x", "1", "1", "2", "3", "", "graded"),
    ]
    assert [line[10] for line in found.lines] == ["yes"] * 6 + ["no"]
    flags = [line[11] for line in found.lines]
    assert flags[0] == flags[1] == ""
    assert (
        flags[2:4] == ["grade it again", "holds no .py file"] and "several submissions" in flags[4]
    )
    assert flags[5:] == ["", "odd; x is not on the roster"]
    assert [line[12] for line in found.lines] == ["T2", "", "T1", "T1", "T1", "T1", ""]


def test_lateness_that_the_roster_has_settled_is_no_flag() -> None:
    """A number of days does, also 0; an empty cell does not, because nobody may have looked."""
    matching = match(
        parse_roster(b"student id,days late\n1,2\n2,0\n3,\n"),
        late := [delivery(id, late=True) for id in "123"],
    )
    found = rows(late, dict.fromkeys("123", GOOD), {}, matching)
    assert [(row.flags, row.late) for row in found] == [
        ((), True),
        ((), False),
        (("the platform marks it late",), True),
    ]


def test_gradebook_without_a_roster_has_a_row_for_each_delivery() -> None:
    """There is one row for each delivery, with the people that the platform names."""
    pair = delivery("b", Person("Bob", ("2",)), Person("Ada", ("1", "ada@x")))
    found = table(rows([delivery("z"), pair, delivery("c")], {"b": GOOD, "z": GOOD}, {}))
    assert [line[:4] for line in found.lines] == [
        ("2; 1", "Bob; Ada", "", "b"),
        ("", "c", "", "c"),
        ("", "z", "", "z"),
    ]
    assert [line[9] for line in found.lines] == ["graded", "not graded yet", "graded"]


def test_marks_are_rounded_once() -> None:
    """Fractions stay exact until they are written: half up, two decimals."""
    third = graded(("a.one", Verdict.PASSED))
    third = Result(
        **{name: getattr(third, name) for name in third.__struct_fields__}
        | {"marks": Fraction(1, 8)}
    )
    assert table(rows([delivery("a")], {"a": third}, {})).lines[0][5] == "0.13"


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1", "'=1", "=", "-"],
)
def test_no_formula_reaches_a_spreadsheet(cell: str) -> None:
    """A cell that a spreadsheet would run gets an apostrophe: names, flags, columns of the roster, and headings."""
    data = to_csv(Table((cell, "b"), ((cell, "1"), ("-1.5", cell))))
    shown = list(csv.reader(io.StringIO(data.decode(), newline="")))
    kept = {"\t=1": "'    =1", "\r=1": "\\x0d=1"}.get(cell, f"'{cell}")
    assert shown == [[kept, "b"], [kept, "1"], ["-1.5", kept]]


@pytest.mark.parametrize("cell", ["\x1b[2J", "\u202eada", "a\u2066b", "\x9b", "a\x00", "a\rb"])
def test_no_cell_steers_its_reader(cell: str) -> None:
    """A roster's names come from people, too. Escapes and direction characters are made visible."""
    written = to_csv(Table((cell,), ((cell,),))).decode()
    assert not controls(written.replace("\r\n", "")) and cell not in written


def test_long_cell_is_cut_with_its_length() -> None:
    """Python's reader refuses a cell of more than 131,072 characters, and with it the gradebook of the whole class."""
    for cell in ("x" * 370_000, "\u202e" * 29_000):
        (found,) = read_back(Table((cell,), ())).heading
        assert len(found) < 30_100 and found.endswith(f"... (cut; {len(cell):,} characters in all)")


def test_flags_of_one_kind_are_cut_with_their_number() -> None:
    """A submission has a flag for each of its files."""
    refused = [Flag(FlagCode.EMPTY_FILE, {"file": f"{number}.py"}) for number in range(1900)]
    some = msgspec.structs.replace(GOOD, flags=(*refused, *flagged("odd")))
    (line,) = table(rows([delivery("a")], {"a": some}, {})).lines
    assert line[-1].split("; ") == [
        *(f"{number}.py is empty" for number in range(5)),
        "1895 more flags like the one before: see the submission's page",
        "odd",
    ]
    few = msgspec.structs.replace(GOOD, flags=tuple(refused[:5]))
    assert "more" not in table(rows([delivery("a")], {"a": few}, {})).lines[0][-1]


def test_hostile_names_are_plain_text() -> None:
    """Names of deliveries that are formulas, lines or terminal codes are plain text in the file."""
    deliveries = [
        delivery("a", label="=cmd|' /C calc'!A0"),
        delivery("b", label="x\n=1,y\x1b[2J"),
        delivery("c", label=","),
    ]
    lines = list(
        csv.reader(io.StringIO(to_csv(table(rows(deliveries, {}, {}))).decode(), newline=""))
    )
    assert len(lines) == 4 and {line[1] for line in lines[1:]} == {
        "'=cmd|' /C calc'!A0",
        "x�=1,y�[2J",
        ",",
    }


cells = st.one_of(
    strategies.words,
    st.sampled_from(["=1", "'=1", "''", "-5", "1E5", "0012", 'a"b', "a,b", "\r\n", "\r"]),
)


@pytest.mark.slow
@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.tuples(*[cells] * width), min_size=1, max_size=4)
    )
)
@settings(max_examples=30 * PASSES, deadline=None)
def test_table_survives_csv(lines: list[tuple[str, ...]]) -> None:
    """Ids such as 0012 and 1E5 survive. Characters that steer a reader are escaped for good."""
    lines = [tuple(map(printable, line)) for line in lines]
    found = Table(lines[0], tuple(lines[1:]))
    assert read_back(found) == found


def test_gradebook_is_a_roster() -> None:
    """A gradebook can be the next run's roster, because it names the people of each submission."""
    found = book()
    data = to_csv(Table(found.heading, found.lines[:-1]))
    again = match(parse_roster(data), [delivery("1")], together=True)
    assert [one.student.id for one in again.matches if one.delivery] == ["1", "2"]


def test_gradebook_is_written_atomically(tmp_path: Path) -> None:
    """The file appears whole. A failed write is one line and leaves the old file unchanged."""
    path = tmp_path / "out" / "gradebook.csv"
    write(path, Table(("name",), (("Zoë",),)))
    assert path.read_bytes() == "name\r\nZoë\r\n".encode() and [
        p.name for p in path.parent.iterdir()
    ] == [path.name]
    with pytest.raises(GraderError, match="cannot write"):
        write(path / "below.csv", Table(("name",), ()))


def test_newer_submission_of_a_person_counts() -> None:
    """The newer submission counts."""
    ada = Person("", ("1",))
    deliveries = [delivery("old", ada, day=1), delivery("new", ada, day=2)]
    matching = match(parse_roster(b"student id\n1\n"), deliveries)
    (row,) = rows(deliveries, {"old": BROKEN, "new": GOOD}, {}, matching)
    assert (row.submission, row.state, row.result) == ("new", GradingState.GRADED, GOOD)
