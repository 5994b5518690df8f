import pickle, requests
prices = pickle.loads(requests.get(url).content)
