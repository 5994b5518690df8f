chmod 755 bin
