import type { ErrorBody, ErrorCode } from '#runner/contract/errors.ts'
import { type Asked, type Comparable, comparable, labelOf } from './comparable.ts'
import type { Found } from './found.ts'
import { type AskedSource, offersBySkill, type SearchState } from './search-stream.ts'

/** The effect of a failed source on the traveler. Each kind has its own message. */
export type Trouble =
  /** `retryAfterS`: null if the refusal does not say how long the limit lasts. */
  | { kind: 'throttled'; who: string | null; retryAfterS: number | null }
  | { kind: 'down'; who: string }
  | { kind: 'timeout'; who: string; limitMs: number }
  | { kind: 'refused-search'; who: string; skill: string; error: ErrorBody }
  | { kind: 'off'; who: string }
  | { kind: 'unavailable'; who: string; skill: string; error: ErrorBody }

/** Why a repeated search failed: one of the states that the page would show without a list. */
export type ListFailure = Exclude<SearchView, { kind: 'list' | 'none' | 'loading' }>

export interface ListView<Item extends Found = Found> {
  kind: 'list'
  offers: Item[]
  /** The currency of `offers`, except for those in `otherCurrencies` that the list keeps. */
  currency: string
  /**
   * The offers that wait behind the notice. They join `offers`, or replace them if they are of another kind, such as
   * live offers that arrive after test offers.
   */
  waiting: Item[]
  troubles: Trouble[]
  isPartial: boolean
  failure: ListFailure | null
  /** Number of unusable results. */
  leftOut: number
  otherCurrencies: Comparable<Item>['otherCurrencies']
}

/** The sources answered without anything to show. */
export interface NoneView {
  kind: 'none'
  troubles: Trouble[]
  leftOut: number
  sources: AskedSource[]
}

/** The single state that the results page shows. */
export type SearchView<Item extends Found = Found> =
  | { kind: 'loading' }
  | ListView<Item>
  | NoneView
  | { kind: 'trouble'; trouble: Trouble; others: Trouble[] }
  /** `isUnset`: there are sources, but none has its keys. */
  | { kind: 'no-sources'; isUnset?: boolean }
  | { kind: 'signed-out' }
  | { kind: 'offline' }
  | { kind: 'invalid'; error: ErrorBody }
  | { kind: 'internal'; requestId: string | null; error: ErrorBody | null }

/** The offers of a search that fit it, and those among them that are in the list or wait for it. */
interface Listed<Item extends Found> {
  all: Comparable<Item>
  offers: Item[]
  waiting: Item[]
}

/** The part of a search's state that determines its list. */
type ListState<Item extends Found> = Pick<SearchState<Item>, 'sources' | 'previous' | 'shown' | 'firstKeys'>

export function listOf<Item extends Found>(state: ListState<Item>, asked: Asked<Item>): Listed<Item> {
  const known = Object.values(offersBySkill(state)).flat()
  const isShown = ({ source, key }: Item) =>
    state.shown.includes(source) && (state.firstKeys[source]?.includes(key) ?? true)
  const fitting = known.filter(asked.fits)
  const best = labelOf(fitting)
  const label = labelOf(fitting.filter(isShown)) ?? best
  const labelled = (one: typeof label) =>
    comparable(
      known.filter(({ data }) => !one || data === one),
      asked,
    )
  const all = labelled(label)
  // If no shown offer is left, a later answer has the currency of the search: no row has to keep its position.
  const isListed = all.offers.some(isShown) ? isShown : () => true
  return {
    all,
    offers: all.offers.filter(isListed),
    waiting: label === best ? all.offers.filter((offer) => !isListed(offer)) : labelled(best).offers,
  }
}

/** Chooses the state to show. An existing list always stays. */
export function viewOf<Item extends Found>(
  state: SearchState<Item>,
  { all, offers, waiting }: Listed<Item>,
): SearchView<Item> {
  const troubles = state.sources.flatMap(troubleOf)
  const answered = state.sources.flatMap(({ progress }) => (progress.state === 'answered' ? progress : []))
  const leftOut = answered.reduce((sum, one) => sum + one.leftOut, all.unasked)
  if (offers.length > 0) {
    const failure = state.failure && failureView(state.failure)
    const isPartial = failure !== null || leftOut > 0 || troubles.length > 0 || answered.some(({ partial }) => partial)
    const { currency, otherCurrencies } = all
    return { kind: 'list', offers, currency, waiting, troubles, isPartial, failure, leftOut, otherCurrencies }
  }
  if (state.failure) return failureView(state.failure)
  if (state.phase !== 'done') return { kind: 'loading' }
  if (state.sources.length === 0) return { kind: 'no-sources' }
  const [first, ...others] = troubles
  if (first && troubles.length === state.sources.length) {
    return troubles.every(isUnset) ? { kind: 'no-sources', isUnset: true } : { kind: 'trouble', trouble: first, others }
  }
  return { kind: 'none', troubles, leftOut, sources: state.sources }
}

const isUnset = (trouble: Trouble): boolean => 'error' in trouble && trouble.error.code === 'NOT_CONFIGURED'

function failureView(failure: NonNullable<SearchState['failure']>): ListFailure {
  if (failure.kind === 'offline') return { kind: 'offline' }
  if (failure.kind === 'broken') return { kind: 'internal', requestId: null, error: null }
  const { error } = failure
  const requestId = failure.requestId ?? null
  switch (error.code) {
    case 'UNAUTHENTICATED':
      return { kind: 'signed-out' }
    case 'SKILL_NOT_FOUND':
    case 'SKILL_DISABLED':
      return { kind: 'no-sources' }
    case 'INVALID_INPUT':
      return { kind: 'invalid', error }
    case 'RATE_LIMITED': {
      const trouble: Trouble = { kind: 'throttled', who: null, retryAfterS: failure.retryAfterS ?? null }
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
    return [{ kind, who, retryAfterS: retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1000) }]
  }
  if (kind === 'timeout') return [{ kind, who, limitMs: source.timeout_ms }]
  if (kind === 'down' || kind === 'off') return [{ kind, who }]
  return [{ kind, who, skill: source.skill, error }]
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
    case 'SKILL_NOT_FOUND':
    case 'SKILL_DISABLED':
      return 'off'
    case 'API_INVALID_PARAMS':
    case 'INVALID_INPUT':
      return 'refused-search'
    default:
      return 'unavailable'
  }
}
