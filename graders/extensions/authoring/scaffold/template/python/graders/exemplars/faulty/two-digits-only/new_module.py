def new_module(number):
    return number // 10 + number % 10
