"""Reports: a :class:`~graders.harness.result.Result` as text, pages and platforms' formats.

A report reads a result and nothing else. Its readers are an :class:`Audience`;
:mod:`graders.harness.reports.audience` alone decides what they may see.
"""

from __future__ import annotations

from graders.harness.reports.audience import Audience

__all__ = ["Audience"]
