package driver;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import grader.Sandbox;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * What the handout says of how code is written (spec 1), looked for in a file's syntax tree; nothing of it is run.
 *
 * Rules: classes, fields, signatures, given, helpers, types, prints. A finding is [rule, severity, file, line, message].
 */
final class Rules {

    /** The classes that a file may use, besides those of java.lang and of the package. */
    private static final Map<String, Set<String>> CLASSES = Map.of(
            "Block.java", Set.of("java.util.ArrayList", "java.util.Random", "java.awt.Color"),
            "BlobGoal.java", Set.of("java.awt.Color"),
            "PerimeterGoal.java", Set.of("java.awt.Color"));

    static final String PACKAGE = "assignment3";

    /** What may be changed, and may print: the text helpers, and the main that the handout tells students to write. */
    private static final Set<String> FREE = Set.of(
            "toString", "printBlock", "printBlockIndented", "coloredPrint", "printColoredBlock", "main");

    /** Methods that are given, by name and number of parameters: their bodies stay. */
    private static final Set<String> GIVEN = Set.of(
            "Block/0", "Block/7", "getHighlightedFrame/0", "getMaxDepth/0", "getLevel/0", "BlobGoal/1",
            "PerimeterGoal/1");

    /** What the names of the library's packages begin with: only what does is looked at closely. */
    private static final Set<String> LIBRARIES = Set.of("java", "javax", "jdk", "sun", "com", "org", "netscape");

    /** Methods of java.lang that find a class by its name. */
    private static final Set<String> LOADERS = Set.of("forName", "loadClass", "defineClass");

    // Set up once: that takes longer than to parse a file.
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final List<String> OPTIONS = List.of("-proc:none", "--should-stop=ifError=ATTR");
    private static final JavaFileManager LIBRARY = Sandbox.library();

    private final String file;
    private final CompilationUnitTree unit;
    private final JavacTask task;
    private final List<Object> found = new ArrayList<Object>();
    /** New members that are probably meant for missing ones. */
    private final Set<Tree> misspelt = new HashSet<Tree>();

    private Rules(String file, CompilationUnitTree unit, JavacTask task) {
        this.file = file;
        this.unit = unit;
        this.task = task;
    }

    /** Returns the rules of one of these files, by name; null if it does not parse. The others tell its types. */
    static Rules of(String file, Map<String, String> sources) throws IOException {
        List<JavaFileObject> texts = new ArrayList<JavaFileObject>(List.of(text(file, sources.get(file))));
        for (Map.Entry<String, String> other : sources.entrySet()) {
            if (!other.getKey().equals(file)) {
                texts.add(text(other.getKey(), other.getValue()));
            }
        }
        DiagnosticCollector<JavaFileObject> errors = new DiagnosticCollector<JavaFileObject>();
        JavacTask task = (JavacTask) COMPILER.getTask(
                Writer.nullWriter(), LIBRARY, errors, OPTIONS, null, texts);
        CompilationUnitTree unit = task.parse().iterator().next();
        boolean parses = errors.getDiagnostics().stream().noneMatch(
                each -> each.getKind() == Diagnostic.Kind.ERROR && each.getSource() == texts.get(0));
        return parses ? new Rules(file, unit, task) : null;
    }

    private static JavaFileObject text(String file, String source) {
        return new SimpleJavaFileObject(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    /** Returns the package that the file is in; the empty string if there is none. */
    String packageName() {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    /** Returns whether the file declares nothing: it has no text, or only comments, imports and a package. */
    boolean isEmpty() {
        return unit.getTypeDecls().stream().noneMatch(each -> each instanceof ClassTree);
    }

    /** Returns what is found in the file, compared with the starter's file of that name. */
    List<Object> compared(Rules starter) {
        foreignClasses();
        Map<String, Tree> mine = members();
        Map<String, Tree> given = starter.members();
        for (Map.Entry<String, Tree> member : given.entrySet()) {
            keeps(member.getKey(), member.getValue(), mine.get(member.getKey()), mine, given.keySet());
        }
        for (Map.Entry<String, Tree> member : mine.entrySet()) {
            if (!given.containsKey(member.getKey()) && !misspelt.contains(member.getValue())) {
                adds(member.getValue());
            }
        }
        prints();
        inferredClasses();
        return found;
    }

    private void add(String rule, String severity, Tree where, String message) {
        Trees trees = Trees.instance(task); // dear: it sets up all of the compiler, so not before there is something to tell
        long start = trees.getSourcePositions().getStartPosition(unit, where);
        long line = start < 0 ? 1 : unit.getLineMap().getLineNumber(start);
        found.add(Arrays.asList(rule, severity, file, line, message));
    }

    // Members.

    private ClassTree type() {
        String name = file.substring(0, file.indexOf('.'));
        for (Tree declared : unit.getTypeDecls()) {
            if (declared instanceof ClassTree && ((ClassTree) declared).getSimpleName().contentEquals(name)) {
                return (ClassTree) declared;
            }
        }
        return null;
    }

    /** Returns the members of the class: fields by name, methods by name and number of parameters, types by "type". */
    private Map<String, Tree> members() {
        Map<String, Tree> members = new LinkedHashMap<String, Tree>();
        ClassTree type = type();
        for (Tree declared : unit.getTypeDecls()) {
            if (declared instanceof ClassTree && declared != type) {
                members.put("type " + ((ClassTree) declared).getSimpleName(), declared);
            }
        }
        for (Tree member : type == null ? List.<Tree>of() : type.getMembers()) {
            if (member instanceof VariableTree) {
                members.put(((VariableTree) member).getName().toString(), member);
            } else if (member instanceof MethodTree) {
                members.put(nameOf((MethodTree) member) + "/" + ((MethodTree) member).getParameters().size(), member);
            } else if (member instanceof ClassTree) {
                members.put("type " + ((ClassTree) member).getSimpleName(), member);
            }
        }
        return members;
    }

    private String nameOf(MethodTree method) {
        String own = file.substring(0, file.indexOf('.'));
        return method.getReturnType() == null ? own : method.getName().toString();
    }

    private void keeps(String key, Tree given, Tree mine, Map<String, Tree> members, Set<String> known) {
        if (FREE.contains(key.split("/")[0])) {
            return;
        }
        String name = key.contains("/") ? key.substring(0, key.indexOf('/')) : key;
        Tree meant = mine == null ? misspelt(key, members, known) : null;
        if (meant != null) {
            misspelt.add(meant);
            add("signatures", "breach", meant,
                    "the starter's " + header(given) + " is not there: is " + header(meant) + " meant?");
        } else if (mine == null) {
            Tree where = members.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(name + "/")).map(Map.Entry::getValue).findFirst()
                    .orElse(type() == null ? unit : type());
            add("signatures", "breach", where, "the starter's " + header(given) + " is not there");
        } else if (!header(given).equals(header(mine))) {
            add("signatures", "breach", mine, header(mine) + " has to be " + header(given));
        } else if (GIVEN.contains(key) && !given.toString().equals(mine.toString()) && !body(given).equals(body(mine))) {
            add("given", "review", mine, "the body of " + name + " is given, and changed here");
        }
    }

    /** Returns the new member whose key is that of a missing one but for one slip of the keys; null if there is none. */
    private static Tree misspelt(String key, Map<String, Tree> members, Set<String> known) {
        return members.entrySet().stream()
                .filter(entry -> !known.contains(entry.getKey()) && isOneSlip(key, entry.getKey()))
                .map(Map.Entry::getValue).findFirst().orElse(null);
    }

    /** Returns whether two words differ in one letter, or in two that are exchanged. */
    private static boolean isOneSlip(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int start = 0;
        while (start < shorter && one.charAt(start) == other.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < shorter - start && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        String left = one.substring(start, one.length() - end);
        String right = other.substring(start, other.length() - end);
        boolean exchanged = left.length() == 2 && new StringBuilder(left).reverse().toString().equals(right);
        return exchanged || Math.max(left.length(), right.length()) == 1;
    }

    private void adds(Tree member) {
        if (member instanceof VariableTree) {
            add("fields", "breach", member, "the field " + ((VariableTree) member).getName() + " is new");
        } else if (member instanceof MethodTree) {
            MethodTree method = (MethodTree) member;
            boolean hidden = method.getModifiers().getFlags().contains(Modifier.PRIVATE);
            if (!hidden && !FREE.contains(nameOf(method)) && method.getReturnType() != null) {
                add("helpers", "note", member, "the helper " + method.getName() + " should be private");
            }
        } else {
            add("types", "review", member, "the type " + ((ClassTree) member).getSimpleName() + " is new");
        }
    }

    private static String header(Tree member) {
        if (member instanceof VariableTree) {
            VariableTree field = (VariableTree) member;
            return modifiers(field.getModifiers().getFlags()) + simple(field.getType()) + " " + field.getName();
        }
        if (member instanceof ClassTree) {
            return "type " + ((ClassTree) member).getSimpleName();
        }
        MethodTree method = (MethodTree) member;
        String result = method.getReturnType() == null ? "" : simple(method.getReturnType()) + " ";
        String name = method.getReturnType() == null ? "constructor" : method.getName().toString();
        List<String> parameters = new ArrayList<String>();
        for (VariableTree parameter : method.getParameters()) {
            parameters.add(simple(parameter.getType()));
        }
        String known = modifiers(method.getModifiers().getFlags()) + result + name;
        return known + "(" + String.join(", ", parameters) + ")";
    }

    private static String modifiers(Set<Modifier> flags) {
        StringBuilder text = new StringBuilder();
        for (Modifier flag : new TreeSet<Modifier>(flags)) {
            text.append(flag).append(' ');
        }
        return text.toString();
    }

    /** Returns a type as it is written, without packages. */
    private static String simple(Tree type) {
        String text = type.toString();
        return (text.indexOf('.') < 0 ? text : text.replaceAll("\\b[a-z][\\w]*\\.", "")).replace(" ", "");
    }

    /** Returns the statements, without names of parameters and in a fixed order: the course's own text may differ. */
    private static List<String> body(Tree member) {
        MethodTree method = (MethodTree) member;
        List<String> steps = new ArrayList<String>();
        for (Tree step : method.getBody() == null ? List.<Tree>of() : method.getBody().getStatements()) {
            String text = step.toString();
            for (int i = 0; i < method.getParameters().size(); i++) {
                text = text.replaceAll("(?<![.\\w])" + method.getParameters().get(i).getName() + "\\b", "parameter " + i);
            }
            steps.add(text.replace("this.", "").replaceAll("\\s+", " "));
        }
        return steps.stream().sorted().collect(Collectors.toList());
    }

    // Classes and prints.

    /** Looks for classes that may not be used; says whether there are any. */
    boolean foreignClasses() {
        int before = found.size();
        Set<String> used = null; // the names in the file, once they are needed
        for (ImportTree line : unit.getImports()) {
            String name = line.getQualifiedIdentifier().toString();
            String owner = name.substring(0, name.lastIndexOf('.'));
            String last = name.substring(name.lastIndexOf('.') + 1);
            boolean own = line.isStatic() ? owner.startsWith(packageName() + ".") : owner.equals(packageName());
            if (own || allowed(line.isStatic() ? owner : name)) {
                continue;
            }
            used = used == null ? identifiers() : used;
            if (last.equals("*") && !line.isStatic()) {
                for (String each : used) {
                    if (!allowed(owner + "." + each) && exists(owner + "." + each) && !exists("java.lang." + each)) {
                        add("classes", "breach", line, "the class " + owner + "." + each + " may not be used");
                    }
                }
            } else if (line.isStatic() || used.contains(last)) {
                add("classes", "breach", line, "the class " + (line.isStatic() ? owner : name) + " may not be used");
            } else {
                add("classes", "note", line, "the import of " + name + " is of no use");
            }
        }
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitImport(ImportTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
                String name = libraryClass(node);
                if (!name.isEmpty() && !allowed(name)) {
                    add("classes", "breach", node, "the class " + name + " may not be used");
                }
                loads(node.getIdentifier().toString(), node);
                return super.visitMemberSelect(node, nothing);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree node, Void nothing) {
                loads(node.getName().toString(), node);
                return super.visitMemberReference(node, nothing);
            }
        }.scan(unit, null);
        return found.subList(before, found.size()).stream().anyMatch(item -> ((List<?>) item).contains("breach"));
    }

    /**
     * Looks for values of classes that may not be used, whatever names them: var and chains of calls name none. Says whether
     * there are any. The compiler changes the tree for that, so nothing else is looked for afterwards.
     */
    boolean inferredClasses() {
        Set<String> known = new HashSet<String>();
        for (Object each : found) {
            known.add((String) ((List<?>) each).get(4));
        }
        int before = found.size();
        Trees trees = Trees.instance(task);
        try {
            task.analyze();
        } catch (IOException | RuntimeException | AssertionError error) { // javac fails on some: the names have been looked at
            return false;
        }
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitImport(ImportTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
                Element method = trees.getElement(getCurrentPath());
                if (method == null || !isOfPackage(method)) {
                    look(node);
                }
                return super.visitMethodInvocation(node, nothing);
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
                Element element = trees.getElement(getCurrentPath());
                if (element instanceof VariableElement && !isOfPackage(element)) { // else the name of a class
                    look(node);
                }
                return super.visitMemberSelect(node, nothing);
            }

            @Override
            public Void visitIdentifier(IdentifierTree node, Void nothing) {
                Element element = trees.getElement(getCurrentPath());
                if (element != null && element.getKind() == ElementKind.PARAMETER) { // a lambda's may have no type
                    look(node);
                }
                return null;
            }

            /** Returns whether a member is the course's, which may give values of any class, or names its type where it is. */
            private boolean isOfPackage(Element member) {
                return member.getEnclosingElement().toString().startsWith(PACKAGE + ".");
            }

            private void look(Tree node) {
                TypeMirror type = trees.getTypeMirror(getCurrentPath());
                while (type instanceof ArrayType) {
                    type = ((ArrayType) type).getComponentType();
                }
                if (type == null || type.getKind() != TypeKind.DECLARED) {
                    return;
                }
                String name = ((DeclaredType) type).asElement().toString();
                String message = "the class " + name + " may not be used";
                boolean isOfLibrary = name.indexOf('.') > 0 && LIBRARIES.contains(name.substring(0, name.indexOf('.')));
                if (isOfLibrary && !allowed(name) && !name.equals("java.io.PrintStream") && known.add(message)) {
                    add("classes", "breach", node, message);
                }
            }
        }.scan(new TreePath(unit), null);
        return found.size() > before;
    }

    private void loads(String method, Tree where) {
        if (LOADERS.contains(method)) {
            add("classes", "breach", where, method + " finds a class by its name, so that no import shows it");
        }
    }

    /**
     * Returns the name of a class of the library with its package, such as java.util.List, if that is what is written;
     * the empty string otherwise. No name within a chain is looked at twice: packages have small letters.
     */
    private static String libraryClass(MemberSelectTree node) {
        Deque<String> names = new ArrayDeque<String>(List.of(node.getIdentifier().toString()));
        if (!names.peek().matches("[A-Z]\\w*")) {
            return "";
        }
        Tree owner = node.getExpression();
        while (owner instanceof MemberSelectTree) {
            names.push(((MemberSelectTree) owner).getIdentifier().toString());
            if (!names.peek().matches("[a-z][a-z0-9]*")) {
                return "";
            }
            owner = ((MemberSelectTree) owner).getExpression();
        }
        names.push(owner instanceof IdentifierTree ? owner.toString() : "");
        return names.size() > 2 && LIBRARIES.contains(names.peek()) ? String.join(".", names) : "";
    }

    private boolean allowed(String name) {
        String owner = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        return CLASSES.get(file).contains(name) || owner.equals("java.lang") || owner.equals(PACKAGE);
    }

    /** Returns whether the library has a class of this name, which may be nested in another one. */
    private static boolean exists(String name) {
        String path = name.replace('.', '/');
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (ClassLoader.getPlatformClassLoader().getResource(path + ".class") != null) {
                return true;
            }
            if (!Character.isUpperCase(path.charAt(path.lastIndexOf('/', end - 1) + 1))) {
                return false; // what encloses it is a package
            }
            path = path.substring(0, end) + '$' + path.substring(end + 1);
        }
        return false;
    }

    private Set<String> identifiers() {
        Set<String> names = new HashSet<String>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitImport(ImportTree node, Void nothing) {
                return null;
            }

            @Override
            public Void visitIdentifier(IdentifierTree node, Void nothing) {
                names.add(node.getName().toString());
                return null;
            }
        }.scan(unit, null);
        return names;
    }

    private static boolean isOf(String owner, String member, Tree tree) {
        if (!(tree instanceof MemberSelectTree)) {
            return false;
        }
        MemberSelectTree both = (MemberSelectTree) tree;
        return both.getIdentifier().contentEquals(member) && both.getExpression() instanceof IdentifierTree
            && ((IdentifierTree) both.getExpression()).getName().contentEquals(owner);
    }

    private void prints() {
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree node, Void nothing) {
                return FREE.contains(node.getName().toString()) ? null : super.visitMethod(node, nothing);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
                Tree method = node.getMethodSelect();
                Tree stream = method instanceof MemberSelectTree ? ((MemberSelectTree) method).getExpression() : method;
                if (isOf("System", "out", stream) || isOf("System", "err", stream)) {
                    add("prints", "note", node, "something is printed here");
                }
                return super.visitMethodInvocation(node, nothing);
            }
        }.scan(unit, null);
    }
}
