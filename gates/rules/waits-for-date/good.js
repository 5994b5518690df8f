if (Date.now() > deadline) stop()
