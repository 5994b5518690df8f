import time
while True:
    rows.append(read())
    time.sleep(1)
