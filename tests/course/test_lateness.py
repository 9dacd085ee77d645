"""Days late are counted from each platform's own times, for people whose roster has none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness import cli
from graders.harness.assignment.manifest import Late
from graders.harness.course.pages import gradebook
from graders.harness.course.people.lateness import UNKNOWN, dated
from graders.harness.course.people.roster import Matching, match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.grading.deadline import parse
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.late import problem_of
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.result import Verdict, total
from tests.course.test_whose import whose
from tests.intake.deliveries import TREE, as_folder
from tests.intake.downloads import delivery, gradescope, under
from tests.reports.paper import check, result

TORONTO, SECOND = "2026-02-05 23:59 America/Toronto", Fraction(1, 86400)


def days(found: Matching, text: str = TORONTO, zone: str = "") -> dict[str, Fraction | None]:
    """Return the days late by this deadline: name or id -> days."""
    matching = dated(found, parse(text, zone))
    return {one.student.name or one.student.id: one.student.days_late for one in matching.matches}


# Each platform.


def of_gradescope(folder: Path) -> Matching:
    """In UTC, five hours ahead of Toronto."""
    tree = gradescope(
        {
            "submission_1": ("Ada|1|a@x.org;Bo|2|b@x.org", "2026-02-06 04:59:59.999 Z"),
            "submission_2": ("Cy|3|c@x.org", "2026-02-06 05:00:00.000 Z"),
        }
    )
    return whose(folder, tree, "SID,name\n1,Ada\n2,Bo\n3,Cy\n")


def of_brightspace(folder: Path) -> Matching:
    tree = under(
        "1-9 - Ada - Feb 5, 2026 1159 PM",
        "2-9 - Bo - Feb 5, 2026 1058 PM",
        "3-9 - Cy - Feb 6, 2026 1200 AM",
    )
    return whose(folder, tree, "Username,name\na,Ada\nb,Bo\nc,Cy\n")


def of_blackboard(folder: Path) -> Matching:
    times = {"a": "2026-02-05-23-59-59", "b": "2026-02-05-00-00-00", "c": "2026-02-06-00-00-00"}
    tree = {
        f"A2_{login}_attempt_{when}_{name}": data
        for login, when in times.items()
        for name, data in TREE.items()
    }
    return whose(folder, tree, "Username,name\na,Ada\nb,Bo\nc,Cy\n")


def of_moodle(folder: Path) -> Matching:
    """The times are in the worksheet. Bo's extension is in the state of his work."""
    tree = under(
        *(
            f"{name}_{number}_assignsubmission_file"
            for number, name in enumerate(("Ada", "Bo", "Cy"), 1)
        )
    )
    state = "Submitted for grading - "
    lines = [
        "Identifier,Full name,Status,Grade,Last modified (submission),Last modified (grade)",
        f'Participant 1,Ada,{state},,"Thursday, 5 February 2026, 11:59 PM",-',
        f'Participant 2,Bo,"{state}Extension granted until: Friday, 6 February 2026, 23:59","","Friday, 6 February 2026, 11:59 PM",-',
        'Participant 3,Cy,"Thursday, 12 February 2026, 11:59 PM",,"Friday, 6 February 2026, 12:00 AM",-',
    ]
    return whose(folder, tree, "\n".join(lines) + "\n")


def test_extension_that_cannot_be_read_is_flagged(tmp_path: Path) -> None:
    """Moodle writes its time in the language of whoever downloads; only those who are late need it."""
    tree = under("Ada_1_assignsubmission_file", "Bo_2_assignsubmission_file")
    lines = [
        "Identifier,Full name,Status,Grade,Last modified (submission)",
        '1,Ada,"Extension granted until: vendredi 6 février 2026, 23:59",,"Friday, 6 February 2026, 9:00 AM"',
        '2,Bo,"Extension granted until: vendredi 6 février 2026, 23:59",,"Thursday, 5 February 2026, 9:00 AM"',
    ]
    matching = whose(tmp_path, tree, "\n".join(lines) + "\n")
    ada, bo = dated(matching, parse(TORONTO, "America/Toronto")).matches
    assert ada.student.days_late and "vendredi 6 février 2026, 23:59" in "".join(ada.flags)
    assert not bo.student.days_late and not bo.flags


def of_github(folder: Path) -> Matching:
    """The times are in Classroom's download of grades; git's are not read."""
    tree = under("hw1-ada", "hw1-bo", "hw1-cy") | {
        f"hw1-{who}/.git/HEAD": b"" for who in ("ada", "bo", "cy")
    }
    lines = [
        "github_username,name,student_repository_name,submission_timestamp",
        "ada,Ada,org/hw1-ada,2026-02-06T04:59:00Z",
        "bo,Bo,org/hw1-bo,2026-02-05 23:59:00 -05:00",
        "cy,Cy,org/hw1-cy,2026-02-06T05:00:00Z",
    ]
    return whose(folder, tree, "\n".join(lines) + "\n")


WITHOUT_A_ZONE = (of_brightspace, of_blackboard, of_moodle)


@pytest.mark.parametrize("download", [of_gradescope, of_github, *WITHOUT_A_ZONE])
def test_minute_of_the_deadline_is_in_time(
    download: Callable[[Path], Matching], tmp_path: Path
) -> None:
    """Platforms write minutes, so all of 23:59 is before the deadline, and midnight is after it."""
    zone = "America/Toronto" if download in WITHOUT_A_ZONE else ""
    late = days(download(tmp_path), zone=zone)
    assert (late["Ada"], late["Bo"]) == (0, 0)
    assert 0 < (late["Cy"] or 0) < SECOND


@pytest.mark.parametrize("download", WITHOUT_A_ZONE)
def test_unknown_zone_is_asked_about(download: Callable[[Path], Matching], tmp_path: Path) -> None:
    """It need not be the deadline's: an exporter in another country, or a site on the other coast."""
    with pytest.raises(
        GraderError, match=r"2026-02-0.*name no time zone: say which it is with --zone"
    ):
        days(download(tmp_path / "a"))
    west = days(download(tmp_path / "b"), zone="America/Vancouver")
    assert round(24 * (west["Ada"] or 0), 1) == 3


def test_what_is_on_the_roster_wins() -> None:
    """Staff's days, then Gradescope's lateness, which knows of its extensions; only then the time."""
    roster = b"SID,Submission Time,days late,Lateness (H:M:S),extension,tokens\n" + b"\n".join(
        b"%d,2026-02-08 04:59:00 Z,%s" % line
        for line in enumerate(
            [
                b"0,,,",
                b"3,24:00:00,,",
                b",12:00:00,,",
                b",00:00:00,,",
                b",,,",
                b",,1,",
                b",,2026-02-07 12:00 -0500,",
            ],
            1,
        )
    )
    matching = match(parse_roster(roster), [delivery(str(number)) for number in range(1, 8)])
    late = days(matching)
    assert [late[str(number)] for number in range(1, 5)] == [0, 3, Fraction(1, 2), 0]
    assert [round(late[str(number)] or 0, 2) for number in range(5, 8)] == [2, 1, Fraction(1, 2)]


def test_submission_without_a_time_needs_review_and_costs_nothing() -> None:
    """Canvas marks late ones, and so says of the others that they are in time."""
    roster = parse_roster(b"student id,days late\n1,\n2,\n3,\n4,1\n5,\n")
    found = [delivery("1"), delivery("2", late=True), delivery("3", late=False), delivery("4")]
    rows = gradebook.rows(found, {}, {}, dated(match(roster, found), parse(TORONTO)))
    assert [row.flags for row in rows] == [(UNKNOWN,), ("the platform marks it late",), (), (), ()]
    assert [row.days_late for row in rows] == [None, None, None, 1, None]


def test_minute_late_is_not_shown_as_in_time() -> None:
    """A day that has begun costs; before, the gradebook showed 0 days beside the deduction."""
    assert [gradebook.days_cell(each) for each in (None, Fraction(0), SECOND, Fraction(3, 2))] == [
        "",
        "0",
        "0.01",
        "1.5",
    ]


# Policies, as courses have them: what 1 day, 1 hour and 30 minutes cost of 80 marks of 100.


MOMENT = Fraction(1) + Fraction(3, 48)
POLICIES: Mapping[str, tuple[Late, str, str]] = {
    "a day": (Late(2, "h", per_day=10), "60", "2 days late, 10 a day (h)"),
    "an hour": (Late(2, "h", per_hour=1), "54", "26 hours late, 1 an hour (h)"),
    "percent of what was earned": (Late(2, "h", per_day=10, percent_of="earned"), "64", "2 days late, 10% of the marks earned a day (h)"),
    "percent of the maximum": (Late(2, "h", per_day=10, percent_of="maximum"), "60", "2 days late, 10% of the maximum a day (h)"),
    "percent an hour": (Late(2, "h", per_hour=0.5, percent_of="maximum"), "67", "26 hours late, 0.5% of the maximum an hour (h)"),
    "grace of minutes": (Late(2, "h", per_day=10, grace_minutes=15), "60", "2 days late, 10 a day (h)"),
    "grace of hours": (Late(2, "h", per_day=10, grace_minutes=26 * 60), "80", ""),
    "last day": (Late(1, "h", per_day=10), "0", "2 days late; not accepted more than 1 day late (h)"),
}  # fmt: skip


@pytest.mark.parametrize("name", POLICIES)
def test_policies_of_courses_by_the_times_of_a_platform(name: str) -> None:
    """From a time to the sentence in the report."""
    policy, left, sentence = POLICIES[name]
    graded = result(check("a.a", verdict=Verdict.PASSED, marks=80), check("a.b", marks=20))
    (one,) = dated(
        match(parse_roster(b"SID,Submission Time\n1,2026-02-07 01:29:59 -0500\n"), [delivery("1")]),
        parse(TORONTO),
    ).matches
    assert one.student.days_late == MOMENT - SECOND + Fraction(1, 86_400_000_000)
    (finished,) = finish(
        [Share(graded, one.student.days_late, one.student.tokens)],
        policy,
        TutorMarks(),
        Decisions(),
    )
    assert str(total(finished)) == left
    assert [change.reason for change in finished.adjustments] == ([sentence] if sentence else [])


def test_tokens_and_extensions_of_people() -> None:
    """Tokens are days, of which no more than needed are used; an extension moves the deadline."""
    lines = [
        "SID,Submission Time,extension,tokens",
        "1,2026-02-07 01:29:59 -0500,,1",
        "2,2026-02-07 01:29:59 -0500,1,5",
        "3,2026-02-07 01:29:59 -0500,2,5",
    ]
    found = dated(
        match(parse_roster("\n".join(lines).encode()), [delivery(id) for id in "123"]),
        parse(TORONTO),
    )
    graded = result(check("a.a", verdict=Verdict.PASSED, marks=80))
    assert found.matches[2].student.days_late == 0
    shares = [Share(graded, one.student.days_late, one.student.tokens) for one in found.matches]
    finished = finish(shares, POLICIES["a day"][0], TutorMarks(), Decisions())
    assert [[change.reason for change in each.adjustments] for each in finished] == [
        ["2 days late, 10 a day, 1 day by tokens (h)"],
        ["1 day late, 10 a day, 1 day by tokens (h)"],
        [],
    ]
    assert [total(each) for each in finished] == [70, 80, 80]


def test_own_deadline_may_name_its_zone() -> None:
    """As a deadline may. Before, the roster was refused."""
    roster = parse_roster(
        b"SID,Submission Time,extension\n1,2026-02-07 01:29:59 -0500,2026-02-07 01:29 America/Toronto\n"
    )
    (one,) = dated(match(roster, [delivery("1")]), parse(TORONTO)).matches
    assert one.student.days_late == 0


def test_gradebook_has_the_tokens_that_remain() -> None:
    """A roster of the next assignment may have the column. A late submission without marks uses none."""
    roster = parse_roster(b"SID,days late,tokens\n1,1.5,3\n2,0,3\n3,1,1\n4,1,0\n5,2,3\n6,9,3\n")
    found = match(roster, [delivery(id) for id in "12346"])
    graded = {id: result(check("a.a", verdict=Verdict.PASSED, marks=80)) for id in "12346"}
    rows, columns = gradebook.rows([], graded, {}, found), roster.columns
    book = gradebook.table(gradebook.with_tokens(rows, Late(2, "h", per_day=1)), columns)
    column = [line[book.heading.index("tokens left")] for line in book.lines]
    assert column == ["1", "3", "0", "0", "3", "3"]
    assert [each.tokens for each in parse_roster(gradebook.to_csv(book)).students] == [
        1,
        3,
        0,
        0,
        3,
        3,
    ]
    assert "tokens left" not in gradebook.table(gradebook.with_tokens(rows, None), columns).heading


@pytest.mark.parametrize(
    ("deadline", "zone", "problem"),
    [
        ("2026-10-02 23:59", "", "must have a date, a time and its zone"),
        ("2026-10-02 America/Toronto", "", "must have a date, a time and its zone"),
        ("2026-10-02 23:59 Toronto", "", "'Toronto' is no known time zone"),
        ("2026-10-02 23:59 -04:00", "EST", "'EST' is no known time zone"),
        ("tomorrow", "", "must have a date"),
    ],
)
def test_deadline_that_cannot_be_read(deadline: str, zone: str, problem: str) -> None:
    """In a policy, the message is the same."""
    assert problem in problem_of(Late(2, "h", per_day=1, deadline=deadline, zone=zone))


@pytest.mark.parametrize(
    "deadline",
    [
        "2026-10-02 23:59 America/Toronto",
        "2026-10-02 23:59 -04:00",
        "2026-10-03T03:59:00Z",
        "2026-10-03 03:59 UTC",
    ],
)
def test_deadline_may_be_written_in_several_ways(deadline: str) -> None:
    assert parse(deadline).moment == parse("2026-10-02 23:59 America/Toronto").moment


# The command.


@pytest.mark.nightly
def test_dry_run_lists_who_is_late(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As staff call it; the deadline of a policy counts, too, and the command line's before it."""
    tree = gradescope(
        {
            "submission_1": ("Ada|1|", "2026-02-07 06:30:00 Z"),
            "submission_2": ("Bo|2|", "2026-02-05 06:30:00 Z"),
        }
    )
    roster, marks = tmp_path / "r.csv", tmp_path / "marks"
    download = as_folder(tmp_path / "class", tree)
    roster.write_text("SID,name\n1,Ada\n2,Bo\n")
    grade = [
        "grade",
        "csc148_2020_blocky",
        str(download),
        "--as",
        "class",
        "--out",
        str(marks),
    ]
    listed = [*grade, "--roster", str(roster), "--dry-run"]
    assert cli.main([*listed, "--deadline", TORONTO]) == 0
    assert "Late (1)\n│ Ada  days late: 1.07" in capsys.readouterr().out
    assert cli.main([*grade, "--deadline", TORONTO]) == cli.main([*listed, "--zone", "UTC"]) == 2
    errors = capsys.readouterr().err
    assert "a deadline needs --roster" in errors and "--zone is for a deadline" in errors
    marks.mkdir(exist_ok=True)
    (marks / "decisions.toml").write_text(
        '[weights.late]\nper_day = 1\ndays = 2\nreason = "h"\n'
        'deadline = "2026-02-01 23:59 America/Toronto"\n'
    )
    assert cli.main(listed) == 0
    assert "Late (2)" in capsys.readouterr().out
