"""Makes checks of tests for JUnit 5, of which many have assertions of AssertJ.

A test is translated statement by statement into a check in Python whose objects stay in the box.
What has no translation that is surely right is refused, with the reason.
"""

from __future__ import annotations

import calendar
import datetime
import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from graders.extensions.shared.checks_of_tests import (
    Converted,
    FileOfTests,
    ImportedError,
    NotConvertible,
)
from graders.extensions.shared.syntax_trees import (
    all_in,
    parts_of,
    text_of,
    tree_of,
)
from graders.harness.assignment.manifest import Assignment

_WHOLE = ("byte", "short", "int", "long", "Byte", "Short", "Integer", "Long", "BigInteger")
_PARTS = ("double", "float", "Double", "Float")
_PLAIN = frozenset([*_WHOLE, *_PARTS, "boolean", "Boolean", "char", "Character", "String"])
"""Types whose values nobody can change."""
_LISTS = ("List", "ArrayList", "LinkedList")
_SETS = ("Set", "HashSet", "TreeSet", "LinkedHashSet", "SortedSet")
_MAPS = ("Map", "HashMap", "TreeMap", "LinkedHashMap", "SortedMap")
_FIXED = ("List.of", "Set.of", "Map.of", "Map.ofEntries", "Collections.unmodifiableList")
"""Methods whose collections nobody can change."""
_UNMODIFIABLE = ("unmodifiableList", "unmodifiableMap", "unmodifiableSet", "unmodifiableCollection")
_MONTHS = tuple(name.upper() for name in calendar.month_name)
_TEXT = " text"
"""Ending of the type of a date, or a day, that stands as its text: "LocalDate text"."""
_CONSTANTS = {
    "Math.PI": "3.141592653589793",
    "Math.E": "2.718281828459045",
    "Integer.MAX_VALUE": "2147483647",
    "Integer.MIN_VALUE": "-2147483648",
    "Long.MAX_VALUE": "9223372036854775807",
    "Long.MIN_VALUE": "-9223372036854775808",
    "BigInteger.ZERO": "0",
    "BigInteger.ONE": "1",
    "BigInteger.TWO": "2",
    "BigInteger.TEN": "10",
}
_CONSTANT_TYPES = {"Math": "double", "BigInteger": "BigInteger", "Long": "long"}
_OTHER_WORDS = frozenset(["student", "check", "pytest", "str", "len", "expect_unordered", "raised"])
_COMPARED = {"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_SIZES = {"isGreaterThan": ">", "isGreaterThanOrEqualTo": ">=", "isLessThan": "<"}
_SIZES["isLessThanOrEqualTo"] = "<="


class Term(NamedTuple):
    """An expression in Python, and its type in Java; "" if that is unknown."""

    code: str
    type: str

    @property
    def raw(self) -> str:
        """The last name of the type, without arguments."""
        return self.type.partition("<")[0].rpartition(".")[2]

    @property
    def part(self) -> str:
        """The type of an element."""
        if self.type.endswith("[]"):
            return self.type[:-2]
        return self.type.partition("<")[2].removesuffix(">").rpartition(",")[2].strip()

    @property
    def key(self) -> str:
        """The type of a key, or of a member of a set."""
        return self.type.partition("<")[2].removesuffix(">").partition(",")[0].strip()

    @property
    def is_list(self) -> bool:
        """Whether it is a list in Python."""
        return self.raw in _LISTS or self.type.endswith("[]")


class Members(NamedTuple):
    """The types of the members of the submission's and the course's classes."""

    methods: Mapping[str, Mapping[str, str]]
    """Class -> method -> the type that it returns; "" if there are several. Behind a slash stands
    the number of parameters; a field has a dot before its name.
    """
    owners: Mapping[str, str]
    """Class -> the class around it, or ""."""


def members_of(sources: Mapping[str, str]) -> Members:
    """Return the types of the members of the classes in *sources*."""
    methods: dict[str, dict[str, str]] = {}
    owners: dict[str, str] = {}
    for name, source in sources.items():
        for node in all_in(tree_of(source.encode(), name)):
            if not node.type.endswith("_declaration") or not node.child_by_field_name("body"):
                continue
            own = text_of(node.child_by_field_name("name"))
            if node.type in ("method_declaration", "constructor_declaration"):
                continue
            around = node.parent and node.parent.parent
            owners[own] = text_of(around.child_by_field_name("name")) if around else ""
            found = methods.setdefault(own, {})
            for method in parts_of(node.child_by_field_name("body") or node):
                if method.type == "field_declaration":
                    kind = text_of(method.child_by_field_name("type"))
                    for one in method.children_by_field_name("declarator"):
                        found[f".{text_of(one.child_by_field_name('name'))}"] = kind
                if method.type == "method_declaration":
                    title = text_of(method.child_by_field_name("name"))
                    kind = text_of(method.child_by_field_name("type"))
                    count = len(parts_of(method.child_by_field_name("parameters") or method))
                    for key in (title, f"{title}/{count}"):
                        found[key] = kind if found.get(key, kind) == kind else ""
            for part in parts_of(node.child_by_field_name("parameters") or node):
                if part.type == "formal_parameter":  # of a record
                    kind = text_of(part.child_by_field_name("type"))
                    found[text_of(part.child_by_field_name("name"))] = kind
    return Members(methods, owners)


def files_of_tests(path: Path) -> list[Path]:
    """Return the files of tests at *path*, a file or a folder. Raises ImportedError."""
    found = [path] if path.is_file() else sorted(path.rglob("*Test*.java"))
    if not found:
        raise ImportedError(f"{path}: no file of tests (*Test*.java)")
    return found


def convert(path: Path, assignment: Assignment) -> FileOfTests:
    """Convert a file of tests. Raises ImportedError if it cannot be parsed."""
    files = [*assignment.files.solved, *assignment.manifest.files.course]
    sources = {
        name: (assignment.course / name).read_text("utf-8")
        for name in files
        if name.endswith(".java")
    }
    return converted(path, members_of(sources), [*assignment.manifest.calls])


def converted(path: Path, members: Members, classes: Sequence[str]) -> FileOfTests:
    """Convert a file of tests of these *classes*, which checks may name."""
    root = tree_of(path.read_bytes(), path.name)
    if root.has_error:
        raise ImportedError(f"{path.name} does not parse")
    checks: dict[str, Converted] = {}
    refused = []
    imports = " ".join(text_of(node) for node in root.children if "import" in node.type)
    for owner in (node for node in root.children if node.type == "class_declaration"):
        body = owner.child_by_field_name("body") or owner
        for method in parts_of(body):
            marks = _annotations(method) if method.type == "method_declaration" else {}
            if not marks.keys() & {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory"}:
                continue
            name = text_of(method.child_by_field_name("name"))
            try:
                test = _Test(members, classes, "org.junit.Assert" in imports)
                check = test.check(path, body, method, marks)
                checks[check.id] = check
            except NotConvertible as reason:
                refused.append((name, str(reason)))
    if not checks and not refused:
        refused.append((path.stem, "it has no tests for JUnit"))
    return FileOfTests(path, (), tuple(checks.values()), tuple(refused))


def _annotations(method: Node) -> dict[str, Node]:
    """Return the annotations of a method, by name."""
    modifiers = next((node for node in method.children if node.type == "modifiers"), None)
    found = parts_of(modifiers) if modifiers else []
    return {text_of(node.child_by_field_name("name")): node for node in found}


@dataclass(slots=True)
class _Test:
    """The translation of one test."""

    members: Members
    classes: Sequence[str]
    is_junit_4: bool
    variables: dict[str, str] = field(default_factory=dict)
    """Variable -> its type."""
    lent: set[str] = field(default_factory=set)
    """Variables whose values the submission got: it may have changed them."""
    drawn: dict[str, int] = field(default_factory=dict)
    """Variable with a value of the submission that may change -> calls before."""
    calls: int = 0
    asserted: int = 0
    helpers: Mapping[str, Sequence[Node]] = field(default_factory=dict)
    """Methods of the test's class, by name."""
    fields: frozenset[str] = frozenset()
    names: dict[str, str] = field(default_factory=dict)
    """Other names of variables: of what a helper gets, or of the same list."""
    aliased: set[str] = field(default_factory=set)
    """Variables that have another name, too."""
    fixed: set[str] = field(default_factory=set)
    """Variables with collections that nobody can change."""
    inside: tuple[str, ...] = ()
    """Helpers whose statements are being translated."""

    def check(self, path: Path, body: Node, method: Node, marks: Mapping[str, Node]) -> Converted:
        """Return the check of a test. Raises NotConvertible."""
        known = {"Test", "ParameterizedTest", "DisplayName", "CsvSource", "ValueSource", "Tag"}
        if marks.keys() & {"Disabled", "Ignore"}:
            raise NotConvertible("it is not run: it is disabled")
        if others := sorted(marks.keys() - known):
            raise NotConvertible(f"it has the annotation @{others[0]}")
        self.helpers = _helpers(body)
        lines = [line for node in _before(body) for line in self._statement(node)]
        self.fields = frozenset(self.variables)
        loop = self._loop(method, marks)
        lines += self._block(method.child_by_field_name("body") or method)
        if not self.asserted:
            raise NotConvertible("it asserts nothing")
        lines = _without_unused_constants(lines)
        if loop:
            lines = [loop, *(f"    {line}" for line in lines)]
        name = text_of(method.child_by_field_name("name"))
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        words = words.removeprefix("test").strip("_") or "one"
        stem = path.stem.removesuffix("Test").removesuffix("Tests").removeprefix("Test")
        stem = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", stem).lower()
        display_name = marks.get("DisplayName")
        title = (
            _strings(display_name)[0]
            if display_name and _strings(display_name)
            else f"{words.replace('_', ' ')}."
        )
        id_ = f"{stem}.{words.replace('_', '-')}"
        return Converted(id_, title, "1", False, f"test_{words}", tuple(lines))

    def _loop(self, method: Node, marks: Mapping[str, Node]) -> str:
        """Return the head of the loop over a test's cases; "" if it has no parameters."""
        parameters = parts_of(method.child_by_field_name("parameters") or method)
        if not parameters:
            return ""
        kinds = [text_of(parameter.child_by_field_name("type")) for parameter in parameters]
        names = [_named(text_of(parameter.child_by_field_name("name"))) for parameter in parameters]
        self.variables.update(zip(names, kinds, strict=True))
        source = marks.get("CsvSource") or marks.get("ValueSource")
        given = source and source.child_by_field_name("arguments")
        arguments = parts_of(given) if given else []
        if len(arguments) != 1:
            raise NotConvertible("its parameters do not come from one @CsvSource or @ValueSource")
        if "CsvSource" in marks:
            if arguments[0].type not in ("element_value_array_initializer", "string_literal"):
                raise NotConvertible("its @CsvSource has settings")
            rows = [_cells(line) for line in _strings(arguments[0])]
            if any(len(row) != len(kinds) for row in rows):
                raise NotConvertible("its @CsvSource has other columns than the test parameters")
            cases = [[_cell(*pair) for pair in zip(row, kinds, strict=True)] for row in rows]
        else:
            values = arguments[0].child_by_field_name("value") or arguments[0]
            parts = parts_of(values) if "initializer" in values.type else [values]
            cases = [[self._term(part).code] for part in parts]
        shown = [f"({', '.join(case)})" if len(case) > 1 else case[0] for case in cases]
        return f"for {', '.join(names)} in [{', '.join(shown)}]:"

    # Statements.

    def _block(self, node: Node) -> Iterator[str]:
        for statement in parts_of(node):
            yield from self._statement(statement)

    def _statement(self, node: Node) -> Iterator[str]:
        match node.type:
            case "block":
                yield from self._block(node)
            case "local_variable_declaration" | "field_declaration":
                kind = text_of(node.child_by_field_name("type"))
                for declarator in node.children_by_field_name("declarator"):
                    name = text_of(declarator.child_by_field_name("name"))
                    value = declarator.child_by_field_name("value")
                    self._declare(name, kind)
                    if value is not None:
                        yield from self._set(name, kind, value)
            case "expression_statement":
                yield from self._expression(parts_of(node)[0])
            case "for_statement" | "enhanced_for_statement":
                body = node.child_by_field_name("body")
                head = self._counting(node) if node.type == "for_statement" else self._each(node)
                assert body is not None
                lines = [*self._statement(body)]
                lines = [*self._statement(body)]  # now with what an earlier round has changed
                yield head
                yield from (f"    {line}" for line in lines or ["pass"])
            case _:
                raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")

    def _declare(self, name: str, kind: str) -> str:
        """Return the name in Python of a new variable."""
        local = self._local(name)
        if self.inside and name not in self.names and local in self.variables:
            while local in self.variables:
                local += "_"
            self.names[name] = local
        elif not self.inside and local in self.fields:
            raise NotConvertible(f"its variable {name} hides a field")
        self.variables[local] = kind
        return local

    def _each(self, node: Node) -> str:
        """Return the head of a loop over the items of a list."""
        kind = text_of(node.child_by_field_name("type"))
        values = node.child_by_field_name("value")
        assert values is not None
        items = self._term(values)
        if not items.is_list:
            raise NotConvertible("it loops over what is no list")
        name = text_of(node.child_by_field_name("name"))
        local = self._declare(name, items.part if kind == "var" else kind)
        return f"for {local} in {items.code}:"

    def _counting(self, node: Node) -> str:
        """Return the head of a loop that counts up by one."""
        match = _COUNTING.match(text_of(node))
        if match is None or match[1] != match[3] or match[1] != match[6]:
            raise NotConvertible("it has a for statement that does not count up by one")
        body = node.child_by_field_name("body")
        if _changes(match[1], text_of(body)):
            raise NotConvertible("it changes the number that a for statement counts")
        if not match[5].isdecimal() and self._variable(match[5]).type != "int":
            raise NotConvertible("it has a for statement that does not count up by one")
        last = self._local(match[5]) if not match[5].isdecimal() else match[5]
        end = f"{last} + 1" if match[4] == "<=" else last
        return f"for {self._declare(match[1], 'int')} in range({match[2]}, {end}):"

    def _local(self, name: str) -> str:
        """Return the name in Python of a variable."""
        return self.names.get(name, _named(name))

    def _inlined(self, name: str, arguments: list[Node]) -> Iterator[str]:
        """Yield the statements of a helper that a test calls."""
        body, given, before = self._helper(name, arguments)
        yield from before
        names, inside = self.names, self.inside
        self.names, self.inside = given, (*inside, name)
        yield from self._block(body)
        self.names, self.inside = names, inside

    def _helper(self, name: str, arguments: list[Node]) -> tuple[Node, dict[str, str], list[str]]:
        """Return the body of a helper, the names of its parameters, and lines that set them."""
        if name in self.inside:
            raise NotConvertible(f"it calls {name}, which calls itself")
        known = self.helpers.get(name, ())
        fitting = [node for node in known if len(_parameters(node)) == len(arguments)]
        if len(fitting) != 1:
            raise NotConvertible(f"it calls {name}, of which there is not exactly one")
        body = fitting[0].child_by_field_name("body") or fitting[0]
        given: dict[str, str] = {}
        before = []
        for parameter, argument in zip(_parameters(fitting[0]), arguments, strict=True):
            own = text_of(parameter.child_by_field_name("name"))
            kind = text_of(parameter.child_by_field_name("type"))
            if _changes(own, text_of(body)):
                raise NotConvertible(f"its helper {name} gives {own} another value")
            if argument.type == "identifier" and self._local(text_of(argument)) in self.variables:
                given[own] = self._variable(text_of(argument)).code
                continue
            term = self._term(argument, kind)
            local = _named(own)
            while local in self.variables:
                local += "_"
            self.variables[local] = kind
            given[own] = local
            before.append(f"{local} = {term.code}")
        return body, given, before

    def _set(self, name: str, kind: str, value: Node) -> Iterator[str]:
        if name in self.names and not self.inside:
            raise NotConvertible(f"{name} was another name of {self.names[name]}")
        written, name, before = name, self._local(name), self.calls
        thrown = self._expected(value)
        if thrown is not None:
            if any(node.type == "throw" for node in all_in(value)):
                raise NotConvertible("it throws")
            self.variables[name] = "Throwable"
            yield from self._raising(*thrown, name)
            return
        term = self._term(value, kind)
        declared = kind if kind != "var" and not term.type.endswith(_TEXT) else term.type
        if term.code == name:
            return
        if term.code in self.variables and self._may_change(declared):
            if name in self.fields or term.code in self.fields:
                raise NotConvertible(f"{name} is another name of {term.code}")
            del self.variables[name]
            self.names[written] = term.code
            self.aliased.add(term.code)
            return
        if name in self.aliased:
            raise NotConvertible(f"{name} gets another value, and has another name")
        self.variables[name] = declared
        if declared in _PARTS and re.fullmatch(r"-?\d+", term.code):
            term = Term(f"{term.code}.0", declared)
        self.lent.discard(name)
        self.drawn.pop(name, None)
        if self.calls > before and self._may_change(declared):
            self.drawn[name] = self.calls
        self.fixed.discard(name)
        filled = Term("", declared)
        if _is_fixed(value) and {filled.key, filled.part} <= _PLAIN:
            self.fixed.add(name)
        yield f"{name} = {term.code}"

    def _may_change(self, kind: str) -> bool:
        if kind.endswith(_TEXT):
            return False
        return kind not in _PLAIN and Term("", kind).raw not in self.members.methods

    def _expression(self, node: Node) -> Iterator[str]:
        """Yield the statements of an expression that stands alone."""
        if node.type == "assignment_expression" and text_of(node.child(1)) == "=":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            assert left is not None and right is not None
            name = text_of(left).removeprefix("this.")
            if self._local(name) in self.variables:
                yield from self._set(name, self.variables[self._local(name)], right)
                return
            yield f"{self._term(left).code} = {self._term(right).code}"
            return
        if node.type == "object_creation_expression":
            yield self._term(node).code
            return
        if node.type != "method_invocation":
            raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")
        name, target, arguments = _call_of(node)
        thrown = self._expected(node)
        if thrown is not None:
            yield from self._raising(*thrown, "")
        elif target is None and name in self.helpers:
            yield from self._inlined(name, arguments)
        elif target is None or text_of(target) in ("Assertions", "Assert"):
            yield from self._assertion(name, arguments)
        elif (chain := _chain(node)) and _call_of(chain[0])[0] == "assertThat":
            yield from self._fluent(chain)
        elif target is not None and (data := self._filled(target, name, arguments)):
            yield data
        else:
            yield self._term(node).code

    def _filled(self, target: Node, name: str, arguments: list[Node]) -> str:
        """Return the statement that adds something to a collection of the test; "" for others."""
        kind = self.variables.get(self._local(text_of(target)), "")
        raw = Term("", kind).raw
        forms = {("add", 1): (_LISTS, "append"), ("put", 2): (_MAPS, "")}
        if raw in _SETS and (name, len(arguments)) == ("add", 1):
            return f"{self._term(target).code}.add({self._term(arguments[0]).code})"
        fitting, method = forms.get((name, len(arguments)), ((), ""))
        if raw not in fitting:
            return ""
        code = self._term(target).code
        values = [self._term(argument).code for argument in arguments]
        return f"{code}.append({values[0]})" if method else f"{code}[{values[0]}] = {values[1]}"

    def _expected(self, node: Node) -> tuple[str, Node, list[str]] | None:
        """Return the class that should be thrown, what throws it, and lines about it."""
        if node.type != "method_invocation":
            return None
        chain = _chain(node)
        first, _, arguments = _call_of(chain[0])
        if first == "assertThrows" and len(chain) == 1 and len(arguments) > 1:
            return self._class(arguments[0]), arguments[1], []
        links = [(_call_of(link)[0], _call_of(link)[2]) for link in chain[1:]]
        links = [link for link in links if link[0] not in ("as", "withFailMessage")]
        if first == "assertThatThrownBy" and links and links[0][0] == "isInstanceOf":
            texts = [line for link in links[1:] for line in self._message(*link)]
            return self._class(links[0][1][0]), arguments[0], texts
        kinds = {"assertThatIllegalArgumentException": "IllegalArgumentException"}
        kinds["assertThatNullPointerException"] = "NullPointerException"
        kinds["assertThatIllegalStateException"] = "IllegalStateException"
        if first in kinds or first == "assertThatExceptionOfType":
            name = kinds.get(first) or self._class(arguments[0])
            if not links or links[0][0] != "isThrownBy":
                raise NotConvertible(f"it has {first} without isThrownBy")
            texts = [line for link in links[1:] for line in self._message(*link)]
            return name, links[0][1][0], texts
        return None

    def _class(self, node: Node) -> str:
        if node.type != "class_literal":
            raise NotConvertible("it expects an exception that is no class")
        return text_of(node).removesuffix(".class").rpartition(".")[2]

    def _message(self, name: str, arguments: list[Node]) -> Iterator[str]:
        if name in ("withMessage", "hasMessage") and len(arguments) == 1:
            yield f"assert str(raised.value) == {self._term(arguments[0]).code}"
        elif name in ("withMessageContaining", "hasMessageContaining"):
            yield f"assert {self._term(arguments[0]).code} in str(raised.value)"
        else:
            raise NotConvertible(f"it asserts by {name}")

    def _raising(self, kind: str, action: Node, texts: list[str], name: str) -> Iterator[str]:
        self.asserted += 1
        body = action.child_by_field_name("body")
        if action.type == "method_reference" and len(parts_of(action)) == 2:
            owner, method = parts_of(action)
            lines = [f"{self._term(owner).code}.{_named(text_of(method))}({self._arguments([])})"]
        elif body is None:
            raise NotConvertible("what should throw is no lambda")
        else:
            lines = [*(self._block(body) if body.type == "block" else self._expression(body))]
        bound = " as raised" if texts else f" as {name}" if name else ""
        yield f"with pytest.raises(student.{kind}){bound}:"
        yield from (f"    {line}" for line in lines)
        yield from texts

    # Assertions.

    def _assertion(self, name: str, arguments: list[Node]) -> Iterator[str]:
        """Yield an assertion of JUnit."""
        self.asserted += 1
        if name == "assertAll":
            for argument in arguments:
                body = argument.child_by_field_name("body")
                if argument.type != "lambda_expression" or body is None:
                    raise NotConvertible("it uses assertAll with more than lambdas")
                yield from self._block(body) if body.type == "block" else self._expression(body)
            return
        if name == "assertDoesNotThrow":
            body = arguments[0].child_by_field_name("body")
            if arguments[0].type != "lambda_expression" or body is None:
                raise NotConvertible("what should not throw is no lambda")
            yield from self._block(body) if body.type == "block" else self._expression(body)
            return
        wanted = {"assertTrue": 1, "assertFalse": 1, "assertNull": 1, "assertNotNull": 1}
        number = wanted.get(name, 2)
        if len(arguments) > number and self.is_junit_4 and _is_text(arguments[0]):
            arguments = arguments[1:]
        elif len(arguments) > number and _is_text(arguments[-1]):
            arguments = arguments[:-1]
        delta = ""
        if name in ("assertEquals", "assertArrayEquals") and len(arguments) == number + 1:
            delta = self._term(arguments.pop()).code
        if len(arguments) != number:
            raise NotConvertible(f"it has {name} with {len(arguments)} arguments")
        endings = {"assertTrue": "is True", "assertFalse": "is False"}
        endings |= {"assertNull": "is None", "assertNotNull": "is not None"}
        if name in endings:
            yield f"assert {self._term(arguments[0]).code} {endings[name]}"
            return
        signs = {"assertEquals": "==", "assertNotEquals": "!=", "assertArrayEquals": "=="}
        if name not in signs and name != "assertIterableEquals":
            raise NotConvertible(f"it calls {name}")
        want, got = map(self._term, arguments)
        if name == "assertEquals" and any(one.type.endswith("[]") for one in (want, got)):
            raise NotConvertible("it compares arrays by identity")
        if name == "assertIterableEquals" and not (want.is_list and got.is_list):
            raise NotConvertible("it compares iterables that are no lists")
        yield self._equal(got, want, delta, signs.get(name, "=="))

    def _equal(self, got: Term, want: Term, delta: str = "", sign: str = "==") -> str:
        texts = [one.type.endswith(_TEXT) for one in (got, want)]
        if any(one.part.endswith(_TEXT) or one.key.endswith(_TEXT) for one in (got, want)):
            raise NotConvertible("it compares collections of dates")
        if any(texts) and not all(texts):
            got, want = (want, got) if texts[0] else (got, want)
            return f"assert str({got.code}) {sign} {want.code}"
        if delta:
            return f"assert {got.code} {sign} pytest.approx({want.code}, rel=0, abs={delta})"
        if {got.raw in _SETS, want.raw in _SETS} == {True, False} and got.raw and want.raw:
            raise NotConvertible("it compares a set with something else")
        hashed = {*_SETS, *_MAPS}
        if {got.raw, want.raw} & hashed and not {got.key, want.key} & _PLAIN:
            raise NotConvertible("it compares sets or maps of objects")
        first, second = (want, got) if want.raw in self.members.methods else (got, want)
        return f"assert {first.code} {sign} {second.code}"

    def _fluent(self, chain: list[Node]) -> Iterator[str]:
        """Yield the assertions of ``assertThat(...)``, of AssertJ."""
        _, _, subjects = _call_of(chain[0])
        if len(subjects) != 1:
            raise NotConvertible("it uses matchers of Hamcrest")
        got = self._term(subjects[0])
        for link in chain[1:]:
            name, _, arguments = _call_of(link)
            if name in ("as", "describedAs", "withFailMessage", "overridingErrorMessage"):
                continue
            self.asserted += 1
            yield self._link(got, name, arguments)

    def _link(self, got: Term, name: str, arguments: list[Node]) -> str:
        code = got.code
        plain = {
            "isTrue": f"assert {code} is True",
            "isFalse": f"assert {code} is False",
            "isNull": f"assert {code} is None",
            "isNotNull": f"assert {code} is not None",
            "isZero": f"assert {code} == 0",
            "isOne": f"assert {code} == 1",
        }
        if name in plain and not arguments:
            return plain[name]
        sized = got.is_list or got.raw in (*_SETS, *_MAPS, "String")
        if name in ("isEmpty", "isNotEmpty") and sized:
            return f"assert len({code}) {'==' if name == 'isEmpty' else '>'} 0"
        if name == "containsOnly" and got.raw in _MAPS and got.key in _PLAIN:
            want = self._entries(arguments)
            return self._equal(got, Term(want.code, got.type))
        values = [self._term(argument) for argument in arguments if not _is_offset(argument)]
        codes = [term.code for term in values]
        match name, values:
            case "isEqualTo", [want]:
                return self._equal(got, want)
            case "isNotEqualTo", [want]:
                return self._equal(got, want, sign="!=")
            case ("isCloseTo", [want]) if len(arguments) == 2:
                offset = self._term(_call_of(arguments[1])[2][0]).code
                return self._equal(got, want, offset)
            case ("hasSize", [want]) if sized:
                return f"assert len({code}) == {want.code}"
            case (word, [want]) if word in _SIZES and got.type in (*_WHOLE, *_PARTS):
                return f"assert {code} {_SIZES[word]} {want.code}"
            case ("contains", [want]) if sized and got.raw not in _MAPS:
                return f"assert {want.code} in {code}"
            case ("containsExactly", _) if got.is_list and not _is_spread(values):
                return f"assert {code} == [{', '.join(codes)}]"
            case ("containsExactlyElementsOf", [want]) if got.is_list and want.is_list:
                return f"assert {code} == {want.code}"
            case ("containsExactlyInAnyOrder", _) if got.is_list and not _is_spread(values):
                return f"expect_unordered({code}, [{', '.join(codes)}])"
            case ("containsExactlyInAnyOrder", _) if got.raw in _SETS and got.key in _PLAIN:
                return f"assert {code} == {{{', '.join(codes)}}}"
            case ("containsExactlyInAnyOrderEntriesOf", [want]) if got.raw in _MAPS:
                return self._equal(got, want)
            case (("isPresent" | "isNotEmpty"), []) if got.raw == "Optional":
                return f"assert {code}.isPresent() is True"
            case (("isEmpty" | "isNotPresent"), []) if got.raw == "Optional":
                return f"assert {code}.isPresent() is False"
            case (("contains" | "hasValue"), [want]) if got.raw == "Optional":
                return f"assert {code}.get() == {want.code}"
            case (("startsWith" | "endsWith"), [want]) if got.type == want.type == "String":
                return f"assert {code}.{name.lower()}({want.code})"
            case ("doesNotContain", [want]) if sized and got.raw not in _MAPS:
                return f"assert {want.code} not in {code}"
            case ("isBetween", [first, last]) if got.type in (*_WHOLE, *_PARTS):
                return f"assert {first.code} <= {code} <= {last.code}"
            case ("isIn", _) if got.type in _PLAIN and not _is_spread(values):
                return f"assert {code} in [{', '.join(codes)}]"
            case ("hasSameSizeAs", [want]) if sized and (want.is_list or want.raw in _SETS):
                return f"assert len({code}) == len({want.code})"
            case ("containsKey", [want]) if got.raw in _MAPS and got.key in _PLAIN:
                return f"assert {want.code} in {code}"
        kind = got.type or "a value of unknown type"
        raise NotConvertible(f"it asserts by {name} on {kind}")

    # Expressions.

    def _term(self, node: Node, wanted: str = "") -> Term:
        """Return an expression in Python. wanted: the type of the variable that gets it."""
        text = text_of(node)
        match node.type:
            case "parenthesized_expression":
                inner = self._term(parts_of(node)[0])
                return Term(f"({inner.code})", inner.type)
            case "decimal_integer_literal" | "hex_integer_literal" | "binary_integer_literal":
                is_long = text[-1] in "lL"
                number = int(text.rstrip("lL").replace("_", ""), 0) if text.strip("0_lL") else 0
                limit = 63 if is_long else 31
                if number >= 1 << limit and "decimal" not in node.type:
                    number -= 1 << (limit + 1)
                return Term(str(number), "long" if is_long else "int")
            case "decimal_floating_point_literal":
                if text[-1] in "fF":
                    raise NotConvertible("it has a float, which Python has not")
                return Term(repr(float(text.rstrip("dD").replace("_", ""))), "double")
            case "true" | "false":
                return Term(text.title(), "boolean")
            case "null_literal":
                return Term("None", "")
            case "string_literal":
                return Term(repr(_string(text)), "String")
            case "character_literal":
                return Term(repr(_unescaped(text[1:-1])), "char")
            case "unary_expression":
                sign, operand = text_of(node.child(0)), self._term(parts_of(node)[-1])
                if sign == "-" and operand.type in (*_WHOLE, *_PARTS):
                    return Term(f"-{operand.code}", operand.type)
                if sign == "!" and operand.type in ("boolean", "Boolean"):
                    return Term(f"(not {operand.code})", "boolean")
                raise NotConvertible(f"it has the operator {sign}")
            case "binary_expression":
                return self._binary(node)
            case "identifier" | "this":
                return self._variable(text)
            case "field_access" | "scoped_identifier":
                return self._field(node, text)
            case "array_access":
                array, index = (self._term(part) for part in parts_of(node))
                return Term(f"{array.code}[{index.code}]", array.part)
            case "array_initializer":
                kind = wanted.removesuffix("[]")
                parts = [self._term(part, kind) for part in parts_of(node)]
                return Term(f"[{', '.join(part.code for part in parts)}]", wanted)
            case "array_creation_expression":
                value = node.child_by_field_name("value")
                dimensions = text_of(node.child_by_field_name("dimensions"))
                kind = text_of(node.child_by_field_name("type")) + re.sub(r"\s", "", dimensions)
                if value is not None:
                    return self._term(value, kind)
                if dimensions in ("[0]", "[0][0]"):
                    return Term("[]", kind.replace("0", ""))
                raise NotConvertible("it makes an array without its values")
            case "object_creation_expression":
                return self._object(node, wanted)
            case "method_invocation":
                return self._invocation(node)
            case "cast_expression":
                kind = text_of(node.child_by_field_name("type"))
                value = node.child_by_field_name("value")
                if kind in self.members.methods and value is not None:
                    return Term(self._term(value).code, kind)
        raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")

    def _variable(self, name: str) -> Term:
        local = self._local(name)
        if local not in self.variables:
            raise NotConvertible(f"it uses {name}, which is no variable of the test")
        if local in self.lent:
            raise NotConvertible(f"it uses {name} again, which the submission got and may change")
        if self.drawn.get(local, self.calls) < self.calls:
            raise NotConvertible(f"it uses {name} behind a later call, which may change it")
        return Term(local, self.variables[local])

    def _field(self, node: Node, text: str) -> Term:
        if text.partition(".")[0] in ("DayOfWeek", "Month") and text.count(".") == 1:
            kind, _, word = text.partition(".")
            return Term(repr(word), f"{kind}{_TEXT}")
        if text in _CONSTANTS:
            return Term(_CONSTANTS[text], _CONSTANT_TYPES.get(text.partition(".")[0], "int"))
        target, name = parts_of(node)[0], text.rpartition(".")[2]
        if text.startswith("this."):
            return self._variable(name)
        if (class_name := self._own(text_of(target))) and (
            self._local(text_of(target)) not in self.variables
        ):
            last = text_of(target).rpartition(".")[2]
            kind = self.members.methods[last].get(f".{name}", last if name.isupper() else "")
            return Term(f"{class_name}.{name}", kind)
        term = self._term(target)
        if name == "length" and term.is_list:
            return Term(f"len({term.code})", "int")
        if term.raw in self.members.methods:
            kind = self.members.methods[term.raw].get(f".{name}", "")
            return Term(f"{term.code}.{_named(name)}", kind)
        raise NotConvertible(f"it uses {text}")

    def _own(self, name: str) -> str:
        """Return a class of the submission as a check names it; "" for others."""
        last = name.rpartition(".")[2]
        if last not in self.members.methods:
            return ""
        chain = [last]
        while owner := self.members.owners.get(chain[0], ""):
            chain.insert(0, owner)
        if chain[0] not in self.classes:
            raise NotConvertible(f"the manifest's table [calls] has no {chain[0]}")
        return f"student.{'.'.join(chain)}"

    def _binary(self, node: Node) -> Term:
        sign = text_of(node.child_by_field_name("operator"))
        left, right = (self._term(part) for part in parts_of(node))
        kinds = {left.type, right.type}
        if sign == "+" and kinds == {"String"}:
            return Term(f"{left.code} + {right.code}", "String")
        if sign in "+-*" and kinds <= {"int", "long", "double"}:
            kind = "double" if "double" in kinds else "long" if "long" in kinds else "int"
            if kind != "double" and re.search(r"\d{7}", f"{left.code} {right.code}"):
                raise NotConvertible("it computes with large numbers")
            return Term(f"({left.code} {sign} {right.code})", kind)
        if sign in _COMPARED and kinds <= {*_WHOLE, *_PARTS} - {"Integer", "Long", "Double"}:
            return Term(f"({left.code} {sign} {right.code})", "boolean")
        raise NotConvertible(f"it has the operator {sign} between {' and '.join(sorted(kinds))}")

    def _arguments(self, nodes: Sequence[Node]) -> str:
        """Return the arguments of a call of the submission."""
        terms = [self._term(node) for node in nodes]
        self.lent |= {
            term.code
            for node, term in zip(nodes, terms, strict=True)
            if node.type == "identifier"
            and self._may_change(term.type)
            and term.code not in self.fixed
        }
        self.calls += 1
        return ", ".join(term.code for term in terms)

    def _object(self, node: Node, wanted: str) -> Term:
        kind = text_of(node.child_by_field_name("type"))
        arguments = parts_of(node.child_by_field_name("arguments") or node)
        raw = kind.partition("<")[0]
        full = wanted if kind.endswith("<>") and wanted else kind
        if body := next((child for child in node.children if child.type == "class_body"), None):
            return self._with_braces(body, raw, full)
        if class_name := self._own(raw):
            code = f"{class_name}({self._arguments(arguments)})"
            self.calls -= 1  # a new object changes no earlier answer
            return Term(code, raw)
        if raw in (*_LISTS, *_SETS, *_MAPS):
            empty = "set()" if raw in _SETS else "[]" if raw in _LISTS else "{}"
            if not arguments:
                return Term(empty, full)
            given = self._term(arguments[0])
            name = "set" if raw in _SETS else "list" if raw in _LISTS else "dict"
            if len(arguments) == 1 and (given.is_list or given.raw in (*_SETS, *_MAPS)):
                return Term(f"{name}({given.code})", full)
        if raw == "BigInteger" and len(arguments) == 1:
            given = self._term(arguments[0])
            if re.fullmatch(r"'-?\d+'", given.code):
                return Term(given.code.strip("'"), "BigInteger")
        raise NotConvertible(f"it makes a {raw}, which is no plain data")

    def _with_braces(self, body: Node, raw: str, full: str) -> Term:
        """Return a collection that is filled at once: ``new HashMap<>() {{ put(...); }}``."""
        parts = parts_of(body)
        steps = parts_of(parts[0]) if len(parts) == 1 and parts[0].type == "block" else []
        calls = [_call_of(parts_of(step)[0]) for step in steps if parts_of(step)]
        word, number = ("put", 2) if raw in _MAPS else ("add", 1)
        if (
            raw not in (*_MAPS, *_LISTS, *_SETS)
            or not calls
            or len(calls) < len(steps)
            or any(call[0] != word or call[1] or len(call[2]) != number for call in calls)
        ):
            raise NotConvertible("it makes a class without a name")
        rows = [[self._term(one).code for one in call[2]] for call in calls]
        items = ", ".join(": ".join(row) for row in rows)
        return Term(f"[{items}]" if raw in _LISTS else f"{{{items}}}", full)

    def _invocation(self, node: Node) -> Term:
        name, target, arguments = _call_of(node)
        whole = f"{text_of(target)}.{name}" if target is not None else name
        if made := self._collection(whole, arguments):
            return made
        if target is None and name in self.helpers:
            return self._returned(name, arguments)
        if target is None:
            raise NotConvertible(f"it calls {name}, which it does not define")
        is_class = (
            self._local(text_of(target)) not in self.variables and target.type != "string_literal"
        )
        class_name = self._own(text_of(target)) if is_class and target.type in (
            "identifier", "field_access", "scoped_identifier") else ""  # fmt: skip
        kind = text_of(target).rpartition(".")[2] if class_name else ""
        term = Term(class_name, kind) if class_name else self._term(target)
        if term.raw in self.members.methods:
            known = self.members.methods[term.raw]
            returned = known.get(f"{name}/{len(arguments)}", known.get(name, ""))
            usual = {"toString": "String", "hashCode": "int", "name": "String", "ordinal": "int"}
            usual["equals"] = "boolean"
            called = f"{term.code}.{_named(name)}({self._arguments(arguments)})"
            return Term(called, returned or usual.get(name, ""))
        return self._of_data(term, name, arguments)

    def _returned(self, name: str, arguments: list[Node]) -> Term:
        """Return what a helper returns, if it has no other statement."""
        body, given, before = self._helper(name, arguments)
        statements = parts_of(body)
        if before or len(statements) != 1 or statements[0].type != "return_statement":
            raise NotConvertible(f"it uses {name}, which does more than return a value")
        names, inside = self.names, self.inside
        self.names, self.inside = given, (*inside, name)
        term = self._term(parts_of(statements[0])[0])
        self.names, self.inside = names, inside
        return term

    def _of_data(self, term: Term, name: str, arguments: list[Node]) -> Term:
        """Return a call of a method of plain data."""
        if term.type == "Throwable" and name == "getMessage":
            return Term(f"str({term.code}.value)", "String")
        codes = [self._term(argument).code for argument in arguments]
        sized = term.is_list or term.raw in (*_SETS, *_MAPS, "String")
        match name, codes:
            case ("size" | "length", []) if sized:
                return Term(f"len({term.code})", "int")
            case ("isEmpty", []) if sized:
                return Term(f"(len({term.code}) == 0)", "boolean")
            case ("get", [key]) if term.raw in _LISTS or (term.raw in _MAPS and term.key in _PLAIN):
                return Term(f"{term.code}[{key}]", term.part)
            case ("contains", [part]) if sized and term.raw not in _MAPS:
                return Term(f"({part} in {term.code})", "boolean")
            case ("containsKey", [key]) if term.raw in _MAPS and term.key in _PLAIN:
                return Term(f"({key} in {term.code})", "boolean")
            case ("firstKey" | "lastKey", []) if term.raw == "SortedMap" and term.key in _PLAIN:
                return Term(f"[*{term.code}][{0 if name == 'firstKey' else -1}]", term.key)
            case ("startsWith" | "endsWith", [part]) if term.type == "String":
                return Term(f"{term.code}.{name.lower()}({part})", "boolean")
            case ("equals", [other]) if term.raw in ("String", *_LISTS):
                return Term(f"({term.code} == {other})", "boolean")
            case ("toString", []) if term.type == "String":
                return term
        raise NotConvertible(f"it calls {name} of {term.type or 'a value of unknown type'}")

    def _collection(self, whole: str, arguments: list[Node]) -> Term | None:
        """Return a collection of plain data that a method of the library makes."""
        last = whole.removeprefix("Collections.").removeprefix("Arrays.")
        kind = ""
        if whole.partition(".")[0] in ("LocalDate", "LocalDateTime"):
            return self._date(whole, arguments)
        if last in _UNMODIFIABLE and len(arguments) == 1:
            return self._term(arguments[0])
        if whole == "Map.ofEntries":
            return self._entries(arguments)
        if whole == "List.of" or last in ("asList", "singletonList"):
            parts = [self._term(one) for one in arguments]
            if len(parts) == 1 and parts[0].type.endswith("[]"):
                return Term(parts[0].code, f"List<{parts[0].part}>")
            kind = parts[0].type if parts else ""
            return Term(f"[{', '.join(one.code for one in parts)}]", f"List<{kind}>")
        if last in ("emptyList", "emptySet", "emptyMap") and not arguments:
            return Term({"emptyList": "[]", "emptySet": "set()"}.get(last, "{}"), last[5:])
        if whole == "Set.of" or last == "singleton":
            parts = [self._term(one) for one in arguments]
            kind = parts[0].type if parts else ""
            codes = ", ".join(one.code for one in parts)
            return Term(f"{{{codes}}}" if codes else "set()", f"Set<{kind}>")
        if whole == "Map.of":
            parts = [self._term(one) for one in arguments]
            pairs = zip(parts[::2], parts[1::2], strict=True)
            codes = ", ".join(f"{key.code}: {value.code}" for key, value in pairs)
            kinds = ", ".join(one.type for one in parts[:2])
            return Term(f"{{{codes}}}", f"Map<{kinds}>")
        if whole == "String.join" and len(arguments) > 1:
            between, *texts = [self._term(one) for one in arguments]
            if all(one.type == "String" for one in texts):
                return Term(f"{between.code}.join([{', '.join(x.code for x in texts)}])", "String")
        if whole == "BigInteger.valueOf":
            return Term(self._term(arguments[0]).code, "BigInteger")
        return None

    def _entries(self, arguments: list[Node]) -> Term:
        """Return the map of entries."""
        entries = [_call_of(each) for each in arguments if each.type == "method_invocation"]
        if len(entries) < len(arguments) or any(each[0] != "entry" for each in entries):
            raise NotConvertible("it uses entries of a map that it does not write")
        pairs = [[self._term(one) for one in each[2]] for each in entries]
        codes = ", ".join(f"{key.code}: {value.code}" for key, value in pairs)
        kinds = ", ".join(one.type for one in (pairs or [[]])[0])
        return Term(f"{{{codes}}}", f"Map<{kinds}>")

    def _date(self, whole: str, arguments: list[Node]) -> Term:
        """Return a date as its text, which the driver makes a date again."""
        kind, _, method = whole.partition(".")
        text = ""
        if method == "parse" and len(arguments) == 1 and arguments[0].type == "string_literal":
            text = _string(text_of(arguments[0]))
        elif method == "of":
            words = [text_of(one).rpartition(".")[2] for one in arguments]
            numbers = [str(_MONTHS.index(word)) if word in _MONTHS else word for word in words]
            if all(word.isdecimal() for word in numbers):
                try:
                    text = datetime.datetime(*map(int, numbers)).isoformat()  # type: ignore[arg-type]
                except (TypeError, ValueError):
                    raise NotConvertible(f"it makes a date of {', '.join(words)}") from None
                text = text if kind == "LocalDateTime" else text.partition("T")[0]
        pattern = r"\d{4}-\d\d-\d\d" + r"T\d\d:\d\d(:\d\d)?" * (kind == "LocalDateTime")
        if not re.fullmatch(pattern, text):
            raise NotConvertible("it computes a date, or asks for the time")
        return Term(repr(re.sub(r"(T\d\d:\d\d):00$", r"\1", text)), f"{kind}{_TEXT}")


_COUNTING = re.compile(
    r"for\s*\((?:int|var) (\w+) = (\d+); (\w+) (<=?) (\w+); (?:\+\+)?(\w+)(?:\+\+)?\)"
)
"""A loop over numbers."""


def _changes(name: str, text: str) -> bool:
    """Return whether statements give a variable another value."""
    return bool(re.search(rf"(?<![\w.]){name}\s*(=[^=]|\+\+|--|[-+*/%]=)|(\+\+|--){name}\b", text))


def _helpers(body: Node) -> Mapping[str, Sequence[Node]]:
    """Return the methods of a class that are no tests, by name."""
    helpers: dict[str, list[Node]] = {}
    for node in parts_of(body):
        if node.type == "method_declaration" and not _annotations(node).keys() - {"Override"}:
            helpers.setdefault(text_of(node.child_by_field_name("name")), []).append(node)
    return helpers


def _parameters(method: Node) -> list[Node]:
    return parts_of(method.child_by_field_name("parameters") or method)


def _is_fixed(value: Node) -> bool:
    """Return whether a collection is made so that nobody can change it."""
    return value.type == "method_invocation" and (
        f"{text_of(value.child_by_field_name('object'))}.{_call_of(value)[0]}" in _FIXED
    )


def _without_unused_constants(lines: Sequence[str]) -> list[str]:
    """Return *lines* without constants of the class that the test does not use."""
    text = "\n".join(lines)
    return [
        line
        for line in lines
        if "student" in line
        or not (match := re.match(r"(\w+) = ", line))
        or len(re.findall(rf"\b{match[1]}\b", text)) > 1
    ]


def _before(body: Node) -> Iterator[Node]:
    """Yield the statements before each test: fields with values, and methods that set up."""
    methods = []
    for node in parts_of(body):
        if node.type == "field_declaration":
            yield node
        elif node.type == "method_declaration":
            marks = _annotations(node).keys()
            if marks & {"BeforeAll", "BeforeClass", "AfterAll", "AfterEach", "After"}:
                raise NotConvertible(f"@{min(marks)} runs before or after the tests")
            if marks & {"BeforeEach", "Before"}:
                methods.append(node)
    for method in methods:
        yield method.child_by_field_name("body") or method


def _call_of(node: Node) -> tuple[str, Node | None, list[Node]]:
    """Return the name of a call, what is before the dot, and the arguments."""
    arguments = node.child_by_field_name("arguments")
    name = text_of(node.child_by_field_name("name"))
    return name, node.child_by_field_name("object"), parts_of(arguments) if arguments else []


def _chain(node: Node) -> list[Node]:
    """Return calls that follow each other by dots, the first one first."""
    chain = [node]
    while (target := chain[0].child_by_field_name("object")) is not None:
        if target.type != "method_invocation":
            break
        chain.insert(0, target)
    return chain


def _named(name: str) -> str:
    """Return a name of Java that Python takes, too."""
    taken = keyword.iskeyword(name) or name in _OTHER_WORDS
    return f"{name}_" if taken else name


def _is_text(node: Node) -> bool:
    return node.type in ("string_literal", "lambda_expression") or (
        node.type == "binary_expression"
        and any(part.type == "string_literal" for part in all_in(node))
    )


def _is_offset(node: Node) -> bool:
    words = ("within", "offset", "withPrecision")
    return node.type == "method_invocation" and _call_of(node)[0] in words


def _is_spread(values: Sequence[Term]) -> bool:
    """Return whether the only value is an array, whose elements are meant."""
    return len(values) == 1 and values[0].type.endswith("[]")


def _strings(node: Node) -> list[str]:
    """Return the texts of the strings in a node."""
    return [
        _string(text_of(literal)) for literal in all_in(node) if literal.type == "string_literal"
    ]


def _string(text: str) -> str:
    """Return the value of a literal."""
    if not text.startswith('"""'):
        return _unescaped(text[1:-1])
    lines = text[3:-3].split("\n")[1:]
    filled = [line for line in lines[:-1] if line.strip()] + lines[-1:]
    depth = min(len(line) - len(line.lstrip()) for line in filled)
    ends = [line[depth:].rstrip() for line in lines]
    return _unescaped("\n".join(ends))


_ESCAPE = re.compile(r"\\(u+([0-9a-fA-F]{4})|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", "\n": ""}


def _unescaped(text: str) -> str:
    def value(match: re.Match[str]) -> str:
        if match[2]:
            return chr(int(match[2], 16))
        return chr(int(match[1], 8)) if match[1].isdigit() else _ESCAPED.get(match[1], match[1])

    found = _ESCAPE.sub(value, text)
    return found.encode("utf-16", "surrogatepass").decode("utf-16")


_CELL = re.compile(r"\s*(?:'((?:[^']|'')*)'|([^',]*))\s*(?:,|$)")


def _cells(line: str) -> list[str | None]:
    """Return the values of a line of @CsvSource; None for an empty one without quotes."""
    cells: list[str | None] = []
    place, has_more = 0, True
    while has_more:
        match = _CELL.match(line, place)
        if match is None:
            raise NotConvertible("its @CsvSource has quotes within a value")
        quoted, plain = match.groups()
        cells.append(quoted.replace("''", "'") if plain is None else plain.strip() or None)
        place, has_more = match.end(), match[0].endswith(",")
    return cells


def _cell(text: str | None, kind: str) -> str:
    """Return a value of @CsvSource as the parameter wants it."""
    if text is None:
        return "None"
    if kind == "String" or (kind in ("char", "Character") and len(text) == 1):
        return repr(text)
    try:
        if kind in ("int", "long", "Integer", "Long", "short", "byte"):
            return str(int(text))
        if kind in ("double", "Double"):
            return repr(float(text))
    except ValueError:
        pass
    if kind in ("boolean", "Boolean") and text in ("true", "false"):
        return text.title()
    raise NotConvertible(f"its @CsvSource has {text!r} for a {kind}")
