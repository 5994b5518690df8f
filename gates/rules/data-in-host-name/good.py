import socket
for name in ('www', 'mail'):
    print(socket.gethostbyname(name + '.example.com'))
