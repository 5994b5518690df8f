import * as z from 'zod'
import type { RandomBytes } from '#runner/core/ports.ts'
import { decrypt, encrypt } from '../secrets/aes-gcm.ts'
import type { KeyRing } from './key-ring.ts'

const dataKeyBytes = 32
const part = z.base64url()
/** `keyId.dataKey.text`: the text encrypted under its own data key, and the data key under a key of the ring. */
const Envelope = z
  .string()
  .transform((text) => text.split('.'))
  .pipe(z.tuple([z.string(), part, part]))

const dataKeySubject = (subject: string) => `${subject} data key`

/**
 * Encrypts a text under the ring's newest key. `subject` names the row that stores it. The envelope opens in no other
 * row.
 */
export function sealInEnvelope(ring: KeyRing, randomBytes: RandomBytes, text: string, subject: string) {
  const { id, key } = ring.newest
  const dataKey = randomBytes(dataKeyBytes)
  const parts = [
    encrypt(key, dataKey, dataKeySubject(subject), randomBytes),
    encrypt(dataKey, Buffer.from(text), subject, randomBytes),
  ]
  return { keyId: id, sealed: [id, ...parts.map((bytes) => bytes.toString('base64url'))].join('.') }
}

/** The decrypted text. Undefined if the ring lacks the key, or the envelope was changed or belongs to another row. */
export function openEnvelope(ring: KeyRing, sealed: string, subject: string): string | undefined {
  const parsed = Envelope.safeParse(sealed)
  if (!parsed.success) return undefined
  const [id, wrapped, encrypted] = parsed.data
  const key = ring.find(id)
  const dataKey = key && decrypt(key, Buffer.from(wrapped, 'base64url'), dataKeySubject(subject))
  if (dataKey?.length !== dataKeyBytes) return undefined
  return decrypt(dataKey, Buffer.from(encrypted, 'base64url'), subject)?.toString()
}
