/** Numbers and words: the sum of a number's digits, and a word backwards. */
public final class NewModule {

    private NewModule() {
    }

    /** Returns the sum of the digits of a number, 0 or more, such as 12 for 75. */
    public static int sumOfDigits(int number) {
        // solution begins
        return String.valueOf(number).chars().map(digit -> digit - '0').sum();
        // solution ends
        // starter: // Write this method.
        // starter: return -1;
    }

    /** Returns a word with its letters in the opposite order, such as "pots" for "stop". */
    public static String backwards(String word) {
        // solution begins
        return new StringBuilder(word).reverse().toString();
        // solution ends
        // starter: // Write this method.
        // starter: return null;
    }

    /** Prints the sum of the digits of each number on the command line. */
    public static void main(String[] arguments) {
        for (String argument : arguments) {
            System.out.println(sumOfDigits(Integer.parseInt(argument)));
        }
    }
}
