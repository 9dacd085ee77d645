def greet(names):
    print("Hello, " + ", ".join(names) + "!")
