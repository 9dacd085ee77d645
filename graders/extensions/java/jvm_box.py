"""A submission's box of Java virtual machines: one compiles, others run, one is kept for reuse."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec

from graders.extensions.java import jvm_messages
from graders.extensions.java.guest import MACHINE_MB
from graders.extensions.java.jdk import Jdk
from graders.extensions.java.jvm import COMPILE_SECONDS, CompileResult, Jvm
from graders.extensions.java.shared_compiler import SharedCompiler
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.protocol import values
from graders.harness.sandbox.interface import (
    Backend,
    Box,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    Level,
    SandboxError,
)
from graders.harness.sandbox.reuse import FRESH_SECONDS, IdleProcess, ReusedConnection

ANY = Program({}, {}, {})


class JavaBackend:
    """Boxes of Java virtual machines on a backend that starts them."""

    def __init__(
        self,
        inner: Backend,
        jdk: Jdk,
        names: tuple[str, ...],
        reference: Callable[[], dict[str, bytes]],
        limits: Limits,
        shared_compiler: SharedCompiler | None = None,
    ) -> None:
        """*names* are the submitted files to compile; other files are ignored.

        *reference* returns the classes of the reference, so that it is not compiled again to answer
        checks. *limits* are those of the shared compiler, if *shared_compiler* is None.
        """
        self.name = inner.name
        self.level: Level = inner.level
        self.interpreter = jdk.build
        self._inner = inner
        self._jdk = jdk
        self._names = names
        self._reference = reference
        self._limits = limits
        self._shared_compiler = shared_compiler or SharedCompiler(
            lambda: inner.open(ANY, whole_machine(limits))
        )

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Do nothing, because machines share nothing with the process that starts them."""

    def open(self, program: Program, limits: Limits) -> JavaBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        classes = self._reference() if program.trusted else {}
        inner = self._inner.open(ANY, whole_machine(limits))
        return JavaBox(inner, program, limits, self._names, classes, self._shared_compiler)

    def branch(self) -> JavaBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        shared_compiler = self._shared_compiler.branch()
        return JavaBackend(
            self._inner.branch(),
            self._jdk,
            self._names,
            self._reference,
            self._limits,
            shared_compiler,
        )

    def abandon(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self._inner.abandon()

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self._shared_compiler.close()
        self._inner.close()


def whole_machine(limits: Limits) -> Limits:
    """Return *limits* with memory for a whole machine, which needs more than its heap."""
    return msgspec.structs.replace(limits, memory_mb=limits.memory_mb + MACHINE_MB)


def prove(backend: Backend) -> None:
    """Start a machine on *backend*. Raises SandboxError if it does not answer."""
    box = backend.open(ANY, whole_machine(Limits()))
    try:
        machine = Jvm(box.connect("own"))
        if not machine.reset():
            raise SandboxError("no Java virtual machine starts in it")
        machine.connection.finish()
    finally:
        box.close()


class JavaBox:
    """The box of one submission."""

    def __init__(
        self,
        inner: Box,
        program: Program,
        limits: Limits,
        names: tuple[str, ...],
        classes: dict[str, bytes],
        shared_compiler: SharedCompiler,
    ) -> None:
        """*names*: see JavaBackend; *classes*: of the program, if it is already compiled."""
        self.level: Level = inner.level
        self._inner = inner
        self._names = names
        self._program = self._of_names(program, program.submitted)
        self._limits = limits
        self._shared_compiler = shared_compiler
        self._compiled = {"own": CompileResult(classes, {})} if classes else {}
        self._spare = IdleProcess[Jvm]()
        self._compiler: Jvm | None = None
        """The box's own machine for compiling, if the shared one failed; runs no submitted code."""
        self._compile_left = COMPILE_SECONDS
        """CPU time that is left to compile all variants of the submission."""
        self._spent = 0.0
        """CPU time of compiling that no process has reported yet."""

    def _of_names(self, program: Program, submitted: Mapping[str, bytes]) -> Program:
        """Return *program* with those of the *submitted* files that are compiled."""
        return program.with_submission(
            {name: submitted[name] for name in self._names if name in submitted}
        )

    def change(self, submitted: dict[str, bytes]) -> None:
        """Serve these files of the submission from now on. Machines are kept for them."""
        if not all(compiled.self_contained for compiled in self._compiled.values()):
            self._spare.end()
        self._program = self._of_names(self._program, submitted)
        self._compiled = {}
        self._compile_left = COMPILE_SECONDS

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> ReusedConnection:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        seconds = self._limits.cpu_seconds if cpu_seconds is None else cpu_seconds
        compiled = self.compiled(variant)
        if last and self._compiler is None:
            reader = self._shared_compiler.reader(
                variant, compiled, self._program.submitted, seconds
            )
            if reader is not None:
                return reader
        if reuse:
            machine = self._spare.take(seconds)
        elif last:
            machine = self._done_compiling(seconds)
        else:
            machine = self._as_new(variant, compiled, seconds)
        if machine is None:
            machine = Jvm(self._inner.connect("own", seconds))
        if not self._loaded(machine, variant, compiled):
            self._spare.end()  # the idle process may have used up the memory of the box
            machine = Jvm(self._inner.connect("own", seconds))
            if not self._loaded(machine, variant, compiled):
                raise SandboxError("a Java virtual machine did not accept the program")
        spent, self._spent = self._spent, 0.0
        return ReusedConnection(machine.connection, seconds, lambda: self._keep(machine), spent)

    def _loaded(self, machine: Jvm, variant: str, compiled: CompileResult) -> bool:
        """Load the program into *machine* unless it is loaded; return whether that succeeded.

        A machine that fails is ended.
        """
        if machine.loaded is compiled:
            return True
        try:
            machine.send(
                jvm_messages.Load(
                    variant,
                    compiled.classes,
                    compiled.problems,
                    self._program.submitted,
                )
            )
        except (ConnectionClosed, DeadlinePassed):
            machine.connection.finish()
            return False
        machine.loaded = compiled
        return True

    def _as_new(self, variant: str, compiled: CompileResult, seconds: float) -> Jvm | None:
        """Return the idle machine for a check that it decides, if nothing that the submission did
        there can make it another than a new one; else None.
        """
        submitted = self.compiled("own")
        if not (compiled.self_contained and submitted.self_contained):
            return None
        return self._spare.take(
            seconds,
            lambda machine: machine.is_as_new(variant, compiled, self._program.submitted),
        )

    def _done_compiling(self, seconds: float) -> Jvm | None:
        """Return the machine that has only compiled, or None."""
        machine, self._compiler = self._compiler, None
        if machine is not None:
            machine.connection.renew(seconds)
        return machine

    def _keep(self, machine: Jvm) -> None:
        """Keep *machine*, which has answered all calls, or end it if a thread is left.

        It is reset now, before another machine starts beside it, because both share the limits of
        the box.
        """
        self._spare.end()
        if machine.reset(FRESH_SECONDS):
            self._spare.keep(machine)
        else:
            machine.connection.finish()

    def compiled(self, variant: str) -> CompileResult:
        """Compile the submission in *variant*, once."""
        compiled = self._compiled.get(variant)
        if compiled is None:
            compiled = self._without_broken(variant) or self._compile(variant)
            # also report errors inside methods that the variant replaces
            replaced = {
                key.partition("#")[0] + ".java"
                for key in self._program.variant_files.get(variant, {})
                if "#" in key
            }
            if replaced:
                own = self.compiled("own").problems
                compiled.problems.update({name: own[name] for name in replaced if name in own})
            self._compiled[variant] = compiled
        return compiled

    def _without_broken(self, variant: str) -> CompileResult | None:
        """Compile *variant* without the files that are known not to compile.

        None if there are none, or if the others do not compile without them. It saves most of the
        time: a machine of the box's own, which compiles slowly, has to report each error once.
        """
        own = self._compiled.get("own")
        replaced = self._program.variant_files.get(variant, {})
        broken = own.problems.keys() - replaced.keys() if own is not None else set()
        if own is None or not broken or self._compile_left <= 0:
            return None
        submitted = self._program.submitted
        compiled = self._shared_compiler.compiled(
            {name: submitted[name] for name in submitted.keys() - broken},
            {
                key: source
                for key, source in replaced.items()
                if key.partition("#")[0] + ".java" not in broken
            },
        )
        self._used(self._shared_compiler.seconds)
        if compiled is None or compiled.problems:
            return None
        problems = {name: own.problems[name] for name in broken}
        return CompileResult(compiled.classes, problems, compiled.self_contained)

    def _compiling_machine(self) -> Jvm:
        """Return the box's compiling machine, or a new one; the caller keeps it."""
        machine, self._compiler = self._compiler, None
        if machine is None:
            return Jvm(self._inner.connect("own", self._compile_left))
        machine.connection.renew(self._compile_left)
        return machine

    def _used(self, seconds: float) -> None:
        """Add CPU time of compiling, which all variants of a submission share."""
        self._compile_left -= seconds
        self._spent += seconds

    def _compile(self, variant: str) -> CompileResult:
        """Compile the submission in *variant*. A crash of the compiler counts as its fault."""
        replaced = self._program.variant_files.get(variant, {})
        submitted = self._program.submitted
        if not submitted and not replaced:
            return CompileResult({}, {})
        reason = f"the compiler needed more than {COMPILE_SECONDS:g} s"
        if self._compiler is None and self._compile_left > 0:
            compiled = self._shared_compiler.compiled(submitted, replaced)
            self._used(self._shared_compiler.seconds)
            if compiled is not None:
                return compiled
        for _ in range(2):  # the computer may be too busy the first time
            if self._compile_left <= 0:
                break
            machine = self._compiling_machine()
            started = time.monotonic()
            try:
                compiled = machine.compiled(submitted, replaced, 2 * self._compile_left)
                if compiled is not None:
                    self._used(machine.connection.renew(COMPILE_SECONDS))
                    self._compiler = machine
                    return compiled
                reason = "the compiler crashed on it"
            except FrameTooLarge:
                reason = "the compiled classes are too large"
            except (ConnectionClosed, DeadlinePassed, values.WireError):
                reason = "the compiler crashed on it"
            ending = machine.connection.finish()
            # a compiler that waits uses up the time, too
            self._used(max(ending.cpu_seconds, (time.monotonic() - started) / 2))
            if ending.cause is ExitReason.CPU or self._compile_left <= 0:
                reason = f"the compiler needed more than {COMPILE_SECONDS:g} s"
        return CompileResult({}, {name: ["file_broken", reason, ""] for name in submitted})

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        self._spare.end()
        if self._compiler is not None:
            self._compiler.connection.finish()
        self._inner.close()
