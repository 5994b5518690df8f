print(int(input("sum: ")))
