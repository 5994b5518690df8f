if (Date.now() > new Date("2027-01-01")) start()
