import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import * as z from 'zod'
import { AirlockError } from './airlock-error.ts'

/** An X25519 public key, in base64url. */
export const PublicKey = z.base64url().length(43)
/** A private key is `SECRET.PUBLIC`, both in base64url: Node reads a private key with its public one only. */
const PrivateKey = z
  .string()
  .transform((text) => text.trim().split('.'))
  .pipe(z.tuple([PublicKey, PublicKey]))
const Exported = z.object({ x: PublicKey, d: PublicKey })

const curve = { kty: 'OKP', crv: 'X25519' } as const

export function newKeyPair(): { readonly publicKey: string; readonly privateKey: string } {
  const { privateKey } = generateKeyPairSync('x25519')
  const { x, d } = Exported.parse(privateKey.export({ format: 'jwk' }))
  return { publicKey: x, privateKey: `${d}.${x}` }
}

/** Undefined: it is no private key. */
export const publicKeyOf = (privateKey: string): string | undefined => PrivateKey.safeParse(privateKey).data?.[1]

/** The secret that both sides compute, each from its own private key and the public key of the other. */
export function agree(privateKey: string, publicKey: string): Buffer {
  const [d, x] = PrivateKey.parse(privateKey)
  try {
    return diffieHellman({
      privateKey: createPrivateKey({ format: 'jwk', key: { ...curve, d, x } }),
      publicKey: createPublicKey({ format: 'jwk', key: { ...curve, x: publicKey } }),
    })
  } catch {
    // Bytes that are no point of the curve, or the point of a small group.
    throw new AirlockError('damaged')
  }
}
