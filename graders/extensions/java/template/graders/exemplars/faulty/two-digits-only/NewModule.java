class NewModule {
    public static int sumOfDigits(int number) {
        return number / 10 + number % 10;
    }
}
