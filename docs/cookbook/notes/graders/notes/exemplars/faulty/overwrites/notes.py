def add_note(path, text):
    with open(path, "w") as file:
        file.write(text + "\n")
    with open(path) as file:
        return file.read().splitlines()
