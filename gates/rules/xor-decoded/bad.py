key = b'k3y'
out = bytes(b ^ key[i % 3] for i, b in enumerate(data))
