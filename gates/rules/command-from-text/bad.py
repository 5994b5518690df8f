import os
os.system(f"convert {name} out.png")
