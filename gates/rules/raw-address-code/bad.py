import requests
requests.post("http://91.198.174.192:8080/in", data=body)
