wallet = Wallet(name="travel money")
