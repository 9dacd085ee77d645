"""Grader of CSSE7030 Semester 1 2024, assignment 1 (Connect 4 (ish))."""

from graders.extensions.style.rules import (
    outline as outline,  # beside the driver, as in the box
)
