import base64
code = base64.b64decode(data)
exec(code)
