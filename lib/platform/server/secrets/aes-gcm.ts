import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes, Seal } from '#runner/core/ports.ts'
import { deriveKey } from './derive-key.ts'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

/** Encrypts with a new random IV. The subject is authenticated, so that the result opens for no other subject. */
export function encrypt(key: Uint8Array, bytes: Uint8Array, subject: string, randomBytes: RandomBytes): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(subject))
  const encrypted = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted])
}

/** The decrypted bytes. Undefined for another key or subject, or if the bytes were changed. */
export function decrypt(key: Uint8Array, encrypted: Uint8Array, subject: string): Buffer | undefined {
  if (encrypted.length < ivLength + tagLength) return undefined
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(subject)).setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(ivLength + tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Seals with the instance's encryption key. Data sealed for one subject does not open for another. */
export function createSeal(encryptionKey: Uint8Array, randomBytes: RandomBytes): Seal {
  const key = deriveKey(encryptionKey, 'sealed inputs')
  return {
    close: (text, subject) => encrypt(key, Buffer.from(text), subject, randomBytes).toString('base64'),
    open: (sealed, subject) => decrypt(key, Buffer.from(sealed, 'base64'), subject)?.toString(),
  }
}
