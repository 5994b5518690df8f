import { type ErrorBody, type ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { SearchLine, SearchSource } from '#runner/contract/stream.ts'
import type { Found, ReadResults } from './found.ts'

type SourceProgress<Item extends Found> =
  | { state: 'waiting' }
  | { state: 'answered'; offers: Item[]; leftOut: number; elapsedMs: number; cached: boolean; partial: boolean }
  | { state: 'failed'; error: ErrorBody }

export interface AskedSource<Item extends Found = Found> extends SearchSource {
  progress: SourceProgress<Item>
}

/** Why there is no stream (any more). */
export type StreamFailure =
  | { kind: 'refused'; error: ErrorBody; retryAfterS?: number; requestId?: string }
  | { kind: 'offline' }
  | { kind: 'broken' }

/** What is known of one search; `Item` is what it finds. */
export interface SearchState<Item extends Found = Found> {
  phase: 'connecting' | 'asking' | 'done'
  sources: AskedSource<Item>[]
  /** Skills whose offers stand in the list; those of others wait behind a notice. */
  shown: string[]
  failure: StreamFailure | null
  /** The offers of the answers before, by skill: they stand in the list, marked as old, until their source answers again. */
  previous: Record<string, Item[]>
}

export type SearchEvent =
  | { type: 'line'; line: SearchLine }
  | { type: 'failed'; failure: StreamFailure }
  | { type: 'show-all' }
  /** Another search: nothing is kept. */
  | { type: 'restart' }
  /** The same search once more: what was answered is kept until it is answered anew. */
  | { type: 'again' }

export const initialSearch: SearchState<never> = {
  phase: 'connecting',
  sources: [],
  shown: [],
  failure: null,
  previous: {},
}

/** The state of a search after one more event. Lines of a source that was never announced are ignored. */
export function reduceSearch<Item extends Found>(
  state: SearchState<Item>,
  event: SearchEvent,
  read: ReadResults<Item>,
): SearchState<Item> {
  switch (event.type) {
    case 'restart':
      return initialSearch
    case 'again':
      return { ...initialSearch, shown: state.shown, previous: offersBySkill(state) }
    case 'show-all':
      return { ...state, shown: state.sources.map(({ skill }) => skill) }
    case 'failed':
      return state.phase === 'done' ? state : { ...state, phase: 'done', failure: event.failure }
    case 'line':
      return reduceLine(state, event.line, read)
  }
}

function reduceLine<Item extends Found>(
  state: SearchState<Item>,
  line: SearchLine,
  read: ReadResults<Item>,
): SearchState<Item> {
  switch (line.type) {
    case 'sources':
      return {
        ...state,
        phase: 'asking',
        sources: line.sources.map((source) => ({ ...source, progress: { state: 'waiting' } })),
      }
    case 'answer': {
      const progress = progressOf(line.source, line.output, read)
      const sources = state.sources.map((source) => (source.skill === line.source ? { ...source, progress } : source))
      // The first offers go in at once; later ones would move what is being read.
      const before = offersBySkill(state)
      const isFirst = !state.shown.some((skill) => (before[skill] ?? []).length > 0)
      const isShown = state.shown.includes(line.source)
      return { ...state, sources, shown: isFirst && !isShown ? [...state.shown, line.source] : state.shown }
    }
    case 'done': {
      const isWaiting = state.sources.some(({ progress }) => progress.state === 'waiting')
      return { ...state, phase: 'done', failure: isWaiting ? { kind: 'broken' } : state.failure }
    }
  }
}

function progressOf<Item extends Found>(
  skill: string,
  output: SkillOutput,
  read: ReadResults<Item>,
): SourceProgress<Item> {
  if (output.status === 'error') return { state: 'failed', error: output.error }
  if (output.status === 'requires_confirmation') {
    const code: ErrorCode = 'CONFIRMATION_REQUIRED'
    return { state: 'failed', error: { code, message: sentenceOf(code, { skill }) } }
  }
  const { metadata, results } = output
  const { offers, leftOut } = read(results, {
    source: skill,
    // Without a label nobody vouches that an offer is real.
    data: metadata.data ?? 'test',
    cached: metadata.cached,
    fetchedAtMs: Date.parse(metadata.fetched_at),
  })
  return {
    state: 'answered',
    offers,
    leftOut,
    elapsedMs: metadata.query_time_ms,
    cached: metadata.cached,
    partial: metadata.partial || leftOut > 0,
  }
}

/** The offers of one source's answer; none while it waits or when it failed. */
export function offersOf<Item extends Found>(source: AskedSource<Item>): Item[] {
  return source.progress.state === 'answered' ? source.progress.offers : []
}

/** The offers that are known of each skill: of its answer, else of the one before, marked as old. */
export function offersBySkill<Item extends Found>({ sources, previous }: SearchState<Item>): Record<string, Item[]> {
  const known: Record<string, Item[]> = Object.fromEntries(
    Object.entries(previous).map(([skill, offers]) => [skill, offers.map((offer) => ({ ...offer, isOld: true }))]),
  )
  for (const { skill, progress } of sources) if (progress.state === 'answered') known[skill] = progress.offers
  return known
}
