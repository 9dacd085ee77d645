package toys;

/** What the course gives. */
public final class Given {
    public static final int STEP = 3;

    private Given() {}

    public static void main(String[] arguments) {
        System.out.println(new Words().say(1, 2));
    }
}
