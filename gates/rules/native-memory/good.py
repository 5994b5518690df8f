import ctypes
library = ctypes.CDLL("libm.so.6")
print(library.abs(-1))
