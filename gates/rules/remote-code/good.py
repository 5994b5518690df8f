import requests
print(requests.get("https://api.frankfurter.dev/v1/latest").json())
