import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

/** What the engine asks servers for. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

export class TooLarge extends Error {}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify(gunzip)
const unwrap: Decode = promisify(inflate)
const unwrapRaw: Decode = promisify(inflateRaw)
// "deflate" means a zlib stream, but some servers send a bare one: the first byte's low half tells them apart.
const undeflate: Decode = (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? unwrap : unwrapRaw)(bytes, options)

const decoders = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', undeflate],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])
const maxCodings = 2

/** Reads at most `maxBytes`; raises `TooLarge` at the first byte more. */
export async function readCapped(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the body is not read as bytes')
    size += chunk.length
    if (size > maxBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

/**
 * Undoes `content-encoding`. Stops as soon as more than `maxBytes` come out (`TooLarge`), so a small body cannot
 * become a large one. Raises on an unknown coding: what is not decoded cannot be scrubbed.
 */
export async function decodeCapped(body: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > maxCodings) throw new Error('more content codings than are undone')

  let decoded = body
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding)
    if (decode === undefined) throw new Error(`unknown content coding`)
    if (decoded.length === 0) return decoded
    decoded = await decode(decoded, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      throw error instanceof RangeError ? new TooLarge() : error
    })
  }
  return decoded
}
