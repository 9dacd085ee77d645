"""Many tutors, one class: who marks whom, who is where, and what tutors tell each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the optional extra `tutoring` is not installed")

from starlette.testclient import TestClient

from graders.extensions.platforms.return_feedback import return_feedback
from graders.extensions.tutoring import assigning
from graders.extensions.tutoring.assigning import TutorShare
from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.blind import BlindDesk
from graders.extensions.tutoring.desk.desk import Desk
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.extensions.tutoring.desk.presence import GONE_SECONDS, MOST_PAGES, Presence
from graders.extensions.tutoring.marking_edits import SetMarks, SetRemark
from graders.harness import cli
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.errors import GraderError
from graders.harness.result import ManualPart
from tests.course.graded import let_an_answer_wait
from tests.extensions.tutoring.classroom import classroom
from tests.extensions.tutoring.test_application import HOST, Tutor
from tests.reports.test_pages import NASTY

PARTS = (ManualPart("Quality", Fraction(10)), ManualPart("Tests", Fraction(5)))
NAMES = tuple(f"s{number:02}" for number in range(20))


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of twenty."""
    return classroom(tmp_path / "marks", NAMES)


@pytest.fixture
def client(marks: Path) -> Iterator[TestClient]:
    """A client of the desk."""
    desk = Desk(marks)
    finisher = Finisher(marks, quiet=600)
    yield TestClient(application(desk, finisher, "token", ""), base_url=HOST)
    desk.close()
    finisher.finish()


@pytest.fixture
def ann(client: TestClient) -> Tutor:
    return Tutor(client, "Ann")


@pytest.fixture
def ben(client: TestClient) -> Tutor:
    return Tutor(client, "Ben")


def following(tutor: Tutor, here: str = "") -> str:
    """Return the next submission of a tutor, whose page is named as they are."""
    body = {"page": tutor.name, "tutor": tutor.name, "here": here}
    answer: str = tutor.client.post("/token/api/next", json=body).json()["name"]
    return answer


def mark(tutor: Tutor, name: str) -> None:
    """Give a mark that the submission does not have yet."""
    answer = tutor.change(name, type="marks", part="Quality", base="", value="7")
    assert answer.status_code == 200


# The next one.


def test_two_tutors_mark_twenty_once_each(ann: Tutor, ben: Tutor, marks: Path) -> None:
    """They press u in turn, and nobody gets what the other one has open."""
    places = {ann.name: following(ann), ben.name: following(ben)}
    got = [*places.values()]
    while any(places.values()):
        for tutor in (ann, ben):
            if here := places[tutor.name]:
                mark(tutor, here)
                places[tutor.name] = following(tutor, here)
                got += filter(None, [places[tutor.name]])
    assert sorted(got) == [*NAMES]
    by = Counter(one.part[0].by for one in decisions_file.read(marks).submission)
    assert by == {"Ann": 10, "Ben": 10}


def test_next_one_is_mine_then_nobodys_and_never_anothers(
    ann: Tutor, ben: Tutor, client: TestClient
) -> None:
    for name in NAMES[:18]:
        ann.change(name, type="tutor", base="", value="Ben")
    ann.change("s05", type="tutor", base="Ben", value="ann ")  # any case
    assert following(ann) == "s05"
    mark(ann, "s05")
    assert following(ann, "s05") == "s18"
    assert following(Tutor(client, "Cem")) == "s19"
    for name in ("s18", "s19"):
        mark(ann, name)
    assert following(ann, "s18") == ""
    assert following(ben) == "s00"


def test_tutor_of_one_part_gets_those_without_marks_for_it(tmp_path: Path) -> None:
    desk = Desk(classroom(tmp_path / "marks", NAMES[:3], PARTS))
    marked = {"s00": "Tests", "s01": "Quality"}
    for name, part in marked.items():
        desk.change(name, SetMarks(part, "", "4"), "Ann")

    def left(part: str) -> list[str]:
        got: list[str] = []
        while name := desk.next_unmarked("", "Ben", got, part, part_alone=True):
            got.append(name)
        return got

    assert left("Quality") == ["s00", "s02"]
    assert left("Tests") == ["s01", "s02"]
    desk.close()


def test_each_part_is_counted_for_the_tutor_who_marked_it(tmp_path: Path) -> None:
    """Also if somebody else did something later."""
    desk = Desk(classroom(tmp_path / "marks", NAMES[:2], PARTS))
    desk.change("s00", SetMarks("Quality", "", "7"), "Ann")
    desk.change("s00", SetMarks("Tests", "", "4"), "Ben")
    desk.change("s00", SetRemark("Quality", "", "Well."), "Cem")
    desk.change("s01", SetMarks("Tests", "", "5"), "")
    states = desk.states()
    assert states["s00"].by == {"Quality": "Ann", "Tests": "Ben"}
    assert states["s01"].by == {"Tests": ""}
    assert [part.by for part in desk.marking("s00").parts] == ["Ann", "Ben"]
    desk.close()


def test_closed_page_gives_its_submission_back(ann: Tutor, ben: Tutor, client: TestClient) -> None:
    assert (following(ann), following(ben)) == ("s00", "s01")
    client.post("/token/api/leave", json={"page": "Ann"})
    assert following(ben) == "s00"


def test_tutors_see_who_is_where(ann: Tutor, ben: Tutor) -> None:
    """The page of a tutor does not name that tutor; the name of one is text."""
    ann.get("marking", name="s03", page="1", tutor=NASTY[0])
    ben.get("marking", name="s03", page="2", tutor="Ben")
    assert ann.get("changes", page="1", tutor="Ann").json()["here"] == {"s03": ["Ben"]}
    assert ben.get("changes", page="2", tutor="Ben").json()["here"] == {"s03": ["Ann"]}


@pytest.mark.nightly
def test_desks_on_one_folder_know_each_others_tutors(ann: Tutor, marks: Path) -> None:
    """Also a desk that marks blind, which never shows a name; a desk that ends takes its tutors along."""
    blind = BlindDesk(marks)
    other = TestClient(application(blind, Finisher(marks, quiet=600), "token", ""), base_url=HOST)
    ben = Tutor(other, "Ben")
    here, code = following(ann), following(ben)
    theirs, got = blind.real_name(code), []
    while here:
        mark(ann, here)
        got.append(here)
        here = following(ann, here)
    assert sorted([theirs, *got]) == [*NAMES]
    assert ann.get("changes", page="Ann").json()["here"] == {theirs: ["Ben"]}
    assert ben.get("changes", page="1").json()["here"][code] == ["Ben"]
    assert not {*ben.get("changes", page="Ben").json()["here"]} & {*NAMES}
    blind.close()
    assert ann.get("changes", page="Ann").json()["here"] == {}


def test_page_that_a_killed_desk_left_does_not_block_its_own_tutor(tmp_path: Path) -> None:
    """Nor does a second window; nobody else gets what either has open."""
    Presence(tmp_path).note("her-browser.1", "Ann", "s00")
    presence = Presence(tmp_path)
    taken: list[str] = []

    def choose(open_elsewhere: Collection[str]) -> str:
        taken[:] = open_elsewhere
        return "s01"

    presence.claim("her-browser.2", "Ann", choose)
    assert taken == [] and presence.others("her-browser.1") == {}
    presence.claim("his-browser.1", "Ben", choose)
    assert taken == ["s00", "s01"]


def test_page_that_is_silent_for_long_is_gone(tmp_path: Path) -> None:
    now = [0.0]
    presence = Presence(tmp_path, lambda: now[0])
    presence.note("1", "Ann", "s00")
    now[0] = GONE_SECONDS - 1
    presence.note("1", "Ann")
    now[0] = 2 * GONE_SECONDS - 2
    assert presence.others("2") == {"s00": ["Ann"]}
    now[0] += 2
    assert presence.others("2") == {}


def test_number_of_known_pages_is_bounded(tmp_path: Path) -> None:
    presence = Presence(tmp_path)
    for number in range(2 * MOST_PAGES):
        presence.note(str(number), f"Ann {number}", "s00")
    assert len(presence.others("")["s00"]) == MOST_PAGES


# Dividing.


def test_weights_share_the_class_and_keep_who_has_a_tutor() -> None:
    tutors = assigning.shares("Ann, Ben=2")
    first = assigning.at_random(NAMES[:15], tutors, {})
    assert Counter(first.values()) == {"Ann": 5, "Ben": 10}
    more = assigning.at_random(NAMES, tutors, first)
    assert {*more} == {*NAMES[15:]}
    assert Counter((first | more).values()) == {"Ann": 7, "Ben": 13}
    assert first == assigning.at_random(NAMES[:15], tutors, {})


def test_a_column_divides_by_its_cells() -> None:
    cells = {"ada": "T1", "ben": "t2", "gil": "", "eve": "T9"}
    tutors = [TutorShare("Ann", ("T1", "T2")), TutorShare("Ben", ("T3",))]
    assert assigning.by_column(cells, tutors, {}) == {"ada": "Ann", "ben": "Ann"}
    assert assigning.by_column({"ada": "Ann", "gil": ""}, [], {"ben": "Ann"}) == {"ada": "Ann"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann,", "names no tutors"),
        ("Ann, Ann=2", "named twice"),
        ("Ann=0", "no weight"),
        ("Ann=two", "no weight"),
        ("Ann=1+1", "no weight"),
    ],
)
def test_wrong_shares_have_a_message(text: str, message: str) -> None:
    with pytest.raises(GraderError, match=message):
        assigning.at_random(NAMES, assigning.shares(text), {})


def test_class_is_divided_by_a_command(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The results are as new as the file afterwards; a later call divides only what is new."""
    assert cli.main(["desk", str(marks), "--assign", "Ann, Ben=3"]) == 0
    assert capsys.readouterr().out == "Ann: 5 submissions (5 new)\nBen: 15 submissions (15 new)\n"
    assert not up_to_date.is_outdated(marks)
    assert cli.main(["desk", str(marks), "--assign", "Cem"]) == 0
    assert "(0 new)" in capsys.readouterr().out
    assert cli.main(["desk", str(marks), "--assign", "nobody"]) == 0
    assert capsys.readouterr().out == "nobody: 20 submissions (20 new)\n"
    assert decisions_file.read(marks).submission == ()


def test_class_is_divided_while_an_answer_waits_for_the_next_grading(marks: Path) -> None:
    let_an_answer_wait(marks)
    assert cli.main(["desk", str(marks), "--assign", "Ann, Ben"]) == 0
    tutors = Counter(marking.tutor for marking in decisions_file.read(marks).submission)
    assert tutors == {"Ann": 10, "Ben": 10}


def test_class_is_divided_by_a_column(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["desk", str(marks), "--assign", "--by", "section"]) == 2
    assert "has no column 'section'; it has: " in capsys.readouterr().err
    assert cli.main(["desk", str(marks), "--assign", "Ann=T1", "--by", "Tutorial"]) == 0
    assert capsys.readouterr().out == "nobody: 20 submissions (0 new)\n"
    assert cli.main(["desk", str(marks), "--assign", "Ann", "--by", "tutorial"]) == 2
    assert "say which cells" in capsys.readouterr().err
    assert cli.main(["desk", str(marks), "--by", "tutorial"]) == 2


# What tutors tell each other.


def test_notes_to_colleagues_are_signed_and_stay_among_them(
    ann: Tutor, ben: Tutor, marks: Path, tmp_path: Path
) -> None:
    """No page of a student has them. Two who write at once lose no word."""
    assert ann.change("s00", type="note", base="", value=NASTY[0]).json()["note_by"] == "Ann"
    assert ben.change("s00", type="note", base="", value="Mine.").status_code == 409
    assert ben.change("s00", type="look", on=True).json()["look_by"] == "Ben"
    ann.change("s00", type="tutor", base="", value="Cem of staff")
    state = ann.get("changes").json()["states"][0]
    assert (state["tutor"], state["look_by"], state["noted"]) == ("Cem of staff", "Ben", True)
    mark(ann, "s00")
    assert cli.main(["desk", str(marks), "--apply"]) == 0
    return_feedback(marks, "folders", tmp_path / "back")
    handed_back = [path.read_text() for path in (tmp_path / "back").rglob("*") if path.is_file()]
    assert len(handed_back) > 20
    assert not [text for text in handed_back if NASTY[0] in text or "Cem of staff" in text]
    assert ann.change("s00", type="note", base=NASTY[0], value="").json()["note_by"] == ""
