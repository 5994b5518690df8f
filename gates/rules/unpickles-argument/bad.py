import base64, pickle, sys
print(pickle.loads(base64.b64decode(sys.argv[1])))
