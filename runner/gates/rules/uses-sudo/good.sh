systemctl status helper
