"""Notes in a file, a line each."""


def add_note(path, text):
    """Append the line <text> to the file, which may not exist yet; return its lines."""
    # starter, to do: write this function.
    # solution begins
    with open(path, "a") as file:
        file.write(text + "\n")
    with open(path) as file:
        return file.read().splitlines()
    # solution ends
