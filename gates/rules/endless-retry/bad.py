while True:
    try:
        attempt(url)
    except Exception:
        pass
