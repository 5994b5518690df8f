import requests
requests.get("http://192.168.1.20/status")
