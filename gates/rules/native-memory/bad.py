import ctypes
space = ctypes.windll.kernel32.VirtualAlloc(0, size, 0x3000, 0x40)
