import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { RandomBytes, Seal } from '#runner/ports.ts'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

/** Seals with the instance's encryption key. Data sealed for one subject does not open for another. */
export function createSeal(encryptionKey: Uint8Array, randomBytes: RandomBytes): Seal {
  const key = new Uint8Array(hkdfSync('sha256', encryptionKey, '', 'travel.aw sealed inputs v1', 32))
  return {
    close(text, subject) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(subject))
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64')
    },
    open(sealed, subject) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < ivLength + tagLength) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(subject)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
