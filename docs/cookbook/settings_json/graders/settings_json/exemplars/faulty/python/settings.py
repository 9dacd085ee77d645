def save(settings):
    return str(dict(sorted(settings.items())))
