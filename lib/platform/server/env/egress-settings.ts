import { z } from 'zod'
import { DataLabel } from '#runner/contract/skill-io.ts'
import type { Upstream } from '#runner/core/ports.ts'
import { canonicalHost } from '#runner/egress/target.ts'

const hostPattern = /^(?=.{1,253}(?::|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/
const hostSchema = z
  .string()
  .regex(hostPattern, 'a host must be in lower case, like api.example.com or api.example.com:8443')
  .overwrite(canonicalHost)

/** An address to which a credential may be sent: https, or http on this machine. */
export const isSafeAddress = (text: string): boolean =>
  /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$))/i.test(text)

/** A URL without user, query and fragment, and without a trailing slash. */
export const baseUrlSchema = z.string().transform((text, context) => {
  const url = URL.parse(text)
  const plain = url && !url.username && !url.password && !url.search && !url.hash
  if (plain && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '')
  context.addIssue('a base URL must start with http:// or https:// and have no user, query or fragment')
  return z.NEVER
})

const upstreamSchema = z
  .union(
    [
      baseUrlSchema.transform((url): Upstream => ({ url, data: 'test' })),
      z.strictObject({ url: baseUrlSchema, data: DataLabel.default('test') }),
    ],
    'must be an http(s) base URL or {"url", "data"} with data live, test or sample',
  )
  .readonly()

/** JSON of declared host → base URL, or `{ url, data }`. */
export const upstreamsSchema = z.record(hostSchema, upstreamSchema)

/** Comma-separated hosts. An empty list element is an error. */
export const hostsSchema = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .pipe(z.array(hostSchema))

/** Settings of the app or the system, which can never be credentials. */
const ownSettings =
  /^(TRAVEL_|OPERATOR_|OPENCLAW_|NEXT|OIDC_|NODE_|DOCKER_|npm_|DATABASE_URL$|HOST$|PORT$|LOG_LEVEL$|PATH$|HOME$|USER$|SHELL$|PWD$)/
const secretNameSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'a secret name must be in upper case, like EXAMPLE_API_KEY')
  .refine((name) => !ownSettings.test(name), 'a setting of the app or the system cannot be a credential')

/** JSON of secret name → allowed hosts of its value. */
export const credentialHostsSchema = z.record(secretNameSchema, z.array(hostSchema).min(1))

/** Whether a variable may be a credential. */
export const isSecretName = (name: string): boolean => secretNameSchema.safeParse(name).success
