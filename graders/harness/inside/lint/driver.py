"""Runs python-ta on files that came as data, in a process that is thrown away afterwards.

python-ta was loaded before the box was closed (:func:`prepare`), or is loaded now from *library*. A
linter is meant for the author of the code it reads: it takes orders from comments and configuration
files beside that code, imports what lies there, and gives up in silence. So:

- nothing but the files named here is written to the folder that it sees, and none of them is a
  configuration;
- the configuration is a file of ours, given by its path, and the only one;
- what a comment could switch off is either refused (python-ta does so with pylint's) or stays
  switched on;
- no module of the folder can be imported, and running code from it ends this process
  (:func:`set_tripwire`);
- a file without a report of its own has not been checked, and that is told.

Needs a folder to write to as its working directory. Operations: ``lint``.
"""

import functools
import gc
import io
import json
import logging
import os
import sys
import tokenize
import types

CONFIG = "python-ta.cfg"
SAMPLE = "sample.py"
TRIPPED = 86
"""Exit status of a process in which code of the submission was about to run."""

OWN_PACKAGE = __name__.partition(".")[0]
"""The package that this driver is part of, where it runs in a box."""

IMPORTED_BY_LINTERS = ("numpy",)
"""Packages that a helper of astroid imports for real when code uses their names."""

NEVER_ASKED = (
    "python_ta.reporters.html_reporter",
    "python_ta.reporters.lsp_reporter",
    "python_ta.upload",
)
"""What python-ta loads to talk to browsers, editors and servers: that takes longer than all else
that it loads.
"""


def lint(config, names, files, library):
    """Check the files *names* among *files* (name -> bytes); the others are there to be looked up.

    Returns {"reports": {name: [[id, symbol, line, message], ...]}, "refused": {name: [kind,
    line]}}: each name is in one of them. Kinds: "comment" (one that steers pylint), "syntax",
    "failed".
    """
    sys.path.extend(path for path in library if path not in sys.path)
    folder = os.getcwd()
    load()
    gc.disable()  # the process ends with this call
    isolate(folder)
    for name in files:
        place = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as stream:
            stream.write(files[name])
    path = os.path.join(folder, CONFIG)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(config)
    refused = {
        name: reason
        for name, reason in ((name, refusal(files[name], name)) for name in names)
        if reason
    }
    wanted = [name for name in names if name not in refused]
    try:
        reports = check(folder, wanted, path)
    except Exception:  # one file was too much for the linter: the others are checked without it
        reports = {}
        for name in wanted:
            try:
                reports.update(check(folder, [name], path))
            except Exception:
                pass
    for name in names:
        if name not in reports and name not in refused:
            refused[name] = ["failed", 1]
    return {"reports": reports, "refused": refused}


def prepare(library):
    """Load python-ta and let it read the sample; return the parts of *library* that it needed.

    What it learns of the standard library and of Python's own types on the way, every process
    forked from this one has.
    """
    before = set(sys.modules)
    sys.path.extend(library)
    gc.disable()  # nothing that is made here is garbage
    load()
    check(os.path.dirname(os.path.abspath(__file__)), [SAMPLE], "")
    make_ahead(AHEAD)
    gc.enable()
    parts = set()
    for name in set(sys.modules) - before:
        place = getattr(sys.modules[name], "__file__", None) or ""
        for path in library:
            if place.startswith(os.path.join(path, "")):
                parts.add(os.path.join(path, os.path.relpath(place, path).split(os.sep)[0]))
    return sorted(parts)


AHEAD = 8
"""Linters that are made before any submission is there: python-ta takes one for each file, and one
more.
"""

OUTPUT = ["--output-format", "pyta-json"]


class MadeAhead(Exception):
    """A linter is ready for the first word of ours."""


def make_ahead(count):
    """Have the first *count* linters of each process be made by now, as far as all linters are made
    alike.

    That is up to where a configuration of ours is read, and takes a quarter of the time in which
    python-ta looks at a submission. What it does from there on, beginning with a reporter, it does
    as ever.
    """
    from python_ta.check import helpers

    new_linter, load_config, override_config = (
        helpers.PytaPyLinter,
        helpers.load_config,
        helpers.override_config,
    )
    made = []

    def keep(linter, _location, **_):
        linter.made_ahead = True
        linter.load_default_plugins = lambda: None
        linter.load_plugin_modules = lambda _names: None
        made.append(linter)
        raise MadeAhead

    helpers.override_config = keep
    for _ in range(count):
        try:
            helpers.reset_linter(config=CONFIG, pylint_args=OUTPUT)
        except MadeAhead:
            pass
    helpers.override_config = override_config

    def next_linter(options):
        return made.pop() if made else new_linter(options=options)

    def load_first_config(linter, location, pylint_args=None):
        if not hasattr(linter, "made_ahead"):
            load_config(linter, location, pylint_args=pylint_args)

    helpers.PytaPyLinter, helpers.load_config = next_linter, load_first_config
    helpers.load_messages_config = functools.lru_cache(maxsize=None)(helpers.load_messages_config)


class NeverAsked(types.ModuleType):
    """In place of a module of python-ta's: all that it holds are empty classes."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def load():
    """Load python-ta, with the checkers that its first linter would load."""
    for name in NEVER_ASKED:
        sys.modules.setdefault(name, NeverAsked(name))
    import python_ta
    import python_ta.check.helpers
    import python_ta.reporters.json_reporter  # noqa: F401 (loaded by name later)
    from pylint.lint import pylinter
    from python_ta.checkers.static_type_checker import StaticTypeChecker

    StaticTypeChecker.process_module = lambda _self, _node: (
        None
    )  # it starts a program for each file
    pylinter.load_results = lambda _name: (
        None
    )  # it unpickles what earlier runs of the machine's user left
    if not python_ta.check.helpers.PYLINT_PATCHED:
        python_ta.check.helpers.setup_linter("", True, io.StringIO(), OUTPUT)
    return python_ta


def isolate(folder):
    """See to it that nothing in *folder* can run in this process, or steer the linter."""
    import pycodestyle

    # what makes submitted modules importable in other boxes has no business here
    sys.meta_path[:] = [
        finder for finder in sys.meta_path if type(finder).__name__ != "MemoryImporter"
    ]
    for name in [name for name in sys.modules if name.partition(".")[0] == OWN_PACKAGE]:
        del sys.modules[name]  # astroid breaks on a package that is in no folder
    for name in IMPORTED_BY_LINTERS:
        sys.modules[name] = None
    pycodestyle.noqa = lambda _line: None
    set_tripwire(folder)


def set_tripwire(folder):
    """End this process as soon as code that was compiled from a file in *folder* is about to run."""
    inside = os.path.join(folder, "")

    def hook(event, arguments):
        if event == "exec" and str(getattr(arguments[0], "co_filename", "")).startswith(inside):
            os._exit(TRIPPED)

    sys.addaudithook(hook)


def refusal(source, name):
    """Return why python-ta would refuse *source*, as [kind, line]; None if it would not."""
    from pylint.utils.pragma_parser import OPTION_PO

    try:
        source.decode("utf-8")  # python-ta reads every file so
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and OPTION_PO.search(token.string):
                return ["comment", token.start[0]]
        compile(source, name, "exec", dont_inherit=True)
    except (SyntaxError, tokenize.TokenError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        return ["syntax", line if isinstance(line, int) else 1]
    except (RecursionError, MemoryError):
        return ["failed", 1]
    return None


def check(folder, names, config):
    """Return the report of each of the files *names*; *config* is the path of the configuration, ""
    for none.
    """
    if not names:
        return {}
    out = io.StringIO()
    logging.disable(logging.CRITICAL)
    load().check_all(
        [os.path.join(folder, name) for name in names],
        config=config,
        output=out,
        on_verify_fail="raise",
        pylint_args=[*OUTPUT, "--persistent", "n"],
    )
    found = {}
    for report in json.loads(out.getvalue() or "[]"):
        name = os.path.relpath(report["filename"], folder)
        if name in names:
            found[name] = [
                [row["msg_id"], row["symbol"], row["line"], row["msg"]] for row in report["msgs"]
            ]
    return found
