"""The grader's speed targets, and by how much this run meets or misses them."""

from __future__ import annotations

from dataclasses import dataclass

from bench.table import Row, Table

REAL = {
    "csc148_2020_blocky": 200,
    "csc148_2018_blocky": 200,
    "csse7030_connect4": 200,
    "ics32_columns": 200,
    "comp250_blocky": 100,
}
"""Assignment -> submissions of a real class a minute."""
REAL_WITH_STYLE = 120
WITHOUT_STYLE = ("comp250_blocky",)


@dataclass(frozen=True, slots=True)
class Aim:
    """One target and its measured figure."""

    text: str
    wanted: float
    got: float | None
    """None if this run did not measure it."""
    unit: str
    at_most: bool

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None if it was not measured."""
        if self.got is None:
            return None
        return self.got <= self.wanted if self.at_most else self.got >= self.wanted

    @property
    def margin(self) -> float | None:
        """Factor by which the figure is better than the target; below 1, the target is missed. None if not measured."""
        if not self.got:
            return None
        return self.wanted / self.got if self.at_most else self.got / self.wanted

    def line(self) -> str:
        """Return one line of text."""
        sign = "<=" if self.at_most else ">="
        wanted = f"{sign} {self.wanted:g} {self.unit}".rstrip()
        if self.got is None or self.margin is None:
            return f"  {'not measured':<24}  {'':>12}  {wanted:>16}  {self.text}"
        by = self.margin if self.met else 1 / self.margin
        verdict = (
            f"{'met' if self.met else 'MISSED'}, {by:.2f} times {'better' if self.met else 'short'}"
        )
        return f"  {verdict:<24}  {f'{self.got:.3g} {self.unit}'.rstrip():>12}  {wanted:>16}  {self.text}"


def aims(table: Table, linear: dict[str, float], jobs: int) -> list[Aim]:
    """Return all targets with their figures from *table*.

    *linear* maps each mix to the result of :func:`bench.whole_class.linearity` for a class graded *jobs* at once.
    """
    right, real = table.find(f"class-right-{jobs}"), table.find(f"class-real-{jobs}")
    same, warm = table.find(f"class-reference-{jobs}"), table.find("warm")
    found = [
        Aim(
            f"submissions a minute, a real class of {id}{told}, {jobs} at once, warm",
            wanted,
            _rate(table.find(f"{key}-{jobs}-{id}")),
            "/min",
            False,
        )
        for id, without in REAL.items()
        for key, told, wanted in (
            ("class-real", "", without),
            ("class-style-real", " with python-ta", REAL_WITH_STYLE),
        )
        if id not in WITHOUT_STYLE or not told
    ]
    found += [
        Aim(
            f"submissions a minute, right only, {jobs} at once, warm",
            300,
            _rate(right),
            "/min",
            False,
        ),
        Aim(
            f"submissions a minute in Java (COMP 250), the reference, {jobs} at once, warm",
            120,
            _rate(table.find("class-comp250_blocky")),
            "/min",
            False,
        ),
        Aim(
            f"times as many submissions a minute as plain pytest in new processes, {jobs} at once",
            3,
            table.ratio(same) if same else None,
            "",
            False,
        ),
        Aim(
            "the same by CPU seconds, one at a time",
            3,
            table.cpu_ratio(warm) if warm else None,
            "",
            False,
        ),
    ]
    for key, many in (("right", right), ("real", real)):
        count = f"a class of {many.count}" if many else "a class"
        told = f"{count} ({key}), start included, over its warm submissions one at a time, shared by the cores"
        found.append(Aim(told, 1.1, linear.get(key), "", True))
    small, large = table.find("growth-50"), table.find("growth-1000")
    found += [
        Aim(
            "a submission's share in a class of 1,000 over that in a class of 50",
            1.1,
            large.seconds / small.seconds if small and large else None,
            "",
            True,
        ),
        Aim(
            "one submission in a new process, empty cache",
            3,
            _seconds(table.find("cold-empty")),
            "s",
            True,
        ),
        Aim(
            "one submission in a new process, recording kept",
            1.5,
            _seconds(table.find("cold-kept")),
            "s",
            True,
        ),
        Aim(
            "from no process at all to the first answer",
            0.3,
            _seconds(table.find("start")),
            "s",
            True,
        ),
        Aim(
            "python-ta on one submission, warm, CPU", 0.8, _cpu(table.find("style-warm")), "s", True
        ),
        Aim(
            f"submissions a minute, right only, with python-ta, {jobs} at once, warm",
            100,
            _rate(table.find(f"class-style-right-{jobs}")),
            "/min",
            False,
        ),
        Aim("one live call, small data", 0.1, _seconds(table.find("live-0"), 1000), "ms", True),
    ]
    return found


def text(found: list[Aim], *, quick: bool) -> str:
    """Return the targets as lines of text."""
    head = "Aims" + (" (a quick run: too small to judge by)" if quick else "")
    return "\n".join([head, *(aim.line() for aim in found)])


def _rate(row: Row | None) -> float | None:
    return row.per_minute if row else None


def _cpu(row: Row | None) -> float | None:
    return row.cpu_seconds if row else None


def _seconds(row: Row | None, scale: float = 1) -> float | None:
    return row.seconds * scale if row else None
