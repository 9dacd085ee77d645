"""Releasing hidden checks: each level shows what it names, in every format, and nothing that is above it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec
import pytest

from graders.extensions.platforms.return_feedback import targets
from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import HARNESS
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault
from graders.harness.errors import GraderError
from graders.harness.handout.student import public_manifest
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, own_words, redact
from graders.harness.reports.formats import formats
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    Result,
    Text,
    Transcripts,
    Verdict,
    Visibility,
    from_json,
    to_json,
)
from tests.course.graded import graded
from tests.reports.every_format import writer_of
from tests.reports.paper import PAINTER, board, check, flags, notes, rendered, result

P = HiddenCheckPolicy
AT_MOST_TITLE = (P.NOTHING, P.VERDICT, P.TITLE)

FROM: Mapping[str, HiddenCheckPolicy] = {
    "wtitle": P.TITLE, "etitle": P.TITLE, "ntitle": P.TITLE,
    "wident": P.MESSAGE, "eident": P.MESSAGE, "wmessage": P.MESSAGE, "wcontext": P.MESSAGE, "econtext": P.MESSAGE,
    "13.37": P.MESSAGE, "took too long": P.MESSAGE, "IndexError": P.MESSAGE,
    "wcall": P.ALL, "wexpected": P.ALL, "wgot": P.ALL, "wprinted": P.ALL, "wboard": P.ALL, "wlabel": P.ALL,
    "wlines": P.ALL, "wexample": P.ALL, "etext": P.ALL, "efile": P.ALL, "4711": P.ALL, "qline": P.ALL,
}  # fmt: skip
"""A word planted in a hidden check -> the level from which on students read it."""
NEVER = (
    "nident",
    "nmessage",
    "qcall",
    "17.71",
    "flagged",
    "noted",
    "faultid",
    "faulttitle",
    "logged",
)
"""Words that no level shows: those of a check that is never released, and staff's own."""
ORDER = list(HiddenCheckPolicy)


def planted() -> Result:
    """Return a result with a word of its own in every field of two hidden checks, and of one that is never released."""
    wrong = msgspec.structs.replace(
        check(
            "block.wident",
            marks="1337/100",
            title="About wtitle.",
            hidden=True,
            cause=Cause(CauseKind.WRONG_ANSWER, detail="It says wmessage.", context="in wcontext"),
            exhibits=(
                Text("call", "wcall(3)"),
                Text("expected", "wexpected"),
                Text("got", "wgot"),
                Text("it printed", "wprinted"),
                board("wboard", 1, ("b", 0, 0, 1)),
                Transcripts(label="wlabel", start=1, mark=0, expected=("wlines",), got=("other",)),
            ),
        ),
        example="wexample",
    )
    raised = check(
        "block.eident",
        marks=2,
        title="About etitle.",
        hidden=True,
        verdict=Verdict.RAISED,
        cause=Cause(
            CauseKind.EXCEPTION,
            name="IndexError",
            detail="etext",
            file="efile.py",
            line=4711,
            context="in econtext",
        ),
        exhibits=(Text("raised at", "qline"),),
    )
    slow = check(
        "block.slow",
        hidden=True,
        verdict=Verdict.TIMEOUT,
        cause=Cause(CauseKind.CPU_LIMIT, limit=2.0),
    )
    never = check(
        "goal.nident",
        marks="1771/100",
        title="About ntitle.",
        hidden=True,
        message="It says nmessage.",
        exhibits=(Text("call", "qcall(5)"),),
    )
    return result(
        wrong,
        raised,
        slow,
        never,
        check("goal.other", marks=3, title="About ntitle.", hidden=True, verdict=Verdict.PASSED),
        check("block.open", message="told openly"),
        flags=flags("flagged"),
        notes=notes("noted"),
    )


DIAGNOSIS = Diagnosis(
    faults=(
        KnownFault(("faulttitle",), ("faultid",), Certainty.LIKELY, "wcall", ("block.wident",)),
    ),
    hints=("a hint",),
)


def style(level: HiddenCheckPolicy = P.TITLE, **parts: object) -> ReportStyle:
    """Return the style of an assignment that never releases one check."""
    return ReportStyle("Blocky", PAINTER, level, never=("goal.n*", "goal.other"), **parts)  # type: ignore[arg-type]


@cache
def documents(level: HiddenCheckPolicy) -> dict[str, str]:
    """Return every document for students at *level*, by its name."""
    found = {}
    shown = style(level)
    seen = shown.redacted(planted(), Audience.STUDENT, DIAGNOSIS)
    for name in formats():
        found[name] = writer_of(name, seen.result)(seen, shown, {}).decode()
    for colours in (None, "truecolor"):
        found[f"terminal {colours}"] = rendered(
            seen.result,
            audience=Audience.STUDENT,
            colours=colours,
            all_checks=True,
            width=120,
        )
    return found


def words_in(text: str) -> set[str]:
    """Return the planted words in *text*; a page marks the first difference of two lines."""
    text = re.sub("</?mark>", "", text)
    return {word for word in (*FROM, *NEVER) if word in text}


@pytest.mark.parametrize("level", HiddenCheckPolicy)
def test_nothing_leaks_below_its_level(level: HiddenCheckPolicy) -> None:
    """No document has a word of a higher level, and together they have all words of this one."""
    allowed = {word for word, least in FROM.items() if ORDER.index(least) <= ORDER.index(level)}
    found: set[str] = set()
    for name, text in documents(level).items():
        assert words_in(text) <= allowed, name
        found |= words_in(text)
    assert found == allowed


@pytest.mark.parametrize("format", formats())
def test_released_check_is_shown_in_every_format(format: str) -> None:
    """The message at `message`, input, expected and got at `all`: no format leaves them out."""
    text = {level: documents(level)[format] for level in (P.MESSAGE, P.ALL)}
    assert {"wtitle", "wmessage", "wcontext", "IndexError"} <= words_in(text[P.MESSAGE])
    assert {"wmessage", "wcall", "wexpected", "wgot", "etext"} <= words_in(text[P.ALL])


def test_staff_read_every_word() -> None:
    """This proves that the search above finds each of them."""
    shown = style()
    seen = shown.redacted(planted(), Audience.STAFF, DIAGNOSIS)
    texts = [
        formats()[name].write(seen, shown, {}).decode()
        for name in ("html", "json", "text", "gradescope")
    ]
    assert words_in("".join(texts)) == {*FROM, *NEVER} - {"logged"}


def test_release_is_apart_from_what_students_see_before_it() -> None:
    """Without a release nothing changes; with one the command's level counts, or else the assignment's."""
    shown = style(released=P.MESSAGE)
    before = redact(planted(), Audience.STUDENT)
    assert shown.redacted(planted(), Audience.STUDENT) == before
    for level in HiddenCheckPolicy:
        seen = shown.redacted(planted(), Audience.STUDENT, release=level.value)
        assert seen == style(level).redacted(planted(), Audience.STUDENT)
    assert shown.redacted(planted(), Audience.STUDENT, release="") == shown.redacted(
        planted(), Audience.STUDENT, release="message"
    )
    with pytest.raises(GraderError, match="released_checks"):
        style().redacted(planted(), Audience.STUDENT, release="")
    assert shown.redacted(planted(), Audience.STAFF, release="all").result == planted()


def test_release_shows_hints_that_wait_for_the_deadline() -> None:
    for hints, shown in {"never": False, "after-deadline": True, "always": True}.items():
        seen = style(hints=hints).redacted(
            planted(), Audience.STUDENT, DIAGNOSIS, release="message"
        )
        assert bool(seen.hints) is shown


def test_check_that_is_never_released_stays_among_the_hidden_ones() -> None:
    """It has a title, and no id, verdict or marks of its own; its task's hidden marks stay a sum."""
    seen = style(P.ALL).redacted(planted(), Audience.STUDENT)
    stayed = [one for one in seen.result.checks if one.visibility is Visibility.HIDDEN]
    assert [(one.id, one.title, one.marks, one.max_marks) for one in stayed] == [
        ("goal.hidden-1", "About ntitle.", 0, 0),
        ("goal.hidden-2", "About ntitle.", 0, 0),
    ]
    block, goal = seen.result.tasks
    assert seen.hidden_marks(block) is None
    assert seen.hidden_marks(goal) == (3, Fraction("20.71"))


def test_misspelt_check_is_not_shown_by_mistake() -> None:
    """A pattern that matches nothing stops a release; without one it does no harm."""
    misspelt = ReportStyle("Blocky", PAINTER, never=("goal.nidentt",), released=P.ALL)
    assert misspelt.redacted(planted(), Audience.STUDENT) == redact(planted(), Audience.STUDENT)
    with pytest.raises(GraderError, match=r"goal\.nidentt.*no check"):
        misspelt.redacted(planted(), Audience.STUDENT, release="")


@pytest.mark.parametrize("kind", CauseKind)
def test_message_has_nothing_that_the_program_wrote(kind: CauseKind) -> None:
    """An exception's text, type, file, the file being loaded, an exit status: any of them may hold a hidden input.

    Before, a message was taken for the check's own; a program that raised its input could read it there.
    """
    words = "s3cret"
    own = "the check's words" if kind in (CauseKind.WRONG_ANSWER, CauseKind.CPU_LIMIT) else words
    cause = Cause(
        kind,
        file=words,
        line=4711,
        name=words,
        detail=own,
        limit=2,
        status=4711,
        loading=words,
        context="the step",
    )
    shown = own_words(cause)
    written = msgspec.json.encode(shown).decode()
    assert words not in written and "4711" not in written
    assert own == words or "the check's words" in written


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("prints 's3cret 4711' where 'Bye' is due.", "prints '...' where 'Bye' is due."),
        ("is \"it's s3cret\", not 'Bye'", "is \"...\", not 'Bye'"),
        (r"is 'a\'s3cret'.", "is '...'."),
        (
            "The board's row has 'X', not 'O'; it's wrong.",
            "The board's row has 'X', not 'O'; it's wrong.",
        ),
        ("has 471147114711 items, not 1234567", "has ... items, not 1234567"),
        ("Players' row isn't right: 1000 cells", "Players' row isn't right: 1000 cells"),
    ],
)
def test_attack_message_quotes_only_what_was_expected(said: str, shown: str) -> None:
    """A check that says what it got would say the input that a program answered with."""
    due = (Text(label="expected", text="Bye\n1234567"), Text(label="got", text="s3cret 4711"))
    cause = Cause(CauseKind.WRONG_ANSWER, detail=said)
    found = check("block.h", verdict=Verdict.FAILED, cause=cause, hidden=True)
    found = msgspec.structs.replace(found, exhibits=due)
    (seen,) = redact(result(found), Audience.STUDENT, P.MESSAGE).result.checks
    assert seen.cause == Cause(CauseKind.WRONG_ANSWER, detail=shown)


def test_cause_that_a_public_check_shows_is_no_secret() -> None:
    """A file that does not load blocks hidden checks, too; the page names it once, with all of them."""
    broken = Cause(
        CauseKind.FILE_BROKEN, file="block.py", line=3, detail="SyntaxError: invalid syntax"
    )
    other = Cause(CauseKind.FILE_BROKEN, file="block.py", line=3, detail="SyntaxError: s3cret")
    found = result(
        check("block.a", verdict=Verdict.MISSING, cause=broken),
        check("block.h", verdict=Verdict.MISSING, cause=broken, hidden=True),
        check("block.i", verdict=Verdict.MISSING, cause=other, hidden=True),
    )
    seen = redact(found, Audience.STUDENT, P.MESSAGE)
    assert [one.cause for one in seen.result.checks] == [broken, broken, None]


def test_decision_on_a_released_check_names_it() -> None:
    """Before the release it is one on "a hidden check"."""
    change = Adjustment(
        "decision on block.wident", Fraction(1), "as agreed", by="R. Tutor", about="block.wident"
    )
    found = msgspec.structs.replace(planted(), adjustments=(change,))
    before = style().redacted(found, Audience.STUDENT).result.adjustments
    after = style().redacted(found, Audience.STUDENT, release="message").result.adjustments
    assert (before[0].about, after) == ("", (change,))
    never = msgspec.structs.replace(change, rule="decision on goal.nident", about="goal.nident")
    found = msgspec.structs.replace(planted(), adjustments=(never,))
    assert (
        style().redacted(found, Audience.STUDENT, release="all").result.adjustments[0].about == ""
    )


def test_students_file_of_a_release_is_read_back() -> None:
    """`grader report` on a student's own file shows the same again, and never more."""
    for level in HiddenCheckPolicy:
        seen = style(level).redacted(planted(), Audience.STUDENT).result
        again = from_json(to_json(seen))
        assert redact(again, Audience.STUDENT).result.checks == again.checks


# By the commands.

ROSTER = "student id,login,name\n1001,ada,Ada\n"


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of one."""
    (tmp_path / "marks").mkdir()
    one = msgspec.structs.replace(planted(), submission="1001", assignment="csc148_2020_blocky")
    folder = graded(tmp_path / "marks", ROSTER, {"1001": one})
    (folder / "1001" / "diagnosis.json").write_bytes(msgspec.json.encode(DIAGNOSIS))
    (folder / "1001" / "run.log").write_text("logged")
    return folder


def written_below(folder: Path) -> str:
    """Return the text of all files that are not compressed below *folder*."""
    return "".join(
        path.read_text() for path in folder.rglob("*") if path.is_file() and path.suffix != ".zip"
    )


@pytest.mark.parametrize("release", [None, "message", "all"])
@pytest.mark.parametrize(
    "target",
    [target for target, kind in targets().items() if not (kind.zipped or kind.needs_download)],
)
def test_hand_back_releases_for_every_platform(
    target: str, release: str | None, marks: Path, tmp_path: Path
) -> None:
    """Without the option it is as before."""
    option = [f"--release={release}"] if release else []
    assert (
        cli.main(
            ["hand-back", str(marks), "--for", target, "--out", str(tmp_path / "back"), *option]
        )
        == 0
    )
    level = P(release or "title")
    allowed = {word for word, least in FROM.items() if ORDER.index(least) <= ORDER.index(level)}
    assert (
        words_in(written_below(tmp_path / "back")) - {"nident", "nmessage", "qcall", "17.71"}
        <= allowed
    )
    assert ("wmessage" in written_below(tmp_path / "back")) is (release is not None)


@pytest.mark.slow
def test_report_releases_a_class_and_a_single_result(
    marks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pages of the whole class, and one result printed; --release alone needs the assignment's level."""
    out = tmp_path / "pages"
    assert (
        cli.main(["report", str(marks), "--format", "html", "--out", str(out), "--release=message"])
        == 0
    )
    assert "wmessage" in written_below(out) and "wcall" not in written_below(out)
    capsys.readouterr()
    assert cli.main(["report", str(marks / "1001"), "--format", "text", "--release", "all"]) == 0
    assert "wcall" in capsys.readouterr().out
    assert cli.main(["report", str(marks / "1001"), "--format", "text", "--release"]) == 2
    assert "released_checks" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--format", "html", "--for", "staff"], ["--format", "canvas", "--column", "A2"]]
)
def test_release_is_for_students_reports(
    options: list[str], marks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        cli.main(["report", str(marks), *options, "--out", str(tmp_path / "out"), "--release=all"])
        == 2
    )
    assert "students' reports" in capsys.readouterr().err


def test_path_after_the_option_is_no_level(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """argparse takes the next word for the level; the message names the levels."""
    with pytest.raises(SystemExit):
        cli.main(["report", "--format", "html", "--release", str(marks)])
    assert "choose from verdict, title, message, all" in capsys.readouterr().err


def test_folder_for_a_student_has_no_log_at_any_level(tmp_path: Path) -> None:
    for level in HiddenCheckPolicy:
        result_folder.write(
            tmp_path / level.value,
            planted(),
            ["logged"],
            style(level),
            Audience.STUDENT,
            diagnosis=DIAGNOSIS,
        )
        assert not {*NEVER} & words_in(written_below(tmp_path / level.value))


# Bundles, and every place that redacts.


def test_bundle_does_not_name_checks_that_are_never_released() -> None:
    """The manifest in a student's bundle would have their ids."""
    manifest = load_assignment("csc148_2020_blocky").manifest
    secretive = msgspec.structs.replace(manifest, never_released=("block.s3cret",))
    assert public_manifest(secretive, []).never_released == ()


@pytest.mark.slow
def test_every_report_knows_the_checks_that_are_never_released() -> None:
    """`redact` alone does not: reports ask the assignment's style. A bundle has no hidden checks at all."""
    own = {"reports/audience.py", "reports/report_style.py", "reports/terminal_report.py"}
    for_staff = {"commands/failing.py", "commands/trying.py"}
    bundle = {"handout/selfcheck.py"}
    texts = {
        path.relative_to(HARNESS).as_posix(): path.read_text() for path in HARNESS.rglob("*.py")
    }
    callers = {name for name, text in texts.items() if re.search(r"(?<![\w.])redact\(", text)}
    assert "reports/report_style.py" in callers
    assert callers <= own | for_staff | bundle
