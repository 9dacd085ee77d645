"""Reads a document: commands to run, files to write, links, and command lines in the text.

A fenced block with the info string

- ``sh`` has commands, which ``bash -e`` runs in order. An HTML comment directly above it may change that:
  ``<!-- not run: it takes 20 minutes -->``, or ``<!-- exit: 1 -->`` for the status of its last command;
- ``LANG file=PATH`` is the whole content of that file, written before the next block;
- of any other kind is for reading only.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

FENCE = re.compile(r"(?P<indent> *)(?P<ticks>`{3,})(?P<info>[^`]*)")
REMARK = re.compile(r"<!--\s*(?P<word>not run|exit)\b(?P<rest>.*?)-->")
SHELLS = frozenset({"bash", "shell", "zsh", "fish", "cmd", "powershell"})
"""Names of blocks that look as if they would be run."""

LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)[^)]*\)")
HEADING = re.compile(r"#{1,6} +(?P<title>.+?)\s*#*")
SUBSTITUTION = re.compile(r"\$\(([^()]*)\)")
ASSIGNED = re.compile(r"\w+=")
SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)


class DocumentError(Exception):
    """The document breaks the rules above; the message names the line."""


@dataclass(frozen=True)
class Commands:
    """A block of commands."""

    line: int
    """Number of its first line, from 1."""
    script: str
    status: int = 0
    """Exit status of its last command; every other command ends with 0."""
    not_run: str = ""
    """Reason why it is not run, or ""."""


@dataclass(frozen=True)
class NewFile:
    """A block that is the content of a file."""

    line: int
    path: str
    text: str


@dataclass(frozen=True)
class _Fence:
    line: int
    info: str
    text: str
    remark: re.Match[str] | None


def steps(text: str) -> list[Commands | NewFile]:
    """Return the steps of the document *text*, in order. Raises DocumentError."""
    found: list[Commands | NewFile] = []
    for fence in _fences(text):
        kind, _, rest = fence.info.partition(" ")
        if kind in SHELLS or (kind == "sh" and rest):
            raise DocumentError(
                f"line {fence.line - 1}: write `sh` for commands to run, `console` for what is shown"
            )
        if fence.remark and kind != "sh":
            raise DocumentError(
                f"line {fence.line - 1}: the comment above is for blocks of commands (`sh`)"
            )
        if kind == "sh":
            found.append(_commands(fence))
        elif rest.startswith("file="):
            path = PurePosixPath(rest.removeprefix("file="))
            if path.is_absolute() or ".." in path.parts:
                raise DocumentError(f"line {fence.line - 1}: {path} is not inside the repository")
            found.append(NewFile(fence.line, str(path), fence.text))
    return found


def _commands(fence: _Fence) -> Commands:
    if fence.remark is None:
        return Commands(fence.line, fence.text)
    told = fence.remark["rest"].strip().removeprefix(":").strip()
    if fence.remark["word"] == "not run":
        if len(told.split()) < 2:
            raise DocumentError(
                f"line {fence.line - 1}: say why it is not run: <!-- not run: REASON -->"
            )
        return Commands(fence.line, fence.text, not_run=told)
    if not told.isdecimal():
        raise DocumentError(f"line {fence.line - 1}: say the status as a number: <!-- exit: 1 -->")
    return Commands(fence.line, fence.text, int(told))


def _fences(text: str) -> Iterator[_Fence]:
    """Yield the fenced blocks, each with the special comment directly above it. Raises DocumentError."""
    open_at, fence, inside = 0, None, []
    remark: re.Match[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if fence is not None:
            if line.strip() == fence["ticks"]:
                margin = len(fence["indent"])
                body = "".join(
                    f"{one[margin:] if not one[:margin].strip() else one}\n" for one in inside
                )
                yield _Fence(open_at + 1, fence["info"].strip(), body, remark)
                fence = remark = None
            else:
                inside.append(line)
            continue
        fence = FENCE.fullmatch(line)
        if fence is not None:
            open_at, inside = number, []
        elif line.strip():
            if remark is not None:
                raise DocumentError(
                    f"line {number}: the comment above belongs directly over a block of commands"
                )
            remark = REMARK.search(line)
    if fence is not None or remark is not None:
        raise DocumentError(f"line {open_at if fence else number}: what begins here has no end")


def fenced(text: str, info: str) -> list[str]:
    """Return the content of every block with the info string *info*."""
    return [fence.text for fence in _fences(text) if fence.info == info]


def prose(text: str) -> str:
    """Return *text* without its fenced blocks."""
    kept, ticks = [], ""
    for line in text.splitlines():
        fence = FENCE.fullmatch(line)
        if fence and not ticks:
            ticks = fence["ticks"]
        elif ticks:
            ticks = "" if line.strip() == ticks else ticks
        else:
            kept.append(line)
    return "\n".join(kept)


def links(text: str) -> list[str]:
    """Return the targets of all links and pictures inside the repository."""
    targets = [match["target"] for match in LINK.finditer(SPAN.sub("", prose(text)))]
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(text: str) -> set[str]:
    """Return the possible anchors of links: the headings as GitHub spells them."""
    titles = (
        match["title"] for line in prose(text).splitlines() if (match := HEADING.fullmatch(line))
    )
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def typed(text: str, program: str) -> list[list[str]]:
    """Return the arguments of every call of *program* in blocks of commands, run or not."""
    scripts = [step.script for step in steps(text) if isinstance(step, Commands)]
    return [call for script in scripts for call in calls(script, program)]


def mentioned(text: str, program: str) -> list[list[str]]:
    """Return the arguments of every call of *program* in code spans of the prose, which may omit parts."""
    spans = [" ".join(match["code"].split()) for match in SPAN.finditer(prose(text))]
    return [call for span in spans for call in calls(span, program)]


def calls(script: str, program: str) -> list[list[str]]:
    """Return the arguments of every call of *program* in *script*, whatever path it is called by.

    A call ends with its line or its command: at a pipe, a redirection, a parenthesis.
    """
    found: list[list[str]] = []
    for line in script.replace("\\\n", " ").splitlines():
        for inner in SUBSTITUTION.findall(line):
            found += calls(inner, program)
        lexer = shlex.shlex(
            SUBSTITUTION.sub("substituted", line), posix=True, punctuation_chars=True
        )
        lexer.whitespace_split = True
        try:
            words = list(lexer)
        except (
            ValueError
        ):  # a quotation mark without a partner on this line: prose, or text for another program
            continue
        begins, call = True, None
        for word in words:
            if set(word) <= set("();<>|&"):
                begins, call = True, None
            elif call is not None:
                call.append(word)
            elif begins and word.rpartition("/")[2] == program:
                call = []
                found.append(call)
            else:
                begins = begins and ASSIGNED.match(word) is not None
    return found
