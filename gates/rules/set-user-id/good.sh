chmod 0644 notes.txt
