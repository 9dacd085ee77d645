"""Sentences are made from data and never parsed: nonsense instead of them changes no decision."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.harness.content import HARNESS
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.handout.checkup import Checkup, StudentFunction, sections_of
from graders.harness.reports import sentences
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.loading import flags_of, unloaded_files
from graders.harness.reports.sentences import cause_text, file_reason, flag_text, note_text
from graders.harness.reports.verdicts import worst_first
from graders.harness.result import (
    CAUSES,
    Cause,
    CauseKind,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    Result,
    from_json,
    to_json,
)
from tests.classes import SUMS
from tests.reports.every_format import documents
from tests.reports.paper import check, result
from tests.world import TOY

TABLES = [
    table for name, table in vars(sentences).items() if name.isupper() and isinstance(table, dict)
]
LISTED = {"names": ["a.py", "b.py"], "more": 2}
BROKEN = Cause(CauseKind.FILE_BROKEN, file="block.py", line=3, detail="SyntaxError: invalid syntax")

FLAGS: dict[FlagCode, dict[str, Any]] = {
    FlagCode.NEWER_PYTHON: {
        "usual": "Python 3.11",
        "newest": "Python 3.13",
        "cause": msgspec.to_builtins(BROKEN),
    },
    FlagCode.NOTHING_USABLE: {"cause": msgspec.to_builtins(BROKEN)},
    FlagCode.OTHER_OUTCOME: {"checks": ["goal.a", "goal.b"]},
    FlagCode.EMPTY_FILE: {"file": "goal.py"},
    FlagCode.CHANNEL_ABUSE: {"checks": 2},
    FlagCode.TAMPERING: {"signs": [["goal.py", 3, sign] for sign in sentences.SIGNS], "more": 1},
    FlagCode.EXTRA_FILES: {"files": ["a.py", "b.py"], "source": "the handout"},
    FlagCode.LINTER_UNAVAILABLE: {"reason": "there is none"},
    FlagCode.NOT_LOOKED_AT: {"by": "python-ta", "why": "hard", **LISTED},
    FlagCode.FINDINGS_CUT: {"more": 7},
    FlagCode.TOO_LATE: {"days": 4},
    FlagCode.HANDED_IN_AGAIN: {"parts": ["Style"]},
    FlagCode.DECISION_OUTDATED: {
        "about": "goal.a", "by": "R. Tutor", "was": "1", "now": "1", "counts": False, "other_files": True,
    },
    FlagCode.MARKS_DEPEND: {"file": "goal.py", "line": 1, "kind": "file_broken", "lost": "1", "full": "2"},
    FlagCode.ONE_CAUSE: {
        "repair": "import", "file": "goal.py", "line": 1, "name": "board", "meant": "block",
        "checks": 11, "failed": 12, "task": "Goals", "marks": 1.5, "repaired": 9, "full": 10,
    },
    FlagCode.ASSIGNMENT: {"key": "odd", "text": "it is odd"},
}  # fmt: skip
"""Values of flags; those of the other codes are empty."""
NOTES: dict[NoteCode, dict[str, Any]] = {
    NoteCode.FOLDER_CHOSEN: {"folder": "a2"},
    NoteCode.FILE_MISSING: {"file": "goal.py", "similar": "gaol.py"},
    NoteCode.TAKEN_FOR: {"name": "Goal.py", "file": "goal.py"},
    NoteCode.ONLY_FILE: {"name": "mine.py", "file": "goal.py"},
    NoteCode.ENCODING_CONVERTED: {"file": "goal.py", "encoding": "UTF-16"},
    NoteCode.ENCODING_GUESSED: {
        "file": "goal.py", "problem": "unknown", "encoding": "klingon", "read_as": "UTF-8",
    },
    NoteCode.TOO_DEEP: {"folders": 32},
    NoteCode.OTHER_KINDS: {"files": 2},
    NoteCode.OTHER_VERSIONS: {"file": "goal.py", "names": ["goal (1).py"], "more": 0},
    NoteCode.OLDER_VERSION: {"name": "goal-1.py", "newer": "goal-2.py"},
    NoteCode.CODE_NOT_SURVEYED: {"cause": msgspec.to_builtins(Cause(CauseKind.CPU_LIMIT, limit=1))},
    NoteCode.LINTER_UNAVAILABLE: {"reason": "there is none"},
    NoteCode.LINTER_TOP_ONLY: {"linter": "python-ta"},
}  # fmt: skip
"""Values of notes; those of the other codes are a list of names."""


def flag(code: FlagCode) -> Flag:
    """Return a flag of this code with values."""
    return Flag(code, FLAGS.get(code, {}))


def note(code: NoteCode) -> Note:
    """Return a note of this code with values."""
    return Note(code, NOTES.get(code, LISTED))


def causes() -> Iterator[Cause]:
    """Yield a cause of each kind, some in several forms."""
    for kind in CauseKind:
        yield Cause(kind, file="goal.py", name="name", detail="detail", limit=2, status=1)
    yield BROKEN
    yield Cause(CauseKind.FILE_BROKEN, file="Goal.java", line=4, detail="';' expected")
    yield Cause(
        CauseKind.FILE_BROKEN, file="block.py", line=9, detail="KeyError: 3", loading="goal.py"
    )
    yield Cause(CauseKind.FILE_BROKEN, file="game.py", detail="EOFError: EOF when reading a line")
    yield Cause(CauseKind.FILE_MISSING, file="goal.py")
    yield Cause(CauseKind.EXITED, loading="game.py")
    yield Cause(
        CauseKind.EXCEPTION, name="KeyError", loading="game.py", depends_on_earlier_calls=True
    )
    yield Cause(CauseKind.WRONG_ANSWER, context="rotate(1)")
    yield Cause(CauseKind.NAME_MISSING, name="goal.py has no such thing")
    yield Cause(CauseKind.REPLY_LIMIT)


def everything() -> Result:
    """Return a result with every cause, flag and note."""
    checks = [
        check(
            f"block.c{number}-{again}",
            verdict=CAUSES.get(cause.kind, CAUSES[CauseKind.WRONG_ANSWER]).verdict,
            cause=cause,
            hidden=again == 3,
        )
        for number, cause in enumerate(causes())
        for again in range(4)
    ]
    return result(*checks, flags=tuple(map(flag, FlagCode)), notes=tuple(map(note, NoteCode)))


GRADED = {
    "everything": everything,
    **{
        name: lambda name=name: TOY.grade(sums=SUMS[name]).result
        for name in ("wrong", "missing", "unfinished", "leaving")
    },
    "empty": lambda: TOY.grade(sums="\n").result,
    "forging": lambda: TOY.grade(sums=SUMS["forging"]).result,
}
"""Name -> function that makes a result."""


def nonsense(template: str) -> str:
    """Return *template* with other letters, and the same fields."""
    parts = []
    for words, field, form, _ in string.Formatter().parse(template):
        parts.append(re.sub(r"[a-z]", "x", re.sub(r"[A-Z]", "X", words)))
        if field is not None:
            parts.append("{" + field + (f":{form}" if form else "") + "}")
    return "".join(parts)


@pytest.fixture
def in_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all sentences by nonsense."""
    for table in TABLES:
        for key, template in table.items():
            if "{" in template or " " in template:
                monkeypatch.setitem(table, key, nonsense(template))


def shape(document: bytes) -> str:
    """Return *document* without its letters, which are all that nonsense may change."""
    return re.sub(r"[a-z]", "x", re.sub(r"[A-Z]", "X", document.decode()))


def decisions(found: Result) -> list[object]:
    """Return the decisions that depend on a result: groups, folded titles, reasons for a review."""
    row = GradebookRow(
        "1", "Ada", "", "ada", GradingState.GRADED, found, flags=tuple(map(flag_text, found.flags))
    )
    seen = [redact(found, audience) for audience in Audience]
    return [
        [
            [[one.id for one in block] for block in worst_first(one.result.checks, one.audience)[0]]
            for one in seen
        ],
        list(unloaded_files(found)),
        [one.code for one in flags_of(found)],
        len(row.reasons),
        waiting(found),
    ]


def waiting(found: Result) -> list[str]:
    """Return the checks that a student's own check folds, because their function is not written yet."""
    functions = [StudentFunction("goal.py", "detail"), StudentFunction("goal.py", "xxx")]
    checkup = Checkup(unwritten=functions, written=["other"])
    return [one.id for one in sections_of(redact(found, Audience.STAFF), checkup).waiting]


@pytest.mark.slow
@pytest.mark.parametrize("name", GRADED)
def test_nothing_depends_on_the_words(name: str, request: pytest.FixtureRequest) -> None:
    """Marks, flags and groups stay, and every page and format except for its letters."""
    before = GRADED[name]()
    due = {audience: dict(documents(before, audience)) for audience in Audience}
    decided = decisions(before)
    request.getfixturevalue("in_nonsense")
    assert cause_text(Cause(CauseKind.FILE_MISSING, file="A")) == "A xxx xxx xxxxxx xx"
    after = GRADED[name]()
    assert to_json(after) == to_json(before)
    assert decisions(after) == decided
    for audience in Audience:
        for kind, document in documents(after, audience):
            assert shape(document) == shape(due[audience][kind]), (audience, kind)
            assert name != "everything" or kind == "json" or document != due[audience][kind]


@pytest.mark.parametrize("code", FlagCode)
def test_every_flag_has_a_sentence(code: FlagCode) -> None:
    """It contains the values, and no semicolon, which separates flags in a table."""
    text = flag_text(flag(code))
    assert text and "{" not in text and ";" not in text


@pytest.mark.parametrize("code", NoteCode)
def test_every_note_has_a_sentence(code: NoteCode) -> None:
    """It contains the values."""
    text = note_text(note(code))
    assert text and "{" not in text


@pytest.mark.parametrize(
    ("detail", "call"),
    [("None", "exit()"), ("", "exit()"), ("-1", "exit(-1)"), ("bye", "exit('bye')")],
)
def test_end_of_the_whole_program_is_named(detail: str, call: str) -> None:
    """SystemExit says nothing to a student who wrote exit()."""
    cause = Cause(CauseKind.EXCEPTION, name="SystemExit", detail=detail)
    assert cause_text(cause) == f"ended the whole program with {call}"
    broken = Cause(CauseKind.FILE_BROKEN, file="a.py", detail=f"SystemExit: {detail}")
    assert (
        file_reason(broken) == f"While it is being loaded, it ended the whole program with {call}."
    )


def test_every_cause_has_a_sentence() -> None:
    """Each kind also has a verdict, except for a sentence of version 1."""
    assert all(cause_text(cause) and "{" not in cause_text(cause) for cause in causes())
    assert set(CauseKind) - CAUSES.keys() == {CauseKind.TEXT}


# No code reads a sentence.

MAKERS = {"cause_text", "message_of", "flag_text", "note_text", "file_title", "file_reason"}
READERS = {
    "match",
    "fullmatch",
    "search",
    "findall",
    "finditer",
    "split",
    "sub",
    "partition",
    "startswith",
    "endswith",
}
SHORTEST = 17
"""Characters of a phrase that other modules must not contain."""


def phrases() -> set[str]:
    """Return the texts between the fields of the templates."""
    found = set()
    for table in TABLES:
        for template in table.values():
            for words, *_ in string.Formatter().parse(template):
                found.add(words.strip(" :;,.(?'"))
    return {words for words in found if len(words) >= SHORTEST}


def modules() -> list[Path]:
    """Return the harness's own modules, except for the sentences."""
    return [
        path
        for path in sorted(HARNESS.rglob("*.py"))
        if path.name != "sentences.py" and {"template", "stubs"}.isdisjoint(path.parts)
    ]


def strings(tree: ast.Module) -> Iterator[str]:
    """Yield the string constants of a module, except for its docstrings."""
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in documentation
        ):
            yield node.value


@pytest.mark.nightly
def test_no_other_module_has_a_phrase_of_a_sentence() -> None:
    """A sentence is made in one place. A part of it elsewhere would be compared with it, or repeat it."""
    looked_for = phrases()
    found = [
        (path.relative_to(HARNESS).as_posix(), phrase)
        for path in modules()
        for constant in strings(ast.parse(path.read_bytes()))
        for phrase in looked_for
        if phrase in constant.replace("\\", "")
    ]
    assert found == []


@pytest.mark.nightly
def test_no_module_parses_a_sentence() -> None:
    """The result of a function that makes sentences is shown, and not matched, compared or searched."""
    found = []
    for path in modules():
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            read = (
                isinstance(node, ast.Attribute)
                and node.attr in READERS
                and _makes_a_sentence(node.value)
            )
            read |= isinstance(node, ast.Compare) and any(
                map(_makes_a_sentence, [node.left, *node.comparators])
            )
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in READERS
            ):
                read |= any(map(_makes_a_sentence, node.args))
            if read:
                found.append(f"{path.relative_to(HARNESS)}:{node.lineno}")
    assert found == []


def _makes_a_sentence(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS


def test_an_unknown_version_is_refused() -> None:
    """The reader does not guess at a later release's result."""
    raw = msgspec.json.decode(to_json(result(check("a.b"))))
    raw["schema_version"] = 3
    with pytest.raises(msgspec.ValidationError, match="schema version 3"):
        from_json(msgspec.json.encode(raw))
