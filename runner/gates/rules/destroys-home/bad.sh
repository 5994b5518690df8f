rm -rf ~/Documents
