"""Decisions for many, comments, requests and reviewed reasons: whom they are about, and what they change."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgspec
import pytest

from graders.harness.course.marks import decisions
from graders.harness.course.marks.decisions_file import FILE
from graders.harness.course.pages import submission_words
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.pages.submission_words import People
from graders.harness.course.pages.summary import summarise
from graders.harness.course.people.roster import match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.intake.delivery import Person
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Flag, FlagCode, Result, Verdict, from_json, to_json, total
from tests.intake.downloads import delivery
from tests.reports.every_format import document
from tests.reports.paper import check, result

SIGNED = 'by = "R. Tutor"\non = 2024-05-02\n'
WHY = 'why = "the forum allowed it"\n'
CLASS = People(
    [
        *product(["ada_101_a1"], ("1001", "wongada", "Ada Wong")),
        *product(["g1"], ("1007", "gil", "Gil Santos", "g1", "1008", "hana", "Lee")),
        *product(["lee"], ("1009", "leex", "Lee", "")),
    ]
)


def of(submission: str, verdict: Verdict = Verdict.FAILED) -> Result:
    """Return a result in which one check ended so."""
    some = result(
        check("block.a", verdict=verdict, marks=3),
        check("goal.secret-id", hidden=True, title="Secret", marks=2),
    )
    return msgspec.structs.replace(some, submission=submission)


def written(folder: Path, text: str) -> decisions.Record:
    """Return what a file with this text says."""
    (folder / FILE).write_text(text)
    return decisions.read_record(folder, CLASS)


def gains(record: decisions.Record, results: Iterable[Result]) -> list[Fraction]:
    """Return what each result gains by the decisions; nothing is to be flagged."""
    found = [record.decisions.applied([one])[0] for one in results]
    assert not [flag for one in found for flag in one.flags]
    return [total(one) - one.marks for one in found]


@pytest.mark.parametrize(
    "word", ["ada_101_a1", "1001", "wongada", "WongAda", "Ada Wong", " ada wong "]
)
def test_a_submission_is_found_by_its_name_and_by_its_author(word: str) -> None:
    assert CLASS.submission_of(word) == "ada_101_a1"


def test_words_are_the_rosters_or_else_the_platforms() -> None:
    """Where there is a roster, it alone says who is who."""
    handed_in = [
        delivery("a1", Person("Ada Wong", ("77",))),
        delivery("b1", Person("Ben Lee", ("88",))),
    ]
    assert submission_words.of_class(handed_in, None).submission_of("88") == "b1"
    matching = match(parse_roster(b"student id,login,folder\n77,ada,a1\n99,ben,b1\n"), handed_in)
    known = submission_words.of_class(handed_in, matching)
    assert [known.submission_of(word) for word in ("ada", "99", "ben", "b1")] == [
        "a1",
        "b1",
        "b1",
        "b1",
    ]
    with pytest.raises(GraderError):
        known.submission_of("88")


def test_members_of_a_group_are_their_submission() -> None:
    assert {CLASS.submission_of(word) for word in ("1007", "hana", "g1")} == {"g1"}


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("wongadda", "; did you mean wongada?"),
        ("Lee", "could be 'g1', 'lee'"),
        ("nobody-like-that", "nobody-like-that"),
    ],
)
def test_unknown_and_ambiguous_words_decide_nothing(tmp_path: Path, word: str, said: str) -> None:
    """Before, a decision on a login changed nothing, and no message named whom it may mean."""
    record = written(
        tmp_path, f'[[decision]]\nsubmission = "{word}"\ncheck = "block.a"\n{SIGNED}{WHY}'
    )
    assert gains(record, [of("ada_101_a1"), of("g1"), of("lee")]) == [0, 0, 0]
    assert said in record.unknown[0] and record.decisions.strangers(["g1"]) == record.unknown


def test_names_with_a_comma_stay_apart(tmp_path: Path) -> None:
    text = (
        f'[[decision]]\nsubmissions = ["Wong, Ada", "Berg, Hana"]\ncheck = "block.a"\n{SIGNED}{WHY}'
    )
    ((_, entry),) = written(tmp_path, text).entries
    assert entry.whose == "Wong, Ada; Berg, Hana"


@pytest.mark.parametrize(
    ("code", "passed", "gained"),
    [
        (FlagCode.EMPTY_FILE, Verdict.FAILED, 0),
        (FlagCode.NO_FILE_FOUND, Verdict.MISSING, 0),
        (FlagCode.EMPTY_FILE, Verdict.PASSED, 3),
        (FlagCode.NOTHING_USABLE, Verdict.MISSING, 3),
    ],
)
def test_decision_for_all_gives_an_empty_submission_nothing(
    tmp_path: Path, code: FlagCode, passed: Verdict, gained: int
) -> None:
    """It does if that is named, if only one of several files is empty, and if a file does not load."""
    some = result(
        check("block.a", verdict=Verdict.FAILED, marks=3),
        check("block.b", verdict=passed, marks=2),
    )
    empty = msgspec.structs.replace(some, submission="g1", flags=(Flag(code, {"file": "a.py"}),))
    for whom in ('submissions = ["*"]', 'failed = "block.a"', 'submissions = ["*", "g1"]'):
        record = written(tmp_path, f'[[decision]]\n{whom}\ncheck = "block.a"\n{SIGNED}{WHY}')
        (found,) = record.decisions.applied([empty])
        assert total(found) - found.marks == (3 if "g1" in whom else gained)
        assert found.flags == empty.flags


def test_one_decision_is_for_a_list(tmp_path: Path) -> None:
    text = f'[[decision]]\nsubmissions = ["wongada", "1008"]\ncheck = "block.a"\nmarks = 1.5\n{SIGNED}{WHY}'
    record = written(tmp_path, text)
    assert gains(record, map(of, ("ada_101_a1", "g1", "lee"))) == [
        Fraction(3, 2),
        Fraction(3, 2),
        0,
    ]


def test_decision_for_all_who_failed_a_check(tmp_path: Path) -> None:
    """It changes nothing for others, and is not questioned for them; a later submission that fails has it, too."""
    record = written(
        tmp_path, f'[[decision]]\nfailed = "block.a"\ncheck = "block.a"\n{SIGNED}{WHY}'
    )
    assert gains(
        record, [of("g1"), of("lee", Verdict.PASSED), of("late-comer", Verdict.TIMEOUT)]
    ) == [3, 0, 3]
    grounds = {
        key.partition(" ")[2]: ground.was for key, ground in record.decisions.grounds.items()
    }
    assert grounds == {"g1": "failed", "late-comer": "timeout"}


def test_ground_of_each_submission_is_kept(tmp_path: Path) -> None:
    """If one of many ends otherwise later, a flag asks about this one alone."""
    text = f'[[decision]]\nfailed = "block.a"\ncheck = "block.a"\n{SIGNED}{WHY}'
    first = written(tmp_path, text).decisions
    for name in ("g1", "lee"):
        first.applied([of(name)], "f1")
    decisions.write_grounds(tmp_path, first)
    again = decisions.read(tmp_path, CLASS)
    assert again.applied([of("g1")], "f1")[0].flags == ()
    (flag,) = again.applied([of("lee", Verdict.TIMEOUT)], "f1")[0].flags
    assert "was wrong answer, now took too long" in flag_text(flag)


def test_last_decision_about_the_same_thing_counts(tmp_path: Path) -> None:
    """A person may have more, or less, than all others."""
    many = f'[[decision]]\nsubmissions = ["*"]\ncheck = "block.a"\nmarks = 1\n{SIGNED}{WHY}'
    one = f'[[decision]]\nsubmission = "hana"\ncheck = "block.a"\nmarks = 2\n{SIGNED}{WHY}'
    assert gains(written(tmp_path, many + one), map(of, ("g1", "lee"))) == [2, 1]
    assert gains(written(tmp_path, one + many), map(of, ("g1", "lee"))) == [1, 1]


def test_decision_for_all_who_failed_an_unknown_check_is_flagged(tmp_path: Path) -> None:
    """It would be about nobody, and nobody would know."""
    record = written(
        tmp_path, f'[[decision]]\nfailed = "block.aa"\ncheck = "block.a"\n{SIGNED}{WHY}'
    )
    (found,) = record.decisions.applied([of("g1")])
    assert "is it block.a?" in flag_text(found.flags[0]) and not found.adjustments


@pytest.mark.parametrize(
    ("field", "said"),
    [('check = "block.aa"', "is it block.a?"), ('check = "block.a"\nmarks = 9', "more than")],
)
def test_impossible_decision_for_many_is_flagged(tmp_path: Path, field: str, said: str) -> None:
    record = written(tmp_path, f'[[decision]]\nsubmissions = ["*"]\n{field}\n{SIGNED}{WHY}')
    (flag,) = record.decisions.applied([of("g1")])[0].flags
    assert said in flag_text(flag)


ABOUT = f"""[[comment]]
submission = "g1"
check = "block.a"
text = "About a."
{SIGNED}
[[comment]]
submission = "g1"
check = "goal.secret-id"
text = "About a secret."
{SIGNED}"""


@pytest.mark.parametrize("name", ["html", "text", "markdown"])
def test_comment_about_a_check_is_shown_with_its_title(tmp_path: Path, name: str) -> None:
    """For the student not with the title of a hidden check, which other lines may show."""
    (found,) = written(tmp_path, ABOUT).decisions.applied([of("g1")])
    readers = (Audience.STUDENT, Audience.STAFF)
    student, staff = (html.unescape(document(name, found, reader).decode()) for reader in readers)
    assert 'comment on "Title of block.a"' in student and 'comment on "Title of block.a"' in staff
    assert 'comment on "Secret"' in staff and 'comment on "Secret"' not in student
    assert "About a secret." in student and "secret-id" not in student


COMMENT = f'[[comment]]\nsubmissions = ["ada_101_a1", "g1"]\ntext = "Look at page 3."\n{SIGNED}'


@pytest.mark.parametrize("name", ["html", "text", "markdown", "gradescope", "markus", "json"])
def test_comment_is_in_the_report_of_each_of_a_group(tmp_path: Path, name: str) -> None:
    record = written(tmp_path, COMMENT)
    for submission, has_it in (("g1", True), ("lee", False)):
        (found,) = record.decisions.applied([of(submission)])
        assert total(found) == found.marks and from_json(to_json(found)) == found
        shown = document(name, found).decode()
        assert ("Look at page 3" in shown) is has_it
        assert "before adjustments" not in shown


REQUEST = (
    '[[request]]\nsubmission = "1001"\ncheck = "goal.secret-id"\nquestion = "Why this?"\n' + SIGNED
)


def test_request_waits_until_it_is_answered(tmp_path: Path) -> None:
    """The answer is a later table, so that the file is only added to."""
    row = GradebookRow(
        "1001", "Ada", "", "ada_101_a1", GradingState.GRADED, of("ada_101_a1", Verdict.PASSED)
    )
    summary = summarise("A1", [row])
    waiting = written(tmp_path, REQUEST)
    (item,) = waiting.reviewed.applied(summary, [row]).attention
    assert (item.who, item.reasons) == (
        ("Ada",),
        ("a regrade request waits for an answer: Why this?",),
    )
    assert waiting.decisions.applied([of("ada_101_a1")]) == (of("ada_101_a1"),)
    answered = written(tmp_path, REQUEST + REQUEST + 'answer = "See page 3."\n')
    assert answered.reviewed.applied(summary, [row]).attention == ()
    ((_, request),) = answered.requests
    assert request.answer == "See page 3."


@pytest.mark.parametrize("visible", [True, False])
def test_answer_is_in_the_students_report_only_if_it_is_visible(
    tmp_path: Path, visible: bool
) -> None:
    """The id of a hidden check is left out, and the whole answer where students know nothing of hidden checks."""
    text = REQUEST + f'answer = "See page 3."\nvisible = {str(visible).lower()}\n'
    (found,) = written(tmp_path, text).decisions.applied([of("ada_101_a1")])
    shown = document("text", found).decode()
    assert (
        "Question: Why this?\n│ Answer: See page 3." in shown
    ) is visible and "secret-id" not in shown
    assert redact(found, Audience.STUDENT, HiddenCheckPolicy.NOTHING).result.adjustments == ()


def reasons(record: decisions.Record, *texts: str) -> list[str]:
    """Return which of these flags of the group's submission still need review."""
    found = of("g1", Verdict.PASSED)
    row = GradebookRow("1007", "Gil", "g1", "g1", GradingState.GRADED, found, flags=texts)
    summary = record.reviewed.applied(summarise("A1", [row]), [row])
    return [reason for item in summary.attention for reason in item.reasons]


def test_seen_reason_leaves_the_list(tmp_path: Path) -> None:
    """Another reason, or the same with other facts, stays."""
    seen = '[[seen]]\nsubmission = "hana"\nreason = "{}"\n' + SIGNED + WHY
    texts = ("it is empty [1]", "may tamper: a.py line 3", "may tamper: a.py line 9")
    assert reasons(written(tmp_path, seen.format("it is empty [1]")), *texts) == list(texts[1:])
    assert reasons(written(tmp_path, seen.format("may tamper: * line 3")), *texts) == [
        texts[0],
        texts[2],
    ]
    assert reasons(written(tmp_path, seen.format("may tamper*")), *texts) == [texts[0]]
    other = seen.replace("hana", "1001").format("*")
    assert reasons(written(tmp_path, other), *texts) == list(texts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[comment]]\ntext = 'x'\n", "needs either submission"),
        ("[[comment]]\nsubmission = 'a'\nfailed = 'b'\ntext = 'x'\n", "needs either submission"),
        ("[[comment]]\nsubmission = 'a'\ntext = ' '\n", "text is empty"),
        ("[[request]]\nsubmissions = ['a', 'b']\nquestion = 'x'\n", "name the submission"),
        ("[[seen]]\nfailed = 'a'\nreason = 'x'\nwhy = 'y'\n", "name the submission"),
        ("[[seen]]\nsubmission = 'a'\nreason = 'x'\nwhy = ' '\n", "needs by"),
        ("[[note]]\nsubmission = 'a'\n", "there is no field note"),
    ],
)
def test_malformed_entry_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(GraderError, match=said):
        written(tmp_path, f"{text}{SIGNED}")
