package driver;

import grader.Missing;
import grader.Sandbox;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The driver of an assignment whose manifest has a table [calls]: it calls static methods and constructors by name, and
 * does steps with the objects that they return. Its operations and answers are those of inside/generic_driver.py.
 *
 * <p>It looks at classes of the submission, the course and the library, never at its own or the worker's: an object
 * that a submission returns is a value, also if it is a Class. Private members count as absent.
 */
public final class Driver {
    private static final String MARK = "\0";
    private static final long NUMBER = 0;
    private static final int DRAWN = 1000;
    private static final int DEEPEST = 100;
    private static final int MOST_TEXT = 2000;

    private static final Set<Class<?>> ATOMS = Set.of(Boolean.class, Byte.class, Short.class, Integer.class, Long.class,
        BigInteger.class, Float.class, Double.class, Character.class, String.class);

    private static List<Object> kept; // objects that the judge may name, by their numbers
    private static ByteArrayOutputStream[] caught; // what is printed, on both streams

    private Driver() {
    }

    /** A class of the submission, as a check names it. */
    private static final class Home {
        final Class<?> type;

        Home(Class<?> type) {
            this.type = type;
        }
    }

    /** A method that is not called yet; the target of a static one is null. */
    private static final class Bound {
        final Class<?> owner;
        final Object target;
        final String name;

        Bound(Class<?> owner, Object target, String name) {
            this.owner = owner;
            this.target = target;
            this.name = name;
        }

        Object call(List<?> arguments) throws Throwable {
            List<Method> named = methods(owner, target == null, name);
            Object[] values = new Object[1];
            Method method = (Method) Fitting.best(named, arguments, values);
            if (method == null) {
                throw Sandbox.missing(owner, "method " + name + (named.isEmpty() ? "" : Fitting.kinds(arguments)));
            }
            return Sandbox.invoke(method, Modifier.isStatic(method.getModifiers()) ? null : target, (Object[]) values[0]);
        }
    }

    private interface Does {
        Object run() throws Throwable;
    }

    /** Calls a name of the table: a static method, or the constructor of a class. */
    public static Object otherwise(String name, List<Object> arguments) throws Throwable {
        return plain(called(named(name), received(arguments)), 0);
    }

    /** Returns the result of an operation with objects. */
    public static Object step(String operation, List<Object> operands, Map<Object, Object> options) throws Throwable {
        if (!options.isEmpty()) {
            throw new Missing("arguments have no names in Java");
        }
        return plain(made(operation, received(operands)), 0);
    }

    /** Does the same, if it may throw: ["returned", value], or ["raised", names of classes, text, the exception]. */
    public static Object tried(String operation, List<Object> operands, Map<Object, Object> options) throws Throwable {
        try {
            return Arrays.asList("returned", step(operation, operands, options));
        } catch (Missing | OutOfMemoryError | ThreadDeath error) {
            throw error;
        } catch (Throwable error) {
            List<Object> names = new ArrayList<Object>();
            for (Class<?> kind = error.getClass(); kind != Object.class; kind = kind.getSuperclass()) {
                names.add(kind.getName().replace('$', '.'));
            }
            return Arrays.asList("raised", names, textOf(error), handle(error, "object Throwable"));
        }
    }

    /** Calls operations one after the other, with objects of their own; returns the result of the last. */
    public static Object replayed(List<Object> steps) throws Throwable {
        List<Object> before = kept;
        kept = null;
        Object result = null;
        for (Object each : steps) {
            String name = (String) ((List<?>) each).get(0);
            @SuppressWarnings("unchecked")
            List<Object> given = (List<Object>) ((List<?>) each).get(1);
            result = name.equals("step") || name.equals("tried") ? repeated(name, given) : otherwise(name, given);
        }
        kept = before;
        return result;
    }

    @SuppressWarnings("unchecked")
    private static Object repeated(String name, List<Object> given) throws Throwable {
        List<Object> operands = (List<Object>) given.get(1);
        Map<Object, Object> options = (Map<Object, Object>) given.get(2);
        return name.equals("step") ? step((String) given.get(0), operands, options)
            : tried((String) given.get(0), operands, options);
    }

    private static Object made(String operation, List<?> operands) throws Throwable {
        Object first = operands.isEmpty() ? null : operands.get(0);
        Object second = operands.size() > 1 ? operands.get(1) : null;
        switch (operation) {
            case "call":
                return called(first, operands.subList(1, operands.size()));
            case "method":
                return bound(first, (String) second).call(operands.subList(2, operands.size()));
            case "get":
                return attribute(first, (String) second);
            case "set":
                Field field = field(type(first), first, (String) second);
                Object value = field == null ? Fitting.NO : Fitting.fitted(operands.get(2), field.getGenericType(), new int[1]);
                if (value == Fitting.NO) {
                    throw Sandbox.missing(type(first), "field " + second + (field == null ? "" : " for such a value"));
                }
                field.set(first instanceof Home ? null : first, value);
                return null;
            case "has":
                return has(() -> named((String) first));
            case "hasattr":
                return has(() -> attribute(first, (String) second));
            case "value":
                return first instanceof Bound ? attribute(new Home(((Bound) first).owner), ((Bound) first).name) : first;
            case "eq":
                return equal(first, second);
            case "ne":
                return !equal(first, second);
            case "lt":
                return compared(first, second) < 0;
            case "le":
                return compared(first, second) <= 0;
            case "gt":
                return compared(first, second) > 0;
            case "ge":
                return compared(first, second) >= 0;
            case "isinstance":
                return ((Home) second).type.isInstance(first);
            case "items":
                return iterator(first);
            case "str":
                return Sandbox.text(first);
            case "capture":
                caught = new ByteArrayOutputStream[] {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
                System.setOut(new PrintStream(caught[0], true, StandardCharsets.UTF_8));
                System.setErr(new PrintStream(caught[1], true, StandardCharsets.UTF_8));
                return null;
            case "captured":
                List<Object> texts = new ArrayList<Object>();
                for (ByteArrayOutputStream each : caught) {
                    texts.add(each.toString(StandardCharsets.UTF_8));
                    each.reset();
                }
                return texts;
            case "typed":
                System.setIn(new ByteArrayInputStream(((String) first).getBytes(StandardCharsets.UTF_8)));
                return null;
            default:
                throw new Missing("checks of Java have no operation " + operation);
        }
    }

    private static Object iterator(Object target) throws Throwable {
        if (!(target instanceof Iterable)) {
            throw Sandbox.missing(type(target), "interface Iterable");
        }
        return bound(target, "iterator").call(List.of());
    }

    private static Object called(Object function, List<?> arguments) throws Throwable {
        if (function instanceof Bound) {
            return ((Bound) function).call(arguments);
        }
        if (!(function instanceof Home)) {
            throw new Missing("an object of Java cannot be called");
        }
        Class<?> type = ((Home) function).type;
        List<Constructor<?>> known = new ArrayList<Constructor<?>>();
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(each.getModifiers()) && !isOwn(type) && each.trySetAccessible()) {
                known.add(each);
            }
        }
        Object[] values = new Object[1];
        Constructor<?> constructor = (Constructor<?>) Fitting.best(known, arguments, values);
        if (constructor == null || Modifier.isAbstract(type.getModifiers())) {
            throw Sandbox.missing(type, "constructor " + type.getSimpleName() + Fitting.kinds(arguments));
        }
        return Sandbox.create(constructor, (Object[]) values[0]);
    }

    /** Returns what a check calls so: a class, or a static method. */
    private static Object named(String name) throws Missing {
        String home = Called.HOMES.getOrDefault(name, Called.OPEN);
        if (Called.HOMES.containsValue(name) || name.equals(Called.OPEN)) {
            home = name;
        }
        if (home.isEmpty()) {
            throw new Missing("the table [calls] has no " + name);
        }
        Class<?> type = Sandbox.type(home);
        return name.equals(home) ? new Home(type) : new Bound(type, null, name);
    }

    private static Bound bound(Object target, String name) throws Missing {
        if (target == null) {
            throw new NullPointerException("null has no method " + name);
        }
        return new Bound(type(target), target instanceof Home ? null : target, name);
    }

    private static Class<?> type(Object target) {
        return target instanceof Home ? ((Home) target).type : target.getClass();
    }

    private static Object attribute(Object target, String name) throws Throwable {
        Bound method = bound(target, name);
        if (!methods(method.owner, method.target == null, name).isEmpty()) {
            return method;
        }
        Field field = field(method.owner, method.target, name);
        for (Class<?> each : field == null ? method.owner.getDeclaredClasses() : new Class<?>[0]) {
            if (each.getSimpleName().equals(name) && method.target == null) {
                return new Home(each);
            }
        }
        if (field == null) {
            throw Sandbox.missing(method.owner, "method or field " + name);
        }
        return field.get(method.target);
    }

    /** Returns the methods of this name that are not private, those of the class itself first. */
    private static List<Method> methods(Class<?> owner, boolean isStatic, String name) {
        List<Method> found = new ArrayList<Method>();
        for (Class<?> type : lineage(owner)) {
            for (Method each : type.getDeclaredMethods()) {
                int modifiers = each.getModifiers();
                if (each.getName().equals(name) && !Modifier.isPrivate(modifiers) && !each.isBridge()
                        && (!isStatic || Modifier.isStatic(modifiers)) && each.trySetAccessible()) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    /** Returns a class, those above it and their interfaces; nothing for a class of the harness. */
    private static Set<Class<?>> lineage(Class<?> owner) {
        Set<Class<?>> lineage = new LinkedHashSet<Class<?>>();
        for (Class<?> type = owner; type != null && !isOwn(owner); type = type.getSuperclass()) {
            lineage.add(type);
        }
        for (Class<?> type : List.copyOf(lineage)) {
            addInterfaces(type, lineage);
        }
        return lineage;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> lineage) {
        for (Class<?> each : type.getInterfaces()) {
            lineage.add(each);
            addInterfaces(each, lineage);
        }
    }

    private static boolean isOwn(Class<?> type) {
        return type.getClassLoader() == Driver.class.getClassLoader();
    }

    private static Field field(Class<?> owner, Object target, String name) {
        for (Class<?> type : lineage(owner)) {
            for (Field each : type.getDeclaredFields()) {
                int modifiers = each.getModifiers();
                boolean isThere = each.getName().equals(name) && !Modifier.isPrivate(modifiers);
                if (isThere && (target != null || Modifier.isStatic(modifiers)) && each.trySetAccessible()) {
                    return each;
                }
            }
        }
        return null;
    }

    private static boolean has(Does does) throws Throwable {
        try {
            does.run();
            return true;
        } catch (Missing absent) {
            return false;
        }
    }

    private static boolean equal(Object first, Object second) throws Throwable {
        Object other = Fitting.fitted(second, Object.class, new int[1]);
        return first == null ? other == null
            : (Boolean) Sandbox.invoke(Object.class.getMethod("equals", Object.class), first, other);
    }

    private static int compared(Object first, Object second) throws Throwable {
        return (Integer) bound(first, "compareTo").call(Arrays.asList(second));
    }

    private static String textOf(Throwable error) {
        try {
            String text = (String) Sandbox.invoke(Throwable.class.getMethod("getMessage"), error);
            return text == null ? "" : text.substring(0, Math.min(MOST_TEXT, text.length()));
        } catch (Throwable another) {
            return "";
        }
    }

    // From data, and to data.

    private static List<Object> received(List<?> values) throws Missing {
        List<Object> received = new ArrayList<Object>();
        for (Object value : values) {
            received.add(operand(value));
        }
        return received;
    }

    private static Object operand(Object value) throws Missing {
        if (value instanceof List) {
            return received((List<?>) value);
        }
        if (!(value instanceof Map)) {
            return value;
        }
        Map<?, ?> map = (Map<?, ?>) value;
        if (map.size() == 1 && map.containsKey(MARK)) {
            Object target = map.get(MARK);
            return target instanceof String ? named((String) target) : kept.get(((Long) target).intValue());
        }
        Map<Object, Object> parts = new LinkedHashMap<Object, Object>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            parts.put(each.getKey(), operand(each.getValue()));
        }
        return parts;
    }

    private static Map<Object, Object> handle(Object value, String word) {
        kept = kept == null ? new ArrayList<Object>() : kept;
        int number = 0;
        while (number < kept.size() && kept.get(number) != value) {
            number++;
        }
        if (number == kept.size()) {
            kept.add(value);
        }
        return standing("class", word, NUMBER, number);
    }

    private static Map<Object, Object> standing(Object... pairs) {
        Map<Object, Object> table = new LinkedHashMap<Object, Object>(); // keeps the order, which is part of an answer
        for (int i = 0; i < pairs.length; i += 2) {
            table.put(pairs[i], pairs[i + 1]);
        }
        return table;
    }

    /** Returns a value as plain data where that is possible; what stands for it elsewhere. */
    private static Object plain(Object value, int depth) throws Throwable {
        if (value instanceof Bound) {
            return handle(value, "object method");
        }
        Class<?> type = value == null ? null : value instanceof Home ? Class.class : value.getClass();
        if (type == null || ATOMS.contains(type) || type.isArray() && type.getComponentType().isPrimitive()) {
            return value;
        }
        boolean isData = type.getClassLoader() == null || type.isAnonymousClass();
        if (depth < DEEPEST && type.isArray()) {
            return listed(Arrays.asList((Object[]) value), depth);
        }
        if (depth < DEEPEST && isData && value instanceof List) {
            return listed((List<?>) value, depth);
        }
        if (depth < DEEPEST && isData && value instanceof Set) {
            List<?> members = listed((Set<?>) value, depth);
            return members.stream().anyMatch(member -> member instanceof Map || member instanceof List)
                ? handle(value, "object Set") : new LinkedHashSet<Object>(members);
        }
        if (depth < DEEPEST && isData && value instanceof Map) {
            return table((Map<?, ?>) value, depth);
        }
        if (depth < DEEPEST && value instanceof Iterator) {
            return drawn(value, depth);
        }
        String name = type.getSimpleName().substring(0, Math.min(60, type.getSimpleName().length()));
        return handle(value, "object " + name);
    }

    private static List<Object> listed(Collection<?> values, int depth) throws Throwable {
        List<Object> listed = new ArrayList<Object>();
        for (Object each : values) {
            listed.add(plain(each, depth + 1));
        }
        return listed;
    }

    /** Returns a map; one with the key "class" as a list of pairs, so that it does not stand for an object. */
    private static Object table(Map<?, ?> map, int depth) throws Throwable {
        Map<Object, Object> table = new LinkedHashMap<Object, Object>();
        List<Object> pairs = new ArrayList<Object>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            Object key = each.getKey() instanceof Enum ? ((Enum<?>) each.getKey()).name() : plain(each.getKey(), depth + 1);
            table.put(key, plain(each.getValue(), depth + 1));
            pairs.add(Arrays.asList(key, table.get(key)));
        }
        return table.containsKey("class") ? standing("class", "dict", "items", pairs) : table;
    }

    /** Returns the items of an iterator as data. */
    private static Object drawn(Object iterator, int depth) throws Throwable {
        List<Object> items = new ArrayList<Object>();
        boolean more = (Boolean) bound(iterator, "hasNext").call(List.of());
        while (more && items.size() < DRAWN) {
            items.add(plain(bound(iterator, "next").call(List.of()), depth + 1));
            more = (Boolean) bound(iterator, "hasNext").call(List.of());
        }
        return standing("class", "iterator", "items", items, "more", more);
    }
}
