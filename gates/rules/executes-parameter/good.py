def run(script):
    print(script)
