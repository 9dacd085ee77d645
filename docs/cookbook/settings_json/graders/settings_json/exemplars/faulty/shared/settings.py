def load(text):
    DEFAULTS.update(json.loads(text))
    return DEFAULTS
