crontab -l
