package toys;

/** Sums. */
public class Sums {
    private static int counted = 0;

    public int add(int a, int b) {
        return a + b;
    }

    public static int count() {
        counted += 1;
        return counted;
    }

    int step(int from) {
        return from + Given.STEP;
    }

    int twoSteps(int from) {
        return step(step(from));
    }
}
