chmod -R 777 /srv
