class Clock {
    public static String timeOf(int minutes) {
        return String.format("%d:%02d", minutes / 60, minutes % 60);
    }
}
