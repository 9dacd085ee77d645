import java.lang.reflect.Method;

/** A grader as many are: the submission's class is called in the grader's own process, one check after the other. */
public final class Weak {
    public static void main(String[] arguments) throws Throwable {
        System.err.println("begins");
        Object sums = Class.forName("toys.Sums").getDeclaredConstructor().newInstance();
        Method add = sums.getClass().getMethod("add", int.class, int.class);
        try {
            System.err.println("add " + add.invoke(sums, 1, 2));
        } catch (Throwable error) {
            System.err.println("add raised " + error.getCause().getMessage());
        }
        System.err.println("count " + sums.getClass().getMethod("count").invoke(null));
        System.err.println("done");
    }
}
