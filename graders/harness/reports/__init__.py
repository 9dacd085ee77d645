"""What is made of a :class:`~graders.harness.result.Result`: text for a terminal, files for others.

A report reads a result and nothing else. Whom it is for is an :class:`Audience`; what that audience
may not see is decided in one place (:mod:`graders.harness.reports.audience`).
"""

from __future__ import annotations

from graders.harness.reports.audience import Audience

__all__ = ["Audience"]
