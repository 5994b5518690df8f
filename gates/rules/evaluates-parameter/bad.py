def calculate(expression):
    return eval(expression)
