"""Brothers of downloads and rosters that once failed: other languages, settings of a course, and kinds of names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from graders.harness.course.people.roster import RosterError, match, parse_roster
from graders.harness.intake.bulk import Reading
from tests.course.test_whose import asked, credited, moodle, whose
from tests.intake.deliveries import BLOCK, GOAL, TREE, as_folder
from tests.intake.downloads import find, gradescope, under, zipped


def canvas(*who: str) -> dict[str, bytes]:
    """Return Canvas' download: two files for each "name_number"."""
    return {
        f"{each}_9{number}{place}_{name}": data
        for number, each in enumerate(who)
        for place, (name, data) in enumerate(TREE.items())
    }


def blackboard(*who: str, word: str = "attempt") -> dict[str, bytes]:
    return {
        f"A_2_{each}_{word}_2026-02-05-23-31-11_{name}": data
        for each in who
        for name, data in TREE.items()
    }


def github(*who: str) -> dict[str, bytes]:
    return under(*who) | {f"{each}/.git/HEAD": b"" for each in who}


MOODLE, CANVAS = moodle("Ada King_1", "Bo Diaz_2"), canvas("kingada_101", "diazbo_102")
BLACKBOARD, DIGEST = blackboard("a_da", "bo"), "0123456789abcdef" * 2 + "01234567"
BRIGHTSPACE = "OrgDefinedId,Last Name,First Name\n1,King,Ada\n2,Diaz,Bo\n"
KINDS: Mapping[str, tuple[Mapping[str, bytes], str]] = {
    # Canvas' headings are in English in every language; settings add, drop and split columns.
    "canvas without SIS ids, semicolons": (CANVAS, "Student;ID;SIS Login ID;Section\n    Points Possible;;;\nKing, Ada;101;ada;S\nDiaz, Bo;102;bo;S\n"),
    "canvas test student in Spanish": (
        CANVAS | canvas("deprueba_999"),
        f'Student,ID,SIS Login ID\nKing Ada,101,ada\nDiaz Bo,102,bo\n"de prueba, Estudiante",999,{DIGEST}\n',
    ),
    "canvas hidden scores, a column of the course": (
        CANVAS,
        "Student,ID,SIS User ID,SIS Login ID,Integration ID,Root Account,Section,Notes,A2 (1)\n,,,,,,,,Manual Posting (scores hidden from instructors)\n"
        '    Points Possible,,,,,,,(read only),10\n"King, Ada",101,1,ada,77,x.org,S and T,x,N/A\n"Diaz, Bo",102,2,bo,78,x.org,S,,EX\n',
    ),
    "canvas names of other letters": (canvas("山田太郎_101", "_102"), 'Student,ID\n"山田, 太郎",101\n"🦊, ",102\n'),
    "canvas person called late": (canvas("late_101", "toolate_LATE_102"), 'Student,ID\nLate,101\n"Too, Late",102\n'),
    "canvas attempts": ({"kingada_101_91_block.py": b"", "kingada_101_99_block-1.py": BLOCK, "kingada_101_92_goal.py": GOAL} | canvas("diazbo_102"), "Student,ID\nKing Ada,101\nDiaz Bo,102\n"),
    # Moodle's headings and its word for a participant are in the reader's language.
    "moodle es": (MOODLE, "Identificador,Nombre completo,Dirección de correo,Estado\nParticipante 1,Ada King,a,s\nParticipante 2,Bo Diaz,b,s\n"),
    "moodle fr": (MOODLE, "Identifiant,Nom complet,Adresse de courriel,Statut\nParticipant 1,Ada King,a,s\nParticipant 2,Bo Diaz,b,s\n"),
    "moodle pt": (MOODLE, "Identificador,Nome completo,Endereço de e-mail,Status\nParticipante 1,Ada King,a,s\nParticipante 2,Bo Diaz,b,s\n"),
    "moodle zh group": (moodle("Team A_17", "Team B_18"), "标识号,全名,电子邮件地址,状态,组\n参与者1,Ada,a,s,Team A\n参与者2,Bo,b,s,Team B\n"),
    "moodle ja group": (moodle("Team A_1", "Team B_2"), "ID,氏名,メールアドレス,ステータス,グループ\n参加者 1,Ada,a,s,Team B\n参加者 2,Bo,b,s,Team A\n"),
    "moodle fields of a profile": (MOODLE, "Identifier,Full name,ID number,Department,Email address,Status\nParticipant 1,Ada King,,CS,a,s\nParticipant 2,Bo Diaz,,CS,b,s\n"),
    "moodle gradebook": (MOODLE, "Vorname,Nachname,ID-Nummer,Institution,Abteilung,E-Mail-Adresse,Aufgabe: A2 (Punkte)\nAda,King,1,,,a,-\nBo,Diaz,2,,,b,-\n"),
    "moodle name that lost signs": (moodle("Ada KingLee_1", "Bo _2"), "Identifier,Full name\nParticipant 1,Ada King/Lee\nParticipant 2,Bo 🦊\n"),
    "moodle name of 220 bytes": (moodle("é" * 110 + "_1", "Bo_2"), f"Identifier,Full name\nParticipant 1,{'é' * 110}\nParticipant 2,Bo\n"),
    "moodle feedback beside": (MOODLE | {"Ada King_1_assignfeedback_file_/r.pdf": b"x", "Ada King_1_assignsubmission_onlinetext/o.html": b"x"}, "Identifier,Full name\nParticipant 1,Ada King\nParticipant 2,Bo Diaz\n"),
    # Blackboard's headings and its word for an attempt, too.
    "blackboard es": (blackboard("ada", "bo", word="intento"), "Apellidos,Nombre,Nombre de usuario\nKing,Ada,ada\nDiaz,Bo,bo\n"),
    "blackboard pt": (blackboard("ada", "bo", word="tentativa"), "Sobrenome,Nome,Nome do usuário\nKing,Ada,ada\nDiaz,Bo,bo\n"),
    "blackboard zh": (blackboard("ada", "bo", word="尝试"), "姓氏,名字,用户名\nKing,Ada,ada\nDiaz,Bo,bo\n"),
    "blackboard underscores": (BLACKBOARD, "Last Name,First Name,Username\nKing,Ada,a_da\nDiaz,Bo,bo\n"),
    # Dates in names of Brightspace's folders.
    "brightspace fr": (under("1-9 - Ada King - 5 févr. 2026 2331", "2-9 - Bo Diaz - févr. 5, 2026 2332"), "OrgDefinedId,Nom,Prénom\n1,King,Ada\n2,Diaz,Bo\n"),
    "brightspace dashes in the date": (under("1-9 - Ada King - 2026-02-05 2331", "2-9 - Bo Diaz - 5 de feb. de 2026 23-32"), BRIGHTSPACE),
    "brightspace dashes in the name": (under("1-9 - Ada - King - Feb 5, 2026 1131 PM", "2-9 - Bo 2025-Diaz - Feb 5, 2026 1131 PM"), BRIGHTSPACE.replace("King", "- King").replace("Diaz", "2025-Diaz")),
    "gradescope id without zeros": (gradescope({"submission_1": ("Ada|0012|a@x", ""), "submission_2": ("Bo|0013|b@x", "")}), "Name,SID,Email\nAda,12,a@x\nBo,13,b@x\n"),
    "github assignment and users with dashes": (github("hw-1-ada-k", "hw-1-ada"), "identifier,github_username,github_id,name\n1,ADA-k,,Ada K\n2,ada,,Ada\n"),
    "github name as identifier": (github("hw1-ada", "hw1-bo"), '"identifier","github_username","github_id","name"\n"Ada King","ada","1",""\n"Bo Diaz","bo","2",""\n'),
    # Rosters after spreadsheets, scripts and staff. Before, each of these stopped the class or lost somebody.
    "ids of a script": (under("1001", "1002"), "student id,name\n1001.0,Ada\n1002.0,Bo\n"),
    "ids of a sheet and of a list of folders": (under("1001", "1002"), "student id,name\n=1001,Ada\n1002/,Bo\n"),
    "ids as formulas": (under("0012", "0013"), 'student id,name\n"=""0012""",Ada\n\'0013,Bo\n'),
    "no ids, and one address": (under("ada", "bo"), "login,student id,name,email\nada,N/A,Ada,x@y\nbo,N/A,Bo,x@y\n"),
    "two sections": (CANVAS, 'Student,ID,SIS Login ID,Section\n"King, Ada",101,ada,S1\n"King, Ada",101,ada,S2\n"Diaz, Bo",102,bo,S1\n'),
    "titles above the headings": (under("ada", "bo"), "Class of 2026\nTerm;Fall\n\nlogin;name;mark\nada;Ada King;7,5\nbo;Bo Diaz;8\n"),
    "google classroom": (under("Ada King", "Bo Diaz"), "Last Name,First Name,Email Address,A2\nDate,,,2026-02-05\nPoints,,,10\nClass Average,,,7\nKing,Ada,a@x,\nDiaz,Bo,b@x,\n"),
    "names in one column": (under("1-9 - Ada King - Nov 5, 2026 1159 PM", "2-9 - Bo Diaz - Nov 5, 2026 1159 PM"), '"Last Name, First Name",Org Defined ID\n"King, Ada",1\n"Diaz, Bo",2\n'),
    "surname called name": (moodle("Ada King_1", "Bo Diaz_2"), "Name;Vorname;E-Mail\nKing;Ada;a\nDiaz;Bo;b\n"),
    "column of all groups": (moodle("Team A_5", "Team B_6"), "First name,Last name,Email address,Groups\nAda,King,a,Team A\nBo,Diaz,b,Team B\n"),
    "ids with marks of direction": (under("1001", "1002"), "student id,name\n\u200f1001\u200f,עדה\n\u200e1002,Bo\n"),
    "brightspace id before the name": (under("1-9 - N0123456 - Ada King- Nov 5, 2026 1159 PM", "2-9 - N0123457 - Bo Diaz- Nov 5, 2026 1159 PM"), "OrgDefinedId,Last Name,First Name\nN0123456,King,Adaline\nN0123457,Diaz,Bo\n"),
    "github copies without git": (under("hw1-submissions/hw1-ada", "hw1-submissions/hw1-bo"), "identifier,github_username,github_id,name\n1,ada,1,\n2,bo,2,\n"),
    "github teams by slugs": (github("hw1-equipe-ete", "hw1-blue"), "github_username,name,group\nada,Ada,Équipe été\nbo,Bo,Blue!\n"),
    "university's own word for a login": (under("z51", "z52"), "zID,Mark\nz51,\nz52,\n"),
    # Settings that were right before.
    "canvas old line ends": (CANVAS, "Student,ID\rKing Ada,101\rDiaz Bo,102\r"),
    "canvas texts and links": (CANVAS | {"kingada_101_text.html": b"", "diazbo_LATE_102_link.html": b""}, "Student,ID\nKing Ada,101\nDiaz Bo,102\n"),
    "brightspace listing and year first": (under("1-9 - Ada King - 2026 Nov 5 1159 PM", "2-9 - Bo Diaz - 5. Nov. 2026 2359") | {"index.html": b""}, BRIGHTSPACE),
    "letters apart, and from right to left": (under("1-9 - Ada\u0300 כהן - Nov 5, 2026 1159 PM", "2-9 - بو دياز - Nov 5, 2026 1159 PM"), "OrgDefinedId,Last Name,First Name\n1,כהן,Ad\u00e0\n2,دياز,بو\n"),
    "markus": (under("groupé_1", "group_2"), "Group name,User Name,Section,Last Name,First Name,ID number,Email,Total Mark\ngroupé_1,ada,,King,Ada,1,,\ngroup_2,bo,,Diaz,Bo,2,,\n,,,,,,Out Of,10\n"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_both_people_are_found(kind: str, tmp_path: Path) -> None:
    """Each has one submission, and no question is asked."""
    found = whose(tmp_path, *KINDS[kind])
    assert len(found.matches) == len({*credited(found).values()}) == len(credited(found)) == 2, (
        found.flags
    )
    assert not found.questions


def test_names_of_a_zip_may_be_utf8_without_the_flag(tmp_path: Path) -> None:
    """Some tools do not say so, and the standard reads them as another encoding. Before, "Zoë" was "Zo├½", and missing."""
    data = zipped(
        under("1-9 - ZoQQ Ng - Nov 5, 2026 1159 PM", "2-9 - Bo Diaz - Nov 5, 2026 1159 PM")
    )
    (tmp_path / "class.zip").write_bytes(data.replace(b"ZoQQ", "Zoë".encode()))
    found = match(
        parse_roster(BRIGHTSPACE.replace("King,Ada", "Ng,Zoë").encode()),
        find(tmp_path / "class.zip"),
    )
    assert credited(found) == {"Zoë Ng": "Zoë Ng", "Bo Diaz": "Bo Diaz"}


@pytest.mark.parametrize("folder", ["", "/A2"])
def test_class_of_one_repository_of_markus_is_found(folder: str, tmp_path: Path) -> None:
    """The files of a repository are in a folder of the assignment. Before, the class was refused, because "A2" is nobody."""
    found = find(as_folder(tmp_path / "class", under(f"group_1{folder}")), reading=Reading.CLASS)
    assert credited(match(parse_roster(b"Group name,User Name\ngroup_1,ada\n"), found)) == {
        "ada": "group_1"
    }


@pytest.mark.parametrize(
    ("roster", "words"),
    [
        (
            b"student id,login\n1.23E+08,ada\n1.23E+08,bo\n",
            "line 2: '1.23E\\+08' is an id that a spreadsheet has rounded",
        ),
        (b"PK\x03\x04\x14", "cannot be read as a workbook"),
        (
            b"login,extension\nada,2026-10-05 23:59 Toronto\n",
            "line 2: 'Toronto' is no known time zone",
        ),
    ],
)
def test_cause_of_an_unusable_roster_is_named(roster: bytes, words: str) -> None:
    """Before, "'1.23E+08' is already on line 2", "contains a NUL" and "is not a number of days late"."""
    with pytest.raises(RosterError, match=words):
        parse_roster(roster)


def test_group_among_several_is_asked_about(tmp_path: Path) -> None:
    """A cell may list several groups, and a group's name, which students may choose, may have a comma: "Team B, x"."""
    roster = 'First name,Last name,Email address,Groups\nAda,King,a,Team B\nEve,Li,e,"Team B, x"\nBo,Diaz,b,"Lab 3, Team C"\n'
    found = whose(tmp_path, moodle("Team B_5", "Team C_6"), roster)
    assert credited(found) == {"Ada King": "Team B"} and asked(found) == {"Team C": ["Bo Diaz"]}


def test_person_called_like_headings_is_no_headings() -> None:
    """Titles above the headings have fewer cells. Else the line of Ada would be a title, and Ada would be lost."""
    with pytest.raises(RosterError, match="line 1: has no known column"):
        parse_roster(b"Naam,Aanmelding,Punt\nAda,ada,7\nName,Login,8\nBo,bo,9\n")
    (ada,) = parse_roster(b"CSC148\nTerm,Fall\nName,Login,Mark\nAda,ada,7\n").students
    assert ada.id == "ada"


def test_zeros_that_a_spreadsheet_dropped_are_asked_about(tmp_path: Path) -> None:
    found = whose(
        tmp_path, under("01234567", "31234567"), "student id,name\n1234567,Ada\n31234567,Bo\n"
    )
    assert credited(found) == {"Bo": "31234567"} and asked(found) == {"01234567": ["Ada"]}


def test_class_of_one_person_is_found(tmp_path: Path) -> None:
    """Before, the user name was taken for a part of the assignment's, and the only person was missing."""
    assert credited(
        whose(tmp_path, blackboard("bo"), "Username,Last Name\nada,King\nbo,Diaz\n")
    ) == {"Diaz": "bo"}


@pytest.mark.parametrize("tree", [under("hw1-ada"), github("hw1-ada")])
def test_one_clone_is_found(tree: Mapping[str, bytes], tmp_path: Path) -> None:
    """The folder around it names the assignment. Before, two clones were needed."""
    found = find(as_folder(tmp_path / "hw1-submissions", tree), reading=Reading.CLASS)
    assert credited(
        match(parse_roster(b"identifier,github_username,name\n1,ada,Ada\n2,hw1,Bo\n"), found)
    ) == {"Ada": "hw1-ada"}


def test_nickname_is_asked_about(tmp_path: Path) -> None:
    """Brightspace has names only. Before, Ada was missing, and nobody was asked whose the submission is."""
    found = whose(
        tmp_path,
        under("1-9 - Addy King - Feb 5, 2026 1131 PM", "2-9 - Bo Diaz - Feb 5, 2026 1131 PM"),
        BRIGHTSPACE,
    )
    assert credited(found) == {"Bo Diaz": "Bo Diaz"} and asked(found) == {"Addy King": ["Ada King"]}


@pytest.mark.parametrize(
    ("tree", "roster", "wrong"),
    [
        (canvas("zed_101", "diazbo_102"), "Student,ID\nKing Ada,101\nDiaz Bo,102\n", "zed"),
        (
            moodle("Ada King_2", "Bo Diaz_3"),
            "Identifier,Full name\nParticipant 1,Ada King\nParticipant 2,Bo Diaz\n",
            "Ada King",
        ),
        (
            gradescope({"submission_1": ("Ada|1|a@x", ""), "submission_2": ("Cy|3|c@x", "")}),
            "Name,SID,Email\nAda,2,a@x\nBo,1,b@x\nCy,3,c@x\n",
            "Ada",
        ),
    ],
)
def test_number_of_somebody_else_is_asked_about(
    tree: Mapping[str, bytes], roster: str, wrong: str, tmp_path: Path
) -> None:
    found = whose(tmp_path, tree, roster)
    assert wrong in asked(found) and wrong not in credited(found).values()
