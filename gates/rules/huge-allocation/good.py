line = "-" * 80
for index in range(100):
    print(index)
