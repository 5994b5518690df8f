import type { ErrorCode } from '#runner/contract/errors.ts'
import { questionReasons } from '#runner/contract/question-reasons.ts'

/**
 * More specific reasons within an error code, for errors that travelers see. The API returns the code, the reason and
 * the English sentence; pages show the message `refusals.REASON` in the reader's language.
 */
export const refusalReasons = {
  foreign_origin: {
    code: 'FORBIDDEN',
    sentence: 'This request comes from another site, or does not state its origin. Send it from the app itself.',
  },
  offer_gone: {
    code: 'NOT_FOUND',
    sentence: 'The provider does not offer this any more. Search again to see its current offers.',
  },
  offers_full: {
    code: 'CONFLICT',
    sentence: 'You keep {most} flights and stays, the maximum. Remove one under Trips, then save again.',
  },
  searches_full: {
    code: 'CONFLICT',
    sentence: 'You keep {most} searches, the maximum. Remove one under Trips, then save again.',
  },
  guest_searches_full: {
    code: 'CONFLICT',
    sentence:
      'You keep {most} searches, the maximum for a guest. Remove one under Trips, or create an account to keep {most_with_account}.',
  },
  search_paused: { code: 'CONFLICT', sentence: 'This search is paused. Switch it on, then check again.' },
  search_past: { code: 'CONFLICT', sentence: 'The days of this search are past, so no price can be checked.' },
  ...questionReasons,
} as const satisfies Record<string, { code: ErrorCode; sentence: string }>
export type RefusalReason = keyof typeof refusalReasons
