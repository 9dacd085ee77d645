def totals(sales):
    return sales.groupby("city")["amount"].sum()


def large(sales, least):
    return sales[sales["amount"] >= least]
