import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'

/** What a page knows of any result beside the result itself. `key` is unique in a list. */
export interface Found {
  key: string
  /** What all travelers pay. */
  price: Price
  /** The skill that was asked. */
  source: string
  data: DataLabel
  cached: boolean
  fetchedAtMs: number
  /** From an earlier answer: its source was asked again and has not answered. */
  isOld?: boolean
}

/** Where the results of one answer come from. */
export type Origin = Omit<Found, 'key' | 'price' | 'isOld'>

/** The results of one answer that may be shown. */
export interface ReadAnswer<Item extends Found> {
  offers: Item[]
  /** Results that are not shown: off the contract's form, impossible, one id for different offers, or too many. */
  leftOut: number
}

/** Reads the results of an answer. Nothing in them is trusted. */
export type ReadResults<Item extends Found> = (results: readonly unknown[], about: Origin) => ReadAnswer<Item>
