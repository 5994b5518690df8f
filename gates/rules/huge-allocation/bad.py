text = "x" * 10 ** 10
