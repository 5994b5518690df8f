def read():
    return open("fares.json").read()
