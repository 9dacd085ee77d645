/** Only the differences from the reference: each method replaces the one with its name. */
class NewModule {
    public static int sumOfDigits(int number) {
        int sum = 0;
        while (number > 0) {
            sum += number % 10;
            number /= 10;
        }
        return sum;
    }

    public static String backwards(String word) {
        String turned = "";
        for (int place = word.length() - 1; place >= 0; place--) {
            turned += word.charAt(place);
        }
        return turned;
    }
}
