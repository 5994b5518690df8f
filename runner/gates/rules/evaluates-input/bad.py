print(eval(input("sum: ")))
