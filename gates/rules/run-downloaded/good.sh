chmod 644 notes.txt
