const fares = [1, 2, 3]
