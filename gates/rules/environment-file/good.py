text = open(".env.example").read()
