import { errorCodeOf, isDatabaseAway } from '../db/database-error.ts'
import { type Refused, refuse, refuseBecause } from './outcome.ts'

/** Longer than the server of a database needs to start again. */
const again = { retryAfterMs: 5_000 }

/** The refusal for a thrown error, which the log has under `id`. */
export function refuseThrown(cause: unknown, id: string): Refused {
  if (isDatabaseAway(cause)) return refuse('DATABASE_UNAVAILABLE', again)
  // Another process may have the secret, and answer the next try.
  if (errorCodeOf(cause) === 'SECRET_INVALID') return { ...refuseBecause('vault_key'), ...again }
  return refuse('INTERNAL', { facts: { id } })
}
