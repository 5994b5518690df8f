import pickle
prices = pickle.load(file)
