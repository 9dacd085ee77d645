package grader;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles a submission in memory against the course's classes, without annotation processing.
 *
 * <p>A file that does not compile costs only the checks that need it, because the others are compiled against the
 * starter's class.
 */
final class Compiler {
    private static final int MOST_TEXT = 500;
    private static final String GAVE_UP = "the compiler gave up on it";
    private static final List<String> OPTIONS = List.of(
        "-proc:none", "-nowarn", "-Xlint:none", "-implicit:none", "-g", "-Xmaxerrs", "1000", "-sourcepath", "",
        "-XDstringConcat=inline"); // otherwise each machine generates code for string concatenation at run time

    /** Class name -> class file, for every compiled class. */
    final Map<String, byte[]> classes = new TreeMap<>();

    /** File -> kind and text of its {@link Missing}, and where: "Block.java, line 12" or empty. */
    final Map<String, List<String>> problems = new TreeMap<>();

    /** Whether all classes are self-contained, see {@link SelfContained}. */
    boolean areSelfContained;

    private final JavaCompiler tool = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager library = tool.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);
    private final Map<String, byte[]> available;
    private final String wantedPackage;
    private final boolean moves;
    private final int release;
    private final List<String> options = new ArrayList<>(OPTIONS);

    /**
     * Makes a compiler.
     *
     * @param available class files that a submission may use, besides the library's
     * @param wantedPackage the package that it has to be in
     * @param moves whether files of another package are moved there
     * @param release of the language and library, the same whatever the machine's own release
     */
    Compiler(Map<String, byte[]> available, String wantedPackage, boolean moves, int release) {
        this.available = available;
        this.wantedPackage = wantedPackage;
        this.moves = moves;
        this.release = release;
        if (release != Runtime.version().feature()) { // else the option only takes time
            options.addAll(List.of("--release", String.valueOf(release)));
        }
    }

    /**
     * Compiles files.
     *
     * @param submitted file name -> source
     * @param replaced of this variant: file name -> other source, or "Type#method/arity" -> other declaration
     */
    void compile(Map<String, byte[]> submitted, Map<String, byte[]> replaced) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> file : submitted.entrySet()) {
            String name = file.getKey();
            try {
                String source = text(replaced.getOrDefault(name, file.getValue()));
                CompilationUnitTree unit = parsed(name, source);
                String own = unit == null || unit.getPackageName() == null ? "" : unit.getPackageName().toString();
                if (unit != null && !own.equals(wantedPackage) && moves) {
                    source = moved(name, source, own);
                } else if (unit != null && !own.equals(wantedPackage)) {
                    String which = own.isEmpty() ? "in no package" : "in the package " + own;
                    problem(name, "file_unusable", which + ", but has to be in the package " + wantedPackage, "");
                    continue;
                }
                sources.put(name, source);
            } catch (CharacterCodingException error) {
                problem(name, "file_unusable", "not UTF-8 text", "");
            } catch (Throwable error) {
                problem(name, "file_broken", GAVE_UP, "");
            }
        }
        for (Map.Entry<String, byte[]> file : replaced.entrySet()) {
            String name = file.getKey();
            if (name.indexOf('#') >= 0) {
                replaceMethod(sources, name, new String(file.getValue(), StandardCharsets.UTF_8));
            } else if (!submitted.containsKey(name)) {
                sources.put(name, new String(file.getValue(), StandardCharsets.UTF_8));
            }
        }
        while (!sources.isEmpty() && !attempt(sources)) {
            classes.clear();
        }
        areSelfContained = SelfContained.are(classes, available, !replaced.isEmpty());
        classes.replaceAll((name, code) -> Clock.used(code));
    }

    /** Returns the files that a submission is compiled against. */
    JavaFileManager files() {
        return new InMemory(library);
    }

    /** Returns the source of a file with marks (see {@link Counters}); as it is if it has errors or is too complex. */
    byte[] counted(String file, byte[] source) {
        try {
            String text = text(source);
            DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
            JavacTask task = task(Map.of(file, text), diagnostics);
            CompilationUnitTree unit = task.parse().iterator().next();
            if (hasErrors(diagnostics)) {
                return source;
            }
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            String type = file.replace(".java", "");
            return Counters.counted(type, text, unit, positions).getBytes(StandardCharsets.UTF_8);
        } catch (IOException | RuntimeException | StackOverflowError error) {
            return source;
        }
    }

    /** Returns the source of a file moved to the wanted package; lines keep their numbers. */
    private String moved(String file, String source, String ownPackage) throws IOException {
        if (ownPackage.isEmpty()) {
            return "package " + wantedPackage + "; " + source;
        }
        JavacTask task = task(Map.of(file, source), new DiagnosticCollector<>());
        CompilationUnitTree unit = task.parse().iterator().next();
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        int start = (int) positions.getStartPosition(unit, unit.getPackageName());
        int end = (int) positions.getEndPosition(unit, unit.getPackageName());
        StringBuilder result = new StringBuilder(source.substring(0, start)).append(wantedPackage);
        for (ImportTree line : unit.getImports()) {
            int name = (int) positions.getStartPosition(unit, line.getQualifiedIdentifier());
            if (source.startsWith(ownPackage + ".", name)) {
                result.append(source, end, name).append(wantedPackage);
                end = name + ownPackage.length();
            }
        }
        return result.append(source, end, source.length()).toString();
    }

    private static String text(byte[] source) throws CharacterCodingException {
        String decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source)).toString();
        return decoded.startsWith("\ufeff") ? decoded.substring(1) : decoded;
    }

    private void problem(String file, String kind, String text, String where) {
        problems.put(file, List.of(kind, text, where));
    }

    /** Compiles all sources. If that fails, removes the sources with errors and returns false. */
    private boolean attempt(Map<String, String> sources) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        boolean done;
        try {
            done = task(sources, diagnostics).call();
        } catch (Throwable error) { // a crash of the compiler, or a stack overflow
            done = false;
        }
        if (done) {
            return true;
        }
        Map<String, List<Diagnostic<?>>> errors = new TreeMap<>();
        for (Diagnostic<? extends JavaFileObject> item : diagnostics.getDiagnostics()) {
            if (item.getKind() == Diagnostic.Kind.ERROR && item.getSource() instanceof Source) {
                errors.computeIfAbsent(((Source) item.getSource()).file, name -> new ArrayList<>()).add(item);
            }
        }
        for (Map.Entry<String, List<Diagnostic<?>>> file : errors.entrySet()) {
            Diagnostic<?> first = file.getValue().get(0);
            int more = file.getValue().size() - 1;
            problem(
                file.getKey(),
                "file_broken",
                line(first.getMessage(Locale.ENGLISH))
                    + (more == 0 ? "" : more == 1 ? "; and 1 more error" : "; and " + more + " more errors")
                    + " (as Java " + release + ")",
                file.getKey() + ", line " + first.getLineNumber());
            sources.remove(file.getKey());
        }
        if (errors.isEmpty()) {
            List<String> culprits = new ArrayList<>(sources.keySet());
            culprits.removeIf(file -> !breaksTheCompiler(file, sources.get(file)));
            for (String file : culprits.isEmpty() ? List.copyOf(sources.keySet()) : culprits) {
                problem(file, "file_broken", GAVE_UP, "");
                sources.remove(file);
            }
        }
        return false;
    }

    private boolean breaksTheCompiler(String file, String source) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try {
            return !task(Map.of(file, source), diagnostics).call() && diagnostics.getDiagnostics().isEmpty();
        } catch (Throwable error) {
            return true;
        }
    }

    private static String line(String message) {
        String joined = message.lines().map(String::strip).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        return joined.length() <= MOST_TEXT ? joined : joined.substring(0, MOST_TEXT) + " ...";
    }

    private JavacTask task(Map<String, String> sources, DiagnosticCollector<JavaFileObject> diagnostics) {
        List<Source> units = new ArrayList<>();
        sources.forEach((file, source) -> units.add(new Source(file, source)));
        return (JavacTask) tool.getTask(Writer.nullWriter(), new InMemory(library), diagnostics, options, null, units);
    }

    /** Returns the syntax tree of a file, or null if it has errors. */
    private CompilationUnitTree parsed(String file, String source) throws IOException {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        CompilationUnitTree unit = task(Map.of(file, source), diagnostics).parse().iterator().next();
        return hasErrors(diagnostics) ? null : unit;
    }

    private static boolean hasErrors(DiagnosticCollector<JavaFileObject> diagnostics) {
        return diagnostics.getDiagnostics().stream().anyMatch(item -> item.getKind() == Diagnostic.Kind.ERROR);
    }

    /** Replaces the declaration of the method that a key such as "Block#rotate/1" names, if there is one. */
    private void replaceMethod(Map<String, String> sources, String key, String declaration) {
        String type = key.substring(0, key.indexOf('#'));
        String method = key.substring(key.indexOf('#') + 1, key.indexOf('/'));
        int arity = Integer.parseInt(key.substring(key.indexOf('/') + 1));
        String file = type + ".java";
        String source = sources.get(file);
        if (source == null) {
            return;
        }
        try {
            JavacTask task = task(Map.of(file, source), new DiagnosticCollector<>());
            CompilationUnitTree unit = task.parse().iterator().next();
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (Tree declared : unit.getTypeDecls()) {
                if (!(declared instanceof ClassTree) || !((ClassTree) declared).getSimpleName().contentEquals(type)) {
                    continue;
                }
                for (Tree member : ((ClassTree) declared).getMembers()) {
                    if (!(member instanceof MethodTree)) {
                        continue;
                    }
                    MethodTree candidate = (MethodTree) member;
                    String name = candidate.getReturnType() == null ? type : candidate.getName().toString();
                    if (name.equals(method) && candidate.getParameters().size() == arity && candidate.getBody() != null) {
                        int start = (int) positions.getStartPosition(unit, candidate);
                        int end = (int) positions.getEndPosition(unit, candidate);
                        String own = source.substring(start, end);
                        sources.put(file, source.substring(0, start) + aligned(declaration, own) + source.substring(end));
                        return;
                    }
                }
            }
        } catch (Throwable error) { // it does not parse, which the compiler will report
            return;
        }
    }

    /** Returns a declaration with as many line breaks as the text that it replaces, so that later lines keep their numbers. */
    private static String aligned(String declaration, String replaced) {
        long breaks = replaced.lines().count() - 1;
        String kept = declaration.strip();
        if (kept.lines().count() - 1 > breaks) { // then it must not have comments that end with a line
            kept = kept.replaceAll("[\\r\\n]+", " ");
        }
        return kept + "\n".repeat((int) (breaks + 1 - kept.lines().count()));
    }

    private static final class Source extends SimpleJavaFileObject {
        final String file;
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.file = file;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class ClassFile extends SimpleJavaFileObject {
        final String type;
        private final byte[] code;

        ClassFile(String type, byte[] code) {
            super(URI.create("memory:///" + type.replace('.', '/') + ".class"), Kind.CLASS);
            this.type = type;
            this.code = code;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(code);
        }
    }

    /** Reads only the library from files, because Java cannot open channels in a box that forbids sockets. */
    private final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        InMemory(StandardJavaFileManager library) {
            super(library);
        }

        @Override
        public Iterable<JavaFileObject> list(Location where, String wanted, Set<JavaFileObject.Kind> kinds, boolean below)
                throws IOException {
            if (where != StandardLocation.CLASS_PATH) {
                return super.list(where, wanted, kinds, below);
            }
            List<JavaFileObject> files = new ArrayList<>();
            available.forEach((type, code) -> {
                if (type.substring(0, Math.max(0, type.lastIndexOf('.'))).equals(wanted)) {
                    files.add(new ClassFile(type, code));
                }
            });
            return files;
        }

        @Override
        public String inferBinaryName(Location where, JavaFileObject file) {
            return file instanceof ClassFile ? ((ClassFile) file).type : super.inferBinaryName(where, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location where, String type, JavaFileObject.Kind kind, FileObject near) {
            return new SimpleJavaFileObject(URI.create("memory:///" + type.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(type, toByteArray());
                        }
                    };
                }
            };
        }

        @Override
        public void close() {} // the library stays open for the next task
    }
}
