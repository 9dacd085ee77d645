/** Times of day: told as a clock shows them, and read again. */
public final class Clock {

    private Clock() {
    }

    /** Returns the time so many minutes after midnight, such as "1:15" for 75. A clock begins anew every 24 hours. */
    public static String timeOf(int minutes) {
        // solution begins
        int ofDay = minutes % (24 * 60);
        return String.format("%d:%02d", ofDay / 60, ofDay % 60);
        // solution ends
        // starter: // Write this method.
        // starter: return null;
    }

    /** Returns how many minutes after midnight a clock shows this time, such as 75 for "1:15". */
    public static int minutesAt(String time) {
        // solution begins
        String[] parts = time.split(":");
        return 60 * Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]);
        // solution ends
        // starter: // Write this method.
        // starter: return -1;
    }

    /** Tells the time for each number of minutes on the command line. */
    public static void main(String[] arguments) {
        for (String argument : arguments) {
            System.out.println(timeOf(Integer.parseInt(argument)));
        }
    }
}
