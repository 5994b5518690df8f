import { hash, webcrypto } from 'node:crypto'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

/** Hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** Longer ones are hashed on another thread. */
const longBytes = 256 * 1024

/** `sha256` of bytes of any length, without having this thread for long. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= longBytes) return sha256(bytes)
  // The digest copies what it is given, and takes no view of shared memory.
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex')
}

/** One hash for equal values, in whatever order their keys stand. */
export function hashOf(value: JsonValue): string {
  return sha256(canonicalJson(value))
}
