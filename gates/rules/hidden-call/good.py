run = getattr(options, "name", None)
