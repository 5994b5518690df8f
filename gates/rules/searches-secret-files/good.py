for d, _, fs in os.walk('src'):
    print([f for f in fs if f.endswith('.py')])
