package grader;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.JavaFileManager;

/**
 * Serves one connection with the messages of inside/server.py and four more.
 *
 * <pre>
 * ["compile", n, files, replaced]               ["compiled", n, classes, problems, self-contained]; runs no code of the
 *                                               submission
 * ["load", variant, classes, problems, files]   replaces the submission; no answer
 * ["fresh", n, variant]                         drops all static state; ["fresh", n, clean]; clean is false if a
 *                                               thread of the submission is left: then use another process
 * ["reload", n, variant, classes, problems, files]   ["fresh", n, clean]; replaces the submission for a check that this
 *                                               process decides; clean is false if the machine may not be as a new one
 * </pre>
 *
 * <p>The operations are the public static methods of the driver, the class {@code driver.Driver}, and two of its own,
 * {@code counted} and {@code lines_of}. A driver's method {@code otherwise} gets the names and arguments of all others.
 */
final class Server implements Runnable {
    private static final String DRIVER = "driver.Driver";
    private static final String OTHERWISE = "otherwise";
    private static final int MOST_TEXT = 2000;
    private static final int MOST_FRAMES = 6;

    private final Channel channel;
    private final CappedOutput out;
    private final String wantedPackage;
    private final boolean moves;
    private final int release;
    private final Map<String, byte[]> course;
    private final Map<String, byte[]> starter;
    private final Map<String, Method> operations = new HashMap<>();
    private final Properties properties = (Properties) System.getProperties().clone();
    private Set<Thread> threads = Set.of();
    private Whereabouts whereabouts;
    private final Variables variables;
    private boolean isWorn; // it has seen an error of the machine, or an identity hash code in a text
    private boolean isShared; // several checks: then only results count, and no output is sent

    private String variant = "own";
    private Map<String, byte[]> classes = Map.of();
    private Map<String, List<?>> problems = Map.of();
    private Map<String, byte[]> files = Map.of();
    private final Set<String> wanted = new HashSet<>();
    private SubmissionLoader loader;
    private long call;
    private long asks;

    Server(Channel channel, CappedOutput out, String wantedPackage, boolean moves, int release, String coursePath,
            String starterPath) throws IOException, ReflectiveOperationException {
        this.channel = channel;
        this.out = out;
        this.wantedPackage = wantedPackage;
        this.moves = moves;
        this.release = release;
        this.course = Archive.classes(coursePath);
        this.starter = Archive.classes(starterPath);
        this.variables = new Variables(System.getProperty("java.class.path"), "driver/");
        for (Method method : Class.forName(DRIVER).getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers())) {
                operations.put(method.getName(), method);
            }
        }
    }

    @Override
    public void run() {
        int status = 70; // a fault of the harness
        try {
            whereabouts = new Whereabouts(Thread.currentThread(), file -> files.containsKey(file), this::tellBusy);
            Thread sampler = new Thread(whereabouts, "whereabouts");
            sampler.setDaemon(true);
            sampler.start();
            threads = Set.copyOf(living());
            refresh();
            for (List<?> message = channel.read(); message != null; message = channel.read()) {
                serve(message);
            }
            status = 0;
        } catch (IOException hungUp) {
            status = 0; // the judge is gone
        } catch (Wire.Broken error) {
            status = 71; // the message was not the judge's
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    private void serve(List<?> message) throws IOException, Wire.Broken {
        switch ((String) message.get(0)) {
            case "compile":
                compile((Long) message.get(1), table(message.get(2)), table(message.get(3)));
                break;
            case "load":
                load(message.subList(1, 5));
                break;
            case "fresh":
                isShared = true;
                boolean clean = threads.containsAll(living());
                if (clean) { // a remaining thread could hold a lock that this needs
                    refresh();
                }
                channel.write("fresh", message.get(1), clean);
                break;
            case "reload":
                boolean asNew = !isWorn && threads.containsAll(living());
                if (asNew) {
                    load(message.subList(2, 6));
                }
                channel.write("fresh", message.get(1), asNew);
                break;
            case "call":
                call = (Long) message.get(1);
                out.reset();
                if (!isShared) {
                    whereabouts.begin();
                }
                Object[] reply = reply((String) message.get(2), (List<?>) message.get(3));
                whereabouts.end();
                tellPrinted();
                send(out.flooded() ? new Object[] {"output", call} : reply);
                break;
            default:
                throw new Wire.Broken("no such message");
        }
    }

    private void load(List<?> program) {
        variant = (String) program.get(0);
        classes = table(program.get(1));
        problems = table(program.get(2));
        files = table(program.get(3));
        isShared = false;
        asks = 0;
        refresh();
    }

    /** Notes an error of the machine itself, which may leave a class of the library half initialised. */
    void note(Throwable error) {
        Throwable reason = error instanceof ExceptionInInitializerError ? error.getCause() : error;
        isWorn = isWorn || reason instanceof VirtualMachineError;
    }

    /** Notes a text that may have an identity hash code, which another machine would not have. */
    String noted(String text) {
        isWorn = isWorn || text.indexOf('@') >= 0;
        return text;
    }

    private void tellPrinted() throws IOException {
        String printed = noted(out.beginning());
        if (!isShared && !printed.isEmpty()) {
            try {
                channel.write("printed", call, printed);
            } catch (Wire.Broken | OutOfMemoryError error) {
                return; // the output is only a help for readers
            }
        }
    }

    private void tellBusy(String line, double seconds) {
        try {
            channel.write("busy", call, line, out.beginning(), seconds);
        } catch (IOException | Wire.Broken | OutOfMemoryError error) {
            return; // the line is only a help for readers
        }
    }

    private void compile(long number, Map<String, byte[]> submitted, Map<String, byte[]> replaced)
            throws IOException, Wire.Broken {
        Map<String, byte[]> library = given();
        if (!replaced.isEmpty()) { // stand-ins may use the harness's classes, submissions may not
            library.putAll(Archive.classes(System.getProperty("java.class.path")));
        }
        Compiler compiler = new Compiler(library, wantedPackage, moves, release);
        compiler.compile(submitted, replaced);
        channel.write("compiled", number, new LinkedHashMap<>(compiler.classes), new LinkedHashMap<>(compiler.problems),
            compiler.areSelfContained);
    }

    private Map<String, byte[]> given() {
        Map<String, byte[]> given = new HashMap<>(starter);
        given.putAll(course);
        return given;
    }

    @SuppressWarnings("unchecked")
    private static <V> Map<String, V> table(Object value) {
        return (Map<String, V>) value;
    }

    /** Restores the state of a new process, as far as that is possible from within. */
    private void refresh() {
        loader = new SubmissionLoader(course, classes, starter);
        variables.restore();
        Clock.reset();
        wanted.clear();
        Sandbox.server = this;
        PrintStream printed = new PrintStream(out, false, StandardCharsets.UTF_8);
        System.setOut(printed);
        System.setErr(printed);
        System.setIn(InputStream.nullInputStream());
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(Locale.US);
        Thread.setDefaultUncaughtExceptionHandler(null);
        Thread.interrupted();
    }

    /** Returns all threads, including those removed from their group. */
    private static Set<Thread> living() {
        return Thread.getAllStackTraces().keySet();
    }

    // The driver uses these through Sandbox.

    String variant() {
        return variant;
    }

    String source(String file) {
        byte[] source = files.get(file);
        return source == null ? null : new String(source, StandardCharsets.UTF_8);
    }

    String problem(String file) {
        List<?> problem = problems.get(file);
        return problem == null ? null : (String) problem.get(1);
    }

    JavaFileManager library() {
        return new Compiler(given(), wantedPackage, moves, release).files();
    }

    Class<?> type(String name) throws Missing {
        String full = wantedPackage.isEmpty() ? name : wantedPackage + "." + name;
        if (!course.containsKey(full) && wanted.add(name)) { // so the judge knows which calls to skip later
            tell("importing", call, name);
            require(name, full);
            tell("imported", call, name);
        }
        require(name, full);
        try {
            return Class.forName(full, false, loader);
        } catch (ClassNotFoundException | LinkageError error) {
            throw new Missing("file_broken", name + ".java", String.valueOf(error.getMessage()), "", "");
        }
    }

    private void require(String name, String full) throws Missing {
        String file = name + ".java";
        List<?> problem = problems.get(file);
        if (problem != null) {
            throw new Missing((String) problem.get(0), file, (String) problem.get(1), (String) problem.get(2), name);
        }
        if (classes.containsKey(full) || course.containsKey(full)) {
            return;
        }
        if (!files.containsKey(file)) {
            throw new Missing("file_missing", file, "", "", name);
        }
        throw new Missing("name_missing", file, "class " + name, "", "");
    }

    private void tell(Object... message) {
        try {
            channel.write(message);
        } catch (IOException | Wire.Broken error) {
            throw new IllegalStateException(error);
        }
    }

    Object ask(String operation, Object... arguments) {
        long number = ++asks;
        try {
            channel.write("ask", call, number, operation, arguments);
            List<?> answer = channel.read();
            if (answer == null) {
                Runtime.getRuntime().halt(0);
            }
            if (answer.get(0).equals("refused")) {
                throw new AskRefused((String) answer.get(2));
            }
            return answer.get(2);
        } catch (IOException | Wire.Broken error) {
            throw new AskRefused(error.getMessage());
        }
    }

    // A call.

    private Object[] reply(String name, List<?> arguments) {
        try {
            return new Object[] {"return", call, result(name, arguments)};
        } catch (InvocationTargetException wrapped) {
            return replyTo(wrapped.getCause());
        } catch (Throwable error) {
            return replyTo(error);
        }
    }

    private Object result(String name, List<?> arguments) throws Exception {
        switch (name) {
            case "counted":
                return counted();
            case "lines_of":
                return linesOf((String) arguments.get(0), (List<?>) arguments.get(1));
            default:
                Method operation = operations.get(name);
                Method otherwise = operations.get(OTHERWISE);
                if (operation == null && otherwise != null) {
                    return otherwise.invoke(null, name, arguments);
                }
                if (operation == null || operation.getParameterCount() != arguments.size()) {
                    throw new Missing("the driver has no operation " + name);
                }
                try {
                    return operation.invoke(null, converted(operation, arguments));
                } catch (ClassCastException | IllegalArgumentException | ArithmeticException mismatch) {
                    // an exception of the operation itself arrives in an InvocationTargetException
                    List<Class<?>> given = new ArrayList<>();
                    arguments.forEach(argument -> given.add(argument == null ? Void.class : argument.getClass()));
                    throw new Missing("the driver's operation " + name + kinds(List.of(operation.getParameterTypes()))
                        + " does not take " + kinds(given));
                }
        }
    }

    private static String kinds(List<Class<?>> types) {
        return types.stream().map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns the submitted files with marks that tell the lines which a call reaches. */
    private Map<String, byte[]> counted() {
        Compiler compiler = new Compiler(Map.of(), wantedPackage, moves, release);
        Map<String, byte[]> counted = new LinkedHashMap<>();
        files.forEach((file, source) -> counted.put(file, compiler.counted(file, source)));
        return counted;
    }

    /** Returns the lines, by file, that a call reaches in files with such marks; it may end in any way. */
    private Map<String, List<Integer>> linesOf(String name, List<?> arguments) {
        String prefix = wantedPackage.isEmpty() ? "" : wantedPackage + ".";
        Map<String, boolean[]> reached = Counters.cleared(loader, prefix, files.keySet());
        reply(name, arguments);
        return Counters.numbers(reached);
    }

    private static Object[] converted(Method operation, List<?> arguments) {
        List<Object> values = new ArrayList<>();
        Class<?>[] types = operation.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            Object value = arguments.get(i);
            if (types[i] == int.class) {
                value = Math.toIntExact((Long) value);
            } else if (types[i] == double.class) {
                value = ((Number) value).doubleValue();
            } else if (types[i] == long.class && value instanceof BigInteger) {
                value = ((BigInteger) value).longValueExact(); // sent as such beyond 2^53
            }
            values.add(value);
        }
        return values.toArray();
    }

    /** Returns the message about a throwable, whose own methods may be hostile. */
    private Object[] replyTo(Throwable error) {
        note(error);
        if (error instanceof Missing) {
            Missing absent = (Missing) error;
            return new Object[] {
                "missing", call, absent.type, absent.kind, absent.file, absent.getMessage(), absent.where};
        }
        if (error instanceof ExceptionInInitializerError && error.getCause() != null) {
            error = error.getCause();
        }
        String kind = error instanceof OutOfMemoryError ? "memory"
            : error instanceof StackOverflowError ? "recursion" : "error";
        String name = error.getClass().getSimpleName();
        return new Object[] {"raise", call, name.substring(0, Math.min(100, name.length())), text(error), where(error), kind};
    }

    private String text(Throwable error) {
        try {
            String text = error.getMessage();
            return text == null ? "" : noted(text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + " ...");
        } catch (Throwable another) {
            return "(its text cannot be shown: getMessage fails)";
        }
    }

    private String where(Throwable error) {
        try {
            LinkedList<String> lines = new LinkedList<>(); // the outermost first
            for (StackTraceElement step : error.getStackTrace()) {
                if (step.getFileName() != null && files.containsKey(step.getFileName())) {
                    String line = step.getFileName() + ", line " + step.getLineNumber();
                    if (lines.isEmpty() || !lines.getFirst().equals(line)) {
                        lines.addFirst(line);
                    }
                    if (lines.size() > MOST_FRAMES) {
                        lines.remove(MOST_FRAMES / 2);
                    }
                }
            }
            return String.join("\n", lines);
        } catch (Throwable another) {
            return "";
        }
    }

    private void send(Object[] reply) throws IOException, Wire.Broken {
        try {
            channel.write(reply);
        } catch (Wire.Broken error) {
            channel.write("raise", call, "IllegalArgumentException", error.getMessage(), "", "error");
        } catch (OutOfMemoryError error) {
            channel.write("raise", call, "OutOfMemoryError", "", "", "memory");
        }
    }
}
