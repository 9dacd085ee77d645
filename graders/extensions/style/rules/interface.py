"""Rules about the starter's interface: the parts that students must keep, and may add.

Only syntax trees are compared. Students may change bodies, the words of docstrings, the main guard
and the order of definitions, and may remove imports. Rules: ``signatures``, ``attributes``,
``public-names``, ``helpers``, ``private-attributes``, ``docstrings``, ``imports``, ``provided``.

Settings (all optional): *imports*, modules that may be imported besides the starter's;
*provided*, dotted names ("player.RandomPlayer.process_event") of functions whose body must stay;
*expected*, dotted names of classes and functions that the handout demands and the starter lacks;
*free*, dotted names that are in this project's starter but possibly not in the course's: they may
be missing, or have other annotations; *undocumented*, patterns of dotted names
("blocky.MainState*") that the course's starter does not document.
"""

import ast
import difflib
import fnmatch
import importlib
import itertools
import sys
import types

from . import outline

_OTHER_SPELLINGS = {
    "List": "list",
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "FrozenSet": "frozenset",
}


def findings(starter, submitted, settings):
    """Return the findings in *submitted*; both arguments map file names to sources.

    What a file that the starter lacks defines is new, and public names are no fault there.
    """
    before, after = outline.outlines(starter), outline.outlines(submitted)
    rows = []
    for name in sorted(after):
        kind = _FileComparison if name in before else _NewFile
        rows += kind(name, before, after, settings).findings()
    return rows


class _Spelling(ast.NodeTransformer):
    """Normalizes annotations that mean the same: quoted, ``typing.List``, ``List``, ``list``."""

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            tree = outline.parsed(node.value.strip())
            if tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
                return self.visit(tree.body[0].value)
        return node

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id == "typing":
            return self.visit(ast.Name(id=node.attr, ctx=ast.Load()))
        return self.generic_visit(node)

    def visit_Name(self, node):
        return ast.Name(id=_OTHER_SPELLINGS.get(node.id, node.id), ctx=ast.Load())


def _same(left, right):
    """Return whether two annotations, or None, mean the same."""
    if left is None or right is None:
        return left is right
    return outline.same(left, right) or _key(left) == _key(right)


def _key(annotation):
    try:
        return ast.dump(_Spelling().visit(outline.parsed(ast.unparse(annotation)).body[0].value))
    except (AttributeError, IndexError, RecursionError):
        return ast.dump(annotation)


def _parameters(function):
    """Return (kind, name, annotation, default) of every parameter."""
    args = function.args
    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    rows = [
        *zip(itertools.repeat(""), plain, defaults),
        ("*", args.vararg, None),
        *zip(itertools.repeat("keyword "), args.kwonlyargs, args.kw_defaults),
        ("**", args.kwarg, None),
    ]
    return [(kind, part.arg, part.annotation, default) for kind, part, default in rows if part]


_SIMILAR = 0.75
"""Similarity of a new name to a missing one that is probably meant, by `difflib`."""
_LONGEST = 100
"""Characters of a dotted name that may be meant for another."""


class _FileComparison(object):
    """A file of the starter and its version in a submission."""

    def __init__(self, name, before, after, settings):
        self.name = name
        self.module = name[: -len(".py")]
        self.starter, self.submitted = before.get(name, outline.EMPTY), after[name]
        self.before, self.after = before, after
        self.settings = settings
        self.expected = set(settings.get("expected", ()))
        self.free = set(settings.get("free", ()))
        self.rows = []
        self.meant = self._meant()

    def _meant(self):
        """Return the new names that are nearly one that is missing: name -> the missing one."""
        before = {*self.starter.callables(), *self.starter.classes}
        after = {*self.submitted.callables(), *self.submitted.classes}
        new = [name.rpartition(".") for name in after - before if len(name) <= _LONGEST]
        meant = {}
        for name in sorted(before - after):
            owner, dot, bare = name.rpartition(".")
            siblings = sorted(other for home, _, other in new if home == owner)
            for near in difflib.get_close_matches(bare, siblings, n=1, cutoff=_SIMILAR):
                meant[owner + dot + near] = name
        return meant

    def report(self, rule, node, message, severity="breach"):
        """Add a finding at *node*, a node or a line."""
        line = node if isinstance(node, int) else node.lineno
        self.rows.append(outline.Finding(rule, severity, self.name, line, message))

    def report_changed(self, rule, node, name, what, was, now):
        """Add a finding at *node* if the annotation of a part of *name* has another meaning."""
        if not _same(was, now):
            source = "none" if was is None else ast.unparse(was)[:80]
            text = "%s: the annotation of the %s was changed; it was %s"
            self.report(rule, node, text % (name, what, source))

    def dotted(self, name):
        """Return the dotted name, with its module, of *name* of this file."""
        return "%s.%s" % (self.module, name)

    def is_undocumented(self, name):
        """Return whether *name*, a dotted name of this file, has no docstring in the starter."""
        patterns = self.settings.get("undocumented", ())
        return any(fnmatch.fnmatchcase(self.dotted(name), pattern) for pattern in patterns)

    def findings(self):
        """Return all findings of this file."""
        self.signatures()
        for name, owner in self.submitted.classes.items():
            if name in self.starter.classes:
                self.attributes(name, self.starter.classes[name], owner)
                self.public_names(name, owner)
            self.private_attributes(name, owner)
        self.helpers()
        self.new_names()
        _check_docstrings(self)
        _check_imports(self)
        self.provided()
        return self.rows

    def is_free(self, name):
        """Return whether the submission may lack *name*, a dotted name of this file."""
        return self.dotted(name) in self.free

    def allowed(self):
        """Return the modules that may be imported in any form."""
        return set(self.settings.get("imports", ()))

    # Names of the starter.

    def signatures(self):
        """Classes and functions stay, with their parameters, annotations and return types."""
        after = self.submitted.callables()
        near = {missing: name for name, missing in self.meant.items()}
        for name in self.starter.classes:
            if name in near:
                self.report_near(name, near[name])
            elif name not in self.submitted.classes:
                self.report("signatures", 1, "the class %s was removed or renamed" % name)
        # the methods of a removed class are not reported one by one
        owners = {"", *self.submitted.classes}
        for name, was in self.starter.callables().items():
            if name in after:
                self.signature(name, was, after[name])
            elif name.rpartition(".")[0] in owners and not self.is_free(name):
                if name in near:
                    self.report_near(name, near[name])
                else:
                    self.report("signatures", 1, "%s was removed or renamed" % name)

    def report_near(self, name, near):
        """The starter's *name* is missing, and *near* is a new one that is nearly the same."""
        node = self.submitted.callables().get(near)
        if node is None:
            node = self.submitted.classes[near].node
        text = "%s is missing: is %s meant?"
        self.report("signatures", node, text % (name, near.rpartition(".")[2]))

    def signature(self, name, was, now):
        """A function keeps its parameters, annotations and defaults."""
        old, new = _parameters(was), _parameters(now)
        parameters = [kind + parameter for kind, parameter, *_ in old]
        if parameters != [kind + parameter for kind, parameter, *_ in new]:
            text = "%s must have the starter's parameters: (%s)"
            self.report("signatures", now, text % (name, ", ".join(parameters)))
            return
        free = self.is_free(name)
        for (_, parameter, was_type, was_value), (*_, now_type, now_value) in zip(old, new):
            if not free:
                what = "parameter " + parameter
                self.report_changed("signatures", now, name, what, was_type, now_type)
            if not outline.same(was_value, now_value):
                text = "%s: the default of %s was changed" % (name, parameter)
                self.report("signatures", now, text)
        self.report_changed("signatures", now, name, "result", was.returns, now.returns)

    def attributes(self, name, was, now):
        """Annotated attributes keep their annotations."""
        for attribute, annotation in was.annotated.items():
            if attribute in now.annotated:
                present, what = now.annotated[attribute], "attribute " + attribute
                self.report_changed("attributes", present, name, what, annotation, present)
            elif not self.is_free(name + "." + attribute):
                text = "%s: the annotation of the attribute %s was removed" % (
                    name,
                    attribute,
                )
                self.report("attributes", now.node, text)

    def provided(self):
        """The bodies of provided functions stay."""
        before, after = self.starter.callables(), self.submitted.callables()
        for dotted in self.settings.get("provided", ()):
            module, _, name = dotted.partition(".")
            if module == self.module and name in before and name in after:
                was = outline.without_docstring(before[name])
                if not outline.same(was, outline.without_docstring(after[name])):
                    text = "%s is complete in the starter and must not be changed"
                    self.report("provided", after[name], text % name)

    # New names.

    def line_of(self, outlines, name):
        """Yield the class *name* and its base classes in *outlines*, each once."""
        seen, waiting = set(), [name]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            for defined in outlines.values():
                if name in defined.classes:
                    yield defined.classes[name]
                    waiting += defined.classes[name].bases

    def starter_names(self, name):
        """Return the starter's names in the class *name* and its bases."""
        names = set()
        for owner in self.line_of(self.before, name):
            names |= set(owner.annotated) | set(owner.assigned) | set(owner.methods)
        return names

    def public_names(self, name, now):
        """No public attributes and methods are new; those of a base class are not."""
        starter_names = self.starter_names(name)
        members = [("attribute", *item) for item in now.assigned.items()]
        members += [
            ("method", method, node)
            for method, node in now.methods.items()
            if self.dotted(name + "." + method) not in self.expected
        ]
        for kind, member, place in members:
            is_new = member not in starter_names and name + "." + member not in self.meant
            if is_new and not member.startswith("_"):
                text = "%s has a new public %s %s; begin new names with _"
                self.report("public-names", place, text % (name, kind, member))

    def private_attributes(self, name, now):
        """New private attributes are annotated, and described at the head of the class."""
        starter_names = self.starter_names(name)
        line = list(self.line_of(self.after, name))
        annotated = set(itertools.chain.from_iterable(owner.annotated for owner in line))
        for attribute, first_line in now.assigned.items():
            if attribute in starter_names or not outline.is_private(attribute):
                continue
            if attribute not in annotated:
                self.report(
                    "private-attributes",
                    first_line,
                    "%s: the new attribute %s has no annotation" % (name, attribute),
                )
            if not any(owner.describes(attribute) for owner in line):
                text = "%s: the new attribute %s is not described" % (name, attribute)
                self.report("private-attributes", first_line, text)

    def new_functions(self):
        """Yield name and node of the functions and methods that neither the starter nor the handout
        has. A function called like a method that is missing is that method, slid out of its class;
        one whose name is nearly a missing one is that one.
        """
        before, after = self.starter.callables(), self.submitted.callables()
        moved = {name.rpartition(".")[2] for name in before if "." in name and name not in after}
        for name, node in after.items():
            known = name in before or name in moved or name in self.meant
            if not (known or self.dotted(name) in self.expected):
                yield name, node

    def helpers(self):
        """New functions are annotated."""
        for name, node in self.new_functions():
            has_own = "." in name and not outline.is_static(node)
            rows = _parameters(node)[has_own:]
            lacking = [parameter for _, parameter, type_, _ in rows if type_ is None]
            if lacking:
                text = "%s: no annotation of %s" % (name, ", ".join(lacking))
                self.report("helpers", node, text)
            if node.returns is None:
                self.report("helpers", node, "%s: no annotation of the result" % name)

    def new_names(self):
        """New functions and classes are private."""
        for name, node in self.new_functions():
            if "." not in name:
                self.review_public("function", name, node)
        for name, owner in self.submitted.classes.items():
            known = name in self.starter.classes or name in self.meant
            if not (known or self.dotted(name) in self.expected):
                self.review_public("class", name, owner.node)

    def review_public(self, kind, name, node):
        """A new function or class is private."""
        if not name.startswith("_"):
            text = "%s is a new public %s: begin its name with _ unless others need it"
            self.report("public-names", node, text % (name, kind), "review")


class _NewFile(_FileComparison):
    """A file that the starter lacks. It may import all that some file of the starter does."""

    def findings(self):
        """Return all findings of this file."""
        for name, owner in self.submitted.classes.items():
            self.private_attributes(name, owner)
        self.helpers()
        _check_docstrings(self)
        _check_imports(self)
        return self.rows

    def allowed(self):
        """Return the modules that may be imported in any form."""
        imported = map(_imports, self.before.values())
        modules = {module for module, *_ in itertools.chain.from_iterable(imported)}
        files_before = {name[: -len(".py")] for name in self.before}
        return super().allowed() | modules | files_before


def _check_imports(file):
    """New imports are of allowed modules only."""
    before = {row[:3] for row in _imports(file.starter)}
    modules = {module for module, _name, _as in before}
    allowed = file.allowed()
    _check_modules_of_modules(file, allowed | modules)
    for module, name, renamed, node in _imports(file.submitted):
        is_allowed = not allowed.isdisjoint([module, module.partition(".")[0]])
        if is_allowed or (module, name, renamed) in before or file.submitted.in_guard(node.lineno):
            continue
        if module in modules:
            text = "%s is not imported as in the starter: is that necessary?" % module
            file.report("imports", node, text, "review")
        else:
            imported = module or "a module of the same folder"
            file.report("imports", node, "%s may not be imported here" % imported)


def _check_modules_of_modules(file, allowed):
    """What an *allowed* module has imported itself is not allowed by that: ``typing.sys`` is sys,
    and so is ``from typing import sys``.
    """
    renamed = {}  # own name -> allowed module of the standard library
    for module, name, alias, node in _imports(file.submitted):
        if module not in allowed or module not in sys.stdlib_module_names:
            continue
        if not name:
            renamed[alias or module] = module
        elif not file.submitted.in_guard(node.lineno):
            _check_module_of_module(file, allowed, module, name, node)
    for node in file.submitted.of_kinds(ast.Attribute) if renamed else ():
        module = renamed.get(getattr(node.value, "id", ""))
        if module and not file.submitted.in_guard(node.lineno):
            _check_module_of_module(file, allowed, module, node.attr, node)


def _check_module_of_module(file, allowed, module, name, node):
    found = getattr(importlib.import_module(module), name, None)
    if type(found) is not types.ModuleType:
        return
    module_name = found.__name__
    if allowed.isdisjoint([module_name, module_name.partition(".")[0]]):
        text = "%s may not be imported here, through %s neither"
        file.report("imports", node, text % (module_name, module))


def _check_docstrings(file):
    """New definitions have docstrings, and the others keep theirs."""
    if ast.get_docstring(file.starter.tree) and not ast.get_docstring(file.submitted.tree):
        file.report("docstrings", 1, "the docstring of the file was removed")
    for name, owner in file.submitted.classes.items():
        was = file.starter.classes.get(name)
        _check_docstring(file, "the class ", name, was and was.node, owner.node)
    before = file.starter.callables()
    for name, node in file.submitted.callables().items():
        _check_docstring(file, "", name, before.get(name), node)


def _check_docstring(file, kind, name, was, now):
    """A definition has a docstring, unless it is the starter's (*was*) and that has none."""
    if not (
        ast.get_docstring(now) or outline.same(was, now) or (was and file.is_undocumented(name))
    ):
        file.report("docstrings", now, "%s%s has no docstring" % (kind, name))


def _imports(module):
    """Yield (module, name or "", new name or None, node) of every import."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", alias.asname, node
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield (
                    "." * node.level + (node.module or ""),
                    alias.name,
                    alias.asname,
                    node,
                )
