import base64
text = base64.b64decode(data)
