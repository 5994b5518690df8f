import type { FileHandle } from 'node:fs/promises'

/** At most `most` bytes from the start of a file, which may grow or shrink while it is read. */
export async function readAtMost(file: FileHandle, most: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(most)
  let filled = 0
  while (filled < most) {
    const { bytesRead } = await file.read(bytes, filled, most - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
