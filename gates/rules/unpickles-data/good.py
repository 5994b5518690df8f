import json
prices = json.load(file)
