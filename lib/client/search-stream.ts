import { type ErrorBody, type ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import { FlightResult } from '#runner/contract/flights.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { SearchLine, SearchSource } from '#runner/contract/stream.ts'
import type { Offer } from './offer.ts'

type SourceProgress =
  | { state: 'waiting' }
  | { state: 'answered'; offers: Offer[]; elapsedMs: number; cached: boolean; partial: boolean }
  | { state: 'failed'; error: ErrorBody }

export interface AskedSource extends SearchSource {
  progress: SourceProgress
}

/** Why there is no stream (any more). */
export type StreamFailure =
  | { kind: 'refused'; error: ErrorBody; retryAfterS?: number; requestId?: string }
  | { kind: 'offline' }
  | { kind: 'broken' }

export interface SearchState {
  phase: 'connecting' | 'asking' | 'done'
  sources: AskedSource[]
  /** Skills whose offers stand in the list; those of others wait behind a notice. */
  shown: string[]
  failure: StreamFailure | null
}

export type SearchEvent =
  | { type: 'line'; line: SearchLine }
  | { type: 'failed'; failure: StreamFailure }
  | { type: 'show-all' }
  | { type: 'restart' }

export const initialSearch: SearchState = { phase: 'connecting', sources: [], shown: [], failure: null }

/** The state of a search after one more event. Lines of a source that was never announced are ignored. */
export function reduceSearch(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'restart':
      return initialSearch
    case 'show-all':
      return { ...state, shown: state.sources.map(({ skill }) => skill) }
    case 'failed':
      return state.phase === 'done' ? state : { ...state, phase: 'done', failure: event.failure }
    case 'line':
      return reduceLine(state, event.line)
  }
}

function reduceLine(state: SearchState, line: SearchLine): SearchState {
  switch (line.type) {
    case 'sources':
      return {
        ...state,
        phase: 'asking',
        sources: line.sources.map((source) => ({ ...source, progress: { state: 'waiting' } })),
      }
    case 'answer': {
      const progress = progressOf(line.source, line.output)
      const sources = state.sources.map((source) => (source.skill === line.source ? { ...source, progress } : source))
      // The first offers go in at once; later ones would move what is being read.
      const isFirst = !state.sources.some((s) => state.shown.includes(s.skill) && offersOf(s).length > 0)
      return { ...state, sources, shown: isFirst ? [...state.shown, line.source] : state.shown }
    }
    case 'done': {
      const isWaiting = state.sources.some(({ progress }) => progress.state === 'waiting')
      return { ...state, phase: 'done', failure: isWaiting ? { kind: 'broken' } : state.failure }
    }
  }
}

function progressOf(skill: string, output: SkillOutput): SourceProgress {
  if (output.status === 'error') return { state: 'failed', error: output.error }
  if (output.status === 'requires_confirmation') {
    const code: ErrorCode = 'CONFIRMATION_REQUIRED'
    return { state: 'failed', error: { code, message: sentenceOf(code, { skill }) } }
  }
  const { metadata } = output
  const fetchedAtMs = Date.parse(metadata.fetched_at)
  const offers = output.results.flatMap((result): Offer[] => {
    const flight = FlightResult.safeParse(result)
    if (!flight.success) return []
    const { data } = flight
    // Without a label nobody vouches that an offer is real.
    const label = metadata.data ?? 'test'
    return [
      { key: `${skill}~${data.id}`, flight: data, source: skill, data: label, cached: metadata.cached, fetchedAtMs },
    ]
  })
  return {
    state: 'answered',
    offers,
    elapsedMs: metadata.query_time_ms,
    cached: metadata.cached,
    partial: metadata.partial || offers.length < output.results.length,
  }
}

/** The offers of one source; none while it waits or when it failed. */
export function offersOf(source: AskedSource): Offer[] {
  return source.progress.state === 'answered' ? source.progress.offers : []
}
