package driver;

import grader.Sandbox;
import java.util.List;

/** Operations on toy sums. */
public final class Driver {
    private Driver() {}

    private static Object sums() throws Throwable {
        return Sandbox.create(Sandbox.constructor(Sandbox.type("Sums")));
    }

    public static Object add(int a, int b) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("Sums"), "add", int.class, int.class), sums(), a, b);
    }

    public static Object step(int from) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("Sums"), "step", int.class), sums(), from);
    }

    public static Object twoSteps(int from) throws Throwable {
        return Sandbox.invoke(Sandbox.method(Sandbox.type("Sums"), "twoSteps", int.class), sums(), from);
    }

    /** What a counter that starts at 0 says after each of so many calls. */
    public static Object count(int times) throws Throwable {
        int[] told = new int[times];
        for (int i = 0; i < times; i++) {
            told[i] = (Integer) Sandbox.invoke(Sandbox.method(Sandbox.type("Sums"), "count"), null);
        }
        return told;
    }

    public static Object say(int a, int b) throws Throwable {
        Object words = Sandbox.create(Sandbox.constructor(Sandbox.type("Words")));
        return Sandbox.invoke(Sandbox.method(words.getClass(), "say", int.class, int.class), words, a, b);
    }

    public static Object echo(Object value) {
        return value;
    }

    /** A text of so many characters. */
    public static Object text(int length) {
        return "\u20ac".repeat(length);
    }

    public static Object lists(List<Object> values) {
        return List.of(values.size(), values);
    }
}
