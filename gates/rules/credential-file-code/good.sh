cat data/fares.json
ssh-keygen -y -f ~/.ssh/id_ed25519.pub
