"""Names of pages: members of a group with equal results share one, others do not."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.harness.course.pages import class_folder, refusals
from graders.harness.course.pages.changing import LOCK, changing
from graders.harness.course.pages.page_names import (
    authors_of,
    members_of,
    page_folder,
    page_for,
    pages_of,
    paired,
)
from graders.harness.course.people.roster import RosterError, match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.result import Verdict, to_json
from tests.intake.downloads import delivery
from tests.reports.paper import check, result

GOOD, BAD = result(check(verdict=Verdict.PASSED)), result(check())
ROSTER = b"student id,login,name,group\n1,bo,Bo,team\n,cy,Cy,team\n,,D/e,team\n4,eve,Eve,\n"


def test_a_page_is_shared_while_results_are_equal() -> None:
    """Otherwise a page is named after id, login or name, as in the gradebook. Strangers have a page too."""
    matching = match(parse_roster(ROSTER), [delivery("team"), delivery("x")])
    students = members_of(matching)["team"]
    assert "x" not in members_of(matching) and members_of(None) == {}
    assert pages_of("team", students, [GOOD, GOOD, GOOD]) == {"team": GOOD}
    assert pages_of("x", (), [BAD]) == {"x": BAD}
    pages = pages_of("team", students, [GOOD, BAD, GOOD])
    assert [*pages.values()] == [GOOD, BAD, GOOD]
    assert [page_for(student, "team", pages) for student in students] == [*pages]
    assert [page_for(student, "team", {"team": GOOD}) for student in students] == ["team"] * 3
    assert [authors_of(page, students) for page in pages] == [("Bo",), ("Cy",), ("D/e",)]
    assert authors_of("team", students) == ("Bo", "Cy", "D/e")
    first, second, third = map(page_folder, pages)
    assert (first, second) == ("team/1", "team/cy") and third.startswith("team/D_e-")


def test_two_people_never_share_a_name_on_the_roster() -> None:
    """If an id equals the login of another person, their pages would be one."""
    with pytest.raises(
        RosterError, match=r"line 3: 'BO' \(login\) is already on line 2 \(student id\)"
    ):
        parse_roster(b"student id,login,group\nbo,x,team\n,BO,team\n")


def test_runs_are_compared_person_by_person() -> None:
    """This includes groups that share a page in only one of the two runs."""
    shared, own = {"a": GOOD, "team": GOOD}, {"a": BAD, "team/1": GOOD, "team/cy": BAD}
    spread = {"a": GOOD, "team/1": GOOD, "team/cy": GOOD}
    assert paired(shared, own) == (spread, own) and paired(own, shared) == (own, spread)
    assert paired(shared, shared) == (shared, shared)
    assert paired({}, own) == ({}, own)


def test_result_graded_alone_does_not_hide_members_pages(tmp_path: Path) -> None:
    """Grading it alone is refused. The check for another assignment's results covers members' pages too."""
    (tmp_path / "team" / "1").mkdir(parents=True)
    refusals.refuse_own_pages(tmp_path, "team")
    refusals.refuse_another(tmp_path, "other")
    (tmp_path / "team" / "1" / "result.json").write_bytes(
        to_json(msgspec.structs.replace(GOOD, submission="team"))
    )
    refusals.refuse_own_pages(tmp_path, "tea")
    with pytest.raises(GraderError, match="have their own pages"):
        refusals.refuse_own_pages(tmp_path, "team")
    with pytest.raises(GraderError, match="contains results of csc148_2020_blocky"):
        refusals.refuse_another(tmp_path, "other")


def test_pages_of_an_unreadable_submission_are_removed(tmp_path: Path) -> None:
    """All of its pages are deleted, but no foreign file."""
    for place in ("team", "team/1", "team/cy", "other"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "result.json").touch()
    (tmp_path / "team" / "cy" / "notes.txt").touch()
    with changing(tmp_path) as draft:
        class_folder.remove_pages(draft, "team")
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"other/result.json", "team/cy/notes.txt", LOCK}
