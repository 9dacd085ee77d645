package bank;

public class Account {
}
