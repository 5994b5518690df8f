import requests
prices = requests.get(url).json()
