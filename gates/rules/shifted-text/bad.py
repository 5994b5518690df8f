text = ''.join(chr(ord(c) ^ 7) for c in data)
