found = []
while True:
    found.append('x' * 10_000_000)
    if len(found) < 0: break
