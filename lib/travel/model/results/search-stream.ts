import type { ErrorBody } from '#runner/contract/errors.ts'
import type { OutputMetadata } from '#runner/contract/skill-io.ts'
import type { SearchLine, SearchSource } from '#runner/contract/stream.ts'
import type { Found } from './found.ts'

export type SourceProgress<Item extends Found> =
  | { state: 'waiting' }
  | {
      state: 'answered'
      offers: Item[]
      /** The number of results that the page cannot show. */
      leftOut: number
      /** The offers that could not be read, and the hotels that were not asked for or have more rates. Absent: none. */
      unread?: Pick<OutputMetadata, 'unreadable' | 'unknown_airports' | 'hotels_with_fewer_rates' | 'hotels_asked'>
      elapsedMs: number
      cached: boolean
      partial: boolean
      /** Only the first offers so far; the complete answer follows. */
      isFirst?: true
    }
  | { state: 'failed'; error: ErrorBody }

export interface AskedSource<Item extends Found = Found> extends SearchSource {
  progress: SourceProgress<Item>
}

/** Why the stream failed. */
export type StreamFailure =
  | { kind: 'refused'; error: ErrorBody; retryAfterS?: number; requestId?: string }
  | { kind: 'offline' }
  | { kind: 'broken' }

/** The state of one search; `Item` is its type of result. */
export interface SearchState<Item extends Found = Found> {
  phase: 'connecting' | 'asking' | 'done'
  sources: AskedSource<Item>[]
  /** The skills whose offers are in the list. The offers of other skills wait behind a notice. */
  shown: string[]
  /** For a skill, the keys of its first offers, while the rest of its answer waits behind the notice. */
  firstKeys: Record<string, readonly string[]>
  failure: StreamFailure | null
  /** Earlier offers by skill, kept in the list and marked as old until their source answers again. */
  previous: Record<string, Item[]>
}

export type SearchEvent<Item extends Found = Found> =
  | Exclude<SearchLine, { type: 'answer' }>
  | { type: 'answer'; source: string; progress: SourceProgress<Item> }
  | { type: 'failed'; failure: StreamFailure }
  | { type: 'show-all' }
  /** The search starts, perhaps again: keeps old answers until new ones arrive. */
  | { type: 'again' }

export const initialSearch: SearchState<never> = {
  phase: 'connecting',
  sources: [],
  shown: [],
  firstKeys: {},
  failure: null,
  previous: {},
}

/** The next state of a search. Ignores answers of unannounced sources. */
export function reduceSearch<Item extends Found>(
  state: SearchState<Item>,
  event: SearchEvent<Item>,
): SearchState<Item> {
  switch (event.type) {
    case 'again':
      return hasOffers(state) ? { ...initialSearch, shown: state.shown, previous: offersBySkill(state) } : initialSearch
    case 'show-all':
      // Offers that are still to come wait behind the next notice.
      return { ...state, shown: [...new Set([...state.shown, ...Object.keys(offersBySkill(state))])], firstKeys: {} }
    case 'failed':
      return state.phase === 'done' ? state : { ...state, phase: 'done', failure: event.failure }
    case 'sources':
      return {
        ...state,
        phase: 'asking',
        sources: event.sources.map((source) => ({ ...source, progress: { state: 'waiting' } })),
      }
    case 'answer':
      return addAnswer(state, event)
    case 'done': {
      const isWaiting = state.sources.some((source) => source.progress.state === 'waiting' || isOnlyFirst(source))
      return { ...state, phase: 'done', failure: isWaiting ? { kind: 'broken' } : state.failure }
    }
  }
}

function addAnswer<Item extends Found>(
  state: SearchState<Item>,
  { source: skill, progress }: Extract<SearchEvent<Item>, { type: 'answer' }>,
): SearchState<Item> {
  const known = state.sources.find((source) => source.skill === skill)
  if (known === undefined) return state
  // A few first offers are no replacement for an earlier whole answer.
  if (progress.state === 'answered' && progress.isFirst && state.previous[skill]) return state
  const sources = state.sources.map((source) => (source === known ? { ...source, progress } : source))
  // The first offers appear at once. Later ones wait, because what is on the page does not move by itself.
  const before = offersBySkill(state)
  const isEmpty = !state.shown.some((other) => before[other]?.length)
  const isShown = state.shown.includes(skill)
  const shown = isEmpty && !isShown ? [...state.shown, skill] : state.shown
  // When the rest fails, the first offers stay in the list, as those of an earlier answer do.
  const previous =
    progress.state === 'failed' && isOnlyFirst(known) ? { ...state.previous, [skill]: offersOf(known) } : state.previous
  const firstKeys =
    isShown && isOnlyFirst(known)
      ? { ...state.firstKeys, [skill]: offersOf(known).map(({ key }) => key) }
      : state.firstKeys
  return { ...state, sources, shown, firstKeys, previous }
}

/** Whether the rest of this source's answer is still expected. */
export function isOnlyFirst<Item extends Found>({ progress }: AskedSource<Item>): boolean {
  return progress.state === 'answered' && progress.isFirst === true
}

/** The offers of one source's answer; empty while it is pending or after a failure. */
export function offersOf<Item extends Found>(source: AskedSource<Item>): Item[] {
  return source.progress.state === 'answered' ? source.progress.offers : []
}

export const hasOffers = (state: SearchState): boolean =>
  Object.values(offersBySkill(state)).some(({ length }) => length > 0)

/** The known offers of each skill: from its answer, else from the previous one, marked as old. */
export function offersBySkill<Item extends Found>({
  sources,
  previous,
}: Pick<SearchState<Item>, 'sources' | 'previous'>): Record<string, Item[]> {
  const known: Record<string, Item[]> = Object.fromEntries(
    Object.entries(previous).map(([skill, offers]) => [skill, offers.map((offer) => ({ ...offer, isOld: true }))]),
  )
  for (const { skill, progress } of sources) if (progress.state === 'answered') known[skill] = progress.offers
  return known
}
