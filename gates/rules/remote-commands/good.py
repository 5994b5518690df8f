import socket
s = socket.create_connection(("a.example.com", 443))
answer = s.recv(1024)
print(answer)
