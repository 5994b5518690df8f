/** A stream of a container, as the engine names it in its frames. */
export type ContainerStream = 'stdout' | 'stderr'

export type Demux = {
  /** @throws Error for a frame that the engine does not send. */
  push(chunk: Buffer): void
}

const headerBytes = 8
const streams: Readonly<Record<number, ContainerStream>> = { 1: 'stdout', 2: 'stderr' }

/**
 * Takes the engine's attach stream apart: frames of `[stream, 0, 0, 0, length (32-bit, big-endian)]` and that many bytes.
 * What it hands out is a view of the chunk, good until the call returns. A skill that writes byte by byte makes tiny
 * frames, thousands a chunk: no frame costs a call on the stack or a copy.
 */
export function createDemux(take: (stream: ContainerStream, bytes: Uint8Array) => void): Demux {
  const header = Buffer.alloc(headerBytes)
  let headerLength = 0
  let stream: ContainerStream = 'stdout'
  /** Bytes of the frame that are still to come. */
  let left = 0

  return {
    push(chunk) {
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
    },
  }
}
