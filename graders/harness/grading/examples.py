"""The examples of properties: recorded ones, else distilled ones, else those that are drawn."""

from __future__ import annotations

from pathlib import Path

import msgspec

from graders.harness.assignment import distilled
from graders.harness.assignment.collection import CollectionError
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.checks import Check
from graders.harness.replay.recording import Recording


class Examples:
    """Examples by check; new ones are added to the recording."""

    def __init__(
        self,
        assignment: Assignment,
        recording: Recording,
        folder: Path | None = None,
        seed: int = 0,
    ) -> None:
        """Take distilled examples from *folder*, by default the assignment's own.

        seed: another number than 0 draws other examples than everybody's, distilled or not.
        """
        self._assignment = assignment
        self._recording = recording
        self._folder = folder or distilled.folder_of(assignment)
        self.seed = seed

    def of(self, check: Check) -> list[bytes]:
        """Return the encoded examples of a property. Raises CollectionError if there are none."""
        recorded = self._recording.examples.get(check.id)
        if recorded is None:
            recorded = [msgspec.Raw(item) for item in self._new(check)]
            self._recording.examples[check.id] = recorded
            self._recording.tests[check.id] = f"{check.path.name}::{check.item.originalname}"
            if not recorded:
                raise CollectionError("its strategies yield no example")
        return list(map(bytes, recorded))

    def count(self, check: Check) -> int:
        """Return how many examples are drawn for a property."""
        from graders.harness.replay import engine

        return engine.count(check.test, self._assignment.manifest.examples)

    def are_distilled(self, check: Check) -> bool:
        """Return whether a property runs on distilled examples."""
        return check.id in self._recording.distilled

    def _new(self, check: Check) -> list[bytes]:
        if not self.seed and self._assignment.manifest.grade_by == "distilled":
            chosen = distilled.examples_of(
                self._assignment,
                check.id,
                check.path,
                check.item.originalname,
                self._folder,
            )
            if chosen is not None:
                self._recording.distilled.append(check.id)
                return chosen
        from graders.harness.replay import engine

        sessions = check.arguments(None, None)
        return engine.draw(check.test, sessions, check.id, self.count(check), self.seed)
