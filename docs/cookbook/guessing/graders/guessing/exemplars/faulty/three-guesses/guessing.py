def main():
    for _ in range(3):
        guess = int(input("Guess: "))
        if guess == SECRET:
            print("right")
            break
        print("too low" if guess < SECRET else "too high")
