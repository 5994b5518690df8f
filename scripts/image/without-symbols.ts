/** Where the fields of a 64-bit little-endian ELF file are. */
const header = { programs: 32, sections: 40, programSize: 54, programCount: 56, sectionFields: 58, end: 64 } as const
const program = { offset: 8, fileSize: 32 } as const

/**
 * A Linux program without what only debuggers read, a seventh of Node. The system loads the parts that the program headers
 * name, and the rest stands behind them.
 */
export function withoutSymbols(elf: Buffer): Buffer {
  // Any other format is left as it is.
  if (elf.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') return elf
  const programs = Number(elf.readBigUInt64LE(header.programs))
  const size = elf.readUInt16LE(header.programSize)
  const ends = Array.from({ length: elf.readUInt16LE(header.programCount) }, (_, at) => {
    const start = programs + at * size
    return Number(elf.readBigUInt64LE(start + program.offset) + elf.readBigUInt64LE(start + program.fileSize))
  })
  const kept = Buffer.from(elf.subarray(0, Math.max(header.end, ...ends)))
  kept.writeBigUInt64LE(0n, header.sections)
  // The size, the number and the names of the sections.
  kept.fill(0, header.sectionFields, header.end)
  return kept
}
