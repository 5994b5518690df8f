text = open("../../data/fares.json").read()
