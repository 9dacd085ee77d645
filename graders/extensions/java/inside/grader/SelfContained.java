package grader;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether classes are self-contained: whether they can leave nothing behind in a machine, and find nothing there,
 * once they are loaded again.
 *
 * <p>They are if all that they use of the library is in a list of members without a state of their own, which depend on
 * no identity hash code either: the order of a HashMap may differ from machine to machine. Nor may they catch errors of
 * the machine, such as a stack overflow, which can leave a class of the library half initialised.
 *
 * <p>A lambda or a reference to a method is not in the list: its class has a number in its name, which counts those of the
 * machine.
 *
 * <p>Each Random without a seed takes the next number of a series of the whole machine. Two of them show how many were made
 * before, and any number of them is a message to the next check. So only one may be made each time that the classes are
 * loaded: by a static initialiser without branches.
 */
final class SelfContained {
    /** Types, then their members; "*" means all but those behind "-". */
    private static final String[] LIBRARY = {
        "java.lang: Object: <init> equals getClass clone",
        "java.lang: Class: getName getSimpleName desiredAssertionStatus",
        "java.lang: String: * -intern",
        "java.lang: StringBuilder StringBuffer CharSequence Comparable Runnable Iterable Number: * -hashCode -spliterator",
        "java.lang: Integer Long: * -getInteger -getLong",
        "java.lang: Boolean: * -getBoolean",
        "java.lang: Byte Character Double Float Short: *",
        "java.lang: Math StrictMath: * -random",
        "java.lang: System: out err arraycopy lineSeparator",
        "java.lang: Thread: sleep", // which is the clock's
        "java.lang: Enum: <init> valueOf ordinal name compareTo equals toString",
        "java.lang: Record: <init>",
        "java.lang.runtime: ObjectMethods: bootstrap",
        "java.io: PrintStream: print println printf format flush",
        "java.util: Objects: requireNonNull equals isNull nonNull",
        "java.util: Random: <init> setSeed next nextInt nextDouble nextBoolean nextLong nextFloat nextGaussian",
        "java.util: Arrays: fill sort copyOf copyOfRange equals deepEquals asList toString deepToString binarySearch",
        "java.util: Collections: addAll emptyList frequency max min nCopies reverse sort swap unmodifiableList",
        "java.util: List: * -hashCode -spliterator -stream -parallelStream",
        "java.util: Collection Iterator ListIterator Queue Deque Comparator: * -hashCode -spliterator -stream -parallelStream",
        "java.util: ArrayList LinkedList ArrayDeque Stack Vector: * -hashCode -spliterator -stream -parallelStream",
        "java.util.function: BiConsumer BiFunction BiPredicate BinaryOperator BooleanSupplier Consumer Function: *",
        "java.util.function: IntBinaryOperator IntConsumer IntFunction IntPredicate IntSupplier IntUnaryOperator: *",
        "java.util.function: Predicate Supplier ToIntFunction UnaryOperator: *",
        "java.awt: Color: * -getColor -hashCode -createContext",
        "java.awt: Point Rectangle Dimension: * -hashCode",
    };

    /** Inherited members that any object has, and that need more of a machine than its own fields. */
    private static final Set<String> OF_ANY_OBJECT = Set.of("hashCode", "finalize", "wait", "notify", "notifyAll");

    private static final Set<String> EXCEPTION_MEMBERS = Set.of("<init>", "getMessage", "getCause", "toString");
    private static final Set<String> SUPERTYPES = Set.of("java.lang.Object", "java.lang.Enum", "java.lang.Record",
        "java.lang.Comparable", "java.lang.Iterable", "java.lang.Runnable", "java.lang.Cloneable", "java.io.Serializable",
        "java.util.Iterator", "java.util.Comparator");
    private static final Set<String> CATCHES_ERRORS = Set.of("", "java.lang.Throwable", "java.lang.Error",
        "java.lang.VirtualMachineError", "java.lang.StackOverflowError", "java.lang.OutOfMemoryError",
        "java.lang.InternalError", "java.lang.LinkageError", "java.lang.ExceptionInInitializerError",
        "java.lang.NoClassDefFoundError");

    private static final Map<String, Set<String>> ALLOWED = new HashMap<>();
    private static final Map<String, Set<String>> REFUSED = new HashMap<>();

    static {
        for (String line : LIBRARY) {
            String[] parts = line.split(": ");
            Set<String> members = new HashSet<>();
            Set<String> refused = new HashSet<>();
            for (String member : parts[2].split(" ")) {
                (member.startsWith("-") ? refused : members).add(member.replaceFirst("^-", ""));
            }
            for (String type : parts[1].split(" ")) {
                ALLOWED.put(parts[0] + "." + type, members);
                REFUSED.put(parts[0] + "." + type, refused);
            }
        }
    }

    private final Map<String, byte[]> submitted;
    private final Map<String, byte[]> library;
    private final boolean hasStandIns;
    private final Set<String> seen = new HashSet<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    /** Classes so far that make a Random without a seed. */
    private int unseeded;

    private SelfContained(Map<String, byte[]> submitted, Map<String, byte[]> library, boolean hasStandIns) {
        this.submitted = submitted;
        this.library = library;
        this.hasStandIns = hasStandIns;
    }

    /**
     * Returns whether compiled classes are self-contained, with the classes of the course that they use.
     *
     * @param library class files of the course and the starter
     * @param hasStandIns whether some methods are stand-ins, which may use the harness's classes and the driver's
     */
    static boolean are(Map<String, byte[]> submitted, Map<String, byte[]> library, boolean hasStandIns) {
        SelfContained search = new SelfContained(submitted, library, hasStandIns);
        submitted.keySet().forEach(search::visit);
        try {
            while (!search.waiting.isEmpty()) {
                if (!search.accepts(search.waiting.remove())) {
                    return false;
                }
            }
        } catch (IOException | RuntimeException error) { // an unknown form of class files
            return false;
        }
        return true;
    }

    private void visit(String type) {
        if (isOwn(type) && seen.add(type)) {
            waiting.add(type);
        }
    }

    private boolean isOwn(String type) {
        return submitted.containsKey(type) || library.containsKey(type) && !isOfHarness(type);
    }

    /** Returns whether only stand-ins can use a type: the library of a submission without them lacks it. */
    private boolean isOfHarness(String type) {
        return hasStandIns && (type.startsWith("grader.") || type.startsWith("driver."));
    }

    private boolean accepts(String type) throws IOException {
        byte[] code = submitted.containsKey(type) ? submitted.get(type) : library.get(type);
        Constants constants = new Constants(new DataInputStream(new ByteArrayInputStream(code)));
        constants.types().forEach(this::visit);
        int random = constants.method("java.util.Random", "<init>", "()V");
        if (random != 0 && (++unseeded > 1 || !constants.isMadeOnce(random))) {
            return false;
        }
        return constants.supertypes.stream().allMatch(this::isSupertype)
            && constants.members().stream().allMatch(member -> isMember(member[0], member[1]))
            && constants.methods.stream().noneMatch("finalize"::equals)
            && constants.caught.stream().noneMatch(CATCHES_ERRORS::contains);
    }

    private boolean isSupertype(String type) {
        return isOwn(type) || SUPERTYPES.contains(type) || isException(type) || type.startsWith("java.util.function.");
    }

    private boolean isMember(String owner, String name) {
        if (owner.startsWith("[")) {
            return name.equals("clone");
        }
        if (isOwn(owner)) {
            return !OF_ANY_OBJECT.contains(name);
        }
        if (isException(owner)) {
            return EXCEPTION_MEMBERS.contains(name);
        }
        if (isOfHarness(owner)) {
            return true;
        }
        Set<String> allowed = ALLOWED.get(owner);
        return allowed != null && (allowed.contains(name) || allowed.contains("*") && !REFUSED.get(owner).contains(name));
    }

    private static boolean isException(String type) {
        return type.matches("java\\.(lang|util)\\.\\w+(Exception|Error)|java\\.lang\\.Throwable");
    }

    /** What a class file names, see chapter 4 of the specification of the virtual machine. */
    private static final class Constants {
        final List<String> supertypes = new ArrayList<>();
        final List<String> methods = new ArrayList<>();

        /** The code of all methods, and of static initialisers without branches. */
        private final List<byte[]> bodies = new ArrayList<>();
        private final List<byte[]> withoutBranches = new ArrayList<>();

        /** Types that are caught; "" for anything. */
        final List<String> caught = new ArrayList<>();

        private final int[] tags;
        private final int[][] numbers;
        private final String[] texts;

        Constants(DataInputStream in) throws IOException {
            in.skipBytes(8);
            int size = in.readUnsignedShort();
            tags = new int[size];
            numbers = new int[size][];
            texts = new String[size];
            for (int i = 1; i < size; i++) {
                i += read(in, i);
            }
            in.skipBytes(4);
            supertypes.add(type(in.readUnsignedShort()));
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                supertypes.add(type(in.readUnsignedShort()));
            }
            fields(in);
            methods(in);
            supertypes.removeIf(String::isEmpty);
        }

        /** Reads a constant; returns the number of places after it that it also takes. */
        private int read(DataInputStream in, int i) throws IOException {
            tags[i] = in.readUnsignedByte();
            switch (tags[i]) {
                case 1:
                    texts[i] = in.readUTF();
                    return 0;
                case 3: case 4:
                    in.readInt();
                    return 0;
                case 5: case 6:
                    in.readLong();
                    return 1;
                case 7: case 8: case 16: case 19: case 20:
                    numbers[i] = new int[] {in.readUnsignedShort()};
                    return 0;
                case 9: case 10: case 11: case 12: case 17: case 18:
                    numbers[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                    return 0;
                case 15:
                    numbers[i] = new int[] {in.readUnsignedByte(), in.readUnsignedShort()};
                    return 0;
                default:
                    throw new IOException("a constant of unknown kind");
            }
        }

        private void fields(DataInputStream in) throws IOException {
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                in.skipBytes(6);
                for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                    in.readUnsignedShort();
                    in.skipNBytes(in.readInt());
                }
            }
        }

        private void methods(DataInputStream in) throws IOException {
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                in.readUnsignedShort();
                String method = texts[in.readUnsignedShort()];
                methods.add(method);
                in.readUnsignedShort();
                for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                    String name = texts[in.readUnsignedShort()];
                    byte[] content = new byte[in.readInt()];
                    in.readFully(content);
                    if (name.equals("Code")) {
                        code(method, new DataInputStream(new ByteArrayInputStream(content)));
                    }
                }
            }
        }

        private void code(String method, DataInputStream code) throws IOException {
            code.skipBytes(4);
            byte[] body = new byte[code.readInt()];
            code.readFully(body);
            bodies.add(body);
            int handlers = code.readUnsignedShort();
            for (int left = handlers; left > 0; left--) {
                code.skipBytes(6);
                caught.add(type(code.readUnsignedShort()));
            }
            boolean branches = handlers > 0;
            for (int left = code.readUnsignedShort(); left > 0; left--) {
                // the verifier wants a frame in this table for each target of a branch
                branches |= texts[code.readUnsignedShort()].equals("StackMapTable");
                code.skipNBytes(code.readInt());
            }
            if (method.equals("<clinit>") && !branches) {
                withoutBranches.add(body);
            }
        }

        /** Returns the types that the class names. */
        List<String> types() {
            List<String> types = new ArrayList<>();
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == 7) {
                    types.add(type(i));
                }
            }
            return types;
        }

        /** Returns the owner and the name of each member that the class uses. */
        List<String[]> members() {
            List<String[]> members = new ArrayList<>();
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] >= 9 && tags[i] <= 11) {
                    members.add(new String[] {type(numbers[i][0]), texts[numbers[numbers[i][1]][0]]});
                }
            }
            return members;
        }

        /** Returns the constant of a method of the library that the class uses, or 0. */
        int method(String owner, String name, String descriptor) {
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == 10 && type(numbers[i][0]).equals(owner)) {
                    int[] member = numbers[numbers[i][1]];
                    if (texts[member[0]].equals(name) && texts[member[1]].equals(descriptor)) {
                        return i;
                    }
                }
            }
            return 0;
        }

        /**
         * Returns whether the class calls a constructor only once, in a static initialiser without branches. Two bytes that
         * could be its constant count as a call.
         */
        boolean isMadeOnce(int constructor) {
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == 15 && numbers[i][1] == constructor) {
                    return false; // a reference to it, which may be called at any time
                }
            }
            return calls(bodies, constructor) == 1 && calls(withoutBranches, constructor) == 1;
        }

        private static int calls(List<byte[]> bodies, int constructor) {
            int calls = 0;
            for (byte[] body : bodies) {
                for (int at = 0; at < body.length - 2; at++) {
                    boolean isCall = (body[at] & 0xFF) == 0xB7
                        && ((body[at + 1] & 0xFF) << 8 | body[at + 2] & 0xFF) == constructor;
                    calls += isCall ? 1 : 0;
                }
            }
            return calls;
        }

        private String type(int constant) {
            return constant == 0 ? "" : texts[numbers[constant][0]].replace('/', '.');
        }
    }
}
