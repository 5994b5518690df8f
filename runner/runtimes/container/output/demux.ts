/** A stream of a container, as named in the engine's frames. */
export type ContainerStream = 'stdout' | 'stderr'

const headerBytes = 8
const streams: Readonly<Record<number, ContainerStream>> = { 1: 'stdout', 2: 'stderr' }

/**
 * Splits the engine's attach stream: frames of `[stream, 0, 0, 0, length (32-bit, big-endian)]` and that many bytes.
 * `take` gets a view of the chunk, valid until it returns. A skill that writes byte by byte makes thousands of tiny
 * frames per chunk, so no frame costs a stack frame or a copy. Throws for an invalid frame.
 */
export function createDemux(take: (stream: ContainerStream, bytes: Uint8Array) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerBytes)
  let headerLength = 0
  let stream: ContainerStream = 'stdout'
  /** Bytes of the current frame that have not arrived yet. */
  let left = 0

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const end = Math.min(chunk.length, at + left)
        left -= end - at
        take(stream, chunk.subarray(at, end))
        at = end
        continue
      }
      const end = Math.min(chunk.length, at + headerBytes - headerLength)
      chunk.copy(header, headerLength, at, end)
      headerLength += end - at
      at = end
      if (headerLength < headerBytes) return
      headerLength = 0
      const named = streams[header.readUInt8(0)]
      if (named === undefined) throw new Error('the engine sent a frame of an unknown stream')
      stream = named
      left = header.readUInt32BE(4)
    }
  }
}
