import * as z from 'zod'
import { VisibleLine } from '#runner/contract/visible-text.ts'

/**
 * What a token for scripts may do in the console. `read`: read, and change nothing. `skills`: install, approve and
 * switch skills. `profiles`: lock, change and revoke profiles, and decide their proposals.
 */
export const consoleScopes = ['read', 'skills', 'profiles'] as const
export const ConsoleScope = z.enum(consoleScopes)
export type ConsoleScope = z.infer<typeof ConsoleScope>

export const ConsoleTokenText = z.string().regex(/^ctk_[0-9A-Za-z]{22}$/)

export const maxTokenDays = 365

/** The fields of a new token. Each one expires. */
export const NewConsoleToken = z.strictObject({
  name: VisibleLine.trim().min(1).max(80),
  scopes: z.array(ConsoleScope).min(1, 'must have at least one scope').max(consoleScopes.length),
  expires_in_days: z.int().min(1).max(maxTokenDays),
})

/** A token as operators see it. Its text is shown once, when it is made. */
export const ConsoleTokenView = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ConsoleScope),
  /** The name of the operator who made it. Null: the account has none, or is deleted. */
  owner: z.string().nullable(),
  /** `ownerless`: its owner is no operator any more. */
  state: z.enum(['active', 'expired', 'revoked', 'ownerless']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type ConsoleTokenView = z.infer<typeof ConsoleTokenView>

export const ConsoleTokenList = z.strictObject({ tokens: z.array(ConsoleTokenView) })

/** A new token with its text, which no other response contains. */
export const CreatedConsoleToken = ConsoleTokenView.extend({ token: ConsoleTokenText })
export type CreatedConsoleToken = z.infer<typeof CreatedConsoleToken>
