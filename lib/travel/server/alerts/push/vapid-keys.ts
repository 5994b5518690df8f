import { createECDH, hkdfSync } from 'node:crypto'

/** The app's key pair for push services (RFC 8292), in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Derives the key pair from a secret of the instance, so that the pair needs no separate storage or backup. Uses 64
 * bits more than the curve order has, so that every key is equally likely (FIPS 186-5, A.2.1).
 */
export function vapidKeysOf(secret: Uint8Array): VapidKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'travel.aw P-256 key v1', 40))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (curveOrder - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
