"""Assertions of JUnit and AssertJ, as those of pytest."""

from __future__ import annotations

from tree_sitter import Node

from graders.extensions.java.junit.expressions import Expressions
from graders.extensions.java.junit.syntax import call_of, is_message
from graders.extensions.java.junit.terms import MAPS, NUMBERS, PLAIN, SETS, Term, joined
from graders.extensions.shared.checks_of_tests import NotConvertible

WORDED = ("as", "describedAs", "withFailMessage", "overridingErrorMessage")
"""Methods of AssertJ that only word a failure."""
_ENDINGS = {
    "assertTrue": "is True",
    "assertFalse": "is False",
    "assertNull": "is None",
    "assertNotNull": "is not None",
}
_SIGNS = {
    **dict.fromkeys(("assertEquals", "assertArrayEquals", "assertIterableEquals"), "=="),
    "assertNotEquals": "!=",
}
_OF_ANY = {
    ("isTrue", 0): "{} is True",
    ("isFalse", 0): "{} is False",
    ("isNull", 0): "{} is None",
    ("isNotNull", 0): "{} is not None",
    ("isZero", 0): "{} == 0",
    ("isOne", 0): "{} == 1",
}
"""Method of AssertJ, and the number of its arguments -> the assertion."""
_OF_OPTIONALS = {
    **dict.fromkeys((("isPresent", 0), ("isNotEmpty", 0)), "{}.isPresent() is True"),
    **dict.fromkeys((("isNotPresent", 0), ("isEmpty", 0)), "{}.isPresent() is False"),
    **dict.fromkeys((("contains", 1), ("hasValue", 1)), "{}.get() == {}"),
}
_OF_SIZED = {
    ("isEmpty", 0): "len({}) == 0",
    ("isNotEmpty", 0): "len({}) > 0",
    ("hasSize", 1): "len({}) == {}",
}
_OF_NUMBERS = {
    ("isGreaterThan", 1): "{} > {}",
    ("isGreaterThanOrEqualTo", 1): "{} >= {}",
    ("isLessThan", 1): "{} < {}",
    ("isLessThanOrEqualTo", 1): "{} <= {}",
    ("isBetween", 2): "{1} <= {0} <= {2}",
}
_OF_TEXTS = {("startsWith", 1): "{}.startswith({})", ("endsWith", 1): "{}.endswith({})"}
_OF_ITEMS = {("contains", 1): "{1} in {0}", ("doesNotContain", 1): "{1} not in {0}"}
_OF_KEYS = {("containsKey", 1): "{1} in {0}"}
_OFFSETS = ("within", "offset", "withPrecision")


class Assertions:
    """Translates assertions; each method raises NotConvertible for one without a sure equal."""

    def __init__(self, expressions: Expressions, *, is_junit_4: bool) -> None:
        self._expressions = expressions
        self._is_junit_4 = is_junit_4
        self.number = 0

    def of_junit(self, name: str, arguments: list[Node]) -> str:
        """Return an assertion of JUnit."""
        self.number += 1
        expected = 1 if name in _ENDINGS else 2
        if len(arguments) > expected and self._is_junit_4 and is_message(arguments[0]):
            arguments = arguments[1:]
        elif len(arguments) > expected and is_message(arguments[-1]):
            arguments = arguments[:-1]
        delta = ""
        if name in ("assertEquals", "assertArrayEquals") and len(arguments) == expected + 1:
            delta = self._expressions.term(arguments.pop()).code
        if len(arguments) != expected:
            raise NotConvertible(f"it has {name} with {len(arguments)} arguments")
        terms = [self._expressions.term(argument) for argument in arguments]
        if name in _ENDINGS:
            return f"assert {terms[0].code} {_ENDINGS[name]}"
        if name not in _SIGNS:
            raise NotConvertible(f"it calls {name}")
        want, got = terms
        if name == "assertEquals" and (want.is_array or got.is_array):
            raise NotConvertible("it compares arrays by identity")
        if name == "assertIterableEquals" and not (want.is_list and got.is_list):
            raise NotConvertible("it compares iterables that are no lists")
        return self._equal(got, want, delta, _SIGNS[name])

    def of_assertj(self, chain: list[Node]) -> list[str]:
        """Return the assertions of ``assertThat(...)``, of AssertJ."""
        _name, _owner, subjects = call_of(chain[0])
        if len(subjects) != 1:
            raise NotConvertible("it uses matchers of Hamcrest")
        got = self._expressions.term(subjects[0])
        links = [call_of(link) for link in chain[1:]]
        lines = [
            self._link(got, name, arguments) for name, _, arguments in links if name not in WORDED
        ]
        self.number += len(lines)
        return lines

    def _equal(self, got: Term, want: Term, delta: str = "", sign: str = "==") -> str:
        terms = (got, want)
        if any(Term("", part).is_text for term in terms for part in (term.part, term.key)):
            raise NotConvertible("it compares collections of dates")
        if got.is_text != want.is_text:
            got, want = (want, got) if got.is_text else (got, want)
            return f"assert str({got.code}) {sign} {want.code}"
        if delta:
            return f"assert {got.code} {sign} pytest.approx({want.code}, rel=0, abs={delta})"
        if got.raw and want.raw and (got.raw in SETS) != (want.raw in SETS):
            raise NotConvertible("it compares a set with something else")
        is_hashed = any(term.raw in (*SETS, *MAPS) for term in terms)
        if is_hashed and not {got.key, want.key} & PLAIN:
            raise NotConvertible("it compares sets or maps of objects")
        first, second = (want, got) if self._expressions.scope.is_object(want) else (got, want)
        return f"assert {first.code} {sign} {second.code}"

    def _link(self, got: Term, name: str, arguments: list[Node]) -> str:
        """Return an assertion of AssertJ about *got*."""
        code, is_table = got.code, got.raw in MAPS and got.key in PLAIN
        if name == "containsOnly" and is_table:
            return self._equal(got, Term(self._expressions.entries(arguments).code, got.type))
        offset = ""
        if arguments and arguments[-1].type == "method_invocation":
            last, _owner, given = call_of(arguments[-1])
            if last in _OFFSETS:
                offset = self._expressions.term(given[0]).code
                arguments = arguments[:-1]
        values = [self._expressions.term(argument) for argument in arguments]
        has_items = got.has_size and got.raw not in MAPS
        forms = {
            **_OF_ANY,
            **(_OF_SIZED if got.has_size else {}),
            **(_OF_ITEMS if has_items else {}),
            **(_OF_KEYS if is_table else {}),
            **(_OF_NUMBERS if got.type in NUMBERS else {}),
            **(_OF_TEXTS if got.type == "String" else {}),
            **(_OF_OPTIONALS if got.raw == "Optional" else {}),
        }
        if form := forms.get((name, len(values))):
            return f"assert {form.format(code, *(value.code for value in values))}"
        lists_items = not (len(values) == 1 and values[0].is_array)  # an array's elements are meant
        match name, values:
            case "isEqualTo", [want]:
                return self._equal(got, want)
            case "isNotEqualTo", [want]:
                return self._equal(got, want, sign="!=")
            case "isCloseTo", [want] if offset:
                return self._equal(got, want, offset)
            case "hasSameSizeAs", [want] if got.has_size and (want.is_list or want.raw in SETS):
                return f"assert len({code}) == len({want.code})"
            case "isIn", _ if got.type in PLAIN and lists_items:
                return f"assert {code} in [{joined(values)}]"
            case "containsExactly", _ if got.is_list and lists_items:
                return f"assert {code} == [{joined(values)}]"
            case "containsExactlyElementsOf", [want] if got.is_list and want.is_list:
                return f"assert {code} == {want.code}"
            case "containsExactlyInAnyOrder", _ if got.is_list and lists_items:
                return f"expect_unordered({code}, [{joined(values)}])"
            case "containsExactlyInAnyOrder", _ if got.raw in SETS and got.key in PLAIN:
                return f"assert {code} == {{{joined(values)}}}"
            case "containsExactlyInAnyOrderEntriesOf", [want] if got.raw in MAPS:
                return self._equal(got, want)
        raise NotConvertible(f"it asserts by {name} on {got.type or 'a value of unknown type'}")
