while True:
    line = read()
    if not line:
        break
