import sys
expression = " ".join(sys.argv[1:])
print(eval(expression))
