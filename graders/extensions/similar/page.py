"""Similar files in a terminal, and on a page for staff with matching passages side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rich.console import Console

from graders.extensions.similar.comparing import ClassComparison, ComparedFile, SimilarPair
from graders.harness.course.pages.class_report import SHOWN, counted, joined, listed
from graders.harness.reports.console import how_many
from graders.harness.reports.document import model as doc
from graders.harness.reports.document.terminal_painter import paint
from graders.harness.reports.html import page_painter

MOST_PAIRS = 40
"""Pairs shown with their lines."""
MOST_LISTED = 1000
"""Pairs listed."""
MOST_LINES = 250
"""Lines shown of a pair."""
GROUPS = "Groups of more than two ({})"
PAIRS = "Similar pairs ({})"
LEFT_OUT = "Not compared ({})"
HOW_TO_READ = (
    "Comments, docstrings, white space, names and values are ignored, and so is code given to "
    "everybody or written by most of the class; code that many wrote counts less. Similar files "
    "may have innocent reasons: review both before you speak to anybody."
)
CONNECTED = "These submissions are connected by similar pairs; not every two of them are similar."


def page(comparison: ClassComparison, title: str, id: str) -> bytes:
    """Return the page, UTF-8. title, id: the assignment's."""
    pairs = comparison.pairs
    facts = [*_compared(comparison), how_many(len(pairs), "similar pair")]
    dotted = [span for fact in facts for span in (doc.DOT, doc.Span(fact))][1:]
    shown: list[doc.Block] = [
        _card(pair, is_open=place == 0) for place, pair in enumerate(pairs[:MOST_PAIRS])
    ]
    shown.append(doc.Rows([doc.Row(_sides(pair)) for pair in pairs[MOST_PAIRS:MOST_LISTED]]))
    if (further := len(pairs) - MOST_LISTED) > 0:
        more = f"{further} further pairs are not shown: raise --least."
        shown.append(doc.Paragraph([doc.quiet(more)]))
    groups, left_out = _groups(comparison, None), _left_out(comparison, None)
    blocks: list[doc.Block] = [
        doc.Headline(title, f"Similar files · {id}", facts=dotted),
        doc.Section("How to read this", [doc.Paragraph(doc.plain(HOW_TO_READ))], "how"),
        *counted(
            GROUPS, len(comparison.groups), [doc.Paragraph(doc.plain(CONNECTED)), groups], "groups"
        ),
        *counted(PAIRS, len(pairs), shown, "pairs"),
        *counted(LEFT_OUT, len(comparison.left_out), [left_out], "left-out"),
    ]
    banner = "it names people and shows their code"
    footer = [doc.plain("Similar files of a class, for staff.")]
    return page_painter.paint(doc.WholeDocument(blocks, banner, footer, wide=True), None)


def render(comparison: ClassComparison, title: str, console: Console) -> None:
    """Print the list of pairs on *console*."""
    paint(_summary(comparison, title), console, None)


def _summary(comparison: ClassComparison, title: str) -> Iterator[doc.Block]:
    """Yield the list of pairs, as a document."""
    pairs = comparison.pairs
    yield doc.Paragraph([doc.strong(title)])
    yield doc.Paragraph(doc.plain(", ".join(_compared(comparison))))
    yield from counted(GROUPS, len(comparison.groups), [_groups(comparison)])
    yield from counted(PAIRS, len(pairs), [listed([doc.Row(_sides(pair)) for pair in pairs])])
    if not pairs:
        yield doc.Paragraph(doc.plain("no similar files in different submissions"))
    yield from counted(LEFT_OUT, len(comparison.left_out), [_left_out(comparison)])


def _compared(comparison: ClassComparison) -> list[str]:
    """Return the numbers of submissions and files compared."""
    others = f"{how_many(comparison.others, 'submission')} of other classes"
    return [
        how_many(comparison.submissions, "submission"),
        *([others] if comparison.others else []),
        f"{how_many(comparison.files, 'file')} compared",
    ]


def _groups(comparison: ClassComparison, most: int | None = SHOWN) -> doc.Rows:
    names = [[doc.plain(name) for name in group] for group in comparison.groups]
    return listed([doc.Row(joined(group, most=most)) for group in names], most)


def _left_out(comparison: ClassComparison, most: int | None = SHOWN) -> doc.Rows:
    return listed([doc.Row(doc.plain(line)) for line in comparison.left_out], most)


def _sides(pair: SimilarPair) -> list[doc.Span]:
    """Return the similar share of both files."""
    line = []
    for share, side in zip(pair.shares, (pair.left, pair.right), strict=True):
        percent = doc.strong(f"{min(int(share * 100 + 0.5), 100)} %", doc.Tone.CAUTION)
        of = doc.Span(f" of {side.file.submission} ")
        line += [doc.Span(", "), percent, of, doc.code(side.file.name)]
    return line[1:]


def _card(pair: SimilarPair, *, is_open: bool) -> doc.Card:
    """Return a pair, with its matching lines."""
    headings = pair.left.file.submission, pair.right.file.submission
    body: list[doc.Block] = []
    room = MOST_LINES
    for passage in pair.passages():
        left, right = _lines(pair.left.file, passage.left), _lines(pair.right.file, passage.right)
        rows = list(zip_longest(left, right))[:room]
        room -= len(rows)
        if rows:
            body.append(doc.SideBySide("Matching lines", headings, rows))
    if room <= 0:
        body.append(doc.Paragraph([doc.quiet("Further matching lines are not shown.")]))
    title = "".join(span.text for span in _sides(pair))
    return doc.Card(title, doc.Tone.BAD, (), body, is_open=is_open, signed=False)


def _lines(file: ComparedFile, span: tuple[int, int]) -> list[doc.CodeLine]:
    """Return lines of a file, as the parser counts them."""
    lines = file.data.decode("utf-8", "replace").split("\n")
    last = min(span[1], len(lines))
    numbers = range(span[0], last + 1)
    return [doc.CodeLine(number, lines[number - 1].rstrip("\r")) for number in numbers]
