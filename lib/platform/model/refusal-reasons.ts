import { runnerReasons } from '#runner/contract/error-reasons.ts'
import type { ErrorBody, ReasonRow } from '#runner/contract/errors.ts'
import { type BlamedError, blamed, blameOf } from '#runner/contract/faults.ts'

/**
 * More specific reasons within an error code, for errors that travelers see. The API returns the code, the reason and
 * the English sentence; pages show the message `refusals.REASON` in the reader's language.
 */
export const refusalReasons = {
  foreign_origin: {
    code: 'FORBIDDEN',
    fault: 'caller',
    sentence:
      'This request comes from an address that is not the app’s, or does not state its origin. Open the app at its own address. If this is its address, tell its operator: the app’s log says what to set.',
    remedy: 'Send the header Origin of the app.',
  },
  fresh_sign_in: {
    code: 'FORBIDDEN',
    fault: 'caller',
    sentence: 'This needs a fresh proof that it is you. Enter your password, or sign in again, then repeat it.',
    remedy: 'Send POST /api/console/fresh-sign-in with the password, then repeat the request within five minutes.',
  },
  offer_gone: {
    code: 'NOT_FOUND',
    fault: 'provider',
    sentence: 'The provider does not offer this any more. Search again to see its current offers.',
    remedy: 'Search again.',
  },
  offers_full: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'You keep {most} flights and stays, the maximum. Remove one under Trips, then save again.',
    remedy: 'Remove a flight or stay.',
  },
  searches_full: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'You keep {most} searches, the maximum. Remove one under Trips, then save again.',
    remedy: 'Remove a saved search.',
  },
  guest_searches_full: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence:
      'You keep {most} searches, the maximum for a guest. Remove one under Trips, or create an account to keep {most_with_account}.',
    remedy: 'Remove a saved search, or create an account.',
  },
  search_paused: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'This search is paused. Switch it on, then check again.',
    remedy: 'Switch the search on.',
  },
  search_past: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'The days of this search are past, so no price can be checked.',
    remedy: 'Save a search for later days.',
  },
  moved_away: {
    code: 'CONFLICT',
    fault: 'caller',
    sentence: 'The execution was moved to another instance of the app.',
    remedy: 'Go on there, with the same ids.',
  },
  hour_limit: {
    code: 'RATE_LIMITED',
    fault: 'operator',
    sentence: 'The operator’s limit for an hour is used up. It begins again at the next full hour.',
    remedy: 'Wait for retry_after_ms, or raise the limit on the page Cost of the console.',
  },
  day_limit: {
    code: 'RATE_LIMITED',
    fault: 'operator',
    sentence: 'The operator’s limit for a day is used up. It begins again at midnight UTC.',
    remedy: 'Wait for retry_after_ms, or raise the limit on the page Cost of the console.',
  },
  vault_key: {
    code: 'DATABASE_UNAVAILABLE',
    fault: 'operator',
    sentence: 'This process of the app lacks the key under which its database is encrypted. Try again shortly.',
    remedy: 'Copy secrets/vault-keys from the process that rotated the key, or let all share one data folder.',
  },
  stopping: {
    code: 'DATABASE_UNAVAILABLE',
    fault: 'operator',
    sentence: 'This process of the app is stopping. Try again shortly.',
    remedy: 'Repeat the request after the time in Retry-After.',
  },
  ...runnerReasons,
} as const satisfies Record<string, ReasonRow>
export type RefusalReason = keyof typeof refusalReasons

/** An error as every entry point tells it to programs: with who is at fault, and with what they, or else the caller, can do. */
type ToldError = BlamedError & { readonly remedy: string }

export function toldError(error: ErrorBody): ToldError {
  const { reason } = error
  return { ...blamed(error), remedy: (isRefusalReason(reason) ? refusalReasons[reason] : blameOf(error)).remedy }
}

const isRefusalReason = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && Object.hasOwn(refusalReasons, reason)
