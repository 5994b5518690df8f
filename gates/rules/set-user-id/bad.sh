chmod u+s /tmp/helper
