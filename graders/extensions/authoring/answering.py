"""Finds helpers of a bundle that answer graded operations: ``answering.py BUNDLE CALLS``.

A program of its own, because it runs the code of the finished bundle. BUNDLE is the folder with
the bundle's ``graders``; CALLS, the name of a file, written by ``marshal``, with

- ``calls``: for each graded operation [arguments, the reference's answer] of some calls;
- ``examples``: arguments of checks, in their own notation.

It prints a JSON list of sentences, one for each operation that helpers answer.

A *column* has one value for each call of an operation: a part of the arguments, or a helper's
results on one. A helper answers the operation if its results on columns equal a part of the
answers, or a helper's view of one, in all calls of a group. A group is a sample of all calls, or of
those with one value of an argument that has few, such as a direction. Most tries end at the first
call.
"""

from __future__ import annotations

import io
import itertools
import json
import marshal
import resource
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from bundled_helpers import (  # type: ignore[import-not-found]  # beside this program
    Helper,
    Value,
    forms,
    helpers,
    key_of,
    parts,
    plain,
    watched,
)

MOST_OF_GROUP = 12
"""Calls of a group that helpers are tried on."""
MOST_CALLS_OF_TWO = 32
"""The same for an operation whose answers have few values, such as True and False."""
MOST_COLUMNS = 40
"""Results of helpers that others are tried on, the shortest derivations first."""
MOST_TRIES = 500
"""Tries of one helper on one operation, with one kind of arguments."""
MOST_FAILURES = 3
"""Tries after which a helper is not tried on values of the same types again."""
FEWEST = 4
"""Different answers of a group; fewer are met by chance."""
FEWEST_CALLS = 6
FEWEST_OF_TWO = 24
"""Calls of a group whose answers have two values; a helper has to answer all of them."""
MOST_GROUPS = 4
"""Values of an argument by which calls are grouped."""
ENOUGH = 40
"""Examples without success after which a helper is no longer tried on others."""
MEMORY = 1 << 30

MISSING = "(no value)"
LIST_HEAD = 5
"""Bytes in front of the items of a list's key."""

Keys = tuple[bytes, ...]
Call = list[Any]
"""The arguments of a call, and the reference's answer."""


@dataclass(frozen=True)
class Column:
    """A value for each call, and how it was derived."""

    name: str
    values: tuple[Value, ...]
    by: str = ""
    """The helper that returned the values."""

    @cached_property
    def keys(self) -> Keys:
        """Return bytes for each value, equal for equal values."""
        return tuple(key_of(value) for value in self.values)


def different(columns: Iterable[Column]) -> list[Column]:
    """Return the columns with different values, the first of each; none that is mostly missing."""
    found: dict[Keys, Column] = {}
    for column in columns:
        if column.values.count(MISSING) * 2 < len(column.values):
            found.setdefault(column.keys, column)
    return [*found.values()]


def columns_of(values: Iterable[Value], name: str, deepest: int) -> Iterator[Column]:
    """Yield the values as a column, their parts, and other forms of them."""
    spread = [dict(forms(value, name, deepest)) for value in values]
    for key in dict.fromkeys(itertools.chain.from_iterable(spread)):
        yield Column(key, tuple(forms_of_value.get(key, MISSING) for forms_of_value in spread))


def applied(helper: Helper, given: Sequence[Column]) -> Column:
    """Return the results of *helper* on columns, mostly missing if it fails for the first calls."""
    results = []
    for values in zip(*(column.values for column in given), strict=True):
        found = helper.results(values) if MISSING not in values else []
        results.append(found[-1] if found else MISSING)
        if results == [MISSING] * 3:
            results = [MISSING] * len(given[0].values)
            break
    name = f"{helper.name}({', '.join(column.name for column in given)})"
    return Column(name, tuple(results), helper.name)


def views(some: list[Helper], columns: list[Column]) -> list[Column]:
    """Return the different results of helpers on single columns, apart for each helper."""
    made: list[Column] = []
    for helper in taking_one(some):
        made += different(applied(helper, [column]) for column in columns)
    return made


def taking_one(some: list[Helper]) -> list[Helper]:
    """Return the helpers that accept a single argument."""
    return [helper for helper in some if helper.takes(1)]


def containers(columns: list[Column]) -> list[Column]:
    """Return the columns of lists or dicts."""
    return [column for column in columns if isinstance(column.values[0], list | dict)]


def arguments_of(calls: Iterable[Call]) -> set[bytes]:
    """Return the keys of all arguments of *calls*."""
    return {key_of(call) for call in itertools.chain.from_iterable(row for row, _ in calls)}


class Group:
    """Some calls of an operation, and the columns of answers that would answer all of them."""

    def __init__(self, where: str, indexes: list[int], is_of_two: bool = False) -> None:
        self.where = where
        self.indexes = indexes
        self._fewest = 2 if is_of_two else FEWEST
        self._wanted: dict[Keys, set[str]] = {}
        """Keys of a wanted column -> the helpers that made it of the answers."""

    def want(self, columns: Iterable[Column], given: list[Column], seen: list[Column]) -> None:
        """Want those of *columns* that tell enough, and equal none of *given*, nor one of *seen*
        by the same helper.
        """
        refused = {*map(self.keys_of, given)}
        views = {(self.keys_of(call), call.by) for call in seen}
        for column in columns:
            keys = self.keys_of(column)
            is_new = keys not in refused and (keys, column.by) not in views
            if is_new and self._tells(keys):
                self._wanted.setdefault(keys, set()).add(column.by)

    def _tells(self, keys: Keys) -> bool:
        """Return whether values are different enough not to be met by chance."""
        times = Counter(keys)
        is_rare = self._fewest == 2 and min(times.values()) < len(keys) / 5
        return len(times) >= self._fewest and key_of(MISSING) not in times and not is_rare

    def probes(self) -> Iterator[tuple[int, bytes]]:
        """Yield two calls, on which a helper is tried first, with each key that is wanted there."""
        for keys in self._wanted:
            yield from zip(self.indexes[:2], keys, strict=False)

    def is_met_by(self, column: Column) -> bool:
        """Return whether *column* is wanted, other than as its own helper's view of the answers."""
        return bool(self._wanted.get(self.keys_of(column), set()) - {column.by})

    def keys_of(self, column: Column) -> Keys:
        """Return the keys of the group's values in *column*."""
        return tuple(column.keys[index] for index in self.indexes)


class Operation:
    """Calls of an operation with the reference's answers."""

    def __init__(self, calls: list[Call], originals: Originals, is_of_two: bool) -> None:
        calls, self._groups = groups(calls, is_of_two)
        self._answers = [answer for _, answer in calls]
        self._rows = [key_of([*row, *map(originals.of, row)]) for row, _ in calls]
        whole, made_of, deep = list[Column](), list[Column](), list[Column]()
        arguments = zip(*(row for row, _ in calls), strict=True)
        for number, column in enumerate(arguments, start=1):
            name = f"argument {number}"
            whole.append(Column(name, column))
            made_of += columns_of(map(originals.of, column), f"the original of {name}", 1)
            deep += columns_of(column, name, 2)
        self._whole = different([*whole, *made_of])
        self._all = different([*self._whole, *deep])

    def answered(
        self, some: list[Helper], makers: list[Helper], fixed: dict[str, Value]
    ) -> Iterator[str]:
        """Yield which helper answers a group of calls, and how, once for each group.

        makers: helpers that lay out the arguments; so their results are arguments, too.
        """
        seen = views(some, different([*self._whole, *containers(self._all)]))
        self._want(some, seen, [*self._all, *views(makers, self._whole)])
        constants = [Column(name, (value,) * len(self._answers)) for name, value in fixed.items()]
        further = sorted(different(seen), key=lambda one: len(one.name))[:MOST_COLUMNS]
        waiting = self._groups.copy()
        for column in itertools.chain(seen, self._tries(some, further, constants, waiting)):
            for group in [group for group in waiting if group.is_met_by(column)]:
                waiting.remove(group)
                yield f"{column.name} answers {{}}{group.where}"

    def _want(self, some: list[Helper], seen: list[Column], given: list[Column]) -> None:
        """Tell the groups which columns of answers they want: none of *given*.

        A helper's view of the answers is wanted unless it has the same view of the arguments.
        """
        answers = different(columns_of(self._answers, "the answer", 3))
        candidates = [*answers, *views(some, containers(answers))]
        columns = [
            candidate for candidate in candidates if not self._is_within_arguments(candidate)
        ]
        for group in self._groups:
            group.want(columns, given, seen)

    def _is_within_arguments(self, column: Column) -> bool:
        """Return whether the values of *column* are parts of arguments or their originals.

        A list may also be a run of items of a longer list, such as a pair of coordinates, or the
        characters of a text.
        """
        items = zip(column.values, column.keys, self._rows, strict=True)
        # a single number is in most arguments by chance
        within = [
            any(needle in row for needle in _needles(value, key))
            for value, key, row in items
            if key[0] in b"[{" or len(key) > 8
        ]
        return bool(within) and all(within)

    def _tries(
        self,
        some: list[Helper],
        further: list[Column],
        constants: list[Column],
        waiting: list[Group],
    ) -> Iterator[Column]:
        """Yield the results of helpers on columns that are wanted in a first call of a group."""
        whole = self._whole
        sources = [
            [further],
            [self._all, [*constants, *whole]],
            [further, [*constants, *whole]],
            [whole, further],
            [whole, whole, [*whole, *constants]],
            [whole, whole, whole, whole],
        ]
        wanted = {*itertools.chain.from_iterable(group.probes() for group in waiting)}
        for helper, source in itertools.product(some, sources):
            if waiting and helper.takes(len(source)):
                for chosen in promising(helper, itertools.product(*source), wanted):
                    yield applied(helper, chosen)


def _needles(value: Value, key: bytes) -> list[bytes]:
    """Return what the key of an argument contains, one or the other, if *value*, whose key is
    *key*, is a part of it.
    """
    if not isinstance(value, list):
        return [key]
    is_text = value and all(isinstance(item, str) and len(item) == 1 for item in value)
    return [key[LIST_HEAD:], *([key_of("".join(value))] if is_text else [])]


def promising(
    helper: Helper, products: Iterable[Sequence[Column]], wanted: set[tuple[int, bytes]]
) -> Iterator[Sequence[Column]]:
    """Yield the columns on which *helper* returns a value that is wanted in that call."""
    probes = sorted({index for index, _ in wanted})
    failures: Counter[tuple[type, ...]] = Counter()
    tries = 0
    for chosen in products:
        if tries >= MOST_TRIES:
            return
        for index in probes:
            values = [column.values[index] for column in chosen]
            types = tuple(map(type, values))
            if failures[types] >= MOST_FAILURES or MISSING in values:
                break
            found = helper.results(values)
            tries += 1
            failures[types] += -MOST_TRIES if found else 1
            if any((index, key_of(case)) in wanted for case in found):
                yield chosen
                break
            if not found:
                break


def groups(calls: list[Call], is_of_two: bool) -> tuple[list[Call], list[Group]]:
    """Return the calls to try, of *calls*, and their groups, which one expression could answer.

    These are all calls, those with an empty list as an argument, such as a path, and those of
    either with one value of an argument that has few.
    """
    every = [*range(len(calls))]
    if is_of_two:
        return calls[:MOST_CALLS_OF_TWO], [Group("", every[:MOST_CALLS_OF_TWO], is_of_two)]
    chosen = {
        "": every,
        " where a list is empty": [index for index in every if [] in calls[index][0]],
    }
    for (where, same), place in itertools.product([*chosen.items()], range(len(calls[0][0]))):
        values = defaultdict(list)
        for index in same:
            values[repr(calls[index][0][place])].append(index)
        if 1 < len(values) <= MOST_GROUPS:
            for value, some in values.items():
                chosen[f"{where} where argument {place + 1} is {value}"] = some
    # by chance, because calls with one direction may be every second one
    spread = {
        where: sorted(Random(0).sample(some, min(len(some), MOST_OF_GROUP)))
        for where, some in chosen.items()
        if len(some) >= FEWEST_CALLS
    }
    needed = sorted(set().union(*spread.values()))
    tried = [Group(where, [*map(needed.index, some)]) for where, some in spread.items()]
    return [calls[index] for index in needed], tried


class Originals:
    """The values in examples that helpers make arguments of calls of."""

    def __init__(
        self, examples: list[Value], calls: Iterable[list[Call]], some: list[Helper]
    ) -> None:
        arguments = arguments_of(itertools.chain.from_iterable(calls))
        every = itertools.chain.from_iterable(parts(example, "", 2) for example in examples)
        values = [*{key_of(part): part for _, part in every if isinstance(part, dict)}.values()]
        self._made: dict[bytes, tuple[Value, set[str]]] = {}
        for helper in taking_one(some):
            names = {helper.function.__name__, *helper.function.__code__.co_names}
            made = self._made_by(helper, values[:ENOUGH], arguments)
            made |= self._made_by(helper, values[ENOUGH:] if made else [], arguments)
            for key, value in made.items():
                self._made.setdefault(key, (value, set()))[1].update(names)

    def _made_by(
        self, helper: Helper, values: list[Value], arguments: set[bytes]
    ) -> dict[bytes, Value]:
        """Return the arguments that *helper* makes, each with the value it is made of."""
        pairs = ((result, value) for value in values for result in helper.results([value]))
        made = {key_of(result): value for result, value in pairs if isinstance(result, list | dict)}
        return {key: made[key] for key in made.keys() & arguments}

    def of(self, value: Value) -> Value:
        """Return what *value* was made of."""
        return self._made.get(key_of(value), (MISSING, ""))[0]

    def known(self, calls: list[Call]) -> list[Call]:
        """Return the calls with an argument that was made; all if these are less than half."""
        found = [call for call in calls if {*map(key_of, call[0])} & self._made.keys()]
        return found if len(found) * 2 > len(calls) else calls

    def makers(self, calls: list[Call]) -> set[str]:
        """Return the names of the helpers that made arguments of *calls*, and of what these use.

        They lay out the boards that checks send, which is no answer.
        """
        keys = arguments_of(calls) & self._made.keys()
        return set().union(*(self._made[key][1] for key in keys))


def cases(calls: list[Call]) -> list[Call]:
    """Return the calls that *calls* consist of: one for each pair of an argument and an answer."""
    found = {}
    for row, answer in calls:
        same = [index for index, part in enumerate(row) if _are_lists_of_a_length(part, answer)]
        if len(same) != 1:
            return []
        (index,) = same
        for part, result in zip(row[index], answer, strict=True):
            items = part if isinstance(part, list) and len(part) <= 4 else []
            case = [*row[:index], part, *items, *row[index + 1 :]]
            found[key_of(case)] = [case, result]
    return [*found.values()]


def _are_lists_of_a_length(some: Value, other: Value) -> bool:
    return isinstance(some, list) and isinstance(other, list) and len(some) == len(other) > 0


def alike(calls: list[Call]) -> Iterator[tuple[list[Call], bool]]:
    """Yield enough calls with as many arguments, and whether their answers have few values."""
    for each in (calls, cases(calls)):
        by_length = defaultdict(list)
        for call in each:
            by_length[len(call[0])].append(call)
        for some in by_length.values():
            is_of_two = len({key_of(answer) for _, answer in some}) < FEWEST
            if len(some) >= (FEWEST_OF_TWO if is_of_two else FEWEST_CALLS):
                yield some, is_of_two


def problems_of(handed_over: dict[str, Any], bundle: Path) -> list[str]:
    """Return a sentence for each operation that helpers in *bundle* answer."""
    every, constants = helpers(bundle)
    originals = Originals(handed_over["examples"], handed_over["calls"].values(), every)
    problems: dict[str, None] = {}
    for operation, calls in handed_over["calls"].items():
        for some, is_of_two in alike(calls):
            tried = originals.known(some)
            names = originals.makers(tried)
            makers = [helper for helper in every if helper.function.__name__ in names]
            others = [helper for helper in every if helper not in makers]
            found = Operation(tried, originals, is_of_two).answered(others, makers, constants)
            problems |= dict.fromkeys(sentence.format(operation) for sentence in found)
    return [*problems]


def main() -> None:
    """Print the answered operations."""
    bundle, calls_file = map(Path, sys.argv[1:])
    sys.stdin = io.StringIO()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(400)
    sys.path.insert(0, str(bundle))
    handed_over = plain(marshal.loads(calls_file.read_bytes()))
    out, sys.stdout = sys.stdout, io.StringIO()
    with watched():
        problems = problems_of(handed_over, bundle)
    print(json.dumps(problems), file=out)


if __name__ == "__main__":
    main()
