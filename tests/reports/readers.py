"""Attacks on the readers of the grader's output: their texts, the kinds of output that they aim at, and their tests.

A submission, the name of a file and a roster can hold any text. `THREATS` is the one table of the attacks by such
texts, and of the secrets that a report may betray by itself. :func:`harm` reads a document like its reader (a
terminal, a browser, a spreadsheet, a CI system) and returns the harm to them. :func:`careless` writes without
escaping: there every text does its harm, which proves that the tests would detect harm elsewhere.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from markdown_it import MarkdownIt

from tests.reports.paper import controls
from tests.reports.test_pages import Page

FORGED = "FORGED"
"""Texts that begin a line, a record, a row or a heading, which only the grader should write."""


@dataclass(frozen=True)
class Threat:
    """One way to harm or to mislead a reader."""

    name: str
    about: str
    tests: tuple[str, ...]
    """The tests that perform it: file below ``tests/`` and test."""
    texts: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    """Kinds of output that each of the texts harms if it is not escaped."""


EVERYWHERE = (
    "reports/test_readers.py::test_no_output_of_a_class_harms_its_reader",
    "reports/test_readers.py::test_no_report_of_a_program_that_prints_it_harms_its_reader",
    "reports/test_readers.py::test_no_message_of_the_command_line_harms_its_reader",
    "reports/test_readers.py::test_careless_writer_lets_it_through",
)
"""The tests that try texts in all outputs and all inputs."""

THREATS = (
    Threat(
        "terminal escapes",
        "Text that clears the screen, writes over a line, fills the clipboard, hides a link or sets the title.",
        (*EVERYWHERE, "reports/test_terminal.py::test_no_result_breaks_or_steers_a_terminal"),
        (
            "owned\x1b[2J\x1b[1;1H",
            "owned\x1b[1A\x1b[2KPASSED",
            "owned\x1b]52;c;cm0gLXJm\x07",
            "owned\x1b]8;;https://example.org\x1b\\100\x1b]8;;\x1b\\",
            "owned\x1b]0;title\x07",
            "owned\x9b2J",
            "owned\rPASSED",
            "owned\b\b\b\b\bPASSED",
        ),
        ("terminal", "log", "name"),
    ),
    Threat(
        "forged lines",
        "A line or a record of its own in a report, a log, a stream of JSON: a verdict that nobody gave.",
        EVERYWHERE,
        (
            f"owned\n{FORGED} 10 / 10",
            f"owned\r\n{FORGED} 10 / 10",
        ),
        ("terminal", "log", "csv", "name"),
    ),
    Threat(
        "forged records",
        "JSON within JSON, and the line ends that only some programs know: a record of its own among ours.",
        EVERYWHERE,
        (
            f'owned"}}\n{{"name": "{FORGED}", "marks_earned": 100',
            f"owned\u2028{FORGED}",
            f"owned\x85{FORGED}",
        ),
        ("records", "name"),
    ),
    Threat(
        "workflow commands",
        "What a CI system takes for a command to itself where it reads a log: a notice, a forged output, a mask.",
        EVERYWHERE,
        (
            '::notice title=Autograding report::{"totalPoints":100,"maxPoints":100}',
            "  ::set-output name=result::owned",
            "owned ##[set-output name=result;]forged",
            "owned ##vso[task.setvariable variable=result]forged",
        ),
        ("terminal", "markdown", "xml", "html"),
    ),
    Threat(
        "markup",
        "Elements, attributes, scripts and styles in a web page, or the template engine's own signs.",
        (*EVERYWHERE, "reports/test_browser.py::test_nasty_text_does_nothing"),
        (
            "owned</pre></details><script>alert(1)</script>",
            'owned"><img src=x onerror=alert(1)>',
            "owned<svg/onload=alert(1)>",
            'owned" onmouseover="alert(1)',
            "javascript:alert(1)//owned",
            "owned<style>*{display:none}</style>",
            "owned</title></style></script><!-- --><![CDATA[",
            "owned<base href=https://example.org><meta http-equiv=refresh content=0>",
        ),
        ("html",),
    ),
    Threat(
        "Markdown",
        "An image that calls home, a link, a broken table, HTML, the end of a fence, a heading, a mention of somebody.",
        (*EVERYWHERE, "reports/test_formats.py::test_text_cannot_leave_its_fence"),
        (
            "![owned](https://example.org/beacon.png)",
            "[owned](https://example.org/)",
            "owned <img src=https://example.org/beacon.png>",
            "<https://example.org/owned>",
            f"owned\n```\n# {FORGED}\n```",
            f"owned\n\n# {FORGED}",
            "owned @everyone",
        ),
        ("markdown",),
    ),
    Threat(
        "formulas",
        "A cell that a spreadsheet runs, at its start or behind what another country's spreadsheet takes for its end.",
        (*EVERYWHERE, "course/test_gradebook.py::test_no_formula_reaches_a_spreadsheet"),
        (
            "=cmd|' /C calc'!A0 owned",
            "+1+cmd|'owned'!A0",
            "-1+cmd|'owned'!A0",
            "@SUM(1+1) owned",
            " =1+1 owned",
            "\uff1d1+1 owned",
            "owned;=cmd|' /C calc'!A0",
            'owned; "=1+1',
        ),
        ("csv",),
    ),
    Threat(
        "structure of a table",
        "A comma, a quote or a line end that makes cells and rows.",
        (*EVERYWHERE, "course/test_gradebook.py::test_table_survives_csv"),
        (
            "owned,100,100",
            'owned","100',
            f"owned\r\n{FORGED},100",
            '"owned',
        ),
        ("csv",),
    ),
    Threat(
        "coerced cells",
        "Ids that are numbers, dates or powers to a spreadsheet: what is written is read back to the letter.",
        (
            "extensions/platforms/test_class_tables.py::test_canvas_gets_ids_verbatim",
            "course/test_gradebook.py::test_table_survives_csv",
        ),
    ),
    Threat(
        "XML",
        "Characters that XML has not, the end of a section, entities: a document that no CI system reads, or another one.",
        (*EVERYWHERE, "reports/test_formats.py::test_junit_follows_its_schema"),
        (
            "owned\x00\x08\ufffe",
            f'owned"/><testcase name="{FORGED}',
            f"owned]]></failure></testcase><testcase name='{FORGED}'/>",
            "owned &undefined; <",
        ),
        ("xml",),
    ),
    Threat(
        "turned text",
        "Signs that turn the direction of text or hide in it, so that code and names read as what they are not.",
        EVERYWHERE,
        (
            "owned\u202egnp.exe\u202c",
            "owned\u2066 # \u2069right",
            "ow\u200bned",
            "owned\u00ad\ufeff",
            "owned\u3164\ufe0f\U000e0141\u2800",
        ),
        ("terminal", "html", "markdown", "json", "log", "name"),
    ),
    Threat(
        "letters that look alike",
        "A letter of another script within a word of ours: two names that look the same and are not.",
        (
            "reports/test_readers.py::test_letter_of_another_script_is_named",
            "reports/test_pages.py::test_foreign_letters_in_quoted_code_are_marked",
        ),
    ),
    Threat(
        "echoed inputs",
        "A submission that keeps, raises, prints or returns what a hidden check asks it, also in checks that come later.",
        ("reports/test_hidden_inputs.py::test_no_document_for_students_contains_a_hidden_input",
         "reports/test_hidden_inputs.py::test_staff_see_the_hidden_input"),
    ),
    Threat(
        "told counterexamples",
        "The input on which a hidden property fails, its message, picture or transcript, in what a student reads.",
        ("reports/test_visibility.py::test_no_secret_is_in_any_document_for_students",
         "reports/test_visibility.py::test_documents_depend_on_nothing_that_is_hidden"),
    ),
    Threat(
        "betraying circumstances",
        "Ids, titles, counts, maxima, order, numbers and adjustments of hidden checks.",
        ("reports/test_visibility.py::test_documents_depend_on_nothing_that_is_hidden",
         "reports/test_visibility.py::test_redacted_hidden_checks_change_nothing",
         "reports/test_visibility.py::test_numbers_on_gradescope_leave_no_gap"),
    ),
    Threat(
        "shipped checks",
        "Hidden checks, their answers or the reference within what students download.",
        ("handout/test_student.py",),
    ),
    Threat(
        "logs and left-overs",
        "A log, standard output or a file of an earlier run beside what a student is given.",
        ("reports/test_visibility.py::test_folder_for_a_student_contains_no_log",
         "reports/test_visibility.py::test_notes_for_staff_are_hidden_on_gradescope"),
    ),
)  # fmt: skip
"""All attacks."""

KINDS = ("terminal", "log", "html", "markdown", "xml", "json", "records", "csv", "name")


def careless(kind: str, text: str) -> bytes:
    """Return an output of this kind in which *text* is not escaped."""
    written = {
        "terminal": f"rotate turns the board: {text}\n{text}\n",
        "log": f"1.0 ms passed {text}\n",
        "html": f'<p title="{text}">{text}</p><a href="{text}/staff-report.html">report</a><pre>\n{text}</pre>',
        "markdown": f"## Blocky\n\n| task | marks |\n| --- | --- |\n| {text} | 1 |\n\n- {text}\n\n```text\n{text}\n```\n",
        "xml": f'<testsuites><testcase name="{text}"><failure message="">\n{text}</failure></testcase></testsuites>',
        "json": f'{{"name": "{text}"}}\n',
        "records": f'{{"name": "{text}"}}\n',
        "csv": f"id,name,total\r\n1,{text},5\r\n",
        "name": text,
    }
    return written[kind].encode("utf-8", "surrogatepass")


COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
"""How GitHub and Azure recognise a command in a log."""
_FORMULA = re.compile(r"[\s'\"]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_MENTION = re.compile(r"(^|\W)[@#]\w")


def harm(kind: str, data: bytes) -> str:
    """Return the harm that *data* does to the reader of an output of this kind; "" if there is none."""
    text = data.decode("utf-8", "surrogateescape")
    found = _HARMS[kind](text)
    if found:
        return found
    hidden = controls(text if kind != "terminal" else COLOURS.sub("", text))
    if hidden and kind != "csv":  # a table is for a program, and keeps the roster's cells unchanged
        return f"signs that steer or hide: {sorted(map(ascii, hidden))}"
    command = (
        _COMMAND.search(text)
        if kind in ("terminal", "markdown", "xml", "json", "records", "html")
        else None
    )
    return f"a command to a CI system: {command.group()!r}" if command else ""


def _lines(text: str) -> str:
    forged = [line for line in re.split("[\n\r\x85\u2028]", text) if line.startswith(FORGED)]
    return f"a line of its own: {forged[0]}" if forged else ""


def _html(text: str) -> str:
    try:
        Page(text.encode("utf-8", "surrogateescape"))
    except AssertionError as error:
        return f"markup of its own: {error}"
    return ""


def _markdown(text: str) -> str:
    taken = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    within = [inner for token in taken for inner in token.children or ()]
    bad = [token.type for token in (*taken, *within) if re.match("html|image|link", token.type)]
    if bad:
        return f"markup of its own: {bad[0]}"
    plain = [token.content for token in within if token.type == "text"]
    if any(content.startswith(FORGED) for content in plain):
        return "a line of its own"
    mentions = [
        found for content in plain if (found := _MENTION.search(content.replace("\u200b", "-")))
    ]
    return f"a mention: {mentions[0].group()}" if mentions else ""


def _xml(text: str) -> str:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"no XML: {error}"
    forged = [case for case in root.iter("testcase") if (case.get("name") or "").startswith(FORGED)]
    return "a test case of its own" if forged else ""


def _json(text: str) -> str:
    try:
        json.loads(text)
    except ValueError as error:
        return f"no JSON: {error}"
    return ""


def _records(text: str) -> str:
    for line in text.splitlines():
        try:
            record = json.loads(line)
        except ValueError as error:
            return f"a line that is no record: {error}"
        if str(record.get("name", "")).startswith(FORGED):
            return "a record of its own"
    return ""


def _csv(text: str) -> str:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        return f"no table: {error}"
    if {len(row) for row in rows} != {len(rows[0])} or any(
        row[0].startswith(FORGED) for row in rows
    ):
        return "cells or rows of its own"
    elsewhere = [
        cell for line in text.splitlines() for cell in line.split(";")
    ]  # if a semicolon separates cells
    for cell in [cell for row in rows for cell in row] + elsewhere:
        if _FORMULA.match(cell) and not cell.startswith("'") and not _NUMBER.fullmatch(cell):
            return f"a formula: {cell}"
    return ""


def _name(text: str) -> str:
    return (
        ""
        if re.fullmatch(r"[^\W_][\w.-]*", text)
        else "a name that a file system or a shell misreads"
    )


_HARMS: Mapping[str, Callable[[str], str]] = {
    "terminal": _lines, "log": _lines, "html": _html, "markdown": _markdown, "xml": _xml, "json": _json,
    "records": _records, "csv": _csv, "name": _name,
}  # fmt: skip
