def run(script):
    exec(script)
