import * as z from 'zod'
import { Json } from '../skill-io.ts'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The longest data of one call, in characters. */
const longestData = 512 * 1024
const names = (list: readonly string[]) => list.map((name) => `"${name}"`).join(', ')
const oneOf = <const Names extends readonly string[]>(list: Names) => z.enum(list, `must be one of ${names(list)}`)

const Algorithm = oneOf(['SHA-256', 'SHA-384', 'SHA-512', 'SHA-1'])
const JwtAlgorithm = oneOf(['HS256', 'HS384', 'HS512'])
const Encoding = oneOf(['hex', 'base64', 'base64url'])
const Secret = z.string('must be the name of a secret').min(1, 'must be the name of a secret').max(64, 'is not a name')
const Data = z.string('must be text').max(longestData, `is longer than ${longestData} characters`)
const Claims = z.record(z.string(), Json, 'must be an object with the claims')

const SecretShown = z.object({ secret: z.string() })
const title = (args: unknown) => SecretShown.safeParse(args).data?.secret ?? ''

export type CryptoGlobal = {
  readonly crypto: {
    /** The digest of a text in UTF-8. `encoding`: hex, base64 or base64url. */
    digest(algorithm: string, data: string, encoding?: string): Promise<string>
    /**
     * The HMAC of a text in UTF-8 with a secret, which the skill never sees. Rejects with `TypeError` for a text that
     * begins like a JSON Web Token, which only `jwt` signs, and for a secret that
     * only the gateway uses or that is too short, and with `CapabilityRevoked` for one that was withheld.
     */
    hmac(secret: string, data: string, algorithm?: string, encoding?: string): Promise<string>
    /**
     * A JSON Web Token signed with a secret, which the skill never sees. Without `exp` it is valid for five minutes, and
     * never for more than an hour. Rejects like `hmac`.
     */
    jwt(secret: string, claims: Readonly<Record<string, Json>>, algorithm?: string): Promise<string>
  }
}

/** In seconds: the longest lifetime of a token. */
export const longestTokenLifeS = 3600

export const cryptoPermissions = {
  'signing.jwt': {
    tiers: ['local', 'verified', 'untrusted'],
    trust: 'network',
    use: /\bcrypto\s*\.\s*jwt\s*\(/,
    isMissed: true,
    icon: 'key',
    verb: `Sign tokens with {item}, each valid for ${longestTokenLifeS / 60} minutes at most`,
    detail:
      'The skill writes the claims, and whoever trusts the key believes them. It gets the token itself, so it can pass it on in a form that no search finds.',
    effect: 'Requests that need a token of {item} are refused.',
  },
  'signing.hmac': {
    tiers: ['local', 'verified', 'untrusted'],
    trust: 'network',
    use: /\bcrypto\s*\.\s*hmac\s*\(/,
    isMissed: true,
    icon: 'key',
    verb: 'Sign any text with {item}, without an end',
    detail:
      'Whoever trusts the key believes each text that the skill signs, for as long as the key is valid. Texts that begin like a JSON Web Token are refused; other kinds of tokens are not. The skill gets the signature itself, so it can pass it on in a form that no search finds.',
    effect: 'Requests that need a signature of {item} are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const cryptoOperations = {
  'crypto.digest': {
    args: z.strictObject({ algorithm: Algorithm, data: Data, encoding: Encoding.default('hex') }),
    answer: z.string(),
    params: [
      { name: 'algorithm', as: 'text' },
      { name: 'data', as: 'value' },
      { name: 'encoding', as: 'text', isOptional: true, default: 'hex' },
    ],
    scripts: ['javascript', 'python'],
    does: 'the digest of a text: `SHA-256`, `SHA-384`, `SHA-512` or `SHA-1`, as `hex`, `base64` or `base64url`',
    icon: 'key',
    title: 'Digest',
  },
  'crypto.hmac': {
    args: z.strictObject({
      secret: Secret,
      data: Data,
      algorithm: Algorithm.default('SHA-256'),
      encoding: Encoding.default('hex'),
    }),
    answer: z.string(),
    permission: 'signing.hmac',
    params: [
      { name: 'secret', as: 'text' },
      { name: 'data', as: 'value' },
      { name: 'algorithm', as: 'text', isOptional: true, default: 'SHA-256' },
      { name: 'encoding', as: 'text', isOptional: true, default: 'hex' },
    ],
    scripts: ['javascript', 'python'],
    does: 'the HMAC of a text with the secret of this name, which you never see',
    icon: 'key',
    title,
    note: () => 'Signed a text: the value of the secret stays outside.',
  },
  'crypto.jwt': {
    args: z.strictObject({ secret: Secret, claims: Claims, algorithm: JwtAlgorithm.default('HS256') }),
    answer: z.string(),
    permission: 'signing.jwt',
    params: [
      { name: 'secret', as: 'text' },
      { name: 'claims', as: 'value' },
      { name: 'algorithm', as: 'text', isOptional: true, default: 'HS256' },
    ],
    scripts: ['javascript', 'python'],
    does: 'a JSON Web Token with these claims, signed with the secret of this name: `HS256`, `HS384` or `HS512`; valid for 5 minutes, or until `exp` within an hour',
    icon: 'key',
    title,
    note: () => 'Signed a token: the value of the secret stays outside.',
  },
} as const satisfies Record<string, OperationDescriptor>
