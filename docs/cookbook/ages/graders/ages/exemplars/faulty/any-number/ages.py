def parse_age(text):
    if not text.isdigit():
        raise ValueError(f"no age: {text}")
    return int(text)
