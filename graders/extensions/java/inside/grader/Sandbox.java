package grader;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.JavaFileManager;

/**
 * The harness's interface for drivers, and for stand-ins for submitted files.
 *
 * <p>Nothing here guards a secret, so a submission that reaches it may call all of it.
 */
public final class Sandbox {
    static Server server;

    private Sandbox() {}

    /** Returns the name of the current variant; "own" means that every file is the submission's. */
    public static String variant() {
        return server.variant();
    }

    /**
     * Returns the class of this simple name, from the submission, its stand-in in this variant, or the course.
     *
     * @throws Missing if its file was not handed in or does not compile
     */
    public static Class<?> type(String name) throws Missing {
        return server.type(name);
    }

    /** Returns the source of a submitted file, or null if it was not handed in. */
    public static String source(String file) {
        return server.source(file);
    }

    /** Returns why a submitted file is unusable, such as the compiler's first error, or null. */
    public static String problem(String file) {
        return server.problem(file);
    }

    /** Returns a method declared by the class, made callable. Throws Missing if there is none with these parameters. */
    public static Method method(Class<?> owner, String name, Class<?>... parameters) throws Missing {
        try {
            Method method = owner.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException absent) {
            String text = "method " + name + parameterList(parameters);
            throw new Missing("name_missing", fileOf(owner), text, similar(owner, name), "");
        }
    }

    /** Returns a question for the method that differs by one slip of the keys, "" if there is none. */
    private static String similar(Class<?> owner, String name) {
        return Arrays.stream(owner.getDeclaredMethods())
                .map(Method::getName)
                .filter(other -> isSlip(name, other))
                .sorted()
                .findFirst()
                .map(other -> "is '" + other + "' meant?")
                .orElse("");
    }

    /** Returns what {@code is_slip} of the harness (failures.py) does. */
    private static boolean isSlip(String name, String other) {
        String left = name.replace("_", "").toLowerCase(Locale.ROOT);
        String right = other.replace("_", "").toLowerCase(Locale.ROOT);
        if (name.equals(other) || other.length() > 100) {
            return false;
        }
        int shorter = Math.min(left.length(), right.length());
        int begin = 0;
        while (begin < shorter && left.charAt(begin) == right.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < shorter - begin && left.charAt(left.length() - 1 - end) == right.charAt(right.length() - 1 - end)) {
            end++;
        }
        String was = left.substring(begin, left.length() - end);
        String is = right.substring(begin, right.length() - end);
        if (shorter < 4) {
            return was.isEmpty() && is.isEmpty();
        }
        boolean isSwapped = was.length() == 2 && new StringBuilder(was).reverse().toString().equals(is);
        return isSwapped || Math.max(was.length(), is.length()) <= 1;
    }

    /** Returns a constructor, made callable. Throws Missing if there is none with these parameters. */
    public static Constructor<?> constructor(Class<?> owner, Class<?>... parameters) throws Missing {
        try {
            Constructor<?> constructor = owner.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException absent) {
            throw missing(owner, "constructor " + owner.getSimpleName() + parameterList(parameters));
        }
    }

    /** Returns a field of this type declared by the class, made accessible. Throws Missing if there is none. */
    public static Field field(Class<?> owner, String name, Class<?> type) throws Missing {
        Field field;
        try {
            field = owner.getDeclaredField(name);
        } catch (NoSuchFieldException absent) {
            throw missing(owner, "field " + name);
        }
        if (field.getType() != type) {
            throw missing(owner, "field " + name + " of type " + type.getSimpleName());
        }
        field.setAccessible(true);
        return field;
    }

    /** Calls a method and returns its result. Throws what the method throws. */
    public static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException wrapped) {
            server.note(wrapped.getCause());
            throw wrapped.getCause();
        }
    }

    /** Makes an object. Throws what the constructor throws. */
    public static Object create(Constructor<?> constructor, Object... arguments) throws Throwable {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException wrapped) {
            server.note(wrapped.getCause());
            throw wrapped.getCause();
        }
    }

    /** Returns the text of an object. Throws what its method throws. */
    public static String text(Object object) throws Throwable {
        return object == null ? "null" : server.noted((String) invoke(Object.class.getMethod("toString"), object));
    }

    /**
     * Calls the judge back, which answers with the reference's result.
     *
     * @throws AskRefused if the running check does not allow this callback
     */
    public static Object ask(String operation, Object... arguments) {
        return server.ask(operation, arguments);
    }

    /** Returns the files that submissions are compiled against: classes of the library, the course and the starter. */
    public static JavaFileManager library() {
        return server.library();
    }

    private static String parameterList(Class<?>[] parameters) {
        return Arrays.stream(parameters).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns that a class lacks something. */
    public static Missing missing(Class<?> owner, String what) {
        return new Missing("name_missing", fileOf(owner), what, "", "");
    }

    private static String fileOf(Class<?> owner) {
        return owner.getSimpleName() + ".java";
    }
}
