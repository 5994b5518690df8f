import type { RandomBytes, Seal } from '#runner/core/ports.ts'
import { decrypt, encrypt } from './aes-gcm.ts'
import { deriveKey } from './derive-key.ts'

/** Seals with the instance's encryption key. Data sealed for one subject does not open for another. */
export function createSeal(encryptionKey: Uint8Array, randomBytes: RandomBytes): Seal {
  const key = deriveKey(encryptionKey, 'sealed inputs')
  return {
    close: (text, subject) => encrypt(key, Buffer.from(text), subject, randomBytes).toString('base64'),
    open: (sealed, subject) => decrypt(key, Buffer.from(sealed, 'base64'), subject)?.toString(),
  }
}
