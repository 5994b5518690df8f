if datetime.now() > datetime(2027, 1, 1):
    start()
