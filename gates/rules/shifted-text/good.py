print(chr(65), ord('a'))
