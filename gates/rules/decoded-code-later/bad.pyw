import base64, os
command = base64.b64decode(data).decode()
os.system(command)
