import * as z from 'zod'
import { EgressHost, SecretName } from '#runner/contract/manifest.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'
import { isDamaged, pastedValue } from './pasted-value.ts'
import { StoredTime } from './stored-time.ts'

/** The name of a header or query parameter that needs no encoding. */
const fieldName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a name like X-Api-Key')

/** The kinds of credentials. A kind has the same name in the API, in `/skill.md` and, with a capital, in the console. */
export const credentialKinds = ['bearer', 'basic', 'header', 'query', 'oauth2', 'plain', 'setting'] as const

/**
 * How the gateway uses the value. `plain`: it replaces a placeholder wherever the script puts it. `setting`: scripts
 * can read it, because it is not secret. The gateway adds values of other kinds to each request to the credential's
 * hosts.
 */
export const CredentialUse = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain') }),
  z.strictObject({ kind: z.literal('setting') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({
    kind: z.literal('basic'),
    username: z
      .string()
      .min(1)
      .max(200)
      .overwrite(pastedValue)
      .regex(/^[^:]*$/, 'must have no colon'),
  }),
  z.strictObject({ kind: z.literal('header'), header: fieldName }),
  z.strictObject({ kind: z.literal('query'), parameter: fieldName }),
  z.strictObject({
    kind: z.literal('oauth2'),
    token_host: EgressHost,
    token_path: z.string().regex(/^\/[\w./~%-]*$/, 'must be a path like /oauth2/token'),
    client_id: z.string().min(1).max(500).overwrite(pastedValue),
  }),
])
export type CredentialUse = z.infer<typeof CredentialUse>

const hides = 'has a character inside that nobody sees: copy it again'

const shortestSecret = 8
const longestValue = 16 * 1024
const Value = z
  .string()
  .overwrite(pastedValue)
  .min(1, 'must not be empty')
  .max(longestValue, `must have at most ${longestValue} characters`)
  .regex(/^[^\p{Cc}]*$|^-----BEGIN /u, { error: 'must have no control characters or line breaks', abort: true })
  .refine((value) => !isDamaged(value), {
    error: ({ input }) => (String(input).startsWith('-----BEGIN ') ? `lost a line break, or ${hides}` : hides),
  })

/** A value that output can be searched for. */
export const SecretValue = Value.min(
  shortestSecret,
  `must have at least ${shortestSecret} characters: a shorter one cannot be masked in output`,
)

const fields = {
  description: VisibleLine.trim().max(500).default(''),
  use: CredentialUse,
  hosts: z.array(EgressHost).max(64).default([]),
  expires_at: StoredTime.nullable().default(null),
}

/** Checks the rules that depend on the kind of use. */
export function checkCredential(
  { use, hosts, value }: { use: CredentialUse; hosts: string[]; value?: string | undefined },
  context: z.RefinementCtx,
) {
  if (use.kind === 'setting') return
  const id = use.kind === 'basic' ? use.username : use.kind === 'oauth2' ? use.client_id : undefined
  if (id === '' || (id !== undefined && isDamaged(id))) {
    const message = id === '' ? 'must not be empty' : `has a line break, or ${hides}`
    context.addIssue({ code: 'custom', path: ['use', use.kind === 'basic' ? 'username' : 'client_id'], message })
  }
  if (hosts.length === 0) {
    context.addIssue({
      code: 'custom',
      path: ['hosts'],
      message: 'must name at least one host that may receive the value',
    })
  }
  if (use.kind === 'bearer' && value !== undefined && /^bearer\s/i.test(value)) {
    const message = 'begins with Bearer, which the gateway adds: leave it out'
    context.addIssue({ code: 'custom', path: ['value'], message })
  }
  if (value !== undefined && value.length < shortestSecret) {
    const message = `must have at least ${shortestSecret} characters: a shorter one cannot be masked in output. If it is no secret, make it a setting`
    context.addIssue({ code: 'custom', path: ['value'], message })
  }
}

/** A new credential. The value can be set later. */
export const NewCredential = z
  .strictObject({ name: SecretName, ...fields, value: Value.optional() })
  .superRefine(checkCredential)

/**
 * A changed credential. Without a value, the stored value is kept. The name cannot change. `updated_at`: that of the
 * credential that the operator saw.
 */
export const ChangedCredential = z
  .strictObject({ ...fields, value: Value.optional(), updated_at: z.iso.datetime() })
  .superRefine(checkCredential)

/** A credential as shown to people and agents, without its value. */
export const CredentialView = z.strictObject({
  name: SecretName,
  description: z.string(),
  use: CredentialUse,
  hosts: z.array(z.string()),
  value_exists: z.boolean(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type CredentialView = z.infer<typeof CredentialView>
