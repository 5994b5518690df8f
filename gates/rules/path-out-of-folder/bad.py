text = open("../../../../home/user/notes.txt").read()
