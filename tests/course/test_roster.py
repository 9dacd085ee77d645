"""The roster is read from any platform's export, and joins deliveries to people without a guess."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness.course.people.near_misses import nearest
from graders.harness.course.people.roster import (
    BY_GROUP_ALONE,
    Matching,
    RosterError,
    match,
    parse_roster,
    read_roster,
)
from graders.harness.intake.delivery import Person, SubmissionSource
from tests.intake.downloads import delivery

PLAIN = b"student id,login,name,email,group,days late\n1001,ada,Ada Lovelace,ada@x.org,g1,2\n1002,bob,Bob,,g1,\n"
CANVAS = (
    "\ufeffStudent,ID,SIS User ID,SIS Login ID,Integration ID,Section,A2 (77)\r\n"
    ",,,,,,Manual Posting\r\n"
    "    Points Possible,,,,,,100.00\r\n"
    '"Lovelace, Ada",501,lovelac1,ada,1001,LEC0101,\r\n'
    '"Bob, ""Bobby""",502,bob1,bob,1002,"LEC0101 and ""TUT1""",EX\r\n'
    '"Student, Test",599,,x,,LEC0101,\r\n'
).encode()
MARKUS = (
    b"Group name,User Name,Section,Last Name,First Name,ID number,Email,Total Mark,Style\n"
    b",,,,,,Out Of,10,4\n"
    b"group_0001,ada,L1,Lovelace,Ada,1001,ada@x.org,,\n"
    b"group_0001,bob,L1,O'Hara,Bob,1002,,7,\n"
)
GRADESCOPE = (
    b"First Name,Last Name,SID,Email,Role\nAda,Lovelace,1001,ada@x.org,Student\n"
    b"Bob,O'Hara,1002,bob@x.org,student\nTom,Turing,,tom@x.org,TA\nIna,Ince,9,i@x.org,Instructor\n"
)
MOODLE = b"Identifier,Full name,Email address\nParticipant 123,Ada Lovelace,ada@x.org\nParticipant 124,Bob,b@x.org\n"
CLASSROOM = b'"identifier","github_username","github_id","name"\n"1001","ada-l","77","Ada Lovelace"\n"1002","","",""\n'


@pytest.mark.parametrize(
    ("data", "ids", "names"),
    [
        (PLAIN, ["1001", "1002"], ["Ada Lovelace", "Bob"]),
        (CANVAS, ["lovelac1", "bob1"], ["Lovelace, Ada", 'Bob, "Bobby"']),
        (MARKUS, ["1001", "1002"], ["Ada Lovelace", "Bob O'Hara"]),
        (GRADESCOPE, ["1001", "1002"], ["Ada Lovelace", "Bob O'Hara"]),
        (MOODLE, ["ada@x.org", "b@x.org"], ["Ada Lovelace", "Bob"]),
        (CLASSROOM, ["1001", "1002"], ["Ada Lovelace", ""]),
        (PLAIN.replace(b",", b";").replace(b"\n", b"\r\n"), ["1001", "1002"], ["Ada Lovelace", "Bob"]),
        (PLAIN.replace(b",", b"\t").replace(b"\n", b"\r"), ["1001", "1002"], ["Ada Lovelace", "Bob"]),
        (b"\n\nNAME ; UTORid\n\"Lovelace, Ada\";ada\n\n;bob\n\n", ["ada", "bob"], ["Lovelace, Ada", ""]),
        (b"Student_Number,surname\n0012,X\n1E5,Y\n", ["0012", "1E5"], ["X", "Y"]),
        (b"Matr.-Nr.;E-Mail;Nachname\n12;x@u;X\n", ["12"], ["X"]),
        (b"Matrikelnr.;E-Mail;Nachname\n12;x@u;X\n", ["12"], ["X"]),
    ],
)  # fmt: skip
def test_rosters_of_all_platforms_are_read(data: bytes, ids: list[str], names: list[str]) -> None:
    """Each platform's export names the same people, whatever surrounds them; ids stay verbatim."""
    roster = parse_roster(data)
    assert (
        [student.id for student in roster.students],
        [student.name for student in roster.students],
    ) == (ids, names)


def test_groups_and_days_late_are_read() -> None:
    """Groups, days late and the whole line are kept; a decimal comma is a decimal point."""
    ada, bob = parse_roster(PLAIN).students
    assert (ada.group, ada.days_late, bob.days_late, ada.line) == ("g1", 2, None, 2)
    assert bob.cells == ("1002", "bob", "Bob", "", "g1", "")
    (half,) = parse_roster(b"name;days late\nAda;1,5\n").students
    assert half.days_late == Fraction(3, 2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"a,b\n1,2\n", "line 1: has no known column"),
        (b"name,login\n", "lists no student"),
        (
            b"name,login\nAda,ada\nBob,bob,extra\n",
            "line 3: has 3 cells, but the first line names 2",
        ),
        (b"name,login,x\nAda,ada,\n,,y\n", "line 3: names nobody"),
        (
            b"student id,name\n1001,Ada\n1002,Bo\n1001,Cy\n",
            "line 4: '1001' (student id) is already on line 2",
        ),
        (b"name,email\nAda,a@x\nBob,A@X\n", "line 3: 'A@X' (email) is already on line 2"),
        (b"name,group\nAda,1\nada,2\n", "line 3: 'ada' (name) is already on line 2"),
        (b"name,days late\nAda,two\n", "line 2: 'two' is not a number of days"),
        (b"name,days late\nAda,-1\n", "line 2: '-1' is not a number"),
        (
            b"name,lateness\nAda,1 day\n",
            "line 2: '1 day' is not a lateness as Gradescope writes it",
        ),
        (b'name,login\n"Ada,ada\nBob,bob\n', "cannot be read as CSV"),
        (b"name\nAda\n\xe9\n", "line 3: is not UTF-8"),
        (b"name\nA\0da\n", "line 2: contains a NUL"),
        (
            b'name,login\n"A\nda",ada\nBob,bob\nEve,bob\n',
            "line 5: 'bob' (login) is already on line 4",
        ),
    ],
)
def test_malformed_roster_is_one_clear_line(tmp_path: Path, data: bytes, words: str) -> None:
    """The line names the file and the line number in it."""
    path = tmp_path / "roster.csv"
    path.write_bytes(data)
    with pytest.raises(RosterError, match=r"roster\.csv: ") as error:
        read_roster(path)
    assert words in str(error.value) and "\n" not in str(error.value)


def test_missing_roster_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(RosterError, match="cannot be read"):
        read_roster(tmp_path / "none.csv")


# Matching deliveries to people.

NAMES = (
    b"student id,login,name,group,folder\n1,ada,Ada Lovelace,,\n2,bob,Bob O'Hara,,lab-7\n"
    b'3,zoe,Zo\xc3\xab Li,,\n4,li1,"Li, Wei",,\n5,li2,Wei Li,,\n'
)


def places(found: Matching) -> dict[str, str | None]:
    """Return id -> delivery's name for all people with one or several."""
    return {
        p.student.id: p.delivery.name if p.delivery else None for p in found.matches if p.candidates
    }


@pytest.mark.parametrize(
    ("one", "owner"),
    [
        (delivery("ada"), {"1": "ada"}),
        (delivery("x", label="ADA "), {"1": "x"}),
        (delivery("1"), {"1": "1"}),
        (delivery("lab-7"), {"2": "lab-7"}),
        (delivery("x", label="Bob O'Hara"), {"2": "x"}),
        (delivery("x", label="o'hara, bob"), {"2": "x"}),
        (delivery("x", label="zoe\u0308 li"), {"3": "x"}),
        (delivery("x", Person("Whoever", ("9", "bob"))), {"2": "x"}),
        (delivery("x", Person("lovelaceada", ("501",))), {"1": "x"}),
        (delivery("x", Person("Ada Lovelace", ("1",)), Person("", ("bob",))), {"1": "x", "2": "x"}),
        (delivery("x", label="Wei Li"), {}),
        (delivery("x", Person("", ("ada", "bob"))), {}),
        (delivery("01"), {}),
        (delivery("ada2"), {}),
        (delivery("x", Person("Ada", ("99",)), label="ada"), {}),
    ],
)
def test_owner_of_a_submission(one: SubmissionSource, owner: dict[str, str]) -> None:
    """Equality after folding is a match. A near miss, or a match of two people, is not, and is flagged."""
    found = match(parse_roster(NAMES), [one])
    assert places(found) == owner
    assert [d.name for d in found.strangers] == ([] if owner else [one.name])
    assert bool(found.flags) == (not owner)
    assert len(found.missing) == 5 - len(owner)


def test_name_is_no_id() -> None:
    """If ids are known, a stranger with a student's name hands in nothing for that student."""
    found = match(
        parse_roster(NAMES),
        [
            delivery("a", Person("Bob O'Hara", ("2",))),
            delivery("b", Person("Ada Lovelace", ("666",))),
        ],
    )
    assert places(found) == {"2": "a"} and found.strangers[0].name == "b"
    assert found.flags == {"b": ("Ada Lovelace is not on the roster",)}


@pytest.mark.parametrize(
    ("days", "chosen"),
    [((1, 2), "b"), ((2, 1), "a"), ((1, 1), None), ((None, None), None), ((None, 3), None)],
)
def test_several_of_one_person(days: tuple[int | None, int | None], chosen: str | None) -> None:
    """The newest by the platform's dates counts. Without dates none is chosen, and staff decide."""
    ada = Person("", ("ada",))
    found = match(
        parse_roster(NAMES), [delivery("a", ada, day=days[0]), delivery("b", ada, day=days[1])]
    )
    assert places(found) == {"1": chosen}
    assert ("several submissions" in "".join(found.matches[0].flags)) == (chosen is None)
    assert [student.id for student in found.missing] == ["2", "3", "4", "5"]


GROUPS = b"login,group\nada,g1\nbob,g1\ncy,g2\ndee,g2\neve,\n"


ALONE = [delivery("ada"), delivery("cy")]
TWICE = [delivery("ada"), delivery("bob"), delivery("cy")]


@pytest.mark.parametrize(
    ("deliveries", "together", "expected", "flagged"),
    [
        (
            [delivery("g1"), delivery("g2")],
            None,
            {"ada": "g1", "bob": "g1", "cy": "g2", "dee": "g2"},
            [],
        ),
        ([delivery("g1"), delivery("cy")], None, {"ada": "g1", "bob": "g1", "cy": "cy"}, ["dee"]),
        (ALONE, None, {"ada": "ada", "cy": "cy"}, ["bob", "dee"]),
        (ALONE, True, {"ada": "ada", "bob": "ada", "cy": "cy", "dee": "cy"}, []),
        (ALONE, False, {"ada": "ada", "cy": "cy"}, []),
        (TWICE, None, {"ada": "ada", "bob": "bob", "cy": "cy"}, ["dee"]),
        (TWICE, True, {"ada": "ada", "bob": "bob", "cy": "cy", "dee": "cy"}, []),
        ([delivery("g1")], False, {}, []),
        ([delivery("g1"), delivery("bob")], None, {"ada": "g1", "bob": None}, ["bob"]),
        ([delivery("g1", day=1), delivery("bob", day=2)], None, {"ada": "g1", "bob": "bob"}, []),
        ([delivery("eve")], None, {"eve": "eve"}, []),
    ],
)
def test_groups(
    deliveries: list[SubmissionSource],
    together: bool | None,
    expected: dict[str, str | None],
    flagged: list[str],
) -> None:
    """A delivery that names the group is every member's. Any other is the others' only if staff say that groups hand in together."""
    found = match(parse_roster(GROUPS), deliveries, together=together)
    assert places(found) == expected
    assert [one.student.id for one in found.matches if one.flags] == flagged
    assert bool(found.about_groups) == any(BY_GROUP_ALONE in one.flags for one in found.matches)


SIGNS = [
    "-", "--", "\u2013", "\u2014", "\u2212", "?", ".", "/", "*", "n/a", "N/A", "#N/A", "n.a.", "#REF!", "#VALUE!", "#NAME?", "#WERT!",
    "#NV", "#DIV/0!", "Err:502", "(?)",
]  # fmt: skip
WORDS = [
    "none", "None", "NaN", "nan", "<NA>", "null", "0", "individual", "solo", "TBD", "keine", "- keine -", "(none)", "no group",
    "No  Group", "Einzelabgabe", "なし", "\\N", "N\\A", "n.v.t.", "No partner", "none yet", "noch offen", "sans binôme", "ללא",
]  # fmt: skip


@pytest.mark.parametrize("sign", [*SIGNS, *WORDS, "\u200e-"])
def test_sign_for_nothing_is_no_group_and_no_id(sign: str) -> None:
    """Before, people without a group had each other's marks and pages, and N/A was the folder A."""
    empty = ",".join([f'"{sign}"'] * 5)
    roster = parse_roster(
        f"student id,login,group,groups,folder,email\n1,{empty}\n2,{empty}\n".encode()
    )
    assert [(each.ids, each.group, each.groups, each.folder) for each in roster.students] == [
        (("1",), "", (), ""),
        (("2",), "", (), ""),
    ]
    if sign != "0":
        (student,) = parse_roster(
            f'id,days late,extension,tokens\n1,"{sign}","{sign}","{sign}"\n'.encode()
        ).students
        assert (student.days_late, student.extension, student.tokens) == (None, 0, 0)


@pytest.mark.parametrize("sign", SIGNS)
def test_sign_for_nothing_is_no_name(sign: str) -> None:
    """A platform writes one for a person with a single name."""
    (student,) = parse_roster(f'id,first name,last name\n7,Ada,"{sign}"\n'.encode()).students
    assert student.name == "Ada"


@pytest.mark.parametrize("name", ["Null", "Solo", "Na", "🙂"])
def test_people_may_be_called_like_nothing(name: str) -> None:
    (student,) = parse_roster(
        f"id,first name,last name,days late\n7,{name},{name},0\n".encode()
    ).students
    assert student.name == f"{name} {name}" and student.days_late == 0


@pytest.mark.parametrize(
    "group",
    ["g1", "1", "C++", "🔥", "Team None", "Solo Artists", "North", "A", "X", "No Name", "10"],
)
def test_groups_may_have_any_other_name(group: str) -> None:
    assert parse_roster(f"id,group\n7,{group}\n".encode()).students[0].group == group


def test_label_that_is_an_id_and_a_group_may_be_ambiguous() -> None:
    """A group named after its own member is that group; a group named after another person is ambiguous."""
    roster = parse_roster(b"login,group\nada,ada\nbob,ada\ncy,bob\n")
    assert places(match(roster, [delivery("ada")])) == {"ada": "ada", "bob": "ada"}
    found = match(roster, [delivery("bob")])
    assert places(found) == {} and "another's group" in found.flags["bob"][0]


@pytest.mark.parametrize(
    ("said", "known", "found"),
    [
        ("mullerp", ["muellerp", "novakd"], "muellerp"),
        ("MÜLLERP", ["mullerp"], "mullerp"),
        ("adalovelace@home.org", ["ada.lovelace@x.org"], "ada.lovelace@x.org"),
        ("10015678", ["10015679", "20415677"], "10015679"),
        ("10015678", ["90035179"], None),
        ("1001", ["1002"], None),
        ("bob", ["rob"], None),
        ("hanab", ["hanax"], "hanax"),
        ("hanb", ["hana"], None),
        ("abcd", ["ábcd"], "ábcd"),
        ("abc", ["ábc"], None),
        ("x" * 64, ["X" * 64], "X" * 64),
        ("x" * 65, ["X" * 65], None),
        ("abcdefgh", ["abcdefxyij"], None),
        ("1000567", ["1000568"], "1000568"),
        ("123456", ["123457"], None),
        ("a000568", ["1000568"], None),
        ("mullerp", ["kleinp", ""], None),
        ("x" * 10_000, ["x" * 9_999], None),
    ],
)
def test_near_misses_are_found(said: str, known: list[str], found: str | None) -> None:
    """An id with a letter or two changed is near, from five letters on; short names, and similar numbers of other people, are not."""
    assert nearest([said], {id: id for id in known}) == ((found, found) if found else None)


def test_folder_on_the_roster_settles_namesakes() -> None:
    """It is the exact name of a delivery. Before, deliveries that differ in case or suffix were both people's."""
    roster = parse_roster(b"student id,folder\n1,ada\n2,ADA\nbob,bob\n")
    found = match(
        roster,
        [
            delivery("ada"),
            delivery("class_ADA-1f", label="ADA"),
            delivery("bob"),
            delivery("bob.zip", label="bob"),
        ],
    )
    assert {one.student.id: one.delivery and one.delivery.name for one in found.matches} == {
        "1": "ada",
        "2": "class_ADA-1f",
        "bob": "bob",
    }
    assert [one.name for one in found.strangers] == ["bob.zip"] and "namesake" in found.flags[
        "bob.zip"
    ][0]


def test_near_miss_is_a_question_and_never_a_match() -> None:
    """The question needs a person without a submission."""
    roster = parse_roster(b"student id,login,name\n1,muellerp,Petra\n2,novakd,Dee\n")
    found = match(roster, [delivery("mullerp"), delivery("novakd"), delivery("novakdd")])
    assert [one.name for one in found.strangers] == ["mullerp", "novakdd"]
    assert found.flags["mullerp"] == ("mullerp is not on the roster: is 'muellerp' meant (Petra)?",)
    assert found.flags["novakdd"] == ("novakdd is not on the roster",)
    assert [student.name for student in found.missing] == ["Petra"]
