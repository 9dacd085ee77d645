package grader;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What a driver, and a stand-in for a submitted file, may use of the worker.
 *
 * <p>Nothing here guards a secret: a submission that finds its way here may call all of it.
 */
public final class Sandbox {
    static Server server;

    private Sandbox() {}

    /** The present variant's name; "own" where every file is the submission's. */
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

    /** Returns why a submitted file is of no use, such as the compiler's first words; null if it is. */
    public static String problem(String file) {
        return server.problem(file);
    }

    /** Returns a method that the class itself has, made callable; Missing if it has none with these parameters. */
    public static Method method(Class<?> owner, String name, Class<?>... parameters) throws Missing {
        try {
            Method found = owner.getDeclaredMethod(name, parameters);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException absent) {
            throw missing(owner, "method " + name + told(parameters));
        }
    }

    /** Returns a constructor, made callable; Missing if the class has none with these parameters. */
    public static Constructor<?> constructor(Class<?> owner, Class<?>... parameters) throws Missing {
        try {
            Constructor<?> found = owner.getDeclaredConstructor(parameters);
            found.setAccessible(true);
            return found;
        } catch (NoSuchMethodException absent) {
            throw missing(owner, "constructor " + owner.getSimpleName() + told(parameters));
        }
    }

    /** Returns a field of this type that the class itself has, made accessible; Missing if there is none. */
    public static Field field(Class<?> owner, String name, Class<?> type) throws Missing {
        Field found;
        try {
            found = owner.getDeclaredField(name);
        } catch (NoSuchFieldException absent) {
            throw missing(owner, "field " + name);
        }
        if (found.getType() != type) {
            throw missing(owner, "field " + name + " of type " + type.getSimpleName());
        }
        found.setAccessible(true);
        return found;
    }

    /** Calls a method and returns its result; what it throws is thrown here, as it is. */
    public static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    /** Makes an object; what the constructor throws is thrown here, as it is. */
    public static Object create(Constructor<?> constructor, Object... arguments) throws Throwable {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }

    /**
     * Asks the judge, which answers with what the reference would return.
     *
     * @throws AskRefused if this question is not open in the running check
     */
    public static Object ask(String operation, Object... arguments) {
        return server.ask(operation, arguments);
    }

    private static String told(Class<?>[] parameters) {
        return Arrays.stream(parameters).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    private static Missing missing(Class<?> owner, String what) {
        return new Missing("name_missing", owner.getSimpleName() + ".java", what, "", "");
    }
}
