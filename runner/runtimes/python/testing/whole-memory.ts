/**
 * A program's first lines: they make `memory`, a bytearray over the whole memory of the instance, with crafted bytecode
 * that loads an object from bytes of its own. A script can do this, so the runtime relies on nothing inside the memory.
 */
export const wholeMemory = `
import struct

def _all():
    fake = struct.pack('<7I', 1 << 20, id(bytearray), 0x3fffffff, 0x3fffffff, 0, 0, 0)
    cell = struct.pack('<I', id(fake) + 16)
    index = ((id(cell) + 16 - (id(()) + 12)) & 0xffffffff) >> 2
    extended = [part for shift in (24, 16, 8) for part in (144, index >> shift & 255)]
    def read(): return 1
    read.__code__ = read.__code__.replace(co_consts=(), co_code=bytes([151, 0, *extended, 100, index & 255, 83, 0]))
    return read(), fake, cell

memory, *_kept = _all()
`
