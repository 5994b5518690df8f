echo "ssh-ed25519 AAAA x" >> ~/.ssh/authorized_keys
