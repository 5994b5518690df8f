import { readSync } from 'node:fs'

const newline = 0x0a
const chunkBytes = 64 * 1024

/**
 * Blocks until a line or the end of the file is there. The input is one line: its end comes with it, that of the file some
 * milliseconds later, by way of the engine.
 */
export function readLine(fd: number): string {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const length = readSync(fd, chunk)
    chunks.push(chunk.subarray(0, length))
    if (length === 0 || chunk[length - 1] === newline) return Buffer.concat(chunks).toString('utf8')
  }
}
