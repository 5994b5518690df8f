path = home + "/Library/Application Support/Google/Chrome/Default/Login Data"
