"""Nothing that reads what a submission sent, printed or is takes more than linear time, or memory far beyond its length.

`PLACES` lists where text or data of a submission is matched, split, parsed, decoded, measured, drawn or compared, with
an input made to be hard. Python's C code for sources (``ast``, ``compile``, tree-sitter) and the linter are not listed:
they work in boxes and processes with limits of their own.
"""

from __future__ import annotations

import gc
import re
import time
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from graders.blocky.letters import Lettering
from graders.blocky.stories import Telling
from graders.csc148_2018_blocky import turns
from graders.csc148_2020_blocky import moves as moves_of_2020
from graders.csc148_2020_blocky import test_player_hidden as players_of_2020
from graders.csse7030_connect4 import reading as connect4_rules
from graders.csse7030_connect4 import showing as connect4
from graders.csse7030_connect4.test_scenarios import without_last_boards
from graders.extensions.platforms import (
    blackboard,
    brightspace,
    canvas,
    gradescope,
    moodle,
)
from graders.extensions.similar import fingerprints, tokens
from graders.extensions.style.rules import leftovers, outline, repetition
from graders.harness import PRINTED, CheckFailed, Run, same_text, sides, to_lines
from graders.harness.assignment import check, first_difference, transcript
from graders.harness.assignment.language import languages
from graders.harness.assignment.manifest import ROOT
from graders.harness.assignment.process_limits import Limits
from graders.harness.course.pages import gradebook, identical
from graders.harness.course.people import near_misses
from graders.harness.grading.lines import Sources
from graders.harness.intake import coding, moments, names
from graders.harness.protocol import frames, values
from graders.harness.reports import source, text_difference
from graders.harness.reports.document import markdown_painter as markdown
from graders.harness.reports.html import exhibits
from graders.harness.result import Finding, Text, Transcripts, printable
from graders.harness.session.callbacks import Callbacks
from graders.harness.style import survey, tampering
from graders.ics32_columns import playing
from tests.attacks.patterns import faults, patterns_in

KB = 1 << 10
FRAME, SOURCE, NAME, TREE = 2048 * KB, 4096 * KB, 64 * KB, 256 * KB
"""Bytes that the limits let through: a message of a box, a file, a name in an archive, a file whose syntax tree fits into
the memory of a box."""
PRINTS = 400 * KB
"""The most that a program of an assignment may print in one call."""
START, DAILY = 4 * KB, 32 * KB
GROWTH = 10
"""Most growth of the time while the input grows fourfold: that of linear time is 4, of quadratic time 16."""
TRIES = 3
LEAST_SECONDS = 0.0003
"""Less is not measured: the clock, and what does not depend on the input, would decide."""
BYTES, BYTES_OF_TREES = 80, 1500
"""Most bytes of memory for a byte of input: a list of short texts takes that much; more for syntax trees, in a box."""
SPARE = 128 * KB


class Place(NamedTuple):
    """A place that reads hostile text or data."""

    name: str
    read: Callable[[Any], object]
    make: Callable[[int], Any]
    """Makes an input of about the given number of bytes."""
    largest: int
    bytes: int = BYTES


def repeated(part: Any, before: Any = "", after: Any = "") -> Callable[[int], Any]:
    """Return a function that makes inputs of *part* again and again."""
    return lambda size: (before or part[:0]) + part * (size // len(part)) + (after or part[:0])


def printed(text: str) -> Run:
    """Return the run of a program that prints *text* at once."""
    return Run(((PRINTED, text),))


def in_pieces(piece: str) -> Callable[[int], Run]:
    """Return a function that makes runs whose output comes in many events, as only a hostile box sends it."""
    return lambda size: Run(((PRINTED, piece),) * (size // (len(piece) + 12)))


def failing(compare: Callable[..., object]) -> Callable[[Any], object]:
    """Return *compare* without the exception of a failed check."""

    def run(got: Any) -> None:
        with suppress(CheckFailed):
            compare(got)

    return run


def pulled(data: bytes) -> None:
    """Read frames that arrive in small parts."""
    buffer = frames.Buffer()
    for begin in range(0, len(data), 100):
        buffer.add(data[begin : begin + 100])
        while buffer.next(FRAME) is not None:
            pass


def decoded(payload: bytes) -> None:
    """Decode a message that may be none."""
    with suppress(values.WireError):
        values.decode(payload)


def shown_lines(file: str, data: bytes) -> None:
    """Show the lines of several exceptions, and of a time that was up, as many checks do."""
    sources = Sources({file: data})
    lines = data.count(b"\n") + 1
    last = f"{file}, line {lines}"
    for _ in range(5):
        sources.raised("\n".join([last] * 7))
    sources.running(last)


def named_lines(data: bytes) -> None:
    """Name the functions of many lines, as for suspects."""
    sources = Sources({"a.java": data})
    lines = data.count(b"\n") + 1
    for line in range(1, lines, max(1, lines // 100)):
        sources.name_at(("a.java", line))
        sources.head_at(("a.java", line))


def attributes_described(size: int) -> bytes:
    """Return a class with many private attributes and comments."""
    rows = range(size // 60)
    steps = [f"        self._a{row} = {row}  # {row}" for row in rows]
    head = [f"    # comment {row}" for row in rows]
    return "\n".join(["class A:", *head, "    def __init__(self):", *steps]).encode()


def describe_all(data: bytes) -> None:
    """Look for a description of each attribute."""
    module = outline.Outline(outline.parsed(data), data, True)
    owner = module.classes["A"]
    for attribute in owner.assigned:
        owner.describes(attribute)


def in_a_function(line: str) -> Callable[[int], bytes]:
    """Return a function that makes Python files of one function."""
    return lambda size: ("def f(a):\n" + f"    {line}\n" * (size // (len(line) + 5))).encode()


def scores_of_2018(size: int) -> list[Any]:
    """Return the log of a player that asks for many scores after moves."""
    return [["move", "rotate", 1, [], []], ["score", [1, 2, 3, 0], []]] * (size // 50)


def scores_of_2020(size: int) -> list[Any]:
    """Return the boards of a player that asks for many scores of few boards."""
    board = players_of_2020.DISTINCT
    return moves_of_2020.all_after(board, 1)[:2] * (size // 120)


class Scorer:
    """A student's session whose player asks for these scores."""

    def __init__(self, scored: list[Any]) -> None:
        self.scored = scored

    def smart_trials(self, *_: object) -> list[Any]:
        """Return the answer of a turn."""
        return [{"move": None, "scored": self.scored}]


def tried_in_2020(scored: list[Any]) -> object:
    """Judge the trials of a player of CSC148 2020."""
    return players_of_2020.trials(
        Scorer(scored), 3, "PerimeterGoal", 1, players_of_2020.DISTINCT, [0]
    )  # type: ignore[no-untyped-call]


def survey_rows(size: int) -> list[Any]:
    """Return the answer of a survey with many findings."""
    return [["r", "note", "a.py", 1, "m" * 20]] * (size // 40)


def formatted(size: int) -> bytes:
    """Return a function with a formatted text of many parts."""
    return ('def f(a):\n    print(f"' + "{a}" * (size // 3) + 'move")').encode()


def transcripts(size: int) -> Transcripts:
    """Return two transcripts of many lines."""
    due, have = tuple("ab" * (size // 8)), tuple("bba" * (size // 12))
    return Transcripts(label="t", start=1, mark=0, expected=due, got=have)


LIMITS = Limits()
LETTERS = Lettering("ABCD")
TELLING = Telling(None, LETTERS)  # type: ignore[arg-type]
WANTED = printed("a board\n" * 20)
DEEP = b"[" * 401
PLACES = (
    # Messages of a box.
    Place("values: text that does not end", decoded, repeated(b'[\\"', b'["'), FRAME),
    Place("values: brackets", decoded, repeated(b"[", b"["), FRAME),
    Place(
        "values: brackets in a text",
        decoded,
        repeated(b"[]", DEEP + b'"', b'"' + b"]" * 401),
        FRAME,
    ),
    Place("values: texts", decoded, repeated(b'["",""],', DEEP, b"1" + b"]" * 401), FRAME),
    Place("values: digits", decoded, repeated(b"1", b"[0.", b"]"), FRAME),
    Place(
        "values: what goes on",
        lambda size: values.encode([[["a", 1.5]] * size], FRAME),
        lambda n: n // 16,
        FRAME // 2,
    ),
    Place("frames", pulled, repeated(frames.pack(b"12345678")), FRAME),
    Place(
        "callbacks: key",
        lambda data: Callbacks({}, LIMITS).cached_reply(1, b'["ask",1,' + data),
        repeated(b","),
        FRAME,
    ),
    Place("check: innermost", check.innermost, repeated("a, line 1"), FRAME),
    # Output of programs.
    Place("notation", to_lines, lambda size: [(PRINTED, "«\\␠ " * (size // 4))], PRINTS),
    Place("notation: spaces", to_lines, lambda size: [(PRINTED, " " * size + "x")], PRINTS),
    Place(
        "transcript: events",
        transcript.run_of,
        lambda n: [["returned", None], [["printed", "a"]] * (n // 16)],
        FRAME,
    ),
    Place(
        "transcript: comparison",
        failing(lambda got: same_text(got, WANTED)),
        lambda n: printed("\n" * n),
        PRINTS,
    ),
    Place("transcript: sides", lambda have: sides(["a"] * 20, have), repeated(["«b»"]), PRINTS),
    Place(
        "first difference",
        lambda line: first_difference.cause(["a  b"], [line]),
        repeated(" ␠"),
        PRINTS,
    ),
    Place("Columns: a floor", playing._displayed, repeated("-", "", "x"), PRINTS),
    Place("Columns: displays", playing.displays, repeated("GAME OVER\n", "| |\n---\n"), PRINTS),
    Place("Columns: reactions", playing.reactions, in_pieces("a" * 30), FRAME),
    Place(
        "Columns: sides",
        failing(lambda got: playing.same_game(got, WANTED, ["Q"])),
        lambda n: printed("|\n" * (n // 2)),
        PRINTS,
    ),
    Place("Connect 4: pieces", connect4.pieces, in_pieces("a" * 30), FRAME),
    Place("Connect 4: boards", without_last_boards, repeated("|\n"), PRINTS),
    Place("Connect 4: boards with numbers", without_last_boards, repeated("|\n 1\n"), PRINTS),
    Place("Connect 4: cells", connect4.pieces_shown, repeated("X      ", "", "|"), PRINTS),
    Place("Connect 4: last words", connect4.last_words, repeated("\n \n"), PRINTS),
    # Answers of other drivers.
    Place("Blocky: boards in letters", LETTERS.parsed, repeated("[A A A A] "), FRAME),
    Place("Blocky: many leaves", lambda size: LETTERS.parsed(_nested(size)), lambda n: n, 256 * KB),
    Place(
        "Blocky: pictures",
        lambda lines: TELLING.lines("got", lines, 0),
        lambda n: ["A B", "a b"] * (n // 8),
        FRAME,
    ),
    Place("2018: trials", lambda log: turns.trials([0, 1, 2, 3], log), scores_of_2018, FRAME),
    Place("2020: trials", tried_in_2020, scores_of_2020, FRAME),
    # Sources.
    Place(
        "coding: line",
        lambda data: coding.as_utf_8("a.py", data),
        repeated(b"coding: ", b"#"),
        SOURCE,
    ),
    Place(
        "coding: blanks",
        lambda data: coding.as_utf_8("a.py", data),
        repeated(b" ", b"", b"x"),
        SOURCE,
    ),
    Place(
        "coding: lone returns", lambda data: coding.as_utf_8("a.py", data), repeated(b"\r"), SOURCE
    ),
    Place("lines: Python", lambda data: shown_lines("a.py", data), repeated(b"\n"), SOURCE),
    Place("lines: Java", lambda data: shown_lines("A.java", data), repeated(b"}{\n"), SOURCE),
    *(
        Place(f"braces: {name}", named_lines, repeated(part), KB << 10)
        for name, part in {
            "deep": b"{\n",
            "flat": b"f(){\n}\n",
            "comments": b"/*",
            "texts": b'"\\',
            "heads": b"a (a ",
        }.items()
    ),
    Place(
        "tampering",
        lambda data: tampering.flags({"a.py": data}),
        repeated(b"sys   sys . modules_ ", b"", b"modules"),
        SOURCE,
    ),
    Place(
        "tampering: blanks",
        lambda data: tampering.flags({"a.py": data}),
        repeated(b"\n  ", b"sys modules"),
        SOURCE,
    ),
    Place(
        "tampering: Java",
        lambda data: tampering.flags({"A.java": data}),
        repeated(b"java . lang . reflec "),
        SOURCE,
    ),
    Place(
        "identical: texts",
        lambda data: identical.print_of("a.py", data),
        repeated(b"\"' ", b"", b"'"),
        identical.MOST_BYTES,
    ),
    Place(
        "identical: escapes",
        lambda data: identical.print_of("a.py", data),
        repeated(b"\\n", b'"'),
        identical.MOST_BYTES,
    ),
    Place(
        "identical: comments",
        lambda data: identical.print_of("a.py", data),
        repeated(b"#\n"),
        identical.MOST_BYTES,
        100,  # a match for every sign; a submission has 1 MB
    ),
    Place(
        "identical: Java",
        lambda data: identical.print_of("A.java", data),
        repeated(b"/*", b"'"),
        identical.MOST_BYTES,
    ),
    Place(
        "similar",
        lambda kinds: fingerprints.grams(tokens.Tokens(kinds, [])),
        repeated("ab"),
        40_000,
    ),
    Place("rules: comments", outline.comments_in, repeated(b"'\\'#' # a\n"), SOURCE),
    Place("rules: one text", outline.comments_in, repeated(b"\\n'#", b'"""', b'"""'), SOURCE),
    Place("rules: attributes", describe_all, attributes_described, TREE),
    Place(
        "rules: leftovers",
        lambda data: leftovers.findings({}, {"a.py": data}, {}),
        in_a_function("print(a)"),
        TREE,
        400,  # its tree
    ),
    Place(
        "rules: repetition",
        lambda data: repetition.findings({}, {"a.py": data}, {}),
        in_a_function("a = a + 1"),
        TREE,
        400,  # its tree
    ),
    # more parts take CPython 3.11 itself the square of their number; the box has its own limits
    Place(
        "rules of Connect 4",
        lambda data: connect4_rules.findings("a.py", data, {"T": "a" * 60}),
        formatted,
        64 * KB,
        BYTES_OF_TREES,
    ),
    Place("survey", lambda rows: [survey._parsed(row) for row in rows], survey_rows, FRAME),
    # Names, and what platforms say.
    Place("names: marks on a letter", names.clean_path, repeated("\u0300\u0327", "a"), NAME),
    Place("names: shown", names.display, repeated("\u0300\u0327", "a"), NAME),
    Place("names: of files", names.file_name, repeated("\u0300\u0327", "a"), NAME),
    Place("names: commands", names.display, repeated("##a"), NAME),
    Place("platforms: times", moments.parsed, repeated(" ", "2026", "x"), FRAME),
    Place(
        "platforms: times with a zone",
        moments.parsed,
        repeated(" +00:00", "2026-10-02 23:59"),
        FRAME,
    ),
    Place("Gradescope: metadata", gradescope._relevant, repeated("  :created_at:\n   a\n"), FRAME),
    Place("Canvas: names", canvas._CANVAS_NAMED.fullmatch, repeated("_1"), NAME),
    Place("Canvas: anonymous", canvas._CANVAS_ANONYMOUS.fullmatch, repeated("_1"), NAME),
    Place("Canvas: numbers", canvas._MORE_NUMBERS.fullmatch, repeated("1_"), NAME),
    Place("Canvas: attempts", canvas._ATTEMPT.fullmatch, repeated("-1."), NAME),
    Place("Moodle: folders", moodle._MOODLE_FOLDER.fullmatch, repeated("_1"), NAME),
    Place("Moodle: files", moodle._MOODLE_FILE.fullmatch, repeated("_1"), NAME),
    Place("Brightspace: folders", brightspace._FOLDER.fullmatch, repeated(" - 1"), NAME),
    Place("Brightspace: files", brightspace._FILE.fullmatch, repeated(" - 1"), NAME),
    Place("Brightspace: time", moments.parsed, repeated(" 1", "Nov"), FRAME),
    Place("Blackboard: files", blackboard._FILE.fullmatch, repeated("_1"), NAME),
    Place("Blackboard: names", blackboard._NAME.fullmatch, repeated(" (", "a: b"), FRAME),
    Place(
        "near misses",
        lambda text: near_misses.nearest([text], {"abcdefgh": 1}),
        repeated("abcd"),
        NAME,
    ),
    # Reports and tables.
    Place("printable", lambda text: printable(text, len(text)), repeated("\n"), FRAME),
    Place("printable: commands", lambda text: printable(text, len(text)), repeated("##a"), FRAME),
    Place(
        "difference of texts",
        lambda text: text_difference.first_difference(text, text + "x"),
        repeated("a\n"),
        FRAME,
    ),
    Place("difference: gaps", text_difference.side_by_side, transcripts, PRINTS),
    Place(
        "page: typed",
        lambda line: list(exhibits.show([Transcripts("t", 1, 0, (line,), (line,))], {})),
        repeated("«"),
        FRAME,
    ),  # type: ignore[arg-type]
    Place(
        "page: text",
        lambda text: list(exhibits.show([Text("got", text)], {})),
        repeated(" ^\n"),
        FRAME,
    ),  # type: ignore[arg-type]
    Place(
        "page: source",
        lambda data: source.beside_source([Finding("r", "note", "a", 1, "", "")], {"a": data}),
        repeated(b"a\xc3\xa9"),
        SOURCE,
    ),
    Place(
        "Markdown",
        lambda text: (markdown.fenced(text), markdown.escaped(text)),
        repeated("` @a"),
        FRAME,
    ),
    Place(
        "gradebook: formulas",
        lambda text: gradebook._FORMULA_WITHIN.sub("", text),
        repeated("; '"),
        FRAME,
    ),
)


def _nested(size: int) -> str:
    return "A" if size < 4 else "[" + " ".join([_nested(size // 4)] * 4) + "]"


def seconds(read: Callable[[Any], object], data: Any) -> float:
    """Return the CPU time of a run."""
    begin = time.process_time()
    read(data)
    return max(LEAST_SECONDS, time.process_time() - begin)


def too_long(place: Place, sizes: Iterable[int]) -> str:
    """Return at which size the time has grown too much; "" if it has not. A noisy machine gets more tries."""
    known: list[float] = []
    gc.collect()
    gc.freeze()  # the collector must not look at all that other tests have left, whose size is not the input's
    for size in sizes:
        data = place.make(size)
        least = seconds(place.read, data)
        for _ in range(TRIES):
            if len(known) < 2 or least <= GROWTH * known[-2]:
                break
            least = min(least, seconds(place.read, data))
        else:
            return (
                f"{place.name}: {known[-2]:.4f} s for {size // 4} bytes, {least:.4f} s for {size}"
            )
        known.append(least)
    return ""


def doubled(largest: int, start: int = START) -> list[int]:
    """Return the sizes up to *largest*."""
    return [start << power for power in range(20) if start << power <= largest]


BEFORE = 64


def memory(place: Place, size: int) -> float:
    """Return the most memory while an input is read, in bytes for each of its bytes."""
    place.read(place.make(BEFORE))  # so that no import counts
    data = place.make(size)
    tracemalloc.start()
    try:
        place.read(data)
        return max(0, tracemalloc.get_traced_memory()[1] - SPARE) / size
    finally:
        tracemalloc.stop()


@pytest.mark.nightly
def test_time_grows_no_faster_than_the_input() -> None:
    assert [
        *filter(None, (too_long(place, doubled(min(DAILY, place.largest))) for place in PLACES))
    ] == []


@pytest.mark.nightly
def test_memory_grows_no_faster_than_the_input() -> None:
    used = [(place, memory(place, min(DAILY // 2, place.largest))) for place in PLACES]
    assert {place.name: times for place, times in used if times > place.bytes} == {}


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_the_largest_input_takes_linear_time(place: Place) -> None:
    assert too_long(place, doubled(place.largest)) == ""


FORMER = {
    "strings": Place(
        "", lambda data: re.sub(rb'"(?:[^"\\]|\\.)*"', b"", data), repeated(b'[\\"', b'["'), 0
    ),
    "floors": Place("", re.compile(r"[ -]*-[ -]*").fullmatch, repeated("-", "", "x"), 0),
    "boards": Place(
        "", lambda text: re.sub(r"(?:\|.*\n)+ .*\n(?=Its)", "", text), repeated("|\n"), 0
    ),
    "commands": Place("", lambda text: re.sub(r"(?m)^\s*:(?=:)", "", text), repeated("\n"), 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("place", FORMER.values(), ids=FORMER)
def test_patterns_that_were_here_would_be_found(place: Place) -> None:
    assert too_long(place._replace(name="weak"), [KB // 2, 2 * KB, 8 * KB]).startswith("weak: ")


def test_each_board_that_a_player_goes_on_from_is_looked_at_only_so_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player of CSC148 2020 may leave 40,000 different boards behind; each took milliseconds and was kept."""
    made = []
    one_move = moves_of_2020.OneMove
    monkeypatch.setattr(
        moves_of_2020, "OneMove", lambda *known: made.append(known) or one_move(*known)
    )
    monkeypatch.setattr(players_of_2020, "MOST_STARTS", 5)
    boards = moves_of_2020.all_after(players_of_2020.DISTINCT, 1)
    ((_move, _scored, tried),) = tried_in_2020(boards)
    assert len(boards) > 20 and tried == boards
    assert len(made) == 5


def test_memory_of_a_message_is_that_of_its_length() -> None:
    """A file of 4 MB among 210 others took 115 bytes for each of its characters, in a box of 256 MB."""
    payload = 2 * DEEP + b'"' + b"x" * SOURCE + b'"' + 2 * b"]" * 401
    tracemalloc.start()
    try:
        with pytest.raises(values.WireError, match="too deep"):
            values.decode(payload)
        assert tracemalloc.get_traced_memory()[1] < 2 * len(payload)
    finally:
        tracemalloc.stop()


TRUSTED = {
    "graders/csc148_2018_blocky/test_scenarios.py: STEP": "scenarios, by authors",
    "graders/csc148_2020_blocky/test_scenarios.py: STEP": "scenarios, by authors",
    "graders/extensions/tutoring/citations.py: _ITEM": "the page of facts, by authors",
    "graders/harness/assignment/notation.py: _SCREEN_LINE": "scenarios, by authors",
    "graders/harness/assignment/notation.py: _PROBLEMS": "scenarios, by authors",
    "graders/harness/assignment/toml_errors.py: _ELSE": "an author's manifest",
    "graders/harness/assignment/toml_errors.py: _EXPECTED": "an author's manifest",
    "graders/harness/assignment/toml_errors.py: assignment": "an author's manifest",
    "graders/extensions/platforms/feedback.py: _NUMBER": "the folder's names, whole; digits hold no _",
    "graders/harness/course/people/headings.py: _PARTICIPANT": "a cell of the roster, whole",
    "graders/harness/assignment/collection.py: STATEFUL": "a module of checks, which the course wrote",
    "graders/extensions/platforms/blackboard.py: _COLUMNS": "a heading of the roster, whole",
    "graders/extensions/platforms/blackboard.py: _FILE": "a file's whole name",
    "graders/extensions/platforms/blackboard.py: _NAME": "a line of a platform's own file, whole",
    "graders/extensions/platforms/brightspace.py: _COLUMNS": "two constants joined; a heading of the roster, whole",
    "graders/extensions/platforms/brightspace.py: _FILE": "two constants joined; a file's whole name",
    "graders/extensions/platforms/brightspace.py: _FOLDER": "a constant of the module; a folder's whole name",
    "graders/extensions/arrays/packages.py: _LINE": "a line of a lock, which the course keeps",
    "graders/extensions/platforms/canvas.py: _ATTEMPT": "a file's whole name; a suffix holds one dot",
    "graders/extensions/platforms/canvas.py: _CANVAS_NAMED": "a file's whole name",
    "graders/extensions/platforms/canvas.py: _COLUMNS": "a heading of the roster, whole",
    "graders/extensions/platforms/canvas.py: _MORE_NUMBERS": "a file's whole name; digits hold no _",
    "graders/extensions/platforms/gradescope.py: _RELEVANT": "a platform's own file; a line is read once",
    "graders/extensions/platforms/moodle.py: _MOODLE_FILE": "a file's whole name",
    "graders/extensions/platforms/moodle.py: _MOODLE_FOLDER": "a folder's whole name",
    "graders/extensions/authoring/controls.py: word": "a name of the reference",
    "graders/harness/grading/faults.py: _KEYWORD": "an exception of an assignment's code",
    "graders/harness/grading/faults.py: reason": "an exception of an assignment's code",
    "graders/harness/course/run/store.py: _CALL": "an author's checks; a repetition ends at a parenthesis",
    "graders/harness/course/run/store.py: _CONSTANT": "an author's checks",
    "graders/harness/course/run/store.py: _HEADER": "scenarios, by authors",
    "graders/harness/handout/template/check.py: re.match": "names of programs in a student's own window",
    "graders/harness/handout/layers.py: _ENCODED": "an author's bundle",
    "graders/extensions/faults/evident.py: re.sub": "a printed line; one character, repeated",
    "graders/extensions/faults/reading.py: re.search": "a name of the handout, as it is, between two borders of words",
    "graders/extensions/faults/noting.py: _DRAWN": "a word begins behind a space, and is read once",
    "graders/extensions/calls/dialogue.py: found": "an author's expression; timers interrupt the judge",
    "graders/extensions/java/junit/syntax.py: _CELL": "an author's tests",
    "graders/extensions/java/junit/__init__.py: re.findall": "an author's tests",
    "graders/extensions/java/junit/library.py: re.fullmatch": "an author's tests",
    "graders/extensions/java/junit/syntax.py: re.search": "an author's tests",
    "graders/extensions/platforms/ilias.py: _AGAIN": "a file's whole name",
    "graders/extensions/platforms/ilias.py: _CLEAR": "a folder's whole name",
    "graders/extensions/platforms/ilias.py: _MEMBER": "a folder's whole name",
    "graders/extensions/platforms/ilias.py: _TEAM": "a folder's whole name",
    "graders/extensions/platforms/sakai.py: _FLAT": "two constants joined; a file's whole name",
    "graders/extensions/platforms/sakai.py: _PERSON": "a folder's whole name; a login holds no parenthesis",
    "graders/extensions/java/language.py: _METHOD": "an author's starter",
    "graders/extensions/java/programs.py: _VALUE": "calls that the harness has written",
    "graders/extensions/java/language.py: _WORDS": "the end of a string is optional, so nothing is tried again",
    "graders/harness/assignment/python.py: _WORDS": "the end of a string is optional, so nothing is tried again",
    "graders/extensions/tutoring/desk/blind.py: re.compile": "names and ids of the class list, one or the other",
    "graders/harness/handout/unwritten.py: re.search": "a name of the handout, in an author's handout",
    "graders/harness/inside/failures.py: method": "at the beginning of a line, in the submission's process",
    "graders/harness/intake/zip_names.py: usual": "two bytes of one character",
    "graders/harness/inside/failures.py: kinds": "constants of the module, at the beginning of a file",
    "graders/extensions/style/rules/outline.py: _ESCAPE_OR_QUOTE": "a quote, or a character and what it hides",
    "graders/harness/intake/coding.py: _CODING": "one place; what stands before a name of an encoding is read once",
    "graders/harness/intake/select.py: re.compile": "a name of the manifest, and some words",
    "graders/harness/reports/audience.py: _QUOTED": "a message of limited length",
    "graders/harness/reports/html/exhibits.py: _TYPED": "a line of at most 500 characters",
    "graders/harness/handout/checkup.py: match": "names of functions, in a message of limited length",
    "graders/harness/style/tampering.py: sign": "see the next test",
    "graders/extensions/shared/exemplars.py: _NEW": "an author's name of an exemplar; hyphens part its words",
    "graders/extensions/shared/mutants/reasons.py: re.fullmatch": "an author's reasons",
    "graders/harness/handout/checkup.py: re.search": "the name of a file, escaped, in a message of limited length",
    "graders/ics32_columns/playing.py: re.search": "a sign that a check looks for: one character and its neighbours",
}
"""Patterns that may have a fault, or are no constants, and why that does no harm."""


@pytest.mark.slow
def test_no_pattern_keeps_the_judge_busy() -> None:
    sources = (path for path in (ROOT / "graders").rglob("*.py") if "exemplars" not in path.parts)
    found = {}
    for pattern in (pattern for path in sources for pattern in patterns_in(path, ROOT)):
        wrong = (
            ["no constant"]
            if pattern.text is None
            else faults(pattern.text, pattern.flags, searched=pattern.searched)
        )
        if wrong:
            found[pattern.where] = wrong
    assert {where: wrong for where, wrong in found.items() if where not in TRUSTED} == {}
    assert [where for where in TRUSTED if where not in found] == []


def test_no_sign_of_tampering_keeps_the_judge_busy() -> None:
    signs = {
        f"{name}{language.suffix}": pattern
        for language in languages()
        for name, (pattern, _) in language.signs.items()
    }
    assert {name: faults(pattern) for name, pattern in signs.items() if faults(pattern)} == {}


@pytest.mark.slow
def test_no_pattern_in_java_keeps_its_box_busy() -> None:
    calls = re.compile(r'\.(?:replaceAll|replaceFirst|matches|split|compile)\("((?:\\.|[^"\\])*)"')
    sources = [path for path in (ROOT / "graders").rglob("*.java") if "exemplars" not in path.parts]
    patterns = [
        text.replace("\\\\", "\\")
        for path in sources
        for text in calls.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(patterns) > 5
    assert {text: faults(text) for text in patterns if faults(text)} == {}


@pytest.mark.parametrize(
    "pattern",
    [
        r'"(?:[^"\\]|\\.)*"',
        r"[ -]*-[ -]*",
        r"(?:\|.*\n)+ .*\n(?=(?:Player \d wins!|Its a Draw!)\n)",
        r"[STV].*(\n.*)?\n?\Z",
        r"\w*[A-Za-z]\w*",
        r"(?m)^(?P<before>\s*):(?=:)",
        r"(?m)^(\s*import\s+(?:static\s+)?)a\.b\.",
        r"\s*\n\s*",
        r"\s*(?:Z|UTC)$",
        r"\s+(?=[+-]\d\d:?\d\d$)",
        r"\S+\S+move",
        r"\'\'\'(?:[^\\]|\\.)*?\'\'\'",
        r"[A-Z]( [A-Z])*",
    ],
)
def test_patterns_that_were_here_have_faults(pattern: str) -> None:
    assert faults(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+",
        r"(?m)^ +\^+$",
        r"a[ \t]*(?:;|$)",
        r"(?m)^[ \t]*from\b[^\n#]*",
        r"[+-]\d\d\Z",
        r"(a+)b(a+)",
    ],
)
def test_simple_patterns_have_none(pattern: str) -> None:
    assert faults(pattern, searched=not pattern.startswith("(a+)")) == []
