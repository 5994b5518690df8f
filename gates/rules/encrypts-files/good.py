token = Fernet(key).encrypt(password)
open('token', 'wb').write(token)
