const firstCapacity = 4096

type ByteSink = {
  /** False: the bytes exceed the limit, and none of them was added. */
  add(bytes: Uint8Array): boolean
  readonly length: number
  /** A view of the collected bytes. */
  bytes(): Buffer
}

/** Collects pieces of bytes in one contiguous buffer. */
export function createByteSink(maxBytes: number): ByteSink {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    get length() {
      return length
    },
    add(bytes) {
      const needed = length + bytes.length
      if (needed > maxBytes) return false
      if (needed > buffer.length) {
        const grown = Buffer.alloc(Math.min(maxBytes, Math.max(firstCapacity, needed, buffer.length * 2)))
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      buffer.set(bytes, length)
      length = needed
      return true
    },
    bytes: () => buffer.subarray(0, length),
  }
}
