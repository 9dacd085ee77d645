"""Every sentence that a report says about a submission, made from data and never parsed.

A template names the fields of its data in braces. Changing one changes no mark, flag or group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from graders.harness.result import Cause, CauseKind, CheckResult

if TYPE_CHECKING:
    from graders.harness.reports.loading import Unloaded

CAUSES = {
    CauseKind.WRONG_ANSWER: "{detail}",
    CauseKind.EXCEPTION: "{name}: {detail}",
    CauseKind.FILE_MISSING: "{file} was not handed in",
    CauseKind.FILE_BROKEN: "{file} does not load: {detail}",
    CauseKind.FILE_UNUSABLE: "{file} is {detail}",
    CauseKind.NAME_MISSING: "{file} has no {name}",
    CauseKind.CPU_LIMIT: "exceeded the CPU time limit of {limit:g} s (an infinite loop?)",
    CauseKind.WALL_LIMIT: "did not finish within the time limit of {limit:g} s",
    CauseKind.JUDGE_LIMIT: "its answers took too long to check (more than {limit:g} s)",
    CauseKind.TOTAL_CPU_LIMIT: (
        "not run: your program had already used the total CPU time allowed ({limit:g} s)"
    ),
    CauseKind.TOTAL_WALL_LIMIT: (
        "not run: your program had already used the total time allowed ({limit:g} s)"
    ),
    CauseKind.MEMORY_LIMIT: "used more than {limit:g} MB of memory",
    CauseKind.OUTPUT_LIMIT: "printed more than {limit:,.0f} characters in one call",
    CauseKind.REPLY_LIMIT: "returned more than {limit:g} kB of data",
    CauseKind.SIGNAL: "crashed the interpreter (signal {status})",
    CauseKind.EXITED: "called exit (status {status}) instead of returning",
    CauseKind.CLOSED_CONNECTION: "closed the connection to the grader instead of returning",
    CauseKind.CHANNEL_ABUSE: "wrote to the grader's connection, or answered out of turn",
    CauseKind.MESSAGE_FLOOD: "sent the grader a flood of messages",
    CauseKind.UNEXPECTED_SHAPE: "returned a value of an unexpected type or shape",
    CauseKind.SANDBOX_FAILED: "The sandbox failed; grade this submission again.",
    CauseKind.CHECK_BROKEN: "This check itself failed; the course staff must fix it.",
    CauseKind.NOT_FINISHED: "This check did not finish; grade this submission again.",
    CauseKind.TEXT: "{detail}",
}
"""The sentence of each cause. The subject of those that begin with a verb is the program."""

SPARSE = {
    CauseKind.WRONG_ANSWER: "The result is wrong.",
    CauseKind.EXCEPTION: "{name}",
    CauseKind.NAME_MISSING: "{name}",
    CauseKind.REPLY_LIMIT: "returned a value that is too large",
}
"""The sentence of a cause that lacks what the first one names."""
SPARSE_WITHOUT = {
    CauseKind.WRONG_ANSWER: "detail",
    CauseKind.EXCEPTION: "detail",
    CauseKind.NAME_MISSING: "file",
    CauseKind.REPLY_LIMIT: "limit",
}

PHRASES = {
    "compile": "{file} does not compile: {detail}",
    "place": "{text} ({file}, line {line})",
    "loading": "while {loading} was being loaded, it {text}",
    "raised while loading": "while {loading} was being loaded, it raised {text}",
    "context": "{context}: {text}",
    "alone": "{text} (This input alone gives the right result: the failure depends on earlier calls.)",
    "similar": "{text}: is '{name}' meant?",
}
"""The parts that a sentence is put together from."""


def message_of(check: CheckResult) -> str:
    """Return why *check* did not pass, for the student; "" where there is no cause."""
    return "" if check.cause is None else cause_text(check.cause)


def cause_text(cause: Cause) -> str:
    """Return the sentence of *cause*."""
    data = msgspec.structs.asdict(cause)
    if cause.kind is CauseKind.FILE_BROKEN:
        text = _broken(data)
    else:
        lacking = SPARSE_WITHOUT.get(cause.kind)
        sentences = SPARSE if lacking and not data[lacking] else CAUSES
        text = sentences[cause.kind].format_map(data)
    if cause.line:
        text = _phrase("place", data, text)
    if cause.kind is CauseKind.FILE_MISSING and cause.name:
        text = _phrase("similar", data, text)
    if cause.loading and cause.kind is CauseKind.EXCEPTION:
        text = _phrase("raised while loading", data, text)
    elif cause.loading and cause.kind is not CauseKind.FILE_BROKEN:
        text = _phrase("loading", data, text)
    if cause.context:
        text = _phrase("context", data, text)
    return _phrase("alone", data, text) if cause.depends_on_earlier_calls else text


def _broken(data: dict[str, Any]) -> str:
    """Return that a file does not load: the one that was asked for, if it imports the other."""
    file = data["loading"] or data["file"]
    shown = {**data, "file": file}
    if file.endswith(".java"):
        return PHRASES["compile"].format_map(shown)
    return CAUSES[CauseKind.FILE_BROKEN].format_map(shown)


def _phrase(name: str, data: dict[str, Any], text: str) -> str:
    return PHRASES[name].format_map({**data, "text": text})


# Files that no check could use.

TITLES = {
    CauseKind.FILE_MISSING: "{file} was not handed in",
    CauseKind.FILE_BROKEN: "{file} does not load",
    CauseKind.FILE_UNUSABLE: "{file} cannot be used",
    "java": "{file} does not compile",
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
}
NO_INPUT = "EOFError: EOF when reading a line"
"""Python's words where a file asks for input while it is being loaded."""
DEPENDING = "{title}: {lost} of the {full} marks depend on it"


def file_title(file: Unloaded) -> str:
    """Return the heading of what one file keeps from being judged."""
    broken = file.kind is CauseKind.FILE_BROKEN
    template = TITLES["java" if broken and file.file.endswith(".java") else file.kind]
    text = template.format(file=file.file)
    return TITLES["line"].format(text=text, line=file.line) if file.line else text


def file_reason(cause: Cause) -> str:
    """Return why the file of *cause* is of no use; "" where the heading says it all."""
    if cause.kind not in (
        CauseKind.FILE_MISSING,
        CauseKind.FILE_BROKEN,
        CauseKind.FILE_UNUSABLE,
    ):
        plain = msgspec.structs.replace(cause, loading="", context="")
        return REASONS["loading"].format(text=cause_text(plain))
    if cause.kind is CauseKind.FILE_MISSING and not cause.name:
        return ""
    if cause.detail == NO_INPUT:
        return REASONS["asks for input"]
    return REASONS[cause.kind].format_map(msgspec.structs.asdict(cause))
