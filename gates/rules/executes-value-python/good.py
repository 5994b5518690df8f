import ast
value = ast.literal_eval(text)
model.eval()
