run = getattr(builtins, decode(name))
run(text)
