requests.get(url, verify=False)
