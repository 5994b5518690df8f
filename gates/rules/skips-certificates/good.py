requests.get(url, timeout=10)
