curl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash -
curl -fsSL https://pkg.example.com/key.gpg | sudo gpg --dearmor -o /usr/share/keyrings/a.gpg
