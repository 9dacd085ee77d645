def is_whole_number(text: str) -> bool:
    """Return if all characters are digits."""
    for character in text:
        if character not in DIGITS:
            return False
    return True
