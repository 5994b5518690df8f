import requests
rates = requests.get("https://api.frankfurter.dev/v1/latest").json()
