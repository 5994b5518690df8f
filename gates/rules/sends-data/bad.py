import requests
requests.post(url, json=body)
