run = getattr(builtins, 'len')
module = __import__('json')
value = getattr(options, name)
