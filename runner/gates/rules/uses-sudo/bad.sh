sudo systemctl restart helper
