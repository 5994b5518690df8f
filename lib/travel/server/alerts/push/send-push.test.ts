import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPoint } from './push-endpoint.ts'
import { vapidKeysOf } from './send-push.ts'

test('the same secret gives the same key pair, and a different secret a different pair', () => {
  const secret = new Uint8Array(32).fill(1)
  expect(vapidKeysOf(secret)).toEqual(vapidKeysOf(new Uint8Array(32).fill(1)))
  expect(vapidKeysOf(secret).publicKey).not.toBe(vapidKeysOf(new Uint8Array(32).fill(2)).publicKey)
})

test('every secret gives a valid P-256 key pair whose private key is not the secret itself', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (secret) => {
      const { publicKey, privateKey } = vapidKeysOf(secret)
      expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
      expect(isPoint({ keys: { p256dh: publicKey, auth: '' } })).toBe(true)
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(privateKey, 'base64url')
      expect(pair.getPublicKey('base64url')).toBe(publicKey)
      expect(privateKey).not.toBe(Buffer.from(secret).toString('base64url'))
    }),
    { numRuns: 50 },
  )
})
