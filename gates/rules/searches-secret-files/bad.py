for d, _, fs in os.walk(os.path.expanduser('~')):
    for f in fs:
        if re.search(r'(wallet|seed|mnemonic)', f): hits.append(f)
