import json, os
body = json.dumps(dict(os.environ))
