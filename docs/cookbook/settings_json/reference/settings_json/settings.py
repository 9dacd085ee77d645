"""Settings in JSON."""

import json

DEFAULTS = {"size": 10, "colour": "red"}


def load(text):
    """Return the settings in <text>, over the DEFAULTS."""
    # starter, to do: write this function.
    # solution begins
    return {**DEFAULTS, **json.loads(text)}
    # solution ends


def save(settings):
    """Return <settings> as JSON, with keys in order."""
    # starter, to do: write this function.
    # solution begins
    return json.dumps(settings, sort_keys=True)
    # solution ends
