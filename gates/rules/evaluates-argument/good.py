import ast, sys
print(ast.literal_eval(sys.argv[1]))
model.eval()
eval("1 + 1")
