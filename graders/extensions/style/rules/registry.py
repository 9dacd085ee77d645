"""The rules that assignments share, in one list.

The box of an assignment whose survey names this extension has these modules beside the driver,
which returns `findings`. A new rule is a module here with a function ``findings``, in RULES, too;
``[survey.rules]`` of a manifest selects it.
"""

from . import (  # type: ignore[attr-defined]  # reach is the harness's, beside these in the box
    interface,
    leftovers,
    outline,
    reach,
    repetition,
)

RULES = (interface, leftovers, repetition)


def findings(starter, submitted, settings):
    """Return what the RULES find in those *submitted* files that the *starter* has, and in those
    that they import. Both map file names to sources; the modules of rules define the *settings*.
    """
    read = reach.files(submitted, starter)
    found = [finding for rule in RULES for finding in rule.findings(starter, read, settings)]
    return found + outline.unread(read)
