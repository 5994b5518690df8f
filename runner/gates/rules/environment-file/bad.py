text = open(".env").read()
