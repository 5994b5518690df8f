import { hash, webcrypto } from 'node:crypto'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

/** The digest in hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Larger inputs are hashed on another thread. */
const longBytes = 256 * 1024

/** `sha256` of bytes of any length, without blocking this thread for long. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= longBytes) return sha256(bytes)
  // `digest` copies its input, and rejects a view of shared memory.
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex')
}

/** Equal values have equal hashes, in any key order. */
export function hashOf(value: JsonValue): string {
  return sha256(canonicalJson(value))
}
