import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** Bytes that are sent to many clients: compressed only once. */
export class KeptBytes {
  readonly bytes: Uint8Array
  #deflated: Promise<Uint8Array> | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  deflated(): Promise<Uint8Array> {
    this.#deflated ??= deflate(this.bytes).catch((error: unknown) => {
      this.#deflated = undefined
      throw error
    })
    return this.#deflated
  }
}

export type Chunk = Uint8Array | KeptBytes

export const bytesOf = (chunk: Chunk): Uint8Array => (chunk instanceof KeptBytes ? chunk.bytes : chunk)

const deflateParts = promisify(deflateRaw)
/** Compresses a part independently, as blocks that end on a byte boundary without closing the stream. */
const deflate = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length <= storedBytes
    ? stored(bytes)
    : await deflateParts(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH })

/** Below this size, compressing a part separately is not worthwhile. */
const storedBytes = 512
/** A stored (uncompressed) block (RFC 1951, 3.2.4). */
function stored(bytes: Uint8Array): Uint8Array {
  const block = Buffer.alloc(5 + bytes.length)
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(0xffff - bytes.length, 3)
  block.set(bytes, 5)
  return block
}

/** RFC 1952: no name, no time, an unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
/** The empty last block of a stream. */
const lastBlock = Uint8Array.of(3, 0)

/** One gzip stream in pieces that a receiver can read as they arrive. */
export function createGzipStream() {
  let checksum = 0
  let length = 0
  let begun: readonly Uint8Array[] = [header]
  return {
    async add(chunks: readonly Chunk[]): Promise<Uint8Array> {
      const parts = await Promise.all(
        chunks.map((chunk) => (chunk instanceof KeptBytes ? chunk.deflated() : deflate(chunk))),
      )
      for (const bytes of chunks.map(bytesOf)) {
        checksum = crc32(bytes, checksum)
        length = (length + bytes.length) >>> 0
      }
      const written = Buffer.concat([...begun, ...parts])
      begun = []
      return written
    },
    end(): Uint8Array {
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(length, 4)
      return Buffer.concat([...begun, lastBlock, trailer])
    },
  }
}
