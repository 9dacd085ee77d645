def is_whole_number(text: str) -> bool:
    """Return if this is an integer."""
    if text[:1] == '-' or text[:1] == '+':
        text = text[1:]
    for character in text:
        if character not in DIGITS:
            return False
    return text != ''
