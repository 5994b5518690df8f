import type { ErrorBody, ErrorCode } from '#runner/contract/errors.ts'
import type { Offer } from './offer.ts'
import { type AskedSource, offersOf, type SearchState } from './search-stream.ts'

/** What a failed source means for the traveler; each has its own message. */
export type Trouble =
  | { kind: 'throttled'; who: string | null; retryAfterS: number }
  | { kind: 'down'; who: string }
  | { kind: 'timeout'; who: string; limitMs: number }
  | { kind: 'refused-search'; who: string; error: ErrorBody }
  | { kind: 'unavailable'; who: string; error: ErrorBody }

/** The one state that the results page shows. */
export type SearchView =
  | { kind: 'loading' }
  | { kind: 'list'; offers: Offer[]; waiting: number; troubles: Trouble[]; isPartial: boolean }
  | { kind: 'none'; troubles: Trouble[] }
  | { kind: 'trouble'; trouble: Trouble; others: Trouble[] }
  | { kind: 'no-sources' }
  | { kind: 'signed-out' }
  | { kind: 'offline' }
  | { kind: 'invalid'; error: ErrorBody }
  | { kind: 'internal'; requestId: string | null; error: ErrorBody | null }

const RETRY_DEFAULT_S = 30

/** Chooses what to show. A list is kept whatever happens after it; nothing is shown as something else. */
export function viewOf(state: SearchState): SearchView {
  const shown = state.sources.filter(({ skill }) => state.shown.includes(skill))
  const all = apart(state.sources.flatMap(offersOf))
  const offers = all.filter(({ source }) => shown.some(({ skill }) => skill === source))
  const troubles = state.sources.flatMap(troubleOf)
  if (offers.length > 0) {
    const isPartial =
      state.failure !== null ||
      state.sources.some(({ progress }) => progress.state === 'answered' && progress.partial) ||
      troubles.length > 0
    return { kind: 'list', offers, waiting: all.length - offers.length, troubles, isPartial }
  }
  if (state.failure) return failureView(state.failure)
  if (state.phase !== 'done') return { kind: 'loading' }
  if (state.sources.length === 0) return { kind: 'no-sources' }
  const [first, ...others] = troubles
  if (first && troubles.length === state.sources.length) return { kind: 'trouble', trouble: first, others }
  return { kind: 'none', troubles }
}

/** Generated and test offers never stand in one list with live ones. */
function apart(offers: Offer[]): Offer[] {
  const live = offers.filter(({ data }) => data === 'live')
  return live.length > 0 ? live : offers
}

function failureView(failure: NonNullable<SearchState['failure']>): SearchView {
  if (failure.kind === 'offline') return { kind: 'offline' }
  if (failure.kind === 'broken') return { kind: 'internal', requestId: null, error: null }
  const { error } = failure
  const requestId = failure.requestId ?? null
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return { kind: 'signed-out' }
    case 'INVALID_INPUT':
      return { kind: 'invalid', error }
    case 'RATE_LIMITED': {
      const trouble: Trouble = { kind: 'throttled', who: null, retryAfterS: failure.retryAfterS ?? RETRY_DEFAULT_S }
      return { kind: 'trouble', trouble, others: [] }
    }
    default:
      return { kind: 'internal', requestId, error }
  }
}

function troubleOf(source: AskedSource): Trouble[] {
  if (source.progress.state !== 'failed') return []
  const { error } = source.progress
  const who = source.provider
  const kind = kindOf(error.code)
  if (kind === 'throttled') {
    const { retry_after_ms: retryAfterMs } = error
    return [{ kind, who, retryAfterS: retryAfterMs === undefined ? RETRY_DEFAULT_S : Math.ceil(retryAfterMs / 1000) }]
  }
  if (kind === 'timeout') return [{ kind, who, limitMs: source.timeout_ms }]
  if (kind === 'down') return [{ kind, who }]
  return [{ kind, who, error }]
}

function kindOf(code: ErrorCode): Trouble['kind'] {
  switch (code) {
    case 'API_RATE_LIMITED':
    case 'RATE_LIMITED':
      return 'throttled'
    case 'API_TIMEOUT':
    case 'TIMEOUT':
      return 'timeout'
    case 'API_UNAVAILABLE':
      return 'down'
    case 'API_INVALID_PARAMS':
    case 'INVALID_INPUT':
      return 'refused-search'
    default:
      return 'unavailable'
  }
}
