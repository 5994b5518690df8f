import { createHash, createHmac } from 'node:crypto'
import type { HostAnswer } from '../contract/host-seam.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

/** A signature with a shorter secret would let the skill guess the secret. */
const shortestSecret = 16
const usualLifeS = 300
const longestLifeS = 3600
const jwtDigest = { HS256: 'SHA-256', HS384: 'SHA-384', HS512: 'SHA-512' } as const

const hashName = (algorithm: string) => algorithm.replace('-', '').toLowerCase()
const value = (text: string): HostAnswer => ({ kind: 'value', value: text })
const asJson = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The value of a secret that the skill may sign with, or the answer to a call that may not. */
function keyOf({ session, withheldSecrets, denied }: OperationContext, op: string, name: string): string | HostAnswer {
  if (withheldSecrets.includes(name)) {
    denied('secrets', name)
    return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
  }
  const key = session.keyFor(name)
  switch (key.kind) {
    case 'unknown':
      return rejected('RangeError', `${op}: there is no secret ${session.redact.text(JSON.stringify(name))}`)
    case 'managed':
      return rejected('TypeError', `${op}: the gateway adds ${name} to requests by itself, and signs nothing with it`)
    case 'unconfigured':
      return end('NOT_CONFIGURED', `${name} has no value`)
    case 'value':
      return key.value.length < shortestSecret
        ? rejected(
            'TypeError',
            `${op}: ${name} has fewer than ${shortestSecret} characters, which are too few to sign with`,
          )
        : key.value
  }
}

export const cryptoOperations = {
  /** The digest of a text in UTF-8. */
  'crypto.digest': operationOf('crypto.digest', {
    open:
      (_: OperationContext) =>
      ({ algorithm, data, encoding }) =>
        value(createHash(hashName(algorithm)).update(data).digest(encoding)),
  }),

  /** Signs a text with a granted secret. */
  'crypto.hmac': operationOf('crypto.hmac', {
    open:
      (context: OperationContext) =>
      ({ secret, data, algorithm, encoding }) => {
        const key = keyOf(context, 'crypto.hmac', secret)
        return typeof key === 'string' ? value(createHmac(hashName(algorithm), key).update(data).digest(encoding)) : key
      },
  }),

  /**
   * Signs a token with a granted secret. It expires soon, because the journal keeps it. Whatever leaves the runner has it
   * masked, like every token.
   */
  'crypto.jwt': operationOf('crypto.jwt', {
    open:
      (context: OperationContext) =>
      ({ secret, claims, algorithm }) => {
        const nowS = Math.floor(context.clock.now() / 1000)
        const { iat = nowS, exp = nowS + usualLifeS } = claims
        if (typeof exp !== 'number' || exp > nowS + longestLifeS) {
          return rejected('TypeError', `crypto.jwt: exp must be a time in seconds within the next ${longestLifeS} s`)
        }
        const key = keyOf(context, 'crypto.jwt', secret)
        if (typeof key !== 'string') return key
        const text = `${asJson({ alg: algorithm, typ: 'JWT' })}.${asJson({ ...claims, iat, exp })}`
        return value(`${text}.${createHmac(hashName(jwtDigest[algorithm]), key).update(text).digest('base64url')}`)
      },
  }),
}
