package bank;

/** The course's. */
public record Money(int francs, String owner) {
}
