"""The dictionaries of the assignments can be read, and their hints tell students nothing of hidden checks."""

from __future__ import annotations

import pytest

from graders.extensions.faults import dictionary
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment

IDS = [
    name
    for name in assignment_ids(ROOT)
    if (dictionary.folder_of(load_assignment(name)) / dictionary.FAULTS).is_file()
]


@pytest.mark.parametrize("name", IDS)
def test_dictionary_of_an_assignment_can_be_read(name: str) -> None:
    """Every fault has a sentence; no hint has the id of a check or the sentence for staff."""
    known = dictionary.load(load_assignment(name))
    checks = {check for fault in known.faults.values() for check in fault.entries}
    assert len(known.faults) > 50
    for fault in known.faults.values():
        assert fault.diagnosis
        assert fault.diagnosis not in fault.hint
        assert not [check for check in checks if check in fault.hint]
