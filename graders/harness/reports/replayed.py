"""A replayed check in a terminal: message and exhibits, then its calls, replies and expected
values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.assignment import value_kinds
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.transcript import (
    Run,
    first_difference_of,
    run_of,
    to_lines,
)
from graders.harness.grading.replaying import LoggedCall, Replayed
from graders.harness.reports.console import TerminalCapabilities, how_many, role_of
from graders.harness.reports.document import terminal_exhibits as exhibits
from graders.harness.reports.document.layout import Barred
from graders.harness.reports.document.terminal_painter import WIDEST
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import cause_text
from graders.harness.result import Exhibit, Transcripts, Verdict
from graders.harness.result import Text as Lines

MOST = 1200
"""Characters shown of a value, unless all is requested."""


def render(
    replayed: Replayed, *, console: Console, painter: Painter | None, everything: bool = False
) -> None:
    """Print *replayed* on *console*.

    everything: show all calls in full, not only those with unexpected results.
    """
    width = min(console.width, WIDEST)
    terminal = TerminalCapabilities.of(console)
    console.print(
        Group(*_parts(replayed, terminal, painter, width, everything)),
        width=width,
        highlight=False,
    )


def _parts(
    replayed: Replayed,
    terminal: TerminalCapabilities,
    painter: Painter | None,
    width: int,
    everything: bool,
) -> Iterator[RenderableType]:
    outcome = replayed.outcome
    passed = outcome.verdict is Verdict.PASSED
    sign, style = (terminal.glyphs.passed, "green") if passed else (terminal.glyphs.failed, "red")
    yield Text.assemble((f"{sign} ", style), terminal.line(replayed.title, "bold"), overflow="fold")
    dot = f" {terminal.glyphs.dot} "
    body: list[RenderableType] = [
        Text.assemble(
            (outcome.verdict.words, style),
            (dot, "dim"),
            terminal.line(replayed.check, "dim"),
        )
    ]
    if outcome.cause is not None:
        body += [Text(), terminal.text(cause_text(outcome.cause))]
    body += exhibits.show(outcome.exhibits, terminal, painter, max(width - 2, 1), whole=True)
    selected = [call for call in replayed.calls if everything or _is_other(call)] or list(
        replayed.calls[-1:]
    )
    alone = len(selected) == 1 and not everything
    above = _labels_with_transcripts(outcome.exhibits if alone else ())
    roles = frozenset(role_of(exhibit.label) for exhibit in outcome.exhibits)
    for call in selected:
        lines = _call(call, terminal, painter, max(width - 2, 1), everything, above, roles)
        body += [Text(), *lines]
    left = len(replayed.calls) - len(selected)
    if left:
        calls = how_many(left, "more call was", "more calls were")
        body += [
            Text(),
            Text(f"{calls} answered as expected (--all shows them)", "dim"),
        ]
    yield Barred(Group(*body), terminal.glyphs.side, style)


def _is_other(call: LoggedCall) -> bool:
    return call.trouble is not None or (call.known and call.answer != call.expected)


def _labels_with_transcripts(exhibits: Sequence[Exhibit]) -> frozenset[str]:
    """Return the labels of *exhibits* if transcripts are among them, else none."""
    labels = frozenset(exhibit.label for exhibit in exhibits)
    return labels if Transcripts in map(type, exhibits) else frozenset()


def _call(
    call: LoggedCall,
    terminal: TerminalCapabilities,
    painter: Painter | None,
    width: int,
    everything: bool,
    above: Collection[str],
    roles: Collection[str],
) -> Iterator[RenderableType]:
    """Yield a call, its result and the reference's.

    above: labels of the exhibits that are shown already, if the program's transcript is.
    roles: roles of all exhibits that are shown already.
    """
    heading = Text("called    ", "bold")
    words = [
        exhibit for exhibit in call.shown if isinstance(exhibit, Lines) and "call" in exhibit.label
    ]
    if everything:
        given = [_value(value_kinds.shown(argument), terminal, True) for argument in call.arguments]
        arguments = Text(", ").join(given)
        operation = terminal.line(call.operation)
        yield Text.assemble(heading, operation, "(", arguments, ")", overflow="fold")
    elif words:
        text = "\n".join(exhibit.text for exhibit in words)
        yield Text.assemble(heading, terminal.text(text), overflow="fold")
    else:
        yield Text.assemble(heading, terminal.line(call.operation))
        exhibits_left = [exhibit for exhibit in call.shown if exhibit.label not in above]
        yield from exhibits.show(exhibits_left, terminal, painter, width, whole=True)
    if call.trouble is not None:
        yield Text.assemble(("got       ", "bold"), terminal.text(cause_text(call.trouble), "red"))
        if call.known:
            yield from _answer("expected", call.expected, terminal, everything, roles)
        return
    if above:
        heading = Text("got       ", "bold")
        yield Text.assemble(heading, ("see above (--all shows all of it)", "dim"))
        return
    got, want = _run(call.answer), _run(call.expected) if call.known else None
    if got is not None and want is not None and to_lines(got.events) != to_lines(want.events):
        yield from exhibits.show([_beside(got, want)], terminal, None, width, whole=True)
        return
    yield from _answer("got", call.answer, terminal, everything, roles)
    if call.known and call.answer == call.expected:
        yield Text("expected  the same", "dim")
    elif call.known:
        yield from _answer("expected", call.expected, terminal, everything, roles)


def _answer(
    label: str,
    answer: object,
    terminal: TerminalCapabilities,
    everything: bool,
    roles: Collection[str],
) -> Iterator[RenderableType]:
    run = _run(answer)
    heading = Text(f"{label:<10}", "bold")
    if run is None:
        reply = Text("see above (--all shows the reply itself)", "dim")
        if everything or label not in roles or _is_plain(answer):
            reply = _value(value_kinds.shown(answer), terminal, everything)
        yield Text.assemble(heading, reply, overflow="fold")
        return
    yield Text.assemble(heading, _value(repr(list(run.end)), terminal, everything), overflow="fold")
    for line in to_lines(run.events):
        yield Text.assemble("  ", terminal.line(line))


def _value(text: str, terminal: TerminalCapabilities, everything: bool) -> Text:
    if everything or len(text) <= MOST:
        return Text().join(
            terminal.text(text[start : start + MOST]) for start in range(0, len(text), MOST)
        )
    return Text.assemble(
        terminal.text(text[:MOST]),
        (f" ... {len(text) - MOST} more characters (--all shows them)", "dim"),
    )


def _is_plain(answer: object) -> bool:
    """Return whether *answer* is a value of the program, and no report of the driver about one."""
    return isinstance(answer, str | bytes | int | float | None)


def _run(answer: object) -> Run | None:
    """Return *answer* as a run of a program, or None."""
    try:
        return run_of(answer)
    except Misbehaved:
        return None


def _beside(got: Run, want: Run) -> Transcripts:
    """Return both runs as whole transcripts."""
    due, have = to_lines(want.events), to_lines(got.events)
    return Transcripts("transcript", 1, first_difference_of(due, have), tuple(due), tuple(have))
