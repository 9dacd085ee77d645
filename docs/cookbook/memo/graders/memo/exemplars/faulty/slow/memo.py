def ways(stairs):
    return 1 if stairs < 2 else ways(stairs - 1) + ways(stairs - 2)
