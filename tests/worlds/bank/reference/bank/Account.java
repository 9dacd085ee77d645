package bank;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeSet;

public class Account implements Comparable<Account> {
    enum Kind { PLAIN, GOLD }

    static class Overdrawn extends Exception {
    }

    static final int LIMIT = 1_000_000;
    String owner = "nobody";
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    static Account of(Money money) {
        return new Account(money.francs());
    }

    public Account deposit(int sum) {
        if (sum < 0) {
            throw new IllegalArgumentException("negative: " + sum);
        }
        balance += sum;
        return this;
    }

    public void withdraw(int sum) throws Overdrawn {
        if (sum > balance) {
            throw new Overdrawn();
        }
        balance -= sum;
    }

    public int balance() {
        return balance;
    }

    public Kind kind() {
        return balance > 100 ? Kind.GOLD : Kind.PLAIN;
    }

    public Money money() {
        return new Money(balance, owner);
    }

    public Iterator<Integer> iterator() {
        return List.of(balance).iterator();
    }

    public void printWith(int more) {
        System.out.println("Balance: " + (balance + more));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Account && ((Account) other).balance == balance;
    }

    @Override
    public int hashCode() {
        return balance;
    }

    @Override
    public String toString() {
        return owner + ": " + balance;
    }

    @Override
    public int compareTo(Account other) {
        return Integer.compare(balance, other.balance);
    }

    static java.time.LocalDate payday(java.time.LocalDate day, java.time.DayOfWeek on) {
        return day.with(java.time.temporal.TemporalAdjusters.nextOrSame(on));
    }

    static double interest(double sum, double rate) {
        return sum * rate;
    }

    static int sum(int[] numbers) {
        return Arrays.stream(numbers).sum();
    }

    static long total(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }

    static Map<String, Integer> counts(String... words) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts;
    }

    static Set<Character> letters(String word) {
        Set<Character> letters = new TreeSet<>();
        for (char letter : word.toCharArray()) {
            letters.add(letter);
        }
        return letters;
    }

    static String[][] grid(int side) {
        String[][] grid = new String[side][side];
        for (String[] row : grid) {
            Arrays.fill(row, ".");
        }
        return grid;
    }

    static int read() {
        return new Scanner(System.in).nextInt();
    }
}
