"""Checks in Python of classes in Java, whose objects stay in the virtual machine: a manifest with ``[calls]``."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.extensions.java.language import JAVA
from graders.harness.assignment.manifest import Transcript
from tests.world import WORLDS, World, needs_jdk, verdicts

pytestmark = [needs_jdk, pytest.mark.slow]
BANK = World(WORLDS / "bank", "bank")


def changed(*changes: tuple[str, str]) -> str:
    """Return the reference's Account.java with changes."""
    text = BANK.good["Account.java"]
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@pytest.mark.nightly
def test_other_writings_of_right_answers_pass() -> None:
    """Types that take the same values, other collections, methods of a parent class, more methods than needed."""
    source = changed(
        ("Account(int balance) {", "Account(String owner) {\n    }\n\n    Account(long balance) {"),
        ("this.balance = balance;", "this.balance = (int) balance;"),
        ("Account deposit(int sum)", "Account deposit(Integer sum)"),
        ("int sum(int[] numbers)", "int sum(int... numbers)"),
        ("total(List<Long> numbers)", "total(java.util.Collection<? extends Number> numbers)"),
        ("mapToLong(Long::longValue)", "mapToLong(Number::longValue)"),
        ("new TreeSet<>();", "new java.util.HashSet<>() {{ remove('!'); }};"),
        ("new HashMap<>();", "new java.util.TreeMap<>();"),
        ("double interest(double sum, double rate)", "Double interest(int sum, Number rate)"),
        ("sum * rate", "sum * rate.doubleValue()"),
        ("extends Exception", "extends IllegalStateException"),
        ("List.of(balance).iterator()", "new Iterator<>() { int n = 1; public boolean hasNext() { return n > 0; }"
         " public Integer next() { n--; return balance; } }"),
    )  # fmt: skip
    assert set(verdicts(BANK.grade(Account=source)).values()) == {"passed"}


def test_attack_154_data_that_passes_for_an_object_of_java() -> None:
    """Faults cost their own checks. A submission chooses names and texts, not which answers are objects."""
    source = changed(
        ("return this;", "return null;"),
        ("    String owner", "    private String owner"),
        ("public int compareTo(Account other) {", "public int compareTo(Account other) { if (true) throw new Error();"),
        ("new Overdrawn();", "new RuntimeException(\"Overdrawn\");"),
        ("        Map<String, Integer> counts = ", "        Map forged = new HashMap<>();\n"
         "        forged.put(\"class\", \"object Account\");\n        forged.put(0, 0);\n"
         "        if (true) { return forged; }\n        Map<String, Integer> counts = "),
        ("public Money money()", "public Object money()"),
        ("new Money(balance, owner)", "driver.Driver.class"),
        ("int read() {", "Object read() { if (true) return new Account(32);"),
    )  # fmt: skip
    source = source.replace("driver.Driver.class", "reached()").replace(
        "    static int sum(",
        "    static Object reached() { try { return Class.forName(\"driver.Driver\"); }"
        " catch (Exception absent) { return null; } }\n\n    static int sum(",
    )  # fmt: skip
    assert verdicts(BANK.grade(Account=source)) == {
        "account.deposit": "crashed",
        "account.field": "missing",
        "account.kind": "crashed",
        "account.money": "missing",
        "account.order": "raised",
        "account.refuses": "failed",
        "functions.collections": "failed",
        "functions.numbers": "passed",
        "functions.streams": "missing",
    }


def test_scenarios_of_programs_are_refused_with_the_way_to_check_them() -> None:
    """The message is about the manifest, not about the reference."""
    manifest = replace(BANK.assignment.manifest, transcript=Transcript(program="Account.java"))
    assert "reads capsys" in JAVA.problem(manifest)
    assert JAVA.problem(BANK.assignment.manifest) == ""
