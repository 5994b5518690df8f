security find-generic-password -a "$USER" -s "Chrome Safe Storage" -w
