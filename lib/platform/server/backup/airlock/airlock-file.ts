import { createCipheriv, createDecipheriv } from 'node:crypto'
import { AirlockError } from './airlock-error.ts'
import {
  type AirlockContent,
  type AirlockLock,
  type AirlockSecret,
  leadBytes,
  newStart,
  openStart,
  startLength,
} from './airlock-header.ts'

/**
 * An `.airlock` file: a header, then chunks of AES-256-GCM. The nonce of a chunk is its number and whether it is the
 * last one, under a key that only this file has: chunks that are changed, removed, repeated or reordered do not open,
 * and neither does a file that was cut between two chunks.
 */
const algorithm = 'aes-256-gcm'
const chunkBytes = 64 * 1024
const tagBytes = 16

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type SealOptions = { readonly content: AirlockContent; readonly lock: AirlockLock }

/** Encrypts a stream of bytes. Holds one chunk in memory. */
export async function* sealAirlock(bytes: Content, { content, lock }: SealOptions): AsyncGenerator<Buffer> {
  const { start, key } = await newStart(content, lock)
  yield start
  for await (const { chunk, number, isLast } of inChunks(bytes, chunkBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast), { authTagLength: tagBytes })
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Decrypts a stream of bytes. Yields only authentic bytes, but learns at the end only that none are missing: whoever
 * writes what it yields must be able to take it back.
 *
 * @throws AirlockError
 */
export async function* openAirlock(
  bytes: Content,
  { content: wanted, secret }: { readonly content: AirlockContent; readonly secret: AirlockSecret },
): AsyncGenerator<Buffer> {
  const source = new ByteReader(bytes)
  try {
    const lead = await source.read(leadBytes)
    const start = Buffer.concat([lead, await source.read(startLength(lead) - lead.length)])
    const { key, content } = await openStart(start, secret)
    if (content !== wanted) throw new AirlockError('not_airlock')
    for await (const { chunk, number, isLast } of inChunks(source.rest(), chunkBytes + tagBytes)) {
      yield openChunk(key, chunk, nonceOf(number, isLast))
    }
  } finally {
    await source.close()
  }
}

function openChunk(key: Buffer, chunk: Buffer, nonce: Buffer): Buffer {
  if (chunk.length < tagBytes) throw new AirlockError('damaged')
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(chunk.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new AirlockError('damaged')
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Divides a stream into chunks of this size. The last one is shorter, and empty only if the stream is. */
async function* inChunks(bytes: Content, size: number) {
  let number = 0
  let pending = Buffer.alloc(0)
  for await (const part of bytes) {
    pending = pending.length === 0 ? Buffer.from(part) : Buffer.concat([pending, part])
    let at = 0
    // Keeps the last bytes back, because only the end of the stream shows which chunk is the last one.
    for (; pending.length - at > size; at += size) {
      yield { chunk: pending.subarray(at, at + size), number: number++, isLast: false }
    }
    pending = pending.subarray(at)
  }
  yield { chunk: pending, number, isLast: true }
}

/** Reads a number of bytes from the beginning of a stream, then the rest as it comes. */
class ByteReader {
  readonly #parts: AsyncIterator<Uint8Array>
  #pending = Buffer.alloc(0)

  constructor(bytes: Content) {
    this.#parts = (async function* () {
      yield* bytes
    })()
  }

  /** Fewer bytes only at the end of the stream. */
  async read(count: number): Promise<Buffer> {
    while (this.#pending.length < count) {
      const next = await this.#parts.next()
      if (next.done) break
      this.#pending = Buffer.concat([this.#pending, next.value])
    }
    const found = this.#pending.subarray(0, count)
    this.#pending = this.#pending.subarray(count)
    return found
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    yield this.#pending
    for (let next = await this.#parts.next(); !next.done; next = await this.#parts.next()) yield next.value
  }

  async close(): Promise<void> {
    await this.#parts.return?.()
  }
}
