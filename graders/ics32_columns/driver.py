"""Operations on a submission of Columns: run its program, and examine its modules.

Names are free, so structure.py finds the program by the contents of the files. The program runs as for a player: lines
are typed, and its output is reported.
"""

import functools

from . import sandbox, structure

LETTERS = ("XYZ", "ABC")
"""Jewels of this edition, and letters that an earlier edition accepts, too (spec 14)."""


def play(lines):
    """Run the submitted program while *lines* are typed. Returns [end, events] of ``sandbox.run_program``."""
    name = _program(tuple(sandbox.submitted.items()))
    if name is None:
        raise sandbox.Missing(
            "no module that can be run: exactly one needs an  if __name__ == '__main__':"
        )
    end, events = sandbox.run_program(name, lines)
    if end == ["exit", 0]:  # exit() and the end of the program are equal: status 0
        end = ["returned", None]
    return [end, events]


@functools.lru_cache(maxsize=1)
def _program(sources):
    return structure.program(dict(sources))


def findings():
    """Return the findings about modules and classes in the sources, without running them."""
    return structure.findings(sandbox.submitted)


def flags():
    """Return the keys of the manifest's flags that this submission deserves (spec 12, 14)."""
    return _editions() + _doubts()


def _editions():
    """Return the keys of other editions of the assignment that the program seems to follow (spec 14)."""
    return (
        ["fall-2017"]
        if any(_lands_late(play(_first_faller(letters))[1], letters) for letters in LETTERS)
        else []
    )


def _doubts():
    """Return a key if several modules can be started, and the chosen one shows no field."""
    if len(structure.guarded(sandbox.submitted)) < 2:
        return []
    printed = "".join(
        event[1] for event in play(["4", "3", "EMPTY", "Q"])[1] if event[0] == "printed"
    )
    return [] if "|" in printed else ["several-programs"]


def _first_faller(letters):
    return ["4", "3", "EMPTY", "F 3 " + " ".join(letters), "", "", "", "", "Q"]


def _lands_late(events, letters):
    """Return whether a faller is shown in brackets at its lowest place, and between bars one tick later."""
    printed = "".join(event[1] for event in events if event[0] == "printed").split("\n")
    shown = [printed[place : place + 5] for place in range(0, len(printed), 5)]
    falling = ["|         |", *("|      [%s]|" % letter for letter in letters), " --------- "]
    landed = [line.replace("[", "|").replace("]", "|") for line in falling]
    return shown[4:6] == [falling, landed]
