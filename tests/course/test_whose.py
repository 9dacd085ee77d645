"""Downloads made by the rules of each platform's exporter are joined to that platform's rosters.

Nobody gets marks by a guess: where signs disagree, staff are asked once, in `decisions.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from graders.harness.course.marks import decisions_file, questions
from graders.harness.course.people.roster import (
    Matching,
    RosterError,
    match,
    parse_roster,
)
from graders.harness.course.run import classrun, dryrun
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Reading
from tests.intake.deliveries import BLOCK, TREE, as_folder
from tests.intake.downloads import HANDOUT, ONE_FILE, delivery, find, gradescope, under

GAME = {"game.py": b"x = 1\n"}


def whose(
    folder: Path, tree: Mapping[str, bytes], roster: str, handout: object = HANDOUT
) -> Matching:
    """Return the deliveries of a download, matched with a roster."""
    return match(
        parse_roster(roster.encode()), find(as_folder(folder / "class", tree), handout=handout)
    )


def credited(found: Matching) -> dict[str, str]:
    """Return name or id on the roster -> label of the delivery that counts for them."""
    return {
        one.student.name or one.student.id: one.delivery.label
        for one in found.matches
        if one.delivery
    }


def asked(found: Matching) -> dict[str, list[str]]:
    """Return label of a delivery -> names of the candidates."""
    return {
        each.delivery.label: [student.name for student in each.candidates]
        for each in found.questions
    }


# Moodle.


def moodle(*who: str, end: str = "_") -> dict[str, bytes]:
    """Return Moodle's download: a folder for each "name_number"."""
    return under(*(f"{each}_assignsubmission_file{end}" for each in who))


MOODLE_GROUPS = "Identifier,Full name,Group\nParticipant 17,X,Team B\nParticipant 1001,Y,Team A\nParticipant 1002,Z,Team A\n"


@pytest.mark.parametrize("number", [17, 44, 1001])
def test_number_of_a_group_of_moodle_is_nobodys(tmp_path: Path, number: int) -> None:
    """From Moodle 4.1 on it is the group's. Before, X got Team A's marks and page, and Y and Z none."""
    found = whose(tmp_path, moodle(f"Team A_{number}", "Team B_18"), MOODLE_GROUPS)
    assert credited(found) == {"X": "Team B", "Y": "Team A", "Z": "Team A"} and not found.questions


def test_name_beside_the_number_of_somebody_else_is_asked_about(tmp_path: Path) -> None:
    """The group is on no roster, or the person has the number of another."""
    roster = "Identifier,Full name\nParticipant 17,Xenia Young\nParticipant 1001,Yan Adler\nParticipant 2,Bo Diaz\n"
    found = whose(tmp_path, moodle("Team A_17", "Yan Adler_2", "Xenia Young_9"), roster)
    assert credited(found) == {}
    assert asked(found) == {
        "Team A": ["Xenia Young"],
        "Yan Adler": ["Bo Diaz", "Yan Adler"],
        "Xenia Young": ["Xenia Young"],
    }
    assert (
        "Participant 17 is 'Xenia Young' on the roster, not Team A"
        in found.flags[found.questions[0].delivery.name][0]
    )


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        ('ID,"Vollständiger Name",E-Mail-Adresse,Status', "Teilnehmer/in{}"),
        ("Identifier,Full name,Email address,Status", "Participant{}"),
        ("Identifiant,Nom complet,Adresse de courriel,Statut", "Participant {}"),
        ("Identificador,Nombre completo,Dirección de correo,Estado", "Participante {}"),
        ("識別子,氏名,メールアドレス,ステータス", "参加者{}"),
        ("Tunnus tuntematon,Nimi on uusi,Posti,Tila", "Osallistuja {}"),
    ],
)
def test_worksheet_of_moodle_in_each_language(tmp_path: Path, heading: str, cell: str) -> None:
    """The number at the end of a cell counts, whatever the word and the heading. Before, everybody was missing."""
    lines = [
        f"{cell.format(number)},{name},{name[0]}@x.org,nichts"
        for number, name in ((1234567, "Ada King"), (1234568, "Zoë Ng"))
    ]
    found = whose(
        tmp_path, moodle("Ada King_1234567", "Zoë Ng_1234568"), "\n".join([heading, *lines, ""])
    )
    assert credited(found) == {"Ada King": "Ada King", "Zoë Ng": "Zoë Ng"}


def test_moodle_without_names(tmp_path: Path) -> None:
    """If staff mark without names, one word stands for all, and the worksheet has no names: numbers are certain."""
    found = whose(
        tmp_path,
        moodle("Teilnehmerin_17", "Teilnehmerin_18"),
        "ID,Status\nTeilnehmer/in17,-\nTeilnehmer/in19,-\n",
    )
    assert credited(found) == {"Teilnehmer/in17": "Teilnehmerin 17"}


def test_old_moodle_writes_the_group_before_the_name(tmp_path: Path) -> None:
    """Before Moodle 4.1 the number is the person's, and the members of the group share the work."""
    roster = "Identifier,Full name,Group\nParticipant 1,Ann Oh,Team A\nParticipant 2,Bo Diaz,Team A\nParticipant 3,Cy Li,Team B\n"
    found = whose(tmp_path, moodle("Team A-Ann Oh_1", "Team B-Cy Li_3"), roster)
    assert credited(found) == {
        "Ann Oh": "Team A-Ann Oh",
        "Bo Diaz": "Team A-Ann Oh",
        "Cy Li": "Team B-Cy Li",
    }


def test_names_count_no_numbers_of_another_worksheet(tmp_path: Path) -> None:
    """Numbers differ between assignments: pages would go to others. Before, names matched without a word."""
    found = whose(
        tmp_path,
        moodle("Ada King_1", "Bo Diaz_2"),
        "Identifier,Full name\nParticipant 71,Ada King\nParticipant 72,Bo Diaz\n",
    )
    with pytest.raises(
        RosterError,
        match=r"Ada King is Participant 71 on the roster, not Participant 1 \(the sheet of another",
    ):
        found.refuse_nobody()


def test_group_of_moodle_by_a_name_that_a_file_cannot_have(tmp_path: Path) -> None:
    """Moodle drops some signs of a group's name and writes a space for an underscore; two names that become one are asked about."""
    roster = 'Identifier,Full name,Group\nParticipant 1,Ann Oh,R&D: "the_best"\nParticipant 2,Bo Diaz,C++\nParticipant 3,Cy Li,C\n'
    found = whose(tmp_path, moodle("RD the best_801", "C_803", "C++_802"), roster.replace('"', ""))
    assert credited(found) == {"Ann Oh": "RD the best", "Bo Diaz": "C++", "Cy Li": "C"}


# Canvas.

CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Group\n"


def test_underscores_in_names_of_canvas(tmp_path: Path) -> None:
    """Canvas keeps them. Before, one such name ended the whole class."""
    tree = {
        "namey_101_9001_block.py": BLOCK, "na_mex_102_9005_block.py": BLOCK, "na_mex_102_9006_goal.py": BLOCK,
        "_LATE_103_9007_block.py": BLOCK, "o_LATE_104_9008_block.py": BLOCK, "李雷_105_9009_block_2_7.py": BLOCK,
    }  # fmt: skip
    roster = (
        CANVAS + '"Y, Name",101,,,,\n"mex, Na_",102,,,,\n"🙂",103,,,,\nO,104,,,,\n李雷,105,,,,\n'
    )
    found = whose(tmp_path, tree, roster)
    assert credited(found) == {
        "Y, Name": "namey",
        "mex, Na_": "na_mex",
        "🙂": "103",
        "O": "o",
        "李雷": "李雷",
    }
    assert [one.delivery.late for one in found.matches if one.delivery] == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert not found.strangers


def test_file_unlike_the_others_is_one_line(tmp_path: Path) -> None:
    """A file that Canvas has not named is a delivery to look at; the class is graded."""
    tree = {"a_1_10_block.py": BLOCK, "b_2_11_block.py": BLOCK, "notes.zip": b"PK"}
    found = whose(tmp_path, tree, CANVAS + "A,1,,,,\nB,2,,,,\n")
    assert credited(found) == {"A": "a", "B": "b"}
    assert [one.label for one in found.strangers] == ["notes"]
    assert "whose is it?" in found.strangers[0].flags[0]


def test_name_that_ends_in_a_number_of_canvas(tmp_path: Path) -> None:
    """The group "team_12" is not the person 12; nor can a file's name speak for person 2."""
    tree = {
        "team_12_501_9001_block.py": BLOCK,
        "mallory_1_10_2_11_block.py": BLOCK,
        "eve_3_12_block.py": BLOCK,
    }
    roster = CANVAS + "Twelve,12,,,,\nTwo,2,,,,\nEve,3,,,,\nMallory,1,,,,\n"
    found = whose(tmp_path, tree, roster)
    assert credited(found) == {"Eve": "eve", "Mallory": "mallory"} and asked(found) == {
        "team": ["Twelve"]
    }
    assert "two ways" in found.strangers[0].flags[0]
    assert credited(match(parse_roster(b"ID\n12\n1\n2\n3\n"), find(tmp_path / "class"))) == {
        "3": "eve"
    }


def test_canvas_without_names(tmp_path: Path) -> None:
    """If staff mark without names, Canvas has another number, which is nobody's on the roster."""
    tree = {
        "anon_aB3dE_9001_block.py": BLOCK,
        "LATE_anon_12345_9002_block.py": BLOCK,
        "anon_x1y2z_9003_1_block.py": BLOCK,
    }
    found = find(as_folder(tmp_path / "class", tree))
    assert [(one.people[0].name, one.people[0].ids, one.late) for one in found] == [
        ("", ("anonymous 12345",), True),
        ("", ("anonymous aB3dE",), False),
        ("", ("anonymous x1y2z",), False),
    ]
    with pytest.raises(RosterError, match="nobody on the roster"):
        match(parse_roster((CANVAS + "Ada,12345,,,,\n").encode()), found).refuse_nobody()


def test_groups_of_canvas(tmp_path: Path) -> None:
    """The export of people with groups has Canvas' id; a group's file has the group's name and one member's id."""
    roster = (
        "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
        "Ada King,501,s1,ada,L1,Blue Team,7,\nBo Diaz,502,s2,bo,L1,Blue Team,7,\nCy Li,503,s3,cy,L1,,,\nTest Student,599,,8f1c,L1,,,\n"
    )
    found = whose(
        tmp_path, {"blueteam_502_9001_block.py": BLOCK, "licy_503_9002_block.py": BLOCK}, roster
    )
    assert (
        credited(found) == {"Ada King": "blueteam", "Bo Diaz": "blueteam", "Cy Li": "licy"}
        and not found.missing
    )


def test_test_student_in_two_columns_is_nobody() -> None:
    """Canvas writes the name in one column or in two."""
    roster = parse_roster(
        b"LastName,FirstName,ID\nKing,Ada,1\nStudent,Test,2\n".replace(
            b"LastName,FirstName", b"Last Name,First Name"
        )
    )
    assert [student.name for student in roster.students] == ["Ada King"]


def test_lines_of_canvas_about_the_assignment_in_each_language() -> None:
    """Canvas translates "Manual Posting" and "Points Possible"; the first stopped the class, the second was a person."""
    roster = parse_roster(
        "Student,ID,SIS Login ID,Section,A2 (7)\n,,,,Manuelle Veröffentlichung\n    Mögliche Punkte,,,,10\nKing,5,ada,,\n".encode()
    )
    assert [student.name for student in roster.students] == ["King"]


def test_preview_user_of_blackboard_is_nobody() -> None:
    (ada,) = parse_roster(
        b"Last Name,First Name,Username\nKing,Ada,ada\nUser,Preview,rt_previewuser\n"
    ).students
    assert ada.name == "Ada King"


# GitHub Classroom.


def clones(*names: str) -> dict[str, bytes]:
    """Return cloned repositories."""
    return under(*names) | {f"{name}/.git/config": b"" for name in names}


@pytest.mark.parametrize(
    ("names", "roster"),
    [
        (("hw1-blue", "hw1-red-fox"), "github_username,name,group\nada,Ada,blue\nbo,Bo,Red Fox\n"),
        (
            ("hw1-team-blue", "hw1-team-red"),
            "github_username,name,group\nada,Ada,team-blue\nbo,Bo,Team Red\n",
        ),
        (
            ("hw1-blue", "hw1-red"),
            "assignment_name,github_username,roster_identifier,name,student_repository_name,group_name\n"
            "hw1,ada,1,Ada,org/hw1-blue,Blue!\nhw1,bo,2,Bo,org/hw1-red,Other\n",
        ),
    ],
)
def test_groups_of_github_classroom(tmp_path: Path, names: tuple[str, str], roster: str) -> None:
    """A team is known by its name, its slug, or the repository in Classroom's own export. Before, all were missing."""
    assert credited(whose(tmp_path, clones(*names), roster)) == {"Ada": names[0], "Bo": names[1]}


def test_classroom_50(tmp_path: Path) -> None:
    """Its repositories have the classroom's name, too, and its roster has staff."""
    names = [f"cs-principles-hello-{login}" for login in ("ada", "ada-b", "bo")]
    downloaded = clones(*names) | {"scores.csv": b"username,score\n"}
    downloaded |= {f"{name}/result.json": b"{}" for name in names}
    roster = (
        "username,first_name,last_name,email,section,github_id,role\nAda,Ada,Fox,,1,11,student\n"
        "ada-b,Ada,Bo,,1,12,\nbo,Bo,Cox,,2,13,student\nhugo,Hugo,Hat,,2,14,hta\n"
    )
    matched = whose(tmp_path, downloaded, roster)
    assert credited(matched) == dict(zip(["Ada Fox", "Ada Bo", "Bo Cox"], names, strict=True))
    assert matched.missing == ()


# All platforms.


def test_number_beside_a_nickname_is_the_persons(tmp_path: Path) -> None:
    """Names of platforms and rosters differ in middle names, accents and order; a person's own word is enough."""
    people = {
        "submission_1": ("Zoe King|1001|", ""),
        "submission_2": ("Bob Müller-Diaz|1002|", ""),
        "submission_3": ("Wei|9|w@x.org", ""),
    }
    roster = (
        'student id,email,name\n1001,,"King, Zoë Anna"\n1002,,Robert Diaz\n1003,w@x.org,Li Hua\n'
    )
    found = whose(tmp_path, gradescope(people), roster)
    assert credited(found) == {
        "King, Zoë Anna": "Zoe King",
        "Robert Diaz": "Bob Müller-Diaz",
        "Li Hua": "Wei",
    }


def test_mistyped_number_of_another_person_is_asked_about(tmp_path: Path) -> None:
    """A student number on Gradescope that belongs to somebody else, and a surname that another shares."""
    people = {"submission_1": ("Ada King|1002|", ""), "submission_2": ("Ann Diaz|1003|", "")}
    roster = "student id,name\n1001,Ada King\n1002,Bo Diaz\n1003,Cy Diaz\n1004,Ann Rose Diaz\n"
    found = whose(tmp_path, gradescope(people), roster)
    assert credited(found) == {} and asked(found)["Ada King"] == ["Bo Diaz", "Ada King"]
    assert asked(found)["Ann Diaz"][0] == "Cy Diaz"


def test_one_name_of_two_people_is_nobodys(tmp_path: Path) -> None:
    """Two people of a platform have one name, and the roster has one of them. Before, the newer counted."""
    people = {
        "submission_1": ("Wei Li||", "2026-02-05 10:00:00 Z"),
        "submission_2": ("Wei Li||li@x", "2026-02-06 10:00:00 Z"),
    }
    found = whose(tmp_path, gradescope(people), "name\nWei Li\nBo Diaz\n")
    assert credited(found) == {} and [each.candidates[0].name for each in found.questions] == [
        "Wei Li",
        "Wei Li",
    ]


def test_value_that_is_twice_on_the_roster_is_named_with_its_column() -> None:
    """Before, the message named another value than the one that is there twice."""
    with pytest.raises(RosterError, match=r"line 3: '7' \(ID\) is already on line 2$"):
        parse_roster(b"SIS User ID,ID,Student\n998,7,Ada\n999,7,Bo\n")
    with pytest.raises(
        RosterError, match=r"line 3: '998' \(ID\) is already on line 2 \(SIS User ID\)"
    ):
        parse_roster(b"SIS User ID,ID,Student\n998,7,Ada\n,998,Bo\n")


def test_separator_for_spreadsheets_is_no_line_of_the_roster() -> None:
    (ada,) = parse_roster(b"sep=;\nstudent id;name\n1001;Ada, King\n").students
    assert (ada.id, ada.name) == ("1001", "Ada, King")


def test_lateness_of_gradescope_extensions_and_tokens() -> None:
    """Gradescope's scores have hours; staff's column of days counts before it, and an extension is taken off."""
    roster = parse_roster(
        b"SID,Lateness (H:M:S),days late,extension,tokens\n1,26:30:00,,,2\n2,00:00:00,,,\n3,72:00:00,1,,\n4,49:00:00,,2,\n5,12:00:00,,1,\n"
    )
    assert [student.days_late for student in roster.students] == [
        Fraction(53, 48),
        0,
        1,
        Fraction(1, 24),
        0,
    ]
    assert [student.tokens for student in roster.students] == [2, 0, 0, 0, 0]


def test_roster_of_blackboard_and_of_brightspace() -> None:
    """Blackboard writes UTF-16 with tabs, Brightspace a mark before ids."""
    (ada,) = parse_roster(
        "Last Name\tFirst Name\tUsername\nKing\tZoë\tada\n".encode("utf-16")
    ).students
    (bo,) = parse_roster(b"OrgDefinedId,Username\n#1001,#bo\n").students
    assert (ada.name, ada.id, bo.id, bo.ids) == ("Zoë King", "ada", "1001", ("1001", "bo"))


def test_folder_with_a_name_among_folders_with_ids_is_asked_about(tmp_path: Path) -> None:
    """Others hand in under their logins, so a name proves nothing, and two people may have it. Before, nobody was asked."""
    found = whose(
        tmp_path,
        under("ada", "Gus Diaz", "Cy Li"),
        "login,name\nada,Ada\ngus,Gus Diaz\ngus2,Gus Diaz\ncy,Li Cy\n",
    )
    assert credited(found) == {"Ada": "ada"}
    assert asked(found) == {"Gus Diaz": ["Gus Diaz", "Gus Diaz"], "Cy Li": ["Li Cy"]}
    assert ["Cy Li is no id on the roster, but the name of 'cy': answer in decisions.toml"] in map(
        list, found.flags.values()
    )


# Answers.

ROSTER = "student id,name\n1001,Ada King\n1002,Bo Diaz\n1003,Cy Li\n"
TREE_OF_TWO = gradescope(
    {"submission_1": ("Ada King|1002|", ""), "submission_2": ("Cy Li|1003|", "")}
)


def answered_in(folder: Path) -> dict[str, tuple[str, ...]]:
    return {one.submission: one.people for one in decisions_file.read(folder).who}


def test_question_is_asked_once_and_its_answer_is_kept(tmp_path: Path) -> None:
    """The file has the candidates. An answer counts, other lines of staff's stay, and no question comes twice."""
    roster, out = parse_roster(ROSTER.encode()), tmp_path / "marks"
    found = find(as_folder(tmp_path / "class", TREE_OF_TWO))
    assert questions.ask(out, match(roster, found, answered_in(out)).questions) == ("1002",)
    text = (out / decisions_file.FILE).read_text()
    assert 'submission = "1002"\npeople = []' in text and "# candidate: 1001  Ada King" in text
    assert (
        questions.ask(out, match(roster, found, answered_in(out)).questions) == ("1002",)
        and (out / decisions_file.FILE).read_text() == text
    )
    (out / decisions_file.FILE).write_text(
        "\ufeff" + text.replace("people = []", 'people = ["1001"]') + "# seen by R.\n"
    )
    answered = match(roster, found, answered_in(out))
    assert credited(answered) == {"Ada King": "Ada King", "Cy Li": "Cy Li"} and not answered.flags
    assert (
        questions.ask(out, answered.questions) == ()
        and "# seen by R." in (out / decisions_file.FILE).read_text()
    )


TUTORIALS = "Matrikelnummer;Nachname;Vorname;Gruppe\n1001;Wong;Ada;Di 10\n1002;Fox;Ben;Di 12\n1003;Ay;Cem;Di 10\n1004;Ek;Dan;Di 12\n1005;Oh;Eve;Mi 8\n"


def test_groups_are_asked_about_once_for_the_class(tmp_path: Path) -> None:
    """Before, all people of a tutorial had the mark and page of the only one who handed in."""
    found, roster = (
        find(as_folder(tmp_path / "class", under("1001", "1002"))),
        parse_roster(TUTORIALS.encode()),
    )
    asked = match(roster, found)
    assert credited(asked) == {"Ada Wong": "1001", "Ben Fox": "1002"} and not asked.questions
    assert asked.about_groups and questions.ask(tmp_path, [asked.about_groups]) == ("the groups",)
    text = (tmp_path / decisions_file.FILE).read_text()
    assert (
        "'Gruppe'" in text
        and "# 1003  Cem Ay  Di 10: 1001\n" in text
        and "1 of 3 groups have none" in text
    )
    assert (
        questions.ask(tmp_path, [asked.about_groups]) == ("the groups",)
        and (tmp_path / decisions_file.FILE).read_text() == text
    )
    for answer, credit in {"yes": 4, "no": 2}.items():
        (tmp_path / decisions_file.FILE).write_text(
            text.replace('together = ""', f'together = "{answer}"')
        )
        groups = decisions_file.read(tmp_path).groups
        answered = match(roster, found, together=groups.together if groups else None)
        assert len(credited(answered)) == credit and not any(one.flags for one in answered.matches)
        assert not answered.about_groups and questions.ask(tmp_path, [asked.about_groups]) == ()


def test_single_submission_of_two_people_needs_no_groups(tmp_path: Path) -> None:
    found, roster = (
        find(as_folder(tmp_path / "class", under("1001", "1002"))),
        parse_roster(TUTORIALS.encode()),
    )
    answered = match(roster, found, {"1001": ["1001", "1005"]}, together=False)
    assert credited(answered) == {"Ada Wong": "1001", "Eve Oh": "1001", "Ben Fox": "1002"}


def test_names_of_files_cannot_write_an_answer(tmp_path: Path) -> None:
    """A student chooses them. A folder may have any name, also one that is no Unicode."""
    hostile = ['a"\nb/a1 (1).py', "\u202eyp.1a/a1 (2).py", "\udcff\\/a1 (3).py"]
    question = questions.FileQuestion("ada", "a1.py", hostile)
    assert questions.ask(tmp_path, [question]) == ("a1.py of ada",)
    text = (tmp_path / decisions_file.FILE).read_text(encoding="utf-8")
    assert (
        all(each.isprintable() for each in text.splitlines()) and text.count("# candidate: ") == 3
    )
    (tmp_path / decisions_file.FILE).write_text(
        text.replace('from = ""', r'from = "a\"\U0000000Ab/a1 (1).py"')
    )
    assert decisions_file.read(tmp_path).answers == {("file", "a1.py", "ada"): hostile[0]}


@pytest.mark.parametrize(
    ("tree", "roster"),
    [
        (
            under("N_A", "1002"),
            "student id,name,group\n1001,Ada Wong,N/A\n1002,Ben Fox,g2\n1003,Cem Ay,N/A\n",
        ),
        (
            under("1001", "1002"),
            "student id,name,group\n1001,Ada Wong,#REF!\n1002,Ben Fox,g2\n1003,Cem Ay,#REF!\n",
        ),
    ],
)
def test_people_without_a_group_are_not_asked_about(
    tree: Mapping[str, bytes], roster: str, tmp_path: Path
) -> None:
    """Before, Cem, who handed in nothing, had Ada's mark and page."""
    found = whose(tmp_path, tree, roster)
    assert "Cem Ay" not in credited(found) and not found.about_groups


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ('["1009"]', "'1009', who is not one person on the roster"),
        ('["nobody"]', ""),
        ('["1001", "Bo Diaz"]', ""),
    ],
)
def test_answers(tmp_path: Path, answer: str, words: str) -> None:
    """Several people are a group, and nobody is an answer, too; an unknown id stops the run."""
    found = find(as_folder(tmp_path / "class", TREE_OF_TWO))
    (tmp_path / decisions_file.FILE).write_text(
        f'[[who]]\nsubmission = "1002"\npeople = {answer}\n'
    )
    roster, answers = parse_roster(ROSTER.encode()), answered_in(tmp_path)
    if words:
        with pytest.raises(RosterError, match=words):
            match(roster, found, answers)
        return
    matching = match(roster, found, answers)
    assert not matching.questions and not matching.flags
    assert len(credited(matching)) == (1 if "nobody" in answer else 3)


@pytest.mark.parametrize(
    "text",
    [
        "[[who]]\npeople = 3\n", '[[who]]\nsubmission = "a"\npeople = ["1"]\n' * 2, "[[who]",
        '[groups]\nhand_in_together = "nein"\n', "[groups]\nhand_in_together = true\n",
        '[[file]]\nsubmission = "a"\nname = "a1.py"\ntaken_from = "x.py"\n' * 2,
    ],
)  # fmt: skip
def test_unreadable_answers_stop_the_run(tmp_path: Path, text: str) -> None:
    (tmp_path / decisions_file.FILE).write_text(text)
    with pytest.raises(GraderError, match=r"decisions\.toml"):
        decisions_file.read(tmp_path)


def test_roster_of_another_class_stops_the_run(tmp_path: Path) -> None:
    """Before, the run graded everybody, and everybody was missing without a word."""
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.processes.jobs import Settings

    assignment = load_assignment("ics32_columns")
    plan = classrun.Plan(
        assignment,
        Settings(assignment.id),
        tmp_path / "marks",
        1,
        roster=parse_roster(b"student id,name\n7,Zed\n"),
    )
    found = find(as_folder(tmp_path / "class", TREE_OF_TWO), reading=Reading.CLASS)
    for run in (
        lambda: classrun.grade_class(plan, found, Console(), Console()),
        lambda: dryrun.dry_run(plan, found),
    ):
        with pytest.raises(
            RosterError,
            match=r"nobody on the roster matches a submission: .*'Ada King 1002'.* lists '7'",
        ):
            run()
    assert not (tmp_path / "marks" / "gradebook.csv").exists()


def test_helpers_have_effects(tmp_path: Path) -> None:
    """A class of one file each is found, too."""
    found = whose(tmp_path, under("ada", "bo", tree=GAME), "login\nada\nbo\n", ONE_FILE)
    assert credited(found) == {"ada": "ada", "bo": "bo"} and TREE


@pytest.mark.parametrize(
    "called", ["hw1-ada-main", "King, Adaline (Ada)", "1001 - Ada King - a1", "1001_a1_final"]
)
def test_who_is_mentioned_in_a_name_is_a_candidate(called: str) -> None:
    """Also where every delivery is called so; nobody gets it without an answer."""
    roster = parse_roster(b"id,name,login\n1001,Ada King,ada\n1002,Bo Diaz,bo\n")
    found = match(roster, [delivery(called, label=called)])
    found.refuse_nobody()
    (question,) = found.questions
    assert [student.name for student in question.candidates] == ["Ada King"]
    assert question.why.endswith("is not on the roster: is 'Ada King' meant?")
    assert len(found.missing) == 2
