systemctl status nginx
