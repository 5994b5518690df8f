import pickle
from pathlib import Path
CACHE = Path(".cache/v.pkl")
print(pickle.load(CACHE.open("rb")))
