import { constants, gzipSync } from 'node:zlib'

/** What is compressed at once. Smaller parts compress worse. */
const partBytes = 256_000

/**
 * Compresses a stream as gzip does, one part after another, in the calling thread. Streams of Node compress in threads
 * that the whole process shares: those have the priority of the app, also for a thread of low priority.
 */
export async function* compress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let length = 0
  const part = () => gzipSync(Buffer.concat(pending), { level: constants.Z_BEST_SPEED })
  for await (const some of bytes) {
    pending.push(some)
    length += some.length
    if (length < partBytes) continue
    yield part()
    pending = []
    length = 0
  }
  if (length > 0) yield part()
}
