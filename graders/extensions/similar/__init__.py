"""``grader similar``: similar files of a class, shown side by side to staff."""

from __future__ import annotations

from graders.harness.hooks import Extension

EXTENSION = Extension("similar", commands=lambda: ["graders.extensions.similar.command:similar"])
