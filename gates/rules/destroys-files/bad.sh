rm -rf ~/
