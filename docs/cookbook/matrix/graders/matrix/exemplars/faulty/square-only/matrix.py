def product(a, b):
    n = range(len(a))
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in n] for i in n]
