"""A student's own check: its sections, its total and the next step are the same in every medium."""

from __future__ import annotations

import html
import io
from fractions import Fraction

import pytest
from rich.console import Console

from graders.harness.handout import checkup_report as terminal
from graders.harness.handout import own_report
from graders.harness.handout.checkup import (
    Checkup,
    StudentFunction,
    next_step,
    sections_of,
    total_in_words,
)
from graders.harness.reports import markdown
from graders.harness.reports.audience import Audience, RedactedResult, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.loading import folded, not_folded, unloaded_files
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.verdicts import counted
from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    Finding,
    ManualPart,
    Result,
    Verdict,
    not_passed,
)
from tests.reports.golden import words
from tests.reports.paper import check, rendered, result

STYLE = ReportStyle("Blocky")
SWAP, ROTATE = (
    StudentFunction("block.py", "Block.swap"),
    StudentFunction("block.py", "Block.rotate"),
)
BROKEN = Cause(
    CauseKind.FILE_BROKEN, file="block.py", line=188, detail="IndentationError: unexpected indent"
)
ABSENT = Cause(CauseKind.FILE_MISSING, file="goal.py", name="Goals.py")
WRONG = check(
    "block.swap", title="swap exchanges halves.", message="The board is not the right one."
)
WAITS = check(
    "block.rotate", title="rotate turns a block.", message="The board is not the right one."
)


def seen_of(*checks: CheckResult, **parts: object) -> RedactedResult:
    """Return what a student sees of these checks."""
    return redact(result(*checks, **parts), Audience.STUDENT)


def advice(checkup: Checkup, *checks: CheckResult) -> str:
    """Return the next step."""
    seen = seen_of(*checks)
    return next_step(seen, checkup, sections_of(seen, checkup))


def media(checkup: Checkup, seen: RedactedResult) -> dict[str, str]:
    """Return the words of the terminal's report, the page and the job's summary."""
    out = io.StringIO()
    terminal.render(seen, checkup, STYLE, console=Console(file=out, width=200, color_system=None))
    return {
        "terminal": out.getvalue(),
        "page": words(own_report.page(seen, checkup, STYLE, {})),
        "markdown": own_report.summary(seen, checkup, STYLE).decode(),
    }


def plain(markdown_: str) -> str:
    """Return the text without Markdown's escapes."""
    return html.unescape(markdown_)


def test_next_is_what_is_broken_then_wrong_then_unwritten() -> None:
    """A file that does not load comes first, with its line; the bundle's last step is to hand in."""
    begun = Checkup([ROTATE], {"swap"}, hand_in=["block.py", "goal.py"])
    broken = check("block.copy", verdict=Verdict.MISSING, cause=BROKEN)
    absent = check("goal.score", verdict=Verdict.MISSING, cause=ABSENT)
    right = check("block.paint", verdict=Verdict.PASSED)
    assert advice(begun, WRONG, WAITS, broken, right) == "Next: fix block.py, line 188."
    assert advice(begun, WRONG, absent) == "Next: rename 'Goals.py' to goal.py."
    assert advice(begun, WRONG, WAITS, right) == "Next: fix swap."
    assert advice(begun, WAITS, right) == "Next: write rotate in block.py."
    game = check("game.plays", title="A game runs to its end.", message="It does not end.")
    assert advice(begun, game) == "Next: write rotate in block.py.", (
        "a whole game needs all functions"
    )
    assert advice(Checkup(hand_in=begun.hand_in), right) == "Hand in block.py and goal.py."


def test_common_word_is_a_function_only_where_code_stands() -> None:
    """The tick of a game is no `tick`."""
    begun = Checkup([ROTATE], {"tick", "format_row"})
    for text, named in (
        ("Jewels vanish at the next tick.", "write rotate in block.py"),
        ("tick lets jewels vanish.", "fix tick"),
        ("After tick() they are gone.", "fix tick"),
        ("Each format_row is wrong.", "fix format_row"),
    ):
        assert (
            advice(begun, check("play.x", title=text, message="It is wrong.")) == f"Next: {named}."
        )


def test_next_names_the_line_of_an_exception() -> None:
    """Without a function in its texts, the line alone; without both, the check."""
    raised = Cause(CauseKind.EXCEPTION, name="KeyError", detail="'x'", file="block.py", line=7)
    place = "(block.py, line 7)"
    for title, words_ in (
        ("swap works.", f"fix swap {place}"),
        ("A game ends.", f"fix what game.plays shows {place}"),
    ):
        failed = check("game.plays", verdict=Verdict.RAISED, title=title, cause=raised)
        assert advice(Checkup(written={"swap"}), failed) == f"Next: {words_}."
    assert advice(Checkup(), WRONG) == "Next: fix what block.swap shows."


def test_starters_own_file_waits_for_the_names_that_it_imports() -> None:
    """An untouched game.py that imports an unwritten class is not broken. A changed one is."""
    cause = Cause(
        CauseKind.FILE_BROKEN, file="game.py", line=3, detail="ImportError: cannot import name 'x'"
    )
    blocked = check("game.ids", verdict=Verdict.MISSING, cause=cause)
    begun = Checkup([SWAP], unchanged={"game.py"})
    assert sections_of(seen_of(blocked), begun).waiting == [blocked]
    stub = Cause(CauseKind.EXCEPTION, name="NotImplementedError", file="game.py", line=9)
    raised = check("game.score", verdict=Verdict.RAISED, cause=stub)
    assert sections_of(seen_of(raised), Checkup([SWAP], {"x"}, {"game.py"})).waiting == [raised]
    for other in (Checkup([SWAP]), Checkup(unchanged={"game.py"})):
        assert sections_of(seen_of(blocked), other).broken == [[blocked]]


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_chosen_checks_wait_as_in_a_whole_run(medium: str) -> None:
    """The import of an untouched file of the course is no fault, whichever checks run."""
    cause = Cause(
        CauseKind.FILE_BROKEN, file="game.py", line=3, detail="ImportError: cannot import name 'x'"
    )
    blocked = check("game.ids", verdict=Verdict.MISSING, cause=cause)
    begun = Checkup([SWAP], unchanged={"game.py"}, chosen=True, hand_in=["block.py"])
    shown = plain(media(begun, seen_of(blocked))[medium])
    assert "write swap in block.py" in shown and "does not load" not in shown
    assert (
        advice(
            Checkup(chosen=True, hand_in=["block.py"]), check("block.paint", verdict=Verdict.PASSED)
        )
        == ""
    )


def test_file_that_a_program_cannot_import_is_one_cause() -> None:
    """Each run of the program ends with the exception; that is one broken file. A raised one is not."""
    cause = Cause(
        CauseKind.EXCEPTION, name="IndentationError", detail="bad indent", file="board.py", line=3
    )
    checks = [
        check(f"play.{n}", verdict=Verdict.RAISED, cause=cause, message="", marks=2)
        for n in range(3)
    ]
    seen = seen_of(*checks)
    for shown in media(Checkup(unreadable=["board.py"]), seen).values():
        assert "fix board.py, line 3." in plain(
            shown
        ) and "board.py does not load (line 3)" in plain(shown)
    for shown in media(Checkup(), seen).values():
        assert (
            "fix board.py, line 3: 3 checks end there." in plain(shown)
            and "does not load" not in shown
        )


def test_total_says_of_what_it_is_the_total() -> None:
    """Hidden checks, a tutor's part and deductions are named beside it."""
    by_hand = (ManualPart(name="Quality", max_marks=Fraction(10)),)
    seen = seen_of(check("a.b", verdict=Verdict.PASSED, marks="9.4"), manual=by_hand)
    told = total_in_words(seen, Checkup(whole=Fraction(20)))
    assert told == (
        "9.4 of 9.4 marks of the public checks; 10.6 more depend on hidden checks; a tutor gives up to 10 more"
    )
    cut = (Adjustment(rule="package", amount=Fraction(-5), reason="no package"),)
    seen = seen_of(check("a.b", verdict=Verdict.PASSED, marks=6), adjustments=cut)
    assert (
        total_in_words(seen, Checkup()) == "1 of 6 marks of the public checks, 6 before adjustments"
    )


PACKAGE = Finding(
    "package", "breach", "Block.java", 1, "add the line `package toys;`", "the handout"
)
TODO = Finding("leftovers", "breach", "Block.java", 9, "a to-do mark", "the handout")
RIGHT = check("block.paint", verdict=Verdict.PASSED, marks=6)


def test_rule_that_costs_marks_comes_before_handing_in() -> None:
    """One that costs all of them comes first of all. A file that was not looked at has no finding."""
    checkup = Checkup(hand_in=["Block.java"], costly={"package"})
    zero = (Adjustment(rule="package", amount=Fraction(-100), reason="no package"),)
    some = (Adjustment(rule="package", amount=Fraction(-2), reason="no package"),)
    unread = (Adjustment(rule="style", amount=Fraction(-2), reason="not looked at: Block.java"),)
    todo = "Next: fix Block.java, line 1: add the line `package toys;`."
    for checks, adjustments, findings, step in (
        ([RIGHT], zero, (TODO, PACKAGE), todo),
        ([RIGHT, WRONG], zero, (TODO, PACKAGE), todo),
        ([RIGHT, WRONG], some, (TODO, PACKAGE), "Next: fix what block.swap shows."),
        ([RIGHT], some, (TODO, PACKAGE), todo),
        ([RIGHT], unread, (TODO,), "Next: style: not looked at: Block.java."),
        ([RIGHT], (), (TODO,), "Hand in Block.java."),
    ):
        seen = seen_of(*checks, adjustments=adjustments, findings=findings)
        assert next_step(seen, checkup, sections_of(seen, checkup)) == step


def test_page_is_not_green_where_a_rule_costs_marks() -> None:
    zero = (Adjustment(rule="package", amount=Fraction(-100), reason="no package"),)
    checkup = Checkup(hand_in=["Block.java"], costly={"package"})
    costs = own_report.page(
        seen_of(RIGHT, adjustments=zero, findings=(PACKAGE,)), checkup, STYLE, {}
    ).decode()
    right = own_report.page(seen_of(RIGHT), checkup, STYLE, {}).decode()
    assert (costs.count("callout passed"), right.count("callout passed")) == (0, 2)


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_remarks_wait_until_all_is_written_unless_they_cost_marks(medium: str) -> None:
    """A to-do mark of the starter is nobody's fault."""
    seen = seen_of(WAITS, findings=(TODO, PACKAGE))
    begun = plain(media(Checkup([ROTATE], costly={"package"}), seen)[medium])
    assert "`package toys;`" in begun and "a to-do mark" not in begun
    assert "a to-do mark" in plain(media(Checkup(), seen)[medium])


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_what_was_not_read_is_shown(medium: str) -> None:
    unread = "what is not to be handed in is not read: 'myhelp.py'"
    assert unread in plain(media(Checkup(remarks=[unread]), seen_of(RIGHT))[medium])


@pytest.mark.parametrize(
    ("cause", "file"),
    [
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                detail="ModuleNotFoundError: No module named 'mine'",
            ),
            "mine.py",
        ),
        (
            Cause(
                CauseKind.EXCEPTION,
                file="goal.py",
                name="ModuleNotFoundError",
                detail="No module named 'my.a'",
            ),
            "my/a.py",
        ),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                detail="cannot find symbol; symbol: class Mine",
            ),
            "Mine.java",
        ),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                detail="cannot find symbol; symbol: variable Mine",
            ),
            "Mine.java",
        ),
        (
            Cause(
                CauseKind.FILE_BROKEN,
                file="goal.py",
                detail="FileNotFoundError: [Errno 2] No such file or directory: 'mine.txt'",
            ),
            "mine.txt",
        ),
    ],
)
def test_code_in_a_file_that_stays_at_home_is_to_be_moved(cause: Cause, file: str) -> None:
    """Only if its absence is why a check fails."""
    failed = check("goal.score", verdict=Verdict.RAISED, cause=cause)
    todo = f"Next: move what goal.py uses of {file} into goal.py: {file} is not to be handed in."
    assert advice(Checkup(left_out=["other.py", file]), failed) == todo
    assert advice(Checkup(left_out=["other.py"]), failed) != todo
    assert advice(Checkup(left_out=[file], hand_in=["goal.py"]), RIGHT) == "Hand in goal.py."


@pytest.mark.parametrize("imported", ["Bloc", "Block"])
def test_class_renamed_everywhere_is_to_be_renamed(imported: str) -> None:
    """Files that import it by its wrong name do not load, and their lines are right but for it."""
    name = "block.py has no Block: is 'Bloc' meant?"
    lost = check(
        "block.paint",
        verdict=Verdict.MISSING,
        cause=Cause(CauseKind.NAME_MISSING, name=name),
    )
    wrong = f"ImportError: cannot import name '{imported}' from 'block' (block.py)"
    cause = Cause(CauseKind.FILE_BROKEN, file="goal.py", line=8, detail=wrong)
    blocked = check("goal.score", verdict=Verdict.MISSING, cause=cause)
    assert advice(Checkup(), blocked, lost) == "Next: rename Bloc to Block."
    assert advice(Checkup(), blocked) == "Next: fix goal.py, line 8."


def test_file_of_another_name_is_to_be_renamed_first() -> None:
    checkup = Checkup(hand_in=["block.py", "goal.py"], renamed={"block (1).py": "block.py"})
    assert (
        advice(checkup, RIGHT)
        == "Rename 'block (1).py' to block.py; then hand in block.py and goal.py."
    )


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_untouched_starter_is_calm_in_every_medium(medium: str) -> None:
    """Nothing is wrong yet: functions are listed, and their checks are only counted."""
    checkup = Checkup([SWAP, ROTATE], whole=Fraction(10), hand_in=["block.py"])
    shown = " ".join(plain(media(checkup, seen_of(WRONG, WAITS))[medium]).split())
    assert "not written yet" in shown.lower() and "swap, rotate" in shown
    assert "write swap in block.py" in shown
    assert "8 more depend on hidden checks" in shown
    assert (
        "Did not pass" not in shown
        and "wrong answer" not in shown
        and "not the right one" not in shown
    )


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_what_is_not_written_comes_before_failures(medium: str) -> None:
    shown = plain(media(Checkup([ROTATE], {"swap"}), seen_of(WRONG, WAITS))[medium]).lower()
    if medium == "page":
        shown = shown.partition("on this page")[2]
    assert -1 < shown.index("not written yet") < shown.rindex("did not pass") < shown.rindex("swap")


@pytest.mark.parametrize("medium", ["terminal", "page", "markdown"])
def test_broken_file_comes_before_larger_losses(medium: str) -> None:
    """The order is the same in every medium."""
    broken = check("goal.score", verdict=Verdict.MISSING, cause=BROKEN, marks="0.5")
    shown = plain(
        media(Checkup(), seen_of(check("block.x", marks=9, message="It is wrong."), broken))[medium]
    )
    assert "line 188" in shown and shown.index("does not load") < shown.index("It is wrong.")


def test_constructors_and_classes_are_not_counted_as_functions() -> None:
    """In Java a constructor is named like its class."""
    missing = [
        SWAP, ROTATE, StudentFunction("player.py", "SmartPlayer.__init__"), StudentFunction("player.py", "Human"),
        StudentFunction("Block.java", "Block.Block"),
    ]  # fmt: skip
    checkup = Checkup(missing)
    assert checkup.count() == "2 functions, 1 class and 2 constructors"
    assert checkup.by_file()["player.py"] == ["SmartPlayer.__init__", "Human"]
    assert checkup.by_file()["Block.java"] == ["Block (constructor)"]


# Hidden checks.


def blocked_class(*hidden: Verdict) -> Result:
    """Return a result whose public checks of a task are all blocked by one file."""
    public = [check(f"block.{n}", verdict=Verdict.MISSING, cause=BROKEN, marks=2) for n in range(3)]
    others = [check("goal.one", verdict=Verdict.PASSED), check("goal.secret", hidden=True)]
    secret = [
        check(f"block.h{n}", verdict=v, cause=BROKEN, marks=3, hidden=True)
        for n, v in enumerate(hidden)
    ]
    return result(*public, *secret, *others)


def test_hidden_checks_are_folded_under_the_file_that_blocks_their_task() -> None:
    """The card has their marks. The hidden check of another task stays in its list."""
    seen = redact(blocked_class(Verdict.MISSING, Verdict.MISSING), Audience.STUDENT)
    (block,) = unloaded_files(seen.result).values()
    hidden = folded(seen, block)
    assert (len(hidden.checks), hidden.max_marks) == (2, 6)
    bare = [
        one for one in not_passed(seen.result.checks) if one.id.endswith(("hidden-1", "hidden-2"))
    ]
    assert [one.task for one in not_folded(seen, bare)] == ["goal"]
    shown = words(page(seen, "Blocky", {}))
    assert "0 / 12" in shown and "and 2 hidden ones of the same task" in shown
    assert "0 / 12" in rendered(seen.result, audience=Audience.STUDENT)


def test_folding_discloses_nothing_of_hidden_checks() -> None:
    """It depends only on what the page shows: a hidden check that passed keeps its task's checks apart.

    That a hidden check is blocked by the file is never used: its cause makes no difference.
    """
    apart = redact(blocked_class(Verdict.MISSING, Verdict.PASSED), Audience.STUDENT)
    (block,) = unloaded_files(apart.result).values()
    assert folded(apart, block).checks == ()
    pages = {
        page(redact(blocked_class(verdict, Verdict.MISSING), Audience.STUDENT), "Blocky", {})
        for verdict in (Verdict.MISSING, Verdict.FAILED, Verdict.TIMEOUT)
    }
    assert len(pages) == 1


def test_students_get_one_count_of_failures() -> None:
    """Two of five are hidden. Staff get each verdict."""
    checks = [
        check("a.1", verdict=Verdict.PASSED), check("a.2"), check("a.3", verdict=Verdict.TIMEOUT), check("a.4"),
        check("a.5", hidden=True), check("a.6", hidden=True),
    ]  # fmt: skip
    seen = redact(result(*checks), Audience.STUDENT)
    told = [(count, phrase) for _, count, phrase in counted(seen.result.checks, Audience.STUDENT)]
    assert told == [(1, "passed"), (5, "did not pass (2 of them hidden)")]
    staff = [(count, phrase) for _, count, phrase in counted(checks, Audience.STAFF)]
    assert staff == [(1, "passed"), (4, "wrong answers"), (1, "took too long")]


def test_task_without_marks_shows_none() -> None:
    """Nobody reads "0 / 0"."""
    free = result(
        check("play.game", marks=0, message="It ends early."), check("a.b", verdict=Verdict.PASSED)
    )
    seen = redact(free, Audience.STUDENT)
    assert (
        "0 / 0"
        not in words(page(seen, "Columns", {}))
        + rendered(free)
        + markdown.document(seen, STYLE).decode()
    )


def test_page_is_headed_by_the_authors_names() -> None:
    """Members of a group are all named; without names, the submission heads it."""
    seen = seen_of(check("a.b"))
    first = words(page(seen, "Blocky", {}, people=("Ada Lovelace", "Alan Turing"))).splitlines()
    assert first[1:4] == ["Blocky", "Ada Lovelace · Alan Turing", "handed in as someone"]
    assert words(page(seen, "Blocky", {})).splitlines()[1:3] == ["Blocky", "someone"]
    assert words(own_report.page(seen, Checkup(), STYLE, {})).splitlines()[1:3] == [
        "Check of your files",
        "Blocky",
    ]


def test_broken_file_lists_few_tasks() -> None:
    """An assignment with a task for each feature would fill the screen."""
    checks = [check(f"part{n}.x", verdict=Verdict.MISSING, cause=BROKEN) for n in range(21)]
    shown = rendered(result(*checks))
    block = shown[shown.index("block.py does not load") :]
    assert "15 more tasks" in block and block.count("  1 check") == 6
