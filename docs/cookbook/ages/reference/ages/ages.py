"""Reading ages."""


def parse_age(text):
    """Return the age in <text>; raise ValueError with the text if it is none from 0 to 150."""
    # starter, to do: write this function.
    # solution begins
    if not text.isdigit() or int(text) > 150:
        raise ValueError(f"no age: {text}")
    return int(text)
    # solution ends
