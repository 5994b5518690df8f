/**
 * A program's first lines: they make `assemble`, which turns names of instructions and their arguments into bytecode.
 * Each version of Python has its own numbers for them, and the interpreter itself knows its own.
 */
export const assembler = `
from opcode import opmap
def assemble(text): return bytes(opmap[word] if word in opmap else int(word) for word in text.split())
`

/**
 * A program's first lines: they make `memory`, a bytearray over the whole memory of the instance, with crafted bytecode
 * that loads an object from bytes of its own. A script can do this, so the runtime relies on nothing inside the memory.
 */
export const wholeMemory = `${assembler}
import struct

def _all():
    fake = struct.pack('<7I', 1 << 20, id(bytearray), 0x3fffffff, 0x3fffffff, 0, 0, 0)
    cell = struct.pack('<I', id(fake) + 16)
    index = ((id(cell) + 16 - (id(()) + 12)) & 0xffffffff) >> 2
    extended = ' '.join(f'EXTENDED_ARG {index >> shift & 255}' for shift in (24, 16, 8))
    code = assemble(f'RESUME 0 {extended} LOAD_CONST {index & 255} RETURN_VALUE 0')
    def read(): return 1
    read.__code__ = read.__code__.replace(co_consts=(), co_code=code)
    return read(), fake, cell

memory, *_kept = _all()
`
