"""All sentences of a report, made from data and never parsed.

Templates name fields of their data in braces. Rewording one changes no mark, flag or group of
checks.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from graders.harness.assignment.language import is_compiled
from graders.harness.intake.grouping import grouped
from graders.harness.reports.console import how_many
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    Verdict,
)

if TYPE_CHECKING:
    from graders.harness.reports.loading import Unloaded

CAUSES = {
    CauseKind.WRONG_ANSWER: "{detail}",
    CauseKind.EXCEPTION: "{name}: {detail}",
    CauseKind.FILE_MISSING: "{file} was not handed in",
    CauseKind.FILE_BROKEN: "{file} does not load: {detail}",
    CauseKind.FILE_UNUSABLE: "{file} is {detail}",
    CauseKind.NAME_MISSING: "{file} has no {name}",
    CauseKind.CPU_LIMIT: "exceeded the CPU time limit of {limit:g} s ({detail})",
    CauseKind.WALL_LIMIT: "did not finish within the time limit of {limit:g} s",
    CauseKind.JUDGE_LIMIT: "your program's answers took too long to check (more than {limit:g} s)",
    CauseKind.TOTAL_CPU_LIMIT: (
        "not finished: your program has used the total CPU time allowed ({limit:g} s)"
    ),
    CauseKind.TOTAL_WALL_LIMIT: (
        "not finished: your program has used the total time allowed ({limit:g} s)"
    ),
    CauseKind.MEMORY_LIMIT: "used more than {limit:g} MB of memory",
    CauseKind.OUTPUT_LIMIT: "printed more than {limit:,.0f} characters in one call",
    CauseKind.REPLY_LIMIT: "returned more than {limit:g} kB of data",
    CauseKind.SIGNAL: "crashed the interpreter (signal {status})",
    CauseKind.EXITED: "called exit (status {status}) instead of returning",
    CauseKind.CLOSED_CONNECTION: "closed the connection to the grader instead of returning",
    CauseKind.CHANNEL_ABUSE: "wrote to the grader's connection, or replied out of turn",
    CauseKind.MESSAGE_FLOOD: "sent the grader a flood of messages",
    CauseKind.UNEXPECTED_SHAPE: "returned a value of an unexpected type or shape",
    CauseKind.SANDBOX_FAILED: "The sandbox failed; grade this submission again.",
    CauseKind.CHECK_BROKEN: "This check itself failed; the course staff must fix it.",
    CauseKind.NOT_FINISHED: "This check did not finish; grade this submission again.",
    CauseKind.TEXT: "{detail}",
}
"""The sentence of each cause. Where it begins with a verb, the subject is the program."""

SPARSE = {
    CauseKind.CPU_LIMIT: "exceeded the CPU time limit of {limit:g} s (an infinite loop?)",
    CauseKind.WRONG_ANSWER: "The result is wrong.",
    CauseKind.EXCEPTION: "{name}",
    CauseKind.NAME_MISSING: "{name}",
    CauseKind.REPLY_LIMIT: "returned a value that is too large",
}
"""The sentence of a cause without the field named in SPARSE_WITHOUT."""
SPARSE_WITHOUT = {
    CauseKind.CPU_LIMIT: "detail",
    CauseKind.WRONG_ANSWER: "detail",
    CauseKind.EXCEPTION: "detail",
    CauseKind.NAME_MISSING: "file",
    CauseKind.REPLY_LIMIT: "limit",
}

PLAIN = {
    ("EOFError", "EOF when reading a line"): "asked for input, but there is none (EOFError)",
    ("BdbQuit", ""): (
        "stopped in a debugger: is breakpoint() or pdb.set_trace() left in it? (BdbQuit)"
    ),
}
"""The sentence of exceptions whose text does not say what the program did."""

PHRASES = {
    "ended": "ended the whole program with exit({status})",
    "compile": "{file} does not compile: {detail}",
    "place": "{text} ({file}, line {line})",
    "loading": "while {loading} was being loaded, it {text}",
    "raised while loading": "while {loading} was being loaded, it raised {text}",
    "context": "{context}: {text}",
    "alone": (
        "{text} (This input alone gives the right result: the failure depends on earlier calls.)"
    ),
    "elsewhere": "{text}: {detail}",
    "similar": "{text}: is '{name}' meant?",
}
"""Parts of sentences."""


def message_of(check: CheckResult) -> str:
    """Return why *check* did not pass, for the student; "" without a cause."""
    return "" if check.cause is None else cause_text(check.cause)


def cause_text(cause: Cause) -> str:
    """Return the sentence of *cause*."""
    data = msgspec.structs.asdict(cause)
    plain = _plain(cause) if cause.kind is CauseKind.EXCEPTION else ""
    if cause.kind is CauseKind.FILE_BROKEN:
        text = _broken(data)
    elif plain:
        text = plain
    else:
        lacking = SPARSE_WITHOUT.get(cause.kind)
        sentences = SPARSE if lacking and not data[lacking] else CAUSES
        text = sentences[cause.kind].format_map(data)
    if cause.line:
        text = _phrase("place", data, text)
    if cause.kind is CauseKind.NAME_MISSING and cause.detail:
        text = _phrase("elsewhere", data, text)
    if cause.kind is CauseKind.FILE_MISSING and cause.name:
        text = _phrase("similar", data, text)
    if cause.loading and cause.kind is CauseKind.EXCEPTION and not plain:
        text = _phrase("raised while loading", data, text)
    elif cause.loading and cause.kind is not CauseKind.FILE_BROKEN:
        text = _phrase("loading", data, text)
    if cause.context:
        text = _phrase("context", data, text)
    return _phrase("alone", data, text) if cause.depends_on_earlier_calls else text


def _plain(cause: Cause) -> str:
    """Return what the program did, if an exception's text does not say so; else ""."""
    if cause.name != "SystemExit":
        return PLAIN.get((cause.name, cause.detail), "")
    return _ended(cause.detail)


def _ended(status: str) -> str:
    """Return what a program did that ended by a SystemExit with this text."""
    status = status.removeprefix("None")  # of exit()
    is_number = status.removeprefix("-").isdecimal()
    return PHRASES["ended"].format(status=status if is_number or not status else repr(status))


def _broken(data: dict[str, Any]) -> str:
    """Describe a file that does not load: the file that the check imports, if the other is imported
    by it.
    """
    file = data["loading"] or data["file"]
    values = {**data, "file": file}
    if is_compiled(file):
        return PHRASES["compile"].format_map(values)
    return CAUSES[CauseKind.FILE_BROKEN].format_map(values)


def _phrase(name: str, data: dict[str, Any], text: str) -> str:
    return PHRASES[name].format_map({**data, "text": text})


# Files that no check could use.

TITLES = {
    CauseKind.FILE_MISSING: "{file} was not handed in",
    CauseKind.FILE_BROKEN: "{file} does not load",
    CauseKind.FILE_UNUSABLE: "{file} cannot be used",
    "compile": "{file} does not compile",
    "line": "{text} (line {line})",
}
REASONS = {
    CauseKind.FILE_MISSING: "Is '{name}' meant?",
    CauseKind.FILE_BROKEN: "{detail}",
    CauseKind.FILE_UNUSABLE: "It is {detail}.",
    "loading": "While it is being loaded, it {text}.",
    "asks for input": (
        'It asks for input while it is being loaded. Ask only below `if __name__ == "__main__":`.'
    ),
    "debugged": (
        "It stops in a debugger while it is being loaded: remove `breakpoint()` or "
        "`pdb.set_trace()`."
    ),
}
NO_INPUT = "EOFError: EOF when reading a line"
"""Python's message if a file asks for input while it is loaded."""
DEBUGGED = "BdbQuit: "
"""The same of a debugger that finds none."""


def file_title(file: Unloaded) -> str:
    """Return the heading of the checks that an unusable file blocks."""
    return _title(file.file, file.line, file.kind)


def _title(file: str, line: int, kind: CauseKind) -> str:
    broken = kind is CauseKind.FILE_BROKEN
    template = TITLES["compile" if broken and is_compiled(file) else kind]
    text = template.format(file=file)
    return TITLES["line"].format(text=text, line=line) if line else text


def file_reason(cause: Cause) -> str:
    """Return why the file of *cause* is unusable; "" if the heading says so already."""
    if cause.kind not in (
        CauseKind.FILE_MISSING,
        CauseKind.FILE_BROKEN,
        CauseKind.FILE_UNUSABLE,
    ):
        # the heading has a line of the file itself
        line = 0 if cause.file == cause.loading else cause.line
        plain = msgspec.structs.replace(cause, line=line, loading="", context="")
        return REASONS["loading"].format(text=cause_text(plain))
    if cause.kind is CauseKind.FILE_MISSING and not cause.name:
        return ""
    if cause.detail == NO_INPUT:
        return REASONS["asks for input"]
    if cause.detail == DEBUGGED:
        return REASONS["debugged"]
    kind, _, status = cause.detail.partition(": ")
    if cause.kind is CauseKind.FILE_BROKEN and kind == "SystemExit":
        return REASONS["loading"].format(text=_ended(status))
    return REASONS[cause.kind].format_map(msgspec.structs.asdict(cause))


# Why a submission needs review.

FLAGS = {
    FlagCode.NOT_GRADABLE: "not gradable: the grader failed, not the submission (grade it again)",
    FlagCode.NEWER_PYTHON: ("graded with {newest}, because {usual} lacks what it needs: {cause}"),
    FlagCode.NOTHING_USABLE: "nothing could be graded: {cause}",
    FlagCode.NO_FILE_FOUND: (
        "none of the expected files could be used: is this the right submission?"
    ),
    FlagCode.UNEXPECTED_SHAPE: (
        "a check could not interpret a returned value (see run.log): "
        "decide whether the assignment allows it"
    ),
    FlagCode.TIME_USED_UP: (
        "the submission's total time budget is used up: "
        "remaining checks were not run and count as failed (slow, or looping?)"
    ),
    FlagCode.NONDETERMINISTIC: (
        "nondeterministic: the same call returned different results in two processes, "
        "so each check was graded on its own run"
    ),
    FlagCode.OTHER_OUTCOME: (
        "graded again with another outcome, though files and checks are the same: {checks}"
    ),
    FlagCode.EMPTY_FILE: "{file} is empty",
    FlagCode.CHANNEL_ABUSE: (
        "wrote to the grader's connection, or replied out of turn, in {checks}: "
        "check the source for tampering"
    ),
    FlagCode.TAMPERING: "may tamper with the grader, look at the source: {signs}",
    FlagCode.EXTRA_FILES: "more files than the assignment asks for: {files} ({source})",
    FlagCode.LINTER_UNAVAILABLE: "{reason}",
    FlagCode.NOT_LOOKED_AT: "{by} has not looked at {names} in full: {why}{waiving}",
    FlagCode.FINDINGS_CUT: "{more} more findings are left out: there are too many",
    FlagCode.TOO_LATE: "{days} late, after the last day that counts: was that agreed?",
    FlagCode.HANDED_IN_AGAIN: (
        "other files were handed in since a tutor marked it: look again at {parts}"
    ),
    FlagCode.DECISION_OUTDATED: "look again at a decision: {about} (by {by}): {changes}",
    FlagCode.MARKS_DEPEND: "{title}: {lost} of the {full} marks depend on it",
    FlagCode.ONE_CAUSE: (
        "one cause for {checks} of {failed} failed checks{place}: they pass {change} "
        "({repaired:g} of {full:g} marks instead of {marks:g}): decide what it is to cost"
    ),
    FlagCode.ASSIGNMENT: "{text}",
}
REPAIRS = {
    "output": "with {text}",
    "input": "with {text}",
    "import": "with the name {meant} instead of {name} in line {line} of {file}",
    "line": "without line {line} of {file}{shown}",
    "function": "with the reference's {name} in {file}",
}
"""Changes that a flag of one cause names."""
UNREAD = {
    "comment": "a comment in it gives the checker instructions",
    "syntax": "the checker's Python cannot read it, though the program's can",
    "failed": "the checker failed on it",
    "large": "it is too much code",
    "hard": "it is too complex, or took too much time or memory",
    "late": "the time for one submission was used up",
    "tripped": "checking it would have run code of the submission",
    "below": "only files at the top of the submission are looked at",
    "stopped": "the search of the code came to no end",
}
"""Reasons why files were not looked at."""
SOURCES = {"rules": "the search for broken rules"}
"""Sources of findings; a linter has its name."""
SIGNS = {
    "grader_package": "names the grader's own package",
    "loaded_modules": "reads the table of loaded modules",
    "caller_frames": "inspects the frames of its callers",
    "gc_objects": "searches all objects through gc",
    "ctypes": "accesses memory through ctypes",
    "subclasses": "searches all loaded classes",
    "function_internals": "looks inside functions that are not its own",
    "patched_modules": "patches Python's own modules",
    "raw_writes": "can write to the grader's connection",
    "processes": "accesses other processes",
    "unsafe_memory": "accesses memory through Unsafe",
    "reflection": "accesses private members of other classes by reflection",
    "streams": "replaces the machine's streams",
    "threads": "looks for other threads",
}
"""Signs of tampering (:mod:`graders.harness.style.tampering`)."""
CHANGES = {
    "ground": "was {was}, now {now}",
    "no effect": "it changes nothing ({now})",
    "files": "other files were handed in since",
}
"""Why a decision is outdated."""
PARTS = {
    "sign": "{file} line {line} {sign}",
    "more": "{listed}, and {more} more",
    "some more": "{listed} and {more} more",
    "name": "'{name}'",
    "name and line": "'{name}' (line {line})",
    "waive": "grader decide DIR {who} --waive {name} --by NAME --why TEXT",
    "waiving": " (look at it, and if nothing is wrong: {commands})",
    "of task": " of {task}",
}
"""Parts of lists."""


MOST_ALIKE = 5
"""Flags of one kind in a table; a submission can cause one for each of its files."""
MORE_ALIKE = "{more} more flags like the one before: see the submission's page"


def flag_texts(flags: Iterable[Flag]) -> list[str]:
    """Return the sentences of *flags* for a table: the first of each kind, then their number."""
    texts: list[str] = []
    for alike in grouped(flags, key=_kind).values():
        texts += map(flag_text, alike[:MOST_ALIKE])
        if more := len(alike[MOST_ALIKE:]):
            texts.append(MORE_ALIKE.format(more=more))
    return texts


def _kind(flag: Flag) -> tuple[FlagCode, str]:
    """Return what a flag is about, apart from its file. Flags of a manifest differ by key."""
    return flag.code, str(flag.values.get("key", ""))


def flag_text(flag: Flag) -> str:
    """Return the sentence of *flag*."""
    data = dict(flag.values)
    match flag.code:
        case FlagCode.NOTHING_USABLE | FlagCode.NEWER_PYTHON:
            data["cause"] = cause_text(msgspec.convert(data["cause"], type=Cause))
        case FlagCode.CHANNEL_ABUSE:
            data["checks"] = how_many(data["checks"], "check")
        case FlagCode.OTHER_OUTCOME:
            data["checks"] = ", ".join(data["checks"])
        case FlagCode.TAMPERING:
            data["signs"] = _signs(data)
        case FlagCode.EXTRA_FILES:
            data["files"] = ", ".join(data["files"])
        case FlagCode.NOT_LOOKED_AT:
            data["by"], data["why"] = SOURCES.get(data["by"], data["by"]), UNREAD[data["why"]]
            data["names"], data["waiving"] = _names(data), _waiving(data)
        case FlagCode.TOO_LATE:
            data["days"] = how_many(data["days"], "day")
        case FlagCode.HANDED_IN_AGAIN:
            data["parts"] = ", ".join(data["parts"])
        case FlagCode.DECISION_OUTDATED:
            data["changes"] = _changes(data)
        case FlagCode.MARKS_DEPEND:
            data["title"] = _title(data["file"], data["line"], CauseKind(data["kind"]))
        case FlagCode.ONE_CAUSE:
            data["shown"] = f", `{data['code']}`," if data.get("code") else ""
            data["change"] = REPAIRS[data["repair"]].format_map(data)
            data["place"] = PARTS["of task"].format_map(data) if data["task"] else ""
    return FLAGS[flag.code].format_map(data)


def _signs(data: dict[str, Any]) -> str:
    listed = ", ".join(
        PARTS["sign"].format(file=file, line=line, sign=SIGNS.get(sign, sign))
        for file, line, sign in data["signs"]
    )
    return PARTS["more"].format(listed=listed, more=data["more"]) if data["more"] else listed


def _changes(data: dict[str, Any]) -> str:
    changes = []
    if data["was"] != data["now"]:
        changes.append("ground")
    elif not data["counts"]:
        changes.append("no effect")
    if data["other_files"]:
        changes.append("files")
    data = {**data, "was": _ground(data["was"]), "now": _ground(data["now"])}
    return ", ".join(CHANGES[change].format_map(data) for change in changes)


def _ground(was: str) -> str:
    """Return what a decision was based on, in words: a verdict, or an amount unchanged."""
    verdict = next((verdict for verdict in Verdict if verdict.value == was), None)
    return was if verdict is None else verdict.words


# How a submission was read.

NOTES = {
    NoteCode.FOLDER_CHOSEN: "used the files of folder '{folder}'",
    NoteCode.OTHER_FOLDERS: "left out source files of other folders: {names}",
    NoteCode.COURSE_FILES: "the course's own files are used instead of {names}",
    NoteCode.UNSAFE_NAMES: "left out, because the name is not safe: {names}",
    NoteCode.TWIN_NAMES: (
        "left out, because some systems cannot tell the name from another file's: {names}"
    ),
    NoteCode.FILE_MISSING: "{file} is missing",
    NoteCode.TAKEN_FOR: "'{name}' is used as {file}",
    NoteCode.ONLY_FILE: "the only file, '{name}', is used as {file}",
    NoteCode.ENCODING_CONVERTED: "'{file}' was in {encoding}; converted to UTF-8",
    NoteCode.ENCODING_GUESSED: "'{file}' {problem}; it was read as {read_as}",
    NoteCode.TOOLS_LITTER: "ignored files that tools made: {names}",
    NoteCode.OUTSIDE_NAMES: ("left out, because the name points outside the submission: {names}"),
    NoteCode.LINKS: "left out links: {names}",
    NoteCode.SPECIAL_FILES: "left out special files: {names}",
    NoteCode.PACKED_TWICE: "packed twice with different content, the last one counts: {names}",
    NoteCode.LARGE_FILES: "left out files that are too large, and that nobody asked for: {names}",
    NoteCode.TOO_DEEP: "left out files nested more than {folders} folders deep",
    NoteCode.OTHER_KINDS: "ignored {files} of other kinds",
    NoteCode.OTHER_VERSIONS: "used '{file}', and not {names}, which differ: is it the right one?",
    NoteCode.OLDER_VERSION: "'{name}' is left out: '{newer}' is newer",
    NoteCode.CODE_NOT_SURVEYED: "the code could not be surveyed",
    NoteCode.LINTER_UNAVAILABLE: "{reason}",
    NoteCode.LINTER_TOP_ONLY: (
        "{linter} checks files at the top of the submission only: there are none"
    ),
}
ENCODINGS = {
    "wrongly_marked": "is marked as {encoding} but cannot be read as such",
    "not_utf_8": "is not UTF-8",
    "unnamed": "is not UTF-8 and has no coding line, so Python rejects it",
    "unknown": "declares the encoding '{encoding}', which the grader does not support",
    "marked_as_utf_8": "declares the encoding '{encoding}' but starts with a UTF-8 mark",
    "wrongly_named": "declares the encoding '{encoding}' but cannot be read as such",
}
"""Problems with a file's encoding."""


def note_text(note: Note) -> str:
    """Return the sentence of *note*."""
    data = dict(note.values)
    if "names" in data:
        data["names"] = _names(data)
    match note.code:
        case NoteCode.ENCODING_GUESSED:
            data["problem"] = ENCODINGS[data["problem"]].format_map(data)
        case NoteCode.OTHER_KINDS:
            data["files"] = how_many(data["files"], "file")
    text = NOTES[note.code].format_map(data)
    if note.code is NoteCode.FILE_MISSING and data["similar"]:
        return _phrase("similar", {"name": data["similar"]}, text)
    if note.code is NoteCode.CODE_NOT_SURVEYED and data["cause"]:
        cause = cause_text(msgspec.convert(data["cause"], type=Cause))
        return _phrase("context", {"context": text}, cause)
    return text


def _waiving(data: dict[str, Any]) -> str:
    """Return the commands that waive the deductions of a flag, or ""."""
    commands = " and ".join(
        PARTS["waive"].format(who=shlex.quote(data["who"]), name=shlex.quote(name))
        for name in data.get("deductions", ())
    )
    return PARTS["waiving"].format(commands=commands) if commands else ""


def _names(data: dict[str, Any]) -> str:
    places = zip_longest(data["names"], data.get("lines", ()), fillvalue=0)
    listed = ", ".join(
        PARTS["name and line" if line else "name"].format(name=name, line=line)
        for name, line in places
    )
    return PARTS["some more"].format(listed=listed, more=data["more"]) if data["more"] else listed
