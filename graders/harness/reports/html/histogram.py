"""Histograms on a page, as drawings."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from graders.harness.reports.console import marks_in_words
from graders.harness.reports.document.model import Histogram
from graders.harness.result import one_line

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 190, 20, 30
FLOOR = HEIGHT - BOTTOM


def spark(histogram: Histogram) -> Markup:
    """Return a small drawing, without numbers; "" without a maximum."""
    if histogram.bins[-1].high <= 0:
        return Markup("")
    most = max(bin.count for bin in histogram.bins)
    bars = (
        Markup('<rect x="{}" y="{:.1f}" width="8" height="{:.1f}"/>').format(
            index * 10 + 1, 23 - 22 * bin.count / most, 22 * bin.count / most
        )
        for index, bin in enumerate(histogram.bins)
        if bin.count
    )
    return Markup(
        '<svg class="spark" viewBox="0 0 100 24" aria-hidden="true" focusable="false">'
        '{}<path class="axis" d="M0 23.5H100"/></svg>'
    ).format(Markup("").join(bars))


def draw(histogram: Histogram) -> Markup:
    """Return bars with counts, and the median."""
    bins, full = histogram.bins, histogram.bins[-1].high
    wide = (WIDTH - 2 * LEFT) / len(bins)
    most = max(bin.count for bin in bins)
    counts = ", ".join(
        f"{marks_in_words(bin.low)} to {marks_in_words(bin.high)}: {bin.count}"
        for bin in bins
        if bin.count
    )
    median = f"median {marks_in_words(histogram.median)}"
    parts = [
        Markup('<svg class="histogram" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            WIDTH, HEIGHT, f"{one_line(histogram.name, 300)}; {counts}; {median}"
        )
    ]
    texts = [_tick(WIDTH - LEFT, full)]  # drawn over the line of the median
    for index, bin in enumerate(bins):
        x, tall = LEFT + index * wide, (FLOOR - 42) * bin.count / most
        parts.append(
            Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"/>').format(
                x + 2, FLOOR - tall, wide - 4, tall
            )
        )
        if bin.count:
            count = Markup('<text x="{:.1f}" y="{:.1f}">{}</text>')
            texts.append(count.format(x + wide / 2, FLOOR - tall - 6, bin.count))
        texts.append(_tick(x, bin.low))
    parts.append(
        Markup('<path class="axis" d="M{} {}H{}"/>').format(LEFT, FLOOR + 0.5, WIDTH - LEFT)
    )
    if full > 0:
        share = float(min(max(histogram.median / full, Fraction(0)), Fraction(1)))
        x = LEFT + share * (WIDTH - 2 * LEFT)
        parts.append(Markup('<path class="median" d="M{0:.1f} 18V{1}"/>').format(x, FLOOR))
        at = min(max(x, LEFT + 50), WIDTH - LEFT - 50)
        label = Markup('<text class="median-label" x="{:.1f}" y="12">{}</text>')
        texts.append(label.format(at, median))
    return Markup("").join([*parts, *texts, Markup("</svg>")])


def _tick(x: float, value: Fraction) -> Markup:
    text = Markup('<text class="tick" x="{:.1f}" y="{}">{}</text>')
    return text.format(x, FLOOR + 20, marks_in_words(value))
