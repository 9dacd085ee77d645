class Account:
    def deposit(self, amount):
        return self.balance + amount
