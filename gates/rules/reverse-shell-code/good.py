import socket
s = socket.create_connection(("api.frankfurter.dev", 443))
