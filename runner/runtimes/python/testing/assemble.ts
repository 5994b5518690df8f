/**
 * A program's first lines: they make `assemble`, which turns names of instructions and their arguments into bytecode.
 * Each version of Python has its own numbers for them, and the interpreter itself knows its own.
 */
export const assembler = `
from opcode import opmap
def assemble(text): return bytes(opmap[word] if word in opmap else int(word) for word in text.split())
`
