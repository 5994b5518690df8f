text = open("../../../etc/passwd").read()
