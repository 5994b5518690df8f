import { createHash, createHmac } from 'node:crypto'
import type { SignatureKind } from '../contract/bound-credentials.ts'
import type { HostAnswer } from '../contract/host-seam.ts'
import { longestTokenLifeS } from '../contract/operations/crypto.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

/** A signature with a shorter secret would let the skill guess the secret. */
const shortestSecret = 16
/** In characters: a token with its signature stays in the journal, where a later leg finds it. */
const longestUnsigned = 3500
/** The most signatures of each kind in one execution, because all of them are searched in what leaves the runner. */
const mostSignatures = 100
const usualLifeS = 300
const jwtDigest = { HS256: 'SHA-256', HS384: 'SHA-384', HS512: 'SHA-512' } as const

const hashName = (algorithm: string) => algorithm.replace('-', '').toLowerCase()
const value = (text: string): HostAnswer => ({ kind: 'value', value: text })
const asJson = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * The value of a secret that the skill may sign with in this way, or the answer to a call that may not. The permission
 * names the secret, and the operator of a profile has approved this use of it.
 */
function keyOf(context: OperationContext, kind: SignatureKind, name: string): string | HostAnswer {
  const { grant, session, withheldSecrets, denied } = context
  const op = `crypto.${kind}`
  const { permissions, declared = permissions } = grant
  if (withheldSecrets.includes(name)) {
    denied('secrets', name)
    return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
  }
  const unapproved = () => {
    denied(`signing.${kind}`, name)
    return rejected('CapabilityRevoked', `${op}: ask an operator to approve ${approvalNames[kind]} for ${name}`)
  }
  const key = session.keyFor(name, kind)
  if (key.kind !== 'unknown' && key.kind !== 'managed') {
    if (!declared.signing[kind].includes(name)) {
      return rejected('RangeError', `${op}: ${name} is not listed in permissions.signing.${kind}`)
    }
    if (!permissions.signing[kind].includes(name)) return unapproved()
  }
  switch (key.kind) {
    case 'unknown':
      return rejected('RangeError', `${op}: there is no secret ${session.redact.text(JSON.stringify(name))}`)
    case 'managed':
      return rejected('TypeError', `${op}: the gateway adds ${name} to requests by itself, and signs nothing with it`)
    case 'unapproved':
      return unapproved()
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

const approvalNames: Readonly<Record<SignatureKind, string>> = { jwt: 'tokens (JWT)', hmac: 'signatures (HMAC)' }

/**
 * Whether a text before its first dot is the header of a JSON Web Token, as a reader decodes it: some skip what is no
 * digit of Base64, and read JSON in UTF-16 or UTF-32. A signature of such a text would make it a token without an end.
 */
function beginsLikeToken(data: string): boolean {
  const dot = data.indexOf('.')
  if (dot < 0) return false
  const digits = data.slice(0, dot).replace(/[^A-Za-z0-9+/_-]/g, '')
  const header = Buffer.from(digits, 'base64').toString('latin1')
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*\{\s*["}]/.test(header.replaceAll('\0', ''))
}

/** The texts of one signature that a skill gets or can easily make of it. */
const formsOf = (digest: Buffer): readonly string[] => [
  digest.toString('hex'),
  digest.toString('base64url'),
  digest.toString('base64').replace(/=+$/, ''),
]

/** Hides the signatures that earlier legs of an execution got, which its journal answers again. */
export function hideEarlierSignatures({ session, past }: Pick<OperationContext, 'session' | 'past'>): void {
  for (const { op, result } of past) {
    if ((op !== 'crypto.hmac' && op !== 'crypto.jwt') || result.kind !== 'value') continue
    const signature = String(result.value).split('.').at(-1) ?? ''
    const isHex = op === 'crypto.hmac' && /^[0-9a-f]+$/.test(signature)
    session.hideMade(formsOf(Buffer.from(signature, isHex ? 'hex' : 'base64')))
  }
}

/** Signs texts for one execution, and hides each signature in everything that leaves the runner. */
function signerOf({ session, past }: OperationContext, kind: SignatureKind) {
  let made = past.filter(({ op }) => op === `crypto.${kind}`).length
  return (algorithm: string, key: string, data: string): Buffer | HostAnswer => {
    made += 1
    if (made > mostSignatures) {
      return rejected('QuotaExceeded', `crypto.${kind}: an execution makes ${mostSignatures} signatures at most`)
    }
    const digest = createHmac(hashName(algorithm), key).update(data).digest()
    session.hideMade(formsOf(digest))
    return digest
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
    open(context: OperationContext) {
      const sign = signerOf(context, 'hmac')
      return ({ secret, data, algorithm, encoding }) => {
        const key = keyOf(context, 'hmac', secret)
        if (typeof key !== 'string') return key
        if (beginsLikeToken(data)) {
          return rejected('TypeError', 'crypto.hmac: data begins like a JSON Web Token: make tokens with crypto.jwt')
        }
        const digest = sign(algorithm, key, data)
        return Buffer.isBuffer(digest) ? value(digest.toString(encoding)) : digest
      }
    },
  }),

  /**
   * Signs a token with a granted secret. It expires soon, because the journal keeps it. Whatever leaves the runner has it
   * masked, and its signature in every form in which a secret is masked.
   */
  'crypto.jwt': operationOf('crypto.jwt', {
    open(context: OperationContext) {
      const sign = signerOf(context, 'jwt')
      return ({ secret, claims, algorithm }) => {
        const nowS = Math.floor(context.clock.now() / 1000)
        const { iat = nowS, exp = nowS + usualLifeS } = claims
        if (typeof exp !== 'number' || exp > nowS + longestTokenLifeS) {
          const most = `within the next ${longestTokenLifeS} s`
          return rejected('TypeError', `crypto.jwt: exp must be a time in seconds ${most}`)
        }
        const key = keyOf(context, 'jwt', secret)
        if (typeof key !== 'string') return key
        const text = `${asJson({ alg: algorithm, typ: 'JWT' })}.${asJson({ ...claims, iat, exp })}`
        if (text.length > longestUnsigned) {
          return rejected(
            'TypeError',
            `crypto.jwt: claims: their token would have more than ${longestUnsigned} characters`,
          )
        }
        const digest = sign(jwtDigest[algorithm], key, text)
        return Buffer.isBuffer(digest) ? value(`${text}.${digest.toString('base64url')}`) : digest
      }
    },
  }),
}
