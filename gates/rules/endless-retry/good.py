while True:
    attempt(url)
    time.sleep(1)
