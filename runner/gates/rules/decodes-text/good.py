text = data.decode()
