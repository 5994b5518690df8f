tarfile.open("fares.tar").extractall("out", filter="data")
