"""Rows of figures from one run, and the table that prints them."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, field
from typing import Any

from bench.measure import Cost, Split, median

PLAIN = "plain-pytest"
"""Key of the row that all other rows are compared with."""


@dataclass(slots=True)
class Row:
    """One quantity, measured once or several times."""

    key: str
    """A stable identifier, the same in every record."""
    group: str
    name: str
    wall: list[float] = field(default_factory=list)
    """Wall seconds of each sample."""
    cpu: list[float] = field(default_factory=list)
    """CPU seconds of each sample; empty if they were not measured."""
    count: int = 1
    """Submissions (or calls) in one sample."""
    jobs: int = 1
    """Submissions graded at once; 0 if the row does not grade submissions and so has no rate."""
    compared: bool = True
    """Whether the row grades the same submission as the other tools."""
    split: Split | None = None
    """Total CPU seconds of all samples, by judge and box."""
    note: str = ""

    def add(self, cost: Cost) -> None:
        """Add one sample."""
        self.wall.append(cost.wall)
        if cost.cpu is not None:
            self.cpu.append(cost.cpu)

    @property
    def seconds(self) -> float:
        """Median wall seconds of one submission, or one call."""
        return median(self.wall) / self.count

    @property
    def cpu_seconds(self) -> float | None:
        """Median CPU seconds of one submission."""
        return median(self.cpu) / self.count if self.cpu else None

    @property
    def per_minute(self) -> float | None:
        """Submissions per minute, or None if the row has no rate."""
        return 60 / self.seconds if self.jobs and self.wall else None


class Table:
    """All rows of a run, in display order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.remarks: list[str] = []

    def row(self, row: Row) -> Row:
        """Add *row*, report it at once in case the run is stopped, and return it."""
        self.rows.append(row)
        if row.wall:
            rate = f", {row.per_minute:.1f} a minute" if row.per_minute else ""
            print(
                f"bench:   {row.name.strip()}: {row.seconds:.4g} s{rate}",
                file=sys.stderr,
                flush=True,
            )
        return row

    def find(self, key: str) -> Row | None:
        """Return the measured row with the key *key*, or None."""
        return next((row for row in self.rows if row.key == key and row.wall), None)

    def ratio(self, row: Row) -> float | None:
        """Return the row's rate over plain pytest's with as many at once, or None."""
        plain = self.find(PLAIN if row.jobs == 1 else f"{PLAIN}-{row.jobs}")
        if not row.compared or plain is None or plain.per_minute is None or row.per_minute is None:
            return None
        return row.per_minute / plain.per_minute

    def cpu_ratio(self, row: Row) -> float | None:
        """Return plain pytest's CPU seconds over the row's, or None; a busy machine hardly affects this ratio."""
        plain = self.find(PLAIN)
        if (
            not row.compared
            or not row.jobs
            or plain is None
            or not plain.cpu_seconds
            or not row.cpu_seconds
        ):
            return None
        return plain.cpu_seconds / row.cpu_seconds

    def text(self) -> str:
        """Return the table as plain text."""
        lines = []
        group = None
        width = max(len(row.name) for row in self.rows)
        head = f"  {'':<{width}}  {'wall':>9}  {'CPU':>9}  {'a minute':>8}  {'x plain':>7}  {'CPU x':>6}  {'n':>5}"
        for row in self.rows:
            if row.group != group:
                group = row.group
                lines += ["", group, head]
            lines.append(
                f"  {row.name:<{width}}  {self._figures(row)}"
                + (f"  {row.note}" if row.note else "")
            )
        return "\n".join([*lines[1:], "", *self.remarks])

    def _figures(self, row: Row) -> str:
        if not row.wall:
            return f"{'-':>9}  {'-':>9}  {'-':>8}  {'-':>7}  {'-':>6}  {'-':>5}"
        cpu = "" if row.cpu_seconds is None else shown_seconds(row.cpu_seconds)
        rate = "" if row.per_minute is None else f"{row.per_minute:.1f}"
        times, saved = (
            "" if ratio is None else f"{ratio:.2f}"
            for ratio in (self.ratio(row), self.cpu_ratio(row))
        )
        samples = len(row.wall) * row.count
        return f"{shown_seconds(row.seconds):>9}  {cpu:>9}  {rate:>8}  {times:>7}  {saved:>6}  {samples:>5}"

    def as_data(self) -> list[dict[str, Any]]:
        """Return all rows with their samples, for a record."""
        return [
            {
                **asdict(row),
                "seconds": row.seconds if row.wall else None,
                "cpu_seconds": row.cpu_seconds,
                "per_minute": row.per_minute,
                "times_plain_pytest": self.ratio(row),
                "cpu_times_plain_pytest": self.cpu_ratio(row),
            }
            for row in self.rows
        ]


def shown_seconds(seconds: float) -> str:
    """Return a time with a suitable unit and three significant digits."""
    if not seconds:
        return "0 s"
    for unit, size, highest in (
        ("s", 1.0, float("inf")),
        ("ms", 1e-3, 1.0),
        ("\N{MICRO SIGN}s", 1e-6, 1e-3),
    ):
        if size <= seconds < highest or unit == "\N{MICRO SIGN}s":
            number = seconds / size
            return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f} {unit}"
    raise AssertionError
