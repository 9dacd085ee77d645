"""Attacks in Java, which replace ``return a + b;``, and the verdicts that they must get."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attack:
    """One attack: the body of ``add``, and its requirements."""

    name: str
    body: str
    verdicts: tuple[str, ...]
    """The allowed verdicts of its check; "passed" is one if the answer stays right."""
    more: str = ""
    """Further members of the class."""
    spoils: str = "stops"
    """The effect on a grader that runs everything in one process: "stops" it, "hangs" it, or "floods" it."""
    dozes: bool = False
    """Whether it uses no CPU time, so that the wall time limit ends it."""


RIGHT = "        return a + b;\n"
FOR_EVER = "while (true) { try { Thread.sleep(1000); } catch (InterruptedException e) { } }"

COSTS_ITS_OWN_CHECK = (
    Attack("exit", "        System.exit(0);\n" + RIGHT, ("crashed",)),
    Attack("halt", "        Runtime.getRuntime().halt(3);\n" + RIGHT, ("crashed",)),
    Attack(
        "exit with a hook that does not end",
        "        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } }));\n"
        "        System.exit(0);\n" + RIGHT,
        ("timeout", "crashed"),
        spoils="hangs",
    ),
    Attack(
        "endless loop",
        "        while (a < 5000) { a -= 1; a += 1; }\n" + RIGHT,
        ("timeout",),
        spoils="hangs",
    ),
    Attack("endless sleep", f"        {FOR_EVER}\n", ("timeout",), spoils="hangs"),
    Attack(
        "loop that catches everything",
        "        while (true) { try { spin(); } catch (Throwable all) { } }\n",
        ("timeout",),
        more="    private void spin() { while (true) { } }\n\n",
        spoils="hangs",
    ),
    Attack(
        "deadlock",
        "        Object one = new Object(), two = new Object();\n"
        "        Thread other = new Thread(() -> { synchronized (two) { pause(); synchronized (one) { pause(); } } });\n"
        "        other.start();\n"
        "        synchronized (one) { pause(); pause(); synchronized (two) { pause(); } }\n"
        + RIGHT,
        ("timeout",),
        more="    private static void pause() { try { Thread.sleep(50); } catch (InterruptedException e) { } }\n\n",
        spoils="hangs",
        dozes=True,
    ),
    Attack("endless recursion", "        return add(a, b) + 1;\n", ("raised",), spoils="raises"),
    Attack(
        "threads left running",
        f"        for (int i = 0; i < 4; i++) {{ new Thread(() -> {{ {FOR_EVER} }}).start(); }}\n"
        + RIGHT,
        ("passed", "timeout", "out_of_memory"),
        spoils="hangs",
    ),
    Attack(
        "threads left that keep busy",
        "        Thread busy = new Thread(() -> { while (true) { counted += 1; } });\n"
        "        busy.setDaemon(true);\n        busy.start();\n" + RIGHT,
        ("passed",),
        spoils="disturbs",
    ),
    Attack(
        "threads left that no group knows, and that become more",
        "        ThreadGroup own = Thread.currentThread().getThreadGroup();\n"
        '        ThreadGroup hidden = new ThreadGroup(own, "hidden");\n'
        "        Thread breeder = new Thread(hidden, () -> {\n"
        "            while (true) {\n"
        "                try {\n"
        f"                    Thread one = new Thread(hidden, () -> {{ {FOR_EVER} }});\n"
        "                    one.setDaemon(true);\n                    one.start();\n"
        "                } catch (Throwable full) { java.util.concurrent.locks.LockSupport.parkNanos(200_000); }\n"
        "            }\n        });\n"
        "        breeder.setDaemon(true);\n        breeder.start();\n"
        "        try {\n"
        '            unsafe().putInt(own, unsafe().objectFieldOffset(ThreadGroup.class.getDeclaredField("ngroups")), 0);\n'
        "        } catch (ReflectiveOperationException e) { }\n"
        "        return 0;\n",
        ("failed", "out_of_memory"),  # its answer, or one thread too many, whichever comes first
        more="UNSAFE",
        spoils="disturbs",
    ),
    Attack(
        "thread bomb",
        f"        while (true) {{ new Thread(() -> {{ {FOR_EVER} }}).start(); }}\n",
        ("out_of_memory", "crashed", "timeout"),
        spoils="hangs",
    ),
    Attack(
        "flood of output",
        "        while (true) { System.out.println(a); }\n",
        ("too_much_output",),
        spoils="hangs",
    ),
    Attack(
        "flood of output that catches what stops it",
        "        while (true) { try { System.out.println(a); } catch (Throwable all) { } }\n",
        ("timeout", "too_much_output"),
        spoils="hangs",
    ),
    Attack(
        "bytes on the real standard output",
        "        try (var out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) {\n"
        "            out.write(new byte[] {0, 0, 0, 2, '[', ']'});\n"
        "        } catch (java.io.IOException e) { }\n" + RIGHT,
        ("crashed",),
        spoils="floods",
    ),
    Attack(
        "heap filled",
        "        java.util.List<byte[]> all = new java.util.ArrayList<>();\n"
        "        while (true) { all.add(new byte[1 << 20]); }\n",
        ("out_of_memory",),
        spoils="raises",
    ),
    Attack(
        "memory beside the heap",
        "        java.util.List<java.nio.ByteBuffer> all = new java.util.ArrayList<>();\n"
        "        while (true) { all.add(java.nio.ByteBuffer.allocateDirect(1 << 20)); }\n",
        ("out_of_memory",),
        spoils="raises",
    ),
    Attack(
        "memory through Unsafe",
        "        while (true) { long at = unsafe().allocateMemory(1 << 24); unsafe().setMemory(at, 1 << 24, (byte) 1); }\n",
        ("out_of_memory", "crashed"),
        more="UNSAFE",
        spoils="hangs",
    ),
    Attack(
        "write to nowhere through Unsafe",
        "        unsafe().putAddress(8, 8);\n" + RIGHT,
        ("crashed",),
        more="UNSAFE",
    ),
    Attack(
        "agent",
        "        try {\n"
        '            Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine", true,\n'
        "                ClassLoader.getSystemClassLoader());\n"
        '            machine.getMethod("attach", String.class).invoke(null, "" + ProcessHandle.current().pid());\n'
        '        } catch (Throwable e) { throw new IllegalStateException("no agent"); }\n' + RIGHT,
        ("raised",),
        spoils="raises",
    ),
    Attack(
        "answer in the driver's name",
        "        try {\n"
        '            var server = Class.forName("grader.Sandbox").getDeclaredField("server");\n'
        "            server.setAccessible(true);\n"
        "            Object serving = server.get(null);\n"
        '            var channel = serving.getClass().getDeclaredField("channel");\n'
        "            channel.setAccessible(true);\n"
        "            Object pipe = channel.get(serving);\n"
        '            var write = pipe.getClass().getDeclaredMethod("write", Object[].class);\n'
        "            write.setAccessible(true);\n"
        '            write.invoke(pipe, (Object) new Object[] {"return", 1, 42});\n'
        "        } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }\n"
        "        return 42;\n",
        ("failed", "crashed"),
        spoils="nothing",
    ),
    Attack(
        "exception that does not let itself be told",
        "        throw new RuntimeException() { public String getMessage() { while (true) { } } };\n",
        ("timeout",),
        spoils="hangs",
    ),
)

_UNSAFE = """    private static sun.misc.Unsafe unsafe() {
        try {
            var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

"""


def members(attack: Attack) -> str:
    """Return the further members that an attack needs."""
    return _UNSAFE if attack.more == "UNSAFE" else attack.more


REACHES = {
    # name: (body whose answer is right only if it gets through, levels that stop it)
    "read a file": (
        '        try (var in = new java.io.FileInputStream("{file}")) {{ in.readAllBytes(); }}\n'
        '        catch (java.io.IOException e) {{ throw new IllegalStateException("held"); }}\n'
        + RIGHT,
        ("A+", "A", "B", "C"),
    ),
    "write a file": (
        '        try (var out = new java.io.FileOutputStream("{file}")) {{ out.write(65); }}\n'
        '        catch (java.io.IOException e) {{ throw new IllegalStateException("held"); }}\n'
        + RIGHT,
        ("A+", "A", "B", "C"),
    ),
    "connect": (
        '        try (var out = new java.net.Socket("127.0.0.1", {port})) {{ }}\n'
        '        catch (java.io.IOException e) {{ throw new IllegalStateException("held"); }}\n'
        + RIGHT,
        ("A+", "A", "B", "C"),
    ),
    "start a program": (
        '        try {{ new ProcessBuilder("/bin/true").start().waitFor(); }}\n'
        '        catch (Exception e) {{ throw new IllegalStateException("held"); }}\n' + RIGHT,
        ("A+", "A", "B", "C"),
    ),
    "start this program again": (
        '        try {{ new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-version").start().waitFor(); }}\n'
        '        catch (Exception e) {{ throw new IllegalStateException("held"); }}\n' + RIGHT,
        ("A+", "A", "B", "C"),
    ),
    "see the parent": (
        "        if (!ProcessHandle.current().parent().map(ProcessHandle::isAlive).orElse(false)) {{\n"
        '            throw new IllegalStateException("held"); }}\n' + RIGHT,
        ("A+", "A", "B", "C"),
    ),
}
"""Attacks that succeed if something outside the box is reachable."""
