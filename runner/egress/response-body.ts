import type { Readable } from 'node:stream'
import { MIMEType, promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import type { HeaderPairs } from './request-headers.ts'

/** The content codings that the engine accepts. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

export class TooLarge extends Error {}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const unzip: Decode = promisify(gunzip)
const unwrap: Decode = promisify(inflate)
const unwrapRaw: Decode = promisify(inflateRaw)
// "deflate" means a zlib stream, but some servers send raw deflate. The low half of the first byte is 8 for zlib.
const undeflate: Decode = (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? unwrap : unwrapRaw)(bytes, options)

const decoders = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', undeflate],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
])
const maxCodings = 2

/** Reads at most `maxBytes`; throws `TooLarge` when there are more. */
export async function readCapped(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the body stream must yield bytes')
    size += chunk.length
    if (size > maxBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/**
 * Decodes `content-encoding`. Stops with `TooLarge` at more than `maxBytes` of output, so that a small body cannot
 * expand without limit. Throws on an unknown coding, because encoded content cannot be scrubbed.
 */
export async function decodeCapped(body: Uint8Array, contentEncoding: string, maxBytes: number): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > maxCodings) throw new Error(`more than ${maxCodings} content codings`)

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

/** Names as in `TextDecoder`, which maps Latin-1 and ASCII to windows-1252. */
const searchable = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

/**
 * Whether the scrubber can search a response in its declared charset. A response without a charset counts as
 * searchable.
 */
export function isSearchable(headers: HeaderPairs): boolean {
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value)
  const charsets = types.flatMap((type) => charsetOf(type) ?? [])
  return charsets.every((charset) => searchable.has(encodingOf(charset)))
}

function charsetOf(type: string): string | null | undefined {
  try {
    return new MIMEType(type).params.get('charset')
  } catch {
    // Reads the charset even from an invalid content type.
    return /charset\s*=\s*"?([^\s";,]*)/i.exec(type)?.[1]
  }
}

function encodingOf(charset: string): string {
  try {
    return new TextDecoder(charset.trim()).encoding
  } catch {
    return ''
  }
}
