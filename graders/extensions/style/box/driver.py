"""Runs python-ta on files received as data, in a process that ends afterwards.

python-ta was loaded before the box was closed (:func:`prepare`), or is loaded now from *library*.
Linters trust the author of the code: they obey comments and configuration files beside the code,
import modules from its folder, and give up silently. So:

- only the submitted files are written to the folder that it sees, and none is a configuration;
- the only configuration is the course's file, passed by its path;
- a comment that could switch messages off is either refused (python-ta refuses pylint's) or has no
  effect;
- no module of the folder can be imported, and running code from it ends this process
  (:func:`set_tripwire`);
- a file without its own report has not been checked, and the reply says so.

The working directory must be writable. Operations: ``lint``.
"""

import gc
import io
import json
import logging
import os
import sys
import tempfile
import tokenize
import types
from contextlib import suppress

CONFIG = "python-ta.cfg"
SAMPLE = "sample.py"
TRIPPED = 86
"""Exit status of a process in which code of the submission was about to run."""

OWN_PACKAGE = __name__.partition(".")[0]
"""The package of this driver in a box."""

IMPORTED_BY_LINTERS = ("numpy",)
"""Packages that a helper of astroid really imports if code uses their names."""

NO_CACHE = "/nonexistent"
"""A cache folder that nothing is written to."""

NEVER_ASKED = (
    "python_ta.reporters.html_reporter",
    "python_ta.reporters.lsp_reporter",
    "python_ta.upload",
)
"""Modules of python-ta for browsers, editors and servers. Loading them takes 0.6 s."""


def lint(config, names, files, library):
    """Lint the files *names* among *files* (name -> bytes); the others are for look-ups only.

    Returns {"reports": {name: [[id, symbol, line, message], ...]}, "refused": {name: [kind,
    line]}}: each name is in one of them. Kinds: "comment" (it steers pylint), "syntax", "failed".
    """
    sys.path.extend(path for path in library if path not in sys.path)
    folder = os.getcwd()
    load()
    gc.disable()  # the process ends with this call
    isolate(folder)
    for name in files:
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as stream:
            stream.write(files[name])
    config_path = os.path.join(folder, CONFIG)
    with open(config_path, "w", encoding="utf-8") as stream:
        stream.write(config)
    use_ahead(config, config_path)
    refused = {
        name: reason
        for name, reason in ((name, refusal(files[name], name)) for name in names)
        if reason
    }
    wanted = [name for name in names if name not in refused]
    try:
        reports = check(folder, wanted, config_path)
    except Exception:
        # the linter failed on one file, and the others still need a report
        reports = {}
        for name in wanted:
            with suppress(Exception):
                reports.update(check(folder, [name], config_path))
    for name in names:
        if name not in reports and name not in refused:
            refused[name] = ["failed", 1]
    return {"reports": reports, "refused": refused}


def prepare(library):
    """Load python-ta and lint the sample; return the parts of *library* that it needed.

    Forked processes share its cache of the standard library and of Python's built-in types.
    """
    before = set(sys.modules)
    sys.path.extend(library)
    gc.disable()  # nothing made here is garbage
    load()
    check(os.path.dirname(os.path.abspath(__file__)), [SAMPLE], "")
    gc.enable()
    parts = set()
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        for path in library:
            if file.startswith(os.path.join(path, "")):
                parts.add(os.path.join(path, os.path.relpath(file, path).split(os.sep)[0]))
    return sorted(parts)


OUTPUT = ["--output-format", "pyta-json"]
ARGUMENTS = [*OUTPUT, "--persistent", "n"]
AHEAD = {}
"""A configuration's text -> unused linters with it, made before the box was closed."""


def read_ahead(files):
    """Make linters for all processes to be forked, and read the course's files for them.

    *files* are the configuration, the course's, and an empty one for each that submissions have.
    python-ta uses a new linter for itself and for each of those. Making them takes a quarter of the
    time in which it checks an ordinary submission.
    """
    helpers = load().check.helpers
    gc.disable()  # nothing made here is garbage
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, CONFIG)
        with open(path, "wb") as stream:
            stream.write(files[CONFIG])
        course = [name for name in files if files[name] and name != CONFIG]
        AHEAD[files[CONFIG].decode()] = [
            helpers.reset_linter(path, None, True, ARGUMENTS)
            for name in files
            if name not in course
        ]
        read_course(folder, {name: files[name] for name in course})
    gc.enable()


def read_course(folder, files):
    """Have astroid read the course's *files*, which submissions import, into its cache."""
    from astroid import MANAGER

    for name in files:
        with open(os.path.join(folder, name), "wb") as stream:
            stream.write(files[name])
    sys.path.insert(0, folder)
    try:
        for name in files:
            # a star may import from a submitted file, which is not here
            if b"import *" not in files[name]:
                module = name.removesuffix(".py")
                MANAGER.ast_from_file(os.path.join(folder, name), module, source=True)
    finally:
        sys.path.remove(folder)


def use_ahead(config, path):
    """Have python-ta take the linters made ahead with *config*; here it is in the file *path*."""
    helpers = load().check.helpers
    unused, new = AHEAD.get(config, []), helpers.reset_linter

    def reset_linter(config=None, file_linted=None, load_default_config=True, pylint_args=None):
        if unused and (config, load_default_config, pylint_args) == (
            path,
            True,
            ARGUMENTS,
        ):
            return unused.pop()
        return new(config, file_linted, load_default_config, pylint_args)

    helpers.reset_linter = reset_linter


class NeverAsked(types.ModuleType):
    """A replacement for a module of python-ta; each of its names is an empty class."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def load():
    """Load python-ta with the checkers that its first linter would load."""
    for name in NEVER_ASKED:
        sys.modules.setdefault(name, NeverAsked(name))
    # pylint asks for a cache folder, and fails if this user has no home, as in a container
    os.environ["XDG_CACHE_HOME"] = NO_CACHE
    import python_ta
    import python_ta.check.helpers
    import python_ta.reporters.json_reporter  # noqa: F401 (loaded by name later)
    from pylint.lint import pylinter
    from python_ta.checkers.static_type_checker import StaticTypeChecker

    # this checker starts mypy for each file
    StaticTypeChecker.process_module = lambda _self, _node: None
    # these functions unpickle files of the user's earlier runs, and write them
    pylinter.load_results = lambda _name: None
    pylinter.save_results = lambda _results, _name: None
    if not python_ta.check.helpers.PYLINT_PATCHED:
        python_ta.check.helpers.setup_linter("", True, io.StringIO(), OUTPUT)
    return python_ta


def isolate(folder):
    """Prevent the files in *folder* from running in this process and from steering the linter."""
    import pycodestyle

    # in other boxes this finder makes submitted modules importable
    sys.meta_path[:] = [
        finder for finder in sys.meta_path if type(finder).__name__ != "MemoryImporter"
    ]
    for name in [name for name in sys.modules if name.partition(".")[0] == OWN_PACKAGE]:
        del sys.modules[name]  # astroid fails on a package without a folder
    for name in IMPORTED_BY_LINTERS:
        sys.modules[name] = None
    pycodestyle.noqa = lambda _line: None
    set_tripwire(folder)


def set_tripwire(folder):
    """End this process when code compiled from a file in *folder* is about to run."""
    inside = os.path.join(folder, "")

    def hook(event, arguments):
        if event == "exec" and str(getattr(arguments[0], "co_filename", "")).startswith(inside):
            os._exit(TRIPPED)

    sys.addaudithook(hook)


def refusal(source, name):
    """Return the reason why python-ta would refuse *source* as [kind, line], or None."""
    from pylint.utils.pragma_parser import OPTION_PO

    try:
        source.decode("utf-8")  # as python-ta does
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and OPTION_PO.search(token.string):
                return ["comment", token.start[0]]
        compile(source, name, "exec", dont_inherit=True)
    except tokenize.TokenError as error:
        return ["syntax", error.args[1][0]]
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        return ["syntax", line if isinstance(line, int) else 1]
    except (RecursionError, MemoryError):
        return ["failed", 1]
    return None


def check(folder, names, config):
    """Return the reports of the files *names*; *config* is the configuration's path, or ""."""
    if not names:
        return {}
    out = io.StringIO()
    logging.disable(logging.CRITICAL)
    load().check_all(
        [os.path.join(folder, name) for name in names],
        config=config,
        output=out,
        on_verify_fail="raise",
        pylint_args=ARGUMENTS,
    )
    reports = {}
    for report in json.loads(out.getvalue() or "[]"):
        name = os.path.relpath(report["filename"], folder)
        if name in names:
            reports[name] = [
                [row["msg_id"], row["symbol"], row["line"], row["msg"]] for row in report["msgs"]
            ]
    return reports
