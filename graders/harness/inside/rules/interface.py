"""What students must leave as it was given, and what they may add: the starter and a submission
side by side.

Only syntax trees are compared. Bodies are the students' own; so are their docstrings' words, the
main guard, the order of definitions, and removed imports. Rules: ``signatures``, ``attributes``,
``public-names``, ``helpers``, ``private-attributes``, ``docstrings``, ``imports``, ``provided``.

Settings (all optional): *imports*, modules that may be imported besides the starter's own;
*provided*, dotted names ("player.RandomPlayer.process_event") of functions whose body must stay;
*expected*, dotted names of classes and functions that the handout asks for although the starter
lacks them; *free*, dotted names of what our starter has and the course's own may not have had: they
may be gone, or have other annotations; *undocumented*, patterns of dotted names
("blocky.MainState*") of what the course gave without docstrings.
"""

import ast
import fnmatch

from . import outline

_OTHER_SPELLINGS = {
    "List": "list",
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "FrozenSet": "frozenset",
}


def findings(starter, submitted, settings):
    """Return the findings in *submitted*, both file name -> source; files of other names than the
    starter's are new.
    """
    given, handed = outline.outlines(starter), outline.outlines(submitted)
    found = []
    for name in sorted(given):
        if name in handed:
            found += _File(name, given, handed, settings).findings()
    return found


class _Spelling(ast.NodeTransformer):
    """Brings annotations that mean the same to one spelling: quotes, ``typing.List``, ``List``,
    ``list``.
    """

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            tree = outline.parsed(node.value.strip())
            if (
                tree is not None
                and len(tree.body) == 1
                and isinstance(tree.body[0], ast.Expr)
            ):
                return self.visit(tree.body[0].value)
        return node

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id == "typing":
            return self.visit(ast.Name(id=node.attr, ctx=ast.Load()))
        return self.generic_visit(node)

    def visit_Name(self, node):
        return ast.Name(id=_OTHER_SPELLINGS.get(node.id, node.id), ctx=ast.Load())


def _same(one, other):
    """Say whether two annotations (or None) mean the same."""
    if one is None or other is None:
        return one is other
    return outline.same(one, other) or _key(one) == _key(other)


def _key(annotation):
    try:
        return ast.dump(
            _Spelling().visit(outline.parsed(_source(annotation)).body[0].value)
        )
    except (AttributeError, IndexError, RecursionError):
        return ast.dump(annotation)


def _source(node):
    """Return *node*, an expression, as text for a person."""
    return ast.unparse(node)


def _parameters(function):
    """Return (kind, name, annotation, default) of every parameter."""
    args = function.args
    plain = getattr(args, "posonlyargs", []) + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    rows = [
        ("", part.arg, part.annotation, default)
        for part, default in zip(plain, defaults)
    ]
    rows += [("*", part.arg, part.annotation, None) for part in [args.vararg] if part]
    rows += [
        ("keyword ", p.arg, p.annotation, default)
        for p, default in zip(args.kwonlyargs, args.kw_defaults)
    ]
    return rows + [
        ("**", part.arg, part.annotation, None) for part in [args.kwarg] if part
    ]


class _File(object):
    """One file of the starter, as a submission hands it in."""

    def __init__(self, name, given, handed, settings):
        self.name = name
        self.module = name[: -len(".py")]
        self.given, self.handed = given[name], handed[name]
        self.before, self.after = given, handed
        self.settings = settings
        self.expected = set(settings.get("expected", ()))
        self.free = set(settings.get("free", ()))
        self.found = []

    def tell(self, rule, node, message, severity="breach"):
        """Note a finding at *node*, a node or a line."""
        line = node if isinstance(node, int) else node.lineno
        self.found.append([rule, severity, self.name, line, message])

    def is_undocumented(self, name):
        """Say whether *name*, a dotted name of this file, came without a docstring."""
        patterns = self.settings.get("undocumented", ())
        return any(
            fnmatch.fnmatchcase("%s.%s" % (self.module, name), pattern)
            for pattern in patterns
        )

    def findings(self):
        """Return all findings of this file."""
        self.signatures()
        for name, owner in self.handed.classes.items():
            if name in self.given.classes:
                self.attributes(name, self.given.classes[name], owner)
                self.public_names(name, owner)
            self.private_attributes(name, owner)
        self.new_functions()
        _check_docstrings(self)
        _check_imports(self)
        self.provided()
        return self.found

    def is_free(self, name):
        """Say whether the submission may lack *name*, a dotted name of this file."""
        return "%s.%s" % (self.module, name) in self.free

    # What was there.

    def signatures(self):
        """Parameters, annotations and return types stay (and the functions and classes themselves
        do).
        """
        before, after = self.given.callables(), self.handed.callables()
        for name in self.given.classes:
            if name not in self.handed.classes:
                self.tell(
                    "signatures", 1, "the class %s is gone, or has another name" % name
                )
        for name, was in before.items():
            owner = name.rpartition(".")[0]
            if name not in after:
                if (not owner or owner in self.handed.classes) and not self.is_free(
                    name
                ):
                    self.tell("signatures", 1, "%s is gone, or has another name" % name)
                continue
            now = after[name]
            old, new = _parameters(was), _parameters(now)
            if [row[:2] for row in old] != [row[:2] for row in new]:
                shown = ", ".join(
                    kind + parameter for kind, parameter, _annotation, _default in old
                )
                self.tell(
                    "signatures",
                    now,
                    "%s has other parameters than it was given: (%s)" % (name, shown),
                )
                continue
            free = self.is_free(name)
            for (_kind, parameter, was_type, was_value), (
                _,
                _,
                now_type,
                now_value,
            ) in zip(old, new):
                if not free and not _same(was_type, now_type):
                    self.tell(
                        "signatures",
                        now,
                        "%s: %s" % (name, _changed("parameter " + parameter, was_type)),
                    )
                if not outline.same(was_value, now_value):
                    self.tell(
                        "signatures",
                        now,
                        "%s: the default of %s was changed" % (name, parameter),
                    )
            if not _same(was.returns, now.returns):
                self.tell(
                    "signatures",
                    now,
                    "%s: %s" % (name, _changed("result", was.returns)),
                )

    def attributes(self, name, was, now):
        """Annotated attributes stay as they are."""
        for attribute, annotation in was.annotated.items():
            if attribute not in now.annotated:
                if self.is_free(name + "." + attribute):
                    continue
                text = "%s: the annotation of the attribute %s is gone" % (
                    name,
                    attribute,
                )
                self.tell("attributes", now.node, text)
            elif not _same(annotation, now.annotated[attribute]):
                text = "%s: %s" % (name, _changed("attribute " + attribute, annotation))
                self.tell("attributes", now.annotated[attribute], text)

    def provided(self):
        """Some bodies must stay."""
        before, after = self.given.callables(), self.handed.callables()
        for dotted in self.settings.get("provided", ()):
            module, _, name = dotted.partition(".")
            if module == self.module and name in before and name in after:
                was, now = (
                    outline.without_docstring(one[name].body) for one in (before, after)
                )
                if not outline.same(was, now):
                    self.tell(
                        "provided",
                        after[name],
                        "%s was given complete and should stay as it was" % name,
                    )

    # What is new.

    def line_of(self, outlines, name):
        """Yield the class *name* and the classes it is derived from, as *outlines* define them,
        each once.
        """
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

    def known(self, name):
        """Return the names that the starter gives the class *name* and its bases."""
        names = set()
        for owner in self.line_of(self.before, name):
            names |= set(owner.annotated) | set(owner.assigned) | set(owner.methods)
        return names

    def public_names(self, name, now):
        """No new public attributes and methods; what a base class has is not new."""
        known = self.known(name)
        for attribute, line in now.assigned.items():
            if attribute not in known and not attribute.startswith("_"):
                text = (
                    "%s has a new public attribute %s; a name of your own begins with _"
                    % (
                        name,
                        attribute,
                    )
                )
                self.tell("public-names", line, text)
        for method, node in now.methods.items():
            dotted = "%s.%s.%s" % (self.module, name, method)
            if (
                method not in known
                and not method.startswith("_")
                and dotted not in self.expected
            ):
                text = (
                    "%s has a new public method %s; a name of your own begins with _"
                    % (
                        name,
                        method,
                    )
                )
                self.tell("public-names", node, text)

    def private_attributes(self, name, now):
        """New private attributes are annotated, and the head of the class says what they are."""
        known = self.known(name)
        line = list(self.line_of(self.after, name))
        annotated = {attribute for owner in line for attribute in owner.annotated}
        for attribute, place in now.assigned.items():
            if attribute in known or not outline.is_private(attribute):
                continue
            if attribute not in annotated:
                self.tell(
                    "private-attributes",
                    place,
                    "%s: the new attribute %s has no annotation" % (name, attribute),
                )
            if not any(owner.describes(attribute, self.handed) for owner in line):
                text = "%s: the new attribute %s is not described" % (name, attribute)
                self.tell("private-attributes", place, text)

    def new_functions(self):
        """Helpers are private and annotated."""
        before = self.given.callables()
        for name, node in self.handed.callables().items():
            owner, _, last = name.rpartition(".")
            if name in before or "%s.%s" % (self.module, name) in self.expected:
                continue
            if not owner and not last.startswith("_"):
                text = (
                    "%s is a new function without _ in front: is it meant for other modules?"
                    % name
                )
                self.tell("public-names", node, text, "review")
            rows = _parameters(node)
            static = any(
                getattr(mark, "id", "") == "staticmethod"
                for mark in node.decorator_list
            )
            lacking = [
                row[1]
                for row in (rows[1:] if owner and not static else rows)
                if row[2] is None
            ]
            if lacking:
                self.tell(
                    "helpers",
                    node,
                    "%s: no annotation of %s" % (name, ", ".join(lacking)),
                )
            if node.returns is None:
                self.tell("helpers", node, "%s: no annotation of the result" % name)
        for name, owner in self.handed.classes.items():
            new = (
                name not in self.given.classes
                and "%s.%s" % (self.module, name) not in self.expected
            )
            if new and not name.startswith("_"):
                text = (
                    "%s is a new class without _ in front: is it meant for other modules?"
                    % name
                )
                self.tell("public-names", owner.node, text, "review")


def _changed(what, was):
    return "the annotation of the %s was changed; it was %s" % (
        what,
        "none" if was is None else _source(was)[:80],
    )


def _check_imports(file):
    """No new imports but of the modules that are allowed."""
    before = {row[:3] for row in _imports(file.given)}
    modules = {module for module, _name, _as in before}
    allowed = set(file.settings.get("imports", ()))
    for module, name, renamed, node in _imports(file.handed):
        if (module, name, renamed) in before or file.handed.in_guard(node.lineno):
            continue
        if module in allowed or module.partition(".")[0] in allowed:
            continue
        if module in modules:
            text = (
                "%s is imported in another way than before; was that needed?" % module
            )
            file.tell("imports", node, text, "review")
        else:
            file.tell(
                "imports",
                node,
                "%s may not be imported here"
                % (module or "a module of its own folder"),
            )


def _check_docstrings(file):
    """Whatever a student wrote has a docstring, and what had one keeps it."""
    before = file.given.callables()
    if ast.get_docstring(file.given.tree) and not ast.get_docstring(file.handed.tree):
        file.tell("docstrings", 1, "the docstring of the file is gone")
    for name, owner in file.handed.classes.items():
        was = file.given.classes.get(name)
        if was and file.is_undocumented(name):
            continue
        if not owner.docstring and not (was and outline.same(was.node, owner.node)):
            file.tell("docstrings", owner.node, "the class %s has no docstring" % name)
    for name, node in file.handed.callables().items():
        if ast.get_docstring(node) or outline.same(before.get(name), node):
            continue
        if name in before and file.is_undocumented(name):
            continue
        file.tell("docstrings", node, "%s has no docstring" % name)


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
