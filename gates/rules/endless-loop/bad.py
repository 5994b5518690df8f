values = []
while True:
    values.append("x" * 1000)
