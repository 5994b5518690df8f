import type { DataLabel, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { Steps } from '../steps.ts'

/** The two kinds of search. Pages and routes of a search have it in their path. */
export type SearchKind = 'flights' | 'hotels'

/** Facts about any result besides the result itself. `key` is unique in a list. */
export interface Found {
  key: string
  /** The total for all travelers. */
  price: Price
  /** The skill that returned it. */
  source: string
  data: DataLabel
  cached: boolean
  fetchedAtMs: number
  /** Whether the result is from an earlier answer of a source that has not answered the new request yet. */
  isOld?: boolean
  /** Whether the price was converted, until the source answers in the currency of the search. */
  isAbout?: boolean
}

/** The origin of an answer's results. */
export type Origin = Omit<Found, 'key' | 'price' | 'isOld' | 'isAbout'>

/** The displayable results of an answer. */
export interface ReadAnswer<Item extends Found> {
  offers: Item[]
  /** Number of results not shown: invalid, impossible, different offers under one id, or beyond the limit. */
  leftOut: number
}

/** Reads an untrusted answer's results. */
export type ReadResults<Item extends Found> = (results: readonly unknown[], about: Origin) => Steps<ReadAnswer<Item>>

/** The origin of a source's answer. Without a label, results do not count as live. */
export const originOf = (source: string, { metadata }: Pick<SkillSuccess, 'metadata'>): Origin => ({
  source,
  data: metadata.data ?? 'test',
  cached: metadata.cached,
  fetchedAtMs: Date.parse(metadata.fetched_at),
})
