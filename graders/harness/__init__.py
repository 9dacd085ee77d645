"""The machine that grades. It knows no assignment by name; an assignment uses the names exported
here.
"""

from graders.harness.assignment.check import check, expect, fail, picture, text, value

__all__ = ["check", "expect", "fail", "picture", "text", "value"]
