tarfile.open("fares.tar").extractall("out")
