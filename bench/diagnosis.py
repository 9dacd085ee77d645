"""Measures how well the dictionaries name the faults of the classes' programs.

``python -m bench.diagnosis [ASSIGNMENT ...]`` grades the programs that fail checks, and prints how many of the failed
checks have a name, and how many of the names are right: one of the name's exemplars has a fault of the program, by the
class's list, that fails a check that the name explains. Likenesses and mutants are counted apart. Where the
list names functions at fault, the place that is suspected first is compared with them. With ``--lines`` it measures
instead how well the suspected lines of faulty exemplars are the lines in which these differ from the reference.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.console import Console

from bench.classes import ClassError, WrittenProgram
from bench.lines import LineFigures, measure_lines
from bench.realclass import GradedProgram, add_choice, chosen, graded
from bench.record import RESULTS, commit
from graders.extensions.faults.dictionary import Dictionary, Fault, is_mutant, load
from graders.extensions.faults.evident import EVIDENT
from graders.extensions.faults.noting import noted
from graders.extensions.shared.gradings import Gradings
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import cores, settings_of
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault
from graders.harness.grading.advising import diagnosis_of
from graders.harness.result import not_passed


class NameFigures(msgspec.Struct, frozen=True):
    """How well the faults of some programs were named."""

    programs: int = 0
    failed: int = 0
    """Failed checks, without those whose cause says all, as a file that does not load."""
    plain: int = 0
    """Those, and all of a nondeterministic program."""
    named: int = 0
    """Those that a name explains, at least in part."""
    seen: int = 0
    """Those among them that no exemplar explains: the checks show the fault by themselves."""
    alike: int = 0
    """Those that only a likeness explains."""
    names: int = 0
    names_right: int = 0
    certain: int = 0
    certain_right: int = 0
    likes: int = 0
    likes_right: int = 0
    mutants: int = 0
    """Small changes of the reference, shown where no exemplar fits; they are neither."""
    places: int = 0
    """Programs with a suspected place, and with the functions of all their faults listed."""
    places_right: int = 0
    """Those whose first place is in a function at fault."""
    places_near: int = 0
    """Those of which one of three places is."""

    def line(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.programs} programs: {share(self.named, self.failed)} failed checks named, {self.seen} of them without an exemplar, "
            f"{share(self.alike, self.failed)} only likened, {self.plain} need no name; {share(self.names_right, self.names)} names right, "
            f"{share(self.certain_right, self.certain)} certain ones, "
            f"{share(self.likes_right, self.likes)} likes right, {self.mutants} mutants, "
            f"{share(self.places_right, self.places)} first places in a function at fault, {self.places_near} one of three"
        )


def share(part: int, whole: int) -> str:
    """Return a part of a whole, with the percentage."""
    return f"{part} of {whole} ({100 * part // whole if whole else 100} %)"


def is_of_mutants(name: KnownFault) -> bool:
    """Return whether *name* names no exemplar."""
    return all(is_mutant(id) for id in name.ids)


def is_right(name: KnownFault, program: WrittenProgram, dictionary: Dictionary) -> bool:
    """Return whether a fault of *program*, in a check that *name* explains, is one of its exemplars', or
    another writing of it, which has the same sentence.
    """
    known = dictionary.faults
    return any(
        {*fault.exemplars, *writings_of(fault.exemplars, known)} & {*name.ids}
        and {*fault.fails} & {*name.checks}
        for fault in program.faults
    )


def writings_of(exemplars: Iterable[str], known: Mapping[str, Fault]) -> set[str]:
    """Return the *known* faults with the sentence of one of *exemplars*."""
    sentences = {known[id].diagnosis for id in exemplars if id in known}
    return {id for id, fault in known.items() if fault.diagnosis in sentences}


def figures_of(one: GradedProgram, diagnosis: Diagnosis, dictionary: Dictionary) -> NameFigures:
    """Return how well *diagnosis* names the faults of a program."""
    notes = noted(one.noted)
    failed = notes.symptoms.keys()
    exemplars = [name for name in diagnosis.faults if not is_of_mutants(name)]
    likes = [name for name in exemplars if name.is_like]
    names = [name for name in exemplars if not name.is_like]
    certain = [name for name in names if name.certainty is Certainty.CERTAIN]
    named = explained(name for name in diagnosis.faults if not name.is_like) & failed
    known = explained(name for name in names if not name.ids[0].startswith(EVIDENT))
    at_fault = {place for fault in one.program.faults for place in fault.where}
    is_located = all(fault.where for fault in one.program.faults if fault.fails)
    ranked = notes.suspects if is_located else ()
    places = [f"{place.file}:{place.function}" for place in ranked]
    return NameFigures(
        programs=1,
        failed=len(failed),
        plain=len(not_passed(one.result.checks)) - len(failed),
        named=len(named),
        seen=len(named - known),
        alike=len(explained(likes) & failed - named),
        names=len(names),
        names_right=sum(is_right(name, one.program, dictionary) for name in names),
        certain=len(certain),
        certain_right=sum(is_right(name, one.program, dictionary) for name in certain),
        likes=len(likes),
        likes_right=sum(is_right(name, one.program, dictionary) for name in likes),
        mutants=len(diagnosis.faults) - len(exemplars),
        places=len(places[:1]),
        places_right=len(at_fault.intersection(places[:1])),
        places_near=int(not at_fault.isdisjoint(places)),
    )


def explained(names: Iterable[KnownFault]) -> set[str]:
    """Return the checks that *names* explain."""
    return {check for name in names for check in name.checks}


def sum_of(parts: Iterable[NameFigures]) -> NameFigures:
    """Return the figures of all *parts* together."""
    rows = [msgspec.structs.astuple(part) for part in parts]
    return NameFigures(*(sum(column) for column in zip(*rows, strict=True)))


def measure_names(id: str, programs: Iterable[WrittenProgram]) -> NameFigures:
    """Grade those of *programs* that fail checks, print each wrong name and return the figures. Raises ClassError."""
    assignment, parts = load_assignment(id), []
    dictionary = load(assignment)
    for one in graded(id, [program for program in programs if program.fails]):
        diagnosis = diagnosis_of(one.result, one.noted, assignment) or Diagnosis()
        parts.append(figures_of(one, diagnosis, dictionary))
        print(f"  {one.program.id}: {parts[-1].line().partition(': ')[2]}", flush=True)
        for name in diagnosis.faults:
            if not is_right(name, one.program, dictionary) and not is_of_mutants(name):
                like = "like " * name.is_like
                print(f"    {like}{' / '.join(name.ids)}: {', '.join(name.checks)}", flush=True)
    return sum_of(parts)


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    top = argparse.ArgumentParser(
        prog="bench.diagnosis",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_choice(top)
    top.add_argument("--record", action="store_true", help="keep the figures below bench/results")
    top.add_argument(
        "--lines", action="store_true", help="measure the suspected lines of faulty exemplars"
    )
    return top.parse_args()


def main() -> int:
    """Measure each assignment, print its figures and keep them; return the exit status."""
    args = arguments()
    try:
        for id, programs in chosen(args):
            started = time.monotonic()
            figures = of_lines(id, args.every) if args.lines else measure_names(id, programs)
            print(f"{id} ({time.monotonic() - started:.0f} s): {figures.line()}", flush=True)
            if args.record:
                keep(id, "lines" if args.lines else "class-diagnosis", figures)
    except ClassError as error:
        print(f"bench.diagnosis: {error}", file=sys.stderr)
        return 2
    return 0


def of_lines(id: str, every: int) -> LineFigures:
    """Measure the suspected lines of each *every* th faulty exemplar, print what was missed and return the figures."""
    assignment = load_assignment(id)
    settings = settings_of(assignment, "auto")
    measured = measure_lines(Gradings(assignment, settings, cores(), Console(stderr=True)), every)
    for name, found in measured.missed.items():
        print(f"  {name}: {found}")
    return measured.figures


def keep(assignment: str, subject: str, figures: NameFigures | LineFigures) -> None:
    """Write the *figures* of *assignment* to the record of today about *subject*."""
    path = RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-{subject}.json"
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    record[assignment] = {
        "commit": commit(),
        "figures": msgspec.to_builtins(figures),
        "line": figures.line(),
    }
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    lines = [f"{id}, commit {one['commit']}\n  {one['line']}" for id, one in record.items()]
    path.with_suffix(".txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
