"""The public checks for test explorers, one test each: pytest and unittest find them here.

What is not written yet is skipped. ``python check.py`` shows more, with pictures in report.html.
"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

__unittest = True  # tracebacks leave this file out
HERE = Path(__file__).resolve().parent
(FACTS,) = HERE.glob(".grader/graders/*/whole.json")


class PublicChecks(unittest.TestCase):
    """Runs check.py once, for all tests."""

    maxDiff = None
    ended = {}

    @classmethod
    def setUpClass(cls):
        command = [sys.executable, str(HERE / "check.py"), "--tests", "--no-style"]
        run = subprocess.run(command, cwd=HERE, capture_output=True, check=False)
        if not run.stdout:
            raise RuntimeError(run.stderr.decode("utf-8", "replace"))
        cls.ended = json.loads(run.stdout)

    def look_at(self, check):
        """Skip, fail or pass as *check* did."""
        __tracebackhide__ = True
        state, text = self.ended.get(check, ("waits", "did not run"))
        if state == "waits":
            self.skipTest(text)
        if state == "failed":
            self.fail("\n" + text)


def public(check, title):
    """Return the test of a public check."""

    def test(self):
        __tracebackhide__ = True
        self.look_at(check)

    test.__doc__ = title
    return test


for check, title in json.loads(FACTS.read_text("utf-8"))["checks"].items():
    setattr(PublicChecks, "test_" + re.sub(r"\W", "_", check), public(check, title))
