import requests
requests.post("https://api.example.com/hooks", data=body)
