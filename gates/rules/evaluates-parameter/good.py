def calculate(expression):
    return parse(expression)

def evaluate(model):
    model.eval()
