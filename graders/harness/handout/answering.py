"""Finds helpers of a bundle that answer graded operations: ``answering.py BUNDLE CALLS``.

A program of its own, because it runs the code of the finished bundle. BUNDLE is the folder with
the bundle's ``graders``; CALLS, the name of a file, written by ``marshal``, with

- ``calls``: for each graded operation [arguments, the reference's answer] of some calls;
- ``examples``: arguments of checks, in their own notation.

It prints a JSON list of sentences, one for each operation that helpers answer.

A *column* has one value for each call of an operation: a part of the arguments, or a helper's
results on one. A helper answers the operation if its results on columns equal a part of the
answers, or a helper's view of one, in nearly all calls of a group. A group has all calls, or those
with one value of an argument that has few, such as a direction. Most tries end at the first call.
"""

from __future__ import annotations

import io
import itertools
import json
import marshal
import resource
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
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

MOST_OF_GROUP = 8
"""Calls of a group that helpers are tried on."""
MOST_CALLS_OF_TWO = 32
"""The same for an operation whose answers have few values, such as True and False."""
MOST_COLUMNS = 25
"""Columns of an operation that helpers are tried on together, the shortest derivations first."""
MOST_TRIES = 500
"""Tries of one helper on one operation, with one kind of arguments."""
MOST_FAILURES = 3
"""Tries after which a helper is not tried on values of the same types again."""
FEWEST = 4
"""Different answers of a group; fewer are met by chance."""
FEWEST_CALLS = 6
FEWEST_OF_TWO = 24
"""Calls of a group whose answers have two values; a helper has to answer all of them."""
NEARLY_ALL = 0.9
MOST_GROUPS = 4
"""Values of an argument by which calls are grouped."""
ENOUGH = 40
"""Examples without success after which a helper is no longer tried on others."""
MEMORY = 1 << 30

Column = tuple[Any, ...]
Keys = list[bytes]
MISSING = "(no value)"


class Columns:
    """Different columns of one operation, the shortest derivation of each."""

    def __init__(self) -> None:
        self.named: dict[bytes, tuple[str, Column]] = {}

    def add(self, name: str, values: Iterable[Value]) -> None:
        """Add a column unless it is known, or mostly missing."""
        column = tuple(values)
        if column.count(MISSING) * 2 < len(column):
            self.named.setdefault(key_of(column), (name, column))

    def add_parts(self, name: str, values: Iterable[Value], deepest: int) -> None:
        """Add a column, its parts, and other forms of them."""
        each = [dict(forms(value, name, deepest)) for value in values]
        for key in dict.fromkeys(key for one in each for key in one):
            self.add(key, [one.get(key, MISSING) for one in each])

    def __iter__(self) -> Iterator[tuple[str, Column]]:
        return iter([*self.named.values()])


def applied(helper: Helper, given: Sequence[Column]) -> list[Value]:
    """Return the results of *helper* on columns; [] if it fails for the first calls."""
    results: list[Value] = []
    for values in zip(*given, strict=True):
        found = helper.results(values) if MISSING not in values else []
        results.append(found[-1] if found else MISSING)
        if len(results) == 3 and results.count(MISSING) == 3:
            return []
    return results


def views(some: list[Helper], columns: Iterable[tuple[str, Column]]) -> Iterator[Any]:
    """Yield (helper, name of the column, name of the result, results) of helpers on one column."""
    for name, column in columns:
        for helper in some:
            if helper.takes(1):
                results = applied(helper, [column])
                if len(set(map(key_of, results)) - {key_of(MISSING)}) > 1:
                    yield helper, name, f"{helper.name}({name})", results


class Group:
    """Some calls of an operation, and the columns of answers that would answer all of them."""

    def __init__(self, where: str, indexes: list[int], fewest: int = FEWEST) -> None:
        """Want only columns with *fewest* different answers."""
        self.where = where
        self.indexes = indexes
        self._fewest = fewest
        self._share = 1.0 if fewest == 2 else NEARLY_ALL
        self._wanted: dict[tuple[int, bytes], list[tuple[Keys, str]]] = defaultdict(
            list
        )

    def want(
        self, column: Sequence[Value], alike: Iterable[Sequence[Value]], view: str = ""
    ) -> None:
        """Want a column of answers, unless it tells too little, or equals one of *alike*.

        view: the helper that made it of the answers.
        """
        keys = self._keys(column)
        different = set(keys)
        if len(different) < self._fewest or key_of(MISSING) in different:
            return
        if self._fewest == 2 and min(map(keys.count, different)) < len(keys) / 5:
            return
        if not any(self._agree(keys, self._keys(other)) for other in alike):
            for index in self.probes:
                self._wanted[index, key_of(column[index])].append((keys, view))

    @property
    def probes(self) -> list[int]:
        """Return the calls that a helper is tried on first; it has to answer one of them."""
        return self.indexes[:2]

    def may_hold(self, index: int, key: bytes) -> bool:
        """Return whether the value of *key* is wanted in the call *index*, one of the probes."""
        return (index, key) in self._wanted

    def holds(self, column: Sequence[Value], by: str) -> bool:
        """Return whether *column*, made by the helper *by*, is wanted, in nearly all calls."""
        keys = self._keys(column)
        return any(
            view != by and self._agree(keys, other)
            for index in self.probes
            for other, view in self._wanted.get((index, key_of(column[index])), ())
        )

    def _agree(self, keys: Keys, other: Keys) -> bool:
        return sum(map(bytes.__eq__, keys, other)) >= self._share * len(keys)

    def __bool__(self) -> bool:
        return bool(self._wanted)

    def _keys(self, column: Sequence[Value]) -> Keys:
        return [key_of(column[index]) for index in self.indexes]


class Operation:
    """Calls of an operation with the reference's answers."""

    def __init__(self, calls: list[Any], originals: Originals, fewest: int) -> None:
        calls, self.groups = groups(calls, fewest)
        self.answers = [answer for _, answer in calls]
        self._rows = [key_of([*row, *map(originals.of, row)]) for row, _ in calls]
        self.whole, self.all = Columns(), Columns()
        for index, column in enumerate(zip(*(row for row, _ in calls), strict=True)):
            name = f"argument {index + 1}"
            self.whole.add(name, column)
            self.whole.add_parts(
                f"the original of {name}", map(originals.of, column), 1
            )
            self.all.add_parts(name, column, 2)
        self.all.named = {**self.whole.named, **self.all.named}

    def answered(
        self, some: list[Helper], makers: list[Helper], fixed: list[tuple[str, Value]]
    ) -> Iterator[str]:
        """Yield which helper answers a group of calls, and how, once for each group.

        makers: helpers that lay out the arguments; so their results are arguments, too.
        """
        seen: dict[Helper, Columns] = {helper: Columns() for helper in some}
        whole = {name for name, _ in self.whole}
        lists = [
            one
            for one in self.all
            if one[0] in whole or isinstance(one[1][0], (list, dict))
        ]
        for helper, _, name, results in views(some, lists):
            seen[helper].add(name, results)
        laid_out = [tuple(results) for *_, results in views(makers, self.whole)]
        self._want(some, seen, [*laid_out, *(column for _, column in self.all)])
        waiting = [group for group in self.groups if group]
        for helper, columns in seen.items():
            for name, column in columns:
                for group in [one for one in waiting if one.holds(column, helper.name)]:
                    waiting.remove(group)
                    yield f"{name} answers {{}}{group.where}"
        further = [one for columns in seen.values() for one in columns]
        further = sorted(further, key=lambda one: len(one[0]))[:MOST_COLUMNS]
        constants = [(name, (value,) * len(self.answers)) for name, value in fixed]
        for helper in some:
            if waiting:
                for name, results in self._tries(helper, further, constants, waiting):
                    for group in [
                        one for one in waiting if one.holds(results, helper.name)
                    ]:
                        waiting.remove(group)
                        yield f"{name} answers {{}}{group.where}"

    def _want(
        self, some: list[Helper], seen: dict[Helper, Columns], given: list[Column]
    ) -> None:
        """Tell the groups which columns of answers they want: none of *given*."""
        answers, containers = Columns(), Columns()
        answers.add_parts("the answer", self.answers, 3)
        for name, column in answers:
            if not self._is_within_arguments(column):
                for group in self.groups:
                    group.want(column, given)
                if isinstance(column[0], (list, tuple, dict)):
                    containers.add(name, column)
        for helper, _, _, results in views(some, containers):
            same = [column for _, column in seen[helper]]
            if not self._is_within_arguments(results):
                for group in self.groups:
                    group.want(results, [*same, *given], helper.name)

    def _is_within_arguments(self, column: Sequence[Value]) -> bool:
        """Return whether the values of *column* are parts of arguments or their originals."""
        keys = zip(map(key_of, column), self._rows, strict=True)
        # a single number is in most arguments by chance
        within = [key in row for key, row in keys if key[0] in b"[{" or len(key) > 8]
        return bool(within) and sum(within) >= NEARLY_ALL * len(within)

    def _tries(
        self,
        helper: Helper,
        further: list[tuple[str, Column]],
        constants: list[tuple[str, Column]],
        waiting: list[Group],
    ) -> Iterator[tuple[str, list[Value]]]:
        """Yield the results of *helper* on columns that are wanted in a first call of a group."""
        whole, every = [*self.whole], [*self.all]
        sources = [
            [further],
            [every, [*constants, *whole]],
            [further, [*constants, *whole]],
            [whole, further],
            [whole, whole, [*whole, *constants]],
            [whole, whole, whole, whole],
        ]
        for source in sources:
            if helper.takes(len(source)):
                yield from self._tries_of(helper, itertools.product(*source), waiting)

    def _tries_of(
        self, helper: Helper, products: Iterable[Any], waiting: list[Group]
    ) -> Iterator[tuple[str, list[Value]]]:
        failures: dict[tuple[type, ...], int] = defaultdict(int)
        tries = 0
        for chosen in products:
            columns = [column for _, column in chosen]
            for index in dict.fromkeys(i for group in waiting for i in group.probes):
                values = [column[index] for column in columns]
                types = tuple(map(type, values))
                if failures[types] >= MOST_FAILURES or MISSING in values:
                    break
                found = helper.results(values)
                tries += 1
                failures[types] += 1 if not found else -MOST_TRIES
                keys = [*map(key_of, found)]
                if any(group.may_hold(index, key) for key in keys for group in waiting):
                    results = applied(helper, columns)
                    if results:
                        names = ", ".join(name for name, _ in chosen)
                        yield f"{helper.name}({names})", results
                    break
                if not found:
                    break
            if tries >= MOST_TRIES:
                return


def cases(calls: list[Any]) -> list[Any]:
    """Return the calls that *calls* consist of: one for each pair of an argument and an answer."""
    found = []
    for row, answer in calls:
        same = [
            index
            for index, part in enumerate(row)
            if isinstance(part, list)
            and isinstance(answer, list)
            and len(part) == len(answer) > 0
        ]
        if len(same) != 1:
            return []
        (index,) = same
        for part, one in zip(row[index], answer, strict=True):
            more = (
                [part, *part] if isinstance(part, list) and len(part) <= 4 else [part]
            )
            found.append([[*row[:index], *more, *row[index + 1 :]], one])
    return [*{key_of(row): [row, answer] for row, answer in found}.values()]


def groups(calls: list[Any], fewest: int) -> tuple[list[Any], list[Group]]:
    """Return the calls to try, of *calls*, and their groups, which one expression could answer.

    These are all calls, those with an empty list as an argument, such as a path, and those of
    either with one value of an argument that has few.
    """
    every = [*range(len(calls))]
    if fewest == 2:
        return calls[:MOST_CALLS_OF_TWO], [Group("", every[:MOST_CALLS_OF_TWO], fewest)]
    empty = [index for index in every if [] in calls[index][0]]
    chosen = {"": every, " where a list is empty": empty}
    for where, same in [*chosen.items()]:
        for place in range(len(calls[0][0])):
            values = defaultdict(list)
            for index in same:
                values[repr(calls[index][0][place])[:20]].append(index)
            if 1 < len(values) <= MOST_GROUPS:
                for value, some in values.items():
                    chosen[f"{where} where argument {place + 1} is {value}"] = some
    spread = {
        where: some[:: -(-len(some) // MOST_OF_GROUP)]
        for where, some in chosen.items()
        if len(some) >= FEWEST_CALLS
    }
    needed = sorted(set().union(*spread.values()))
    tried = [Group(where, [*map(needed.index, some)]) for where, some in spread.items()]
    return [calls[index] for index in needed], tried


class Originals:
    """The values in examples that helpers make arguments of calls of."""

    def __init__(
        self, examples: list[Value], calls: Iterable[list[Any]], some: list[Helper]
    ) -> None:
        arguments = {key_of(part) for each in calls for row, _ in each for part in row}
        values = {
            key_of(part): part
            for one in examples
            for _, part in parts(one, "", 2)
            if isinstance(part, dict)
        }
        self._made: dict[bytes, tuple[Value, set[str]]] = {}
        for helper in some:
            if helper.takes(1):
                has_made = False
                for number, value in enumerate(values.values()):
                    if number == ENOUGH and not has_made:
                        break
                    for result in helper.results([value]):
                        key = key_of(result)
                        if isinstance(result, (list, dict)) and key in arguments:
                            has_made = True
                            _, names = self._made.setdefault(key, (value, set()))
                            names |= {
                                helper.function.__name__,
                                *helper.function.__code__.co_names,
                            }

    def of(self, value: Value) -> Value:
        """Return what *value* was made of."""
        return self._made.get(key_of(value), (MISSING, ""))[0]

    def has(self, row: list[Value]) -> bool:
        """Return whether an argument in *row* was made."""
        return any(key_of(part) in self._made for part in row)

    def makers(self, calls: list[Any]) -> set[str]:
        """Return the names of the helpers that made arguments of *calls*, and of what these use.

        They lay out the boards that checks send, which is no answer.
        """
        keys = {key_of(part) for row, _ in calls for part in row}
        return set().union(*(self._made[key][1] for key in keys & self._made.keys()))


def problems_of(told: dict[str, Any], bundle: Path) -> list[str]:
    """Return a sentence for each operation that helpers in *bundle* answer."""
    some, constants = helpers(bundle)
    originals = Originals(told["examples"], told["calls"].values(), some)
    problems = []
    for operation, calls in told["calls"].items():
        alike = defaultdict(list)
        for each in (calls, cases(calls)):
            for row, answer in each:
                alike[each is calls, len(row)].append([row, answer])
        for each in alike.values():
            answers = {key_of(answer) for _, answer in each}
            fewest = FEWEST if len(answers) >= FEWEST else 2
            if len(each) >= (FEWEST_CALLS if fewest > 2 else FEWEST_OF_TWO):
                known = [call for call in each if originals.has(call[0])]
                each = known if len(known) * 2 > len(each) else each
                makers = originals.makers(each)
                sides: dict[bool, list[Helper]] = {True: [], False: []}
                for helper in some:
                    sides[helper.function.__name__ in makers].append(helper)
                found = Operation(each, originals, fewest)
                problems += [
                    sentence.format(operation)
                    for sentence in found.answered(
                        sides[False], sides[True], [*constants.items()]
                    )
                ]
    return [*dict.fromkeys(problems)]


def main() -> None:
    """Print the answered operations."""
    bundle, calls_file = map(Path, sys.argv[1:])
    sys.stdin = io.StringIO()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(400)
    sys.path.insert(0, str(bundle))
    told = plain(marshal.loads(calls_file.read_bytes()))
    out, sys.stdout = sys.stdout, io.StringIO()
    with watched():
        problems = problems_of(told, bundle)
    print(json.dumps(problems), file=out)


if __name__ == "__main__":
    main()
