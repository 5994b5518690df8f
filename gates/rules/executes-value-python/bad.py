def run(value):
    return eval(value)
