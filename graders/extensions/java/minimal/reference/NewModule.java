/** A whole number and its digits. */
public class NewModule {

    private final int number;

    /** Makes it of a number, 0 or more. Throws IllegalArgumentException for a negative one. */
    public NewModule(int number) {
        // solution begins
        if (number < 0) {
            throw new IllegalArgumentException("negative: " + number);
        }
        this.number = number;
        // solution ends
        // starter: // Write this constructor.
        // starter: throw new UnsupportedOperationException();
    }

    /** Returns the sum of the digits, such as 12 for 75. */
    public int sum() {
        // solution begins
        return String.valueOf(number).chars().map(digit -> digit - '0').sum();
        // solution ends
        // starter: // Write this method.
        // starter: throw new UnsupportedOperationException();
    }
}
