def brighten(image, amount):
    return image + amount
