import type { FileHandle } from 'node:fs/promises'

/** Decodes bytes to text. `undefined`: they are not UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

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
