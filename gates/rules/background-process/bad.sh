nohup ./helper > /dev/null 2>&1 &
