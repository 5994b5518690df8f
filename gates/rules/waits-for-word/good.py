if "help" in text:
    print(usage)
