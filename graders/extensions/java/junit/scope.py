"""The names that a statement of a test sees, and what the submission may do to their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tree_sitter import Node

from graders.extensions.java.junit.terms import PLAIN, Members, Term, python_name
from graders.extensions.shared.checks_of_tests import NotConvertible


@dataclass(slots=True)
class JavaScope:
    """The variables, helpers and classes that a test uses."""

    members: Members
    classes: Sequence[str]
    """Those that the manifest lets checks name."""
    helpers: Mapping[str, Sequence[Node]]
    """Methods of the test's class, by name."""
    variables: dict[str, str] = field(default_factory=dict)
    """Name in Python -> its type."""
    lent: set[str] = field(default_factory=set)
    """Variables whose values the submission got: it may have changed them."""
    drawn: dict[str, int] = field(default_factory=dict)
    """Variable with a value of the submission that may change -> calls before."""
    calls: int = 0
    fields: frozenset[str] = frozenset()
    names: dict[str, str] = field(default_factory=dict)
    """Other names of variables: of what a helper gets, or of the same list."""
    aliased: set[str] = field(default_factory=set)
    """Variables that have another name, too."""
    fixed: set[str] = field(default_factory=set)
    """Variables with collections that nobody can change."""
    inside: tuple[str, ...] = ()
    """Helpers whose statements are being translated."""

    def local(self, name: str) -> str:
        """Return the name in Python of a variable."""
        return self.names.get(name, python_name(name))

    def is_variable(self, name: str) -> bool:
        """Return whether a name of Java is a variable."""
        return self.local(name) in self.variables

    def fresh(self, name: str) -> str:
        """Return a name in Python that no variable has."""
        local = python_name(name)
        while local in self.variables:
            local += "_"
        return local

    def declare(self, name: str, kind: str) -> str:
        """Return the name in Python of a new variable."""
        local = self.local(name)
        if self.inside and name not in self.names and local in self.variables:
            local = self.names[name] = self.fresh(name)
        elif not self.inside and local in self.fields:
            raise NotConvertible(f"its variable {name} hides a field")
        self.variables[local] = kind
        return local

    def variable(self, name: str) -> Term:
        """Return a variable. Raises NotConvertible if the submission may have changed its value."""
        local = self.local(name)
        if local not in self.variables:
            raise NotConvertible(f"it uses {name}, which is no variable of the test")
        if local in self.lent:
            raise NotConvertible(f"it uses {name} again, which the submission got and may change")
        if self.drawn.get(local, self.calls) < self.calls:
            raise NotConvertible(f"it uses {name} behind a later call, which may change it")
        return Term(local, self.variables[local])

    def may_change(self, term: Term) -> bool:
        """Return whether a value is data of the test that can change."""
        return not (term.is_text or term.type in PLAIN or self.is_object(term))

    def is_object(self, term: Term) -> bool:
        """Return whether a value is an object of the submission."""
        return term.raw in self.members.methods

    def class_named(self, name: str) -> Term | None:
        """Return a class of the submission as a check names it; None for others."""
        last = name.rpartition(".")[2]
        if last not in self.members.methods:
            return None
        chain = [last]
        while owner := self.members.owners.get(chain[0], ""):
            chain.insert(0, owner)
        if chain[0] not in self.classes:
            raise NotConvertible(f"the manifest's table [calls] has no {chain[0]}")
        return Term(f"student.{'.'.join(chain)}", last)

    @contextmanager
    def within(self, helper: str, names: dict[str, str]) -> Iterator[None]:
        """Let *names* be those of the parameters of a helper, meanwhile."""
        before = self.names, self.inside
        self.names, self.inside = names, (*self.inside, helper)
        yield
        self.names, self.inside = before
