curl -F "file=@results.zip" https://0x0.st
