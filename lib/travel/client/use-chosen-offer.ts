'use client'

import { useQueryStates } from 'nuqs'
import { openRow, rowWithPart } from './open-row.ts'
import { rowParsers } from './use-open-row.ts'

/** An open row that sells several offers, such as the fares of a flight or the rooms of a hotel. */
interface OpenRow<Offer> {
  /** The row's key in the URL. */
  row: string
  offers: readonly Offer[]
  /** The offer that the row itself shows. */
  shown: Offer
  /** An offer's key in the URL, equal for the same product in any answer. */
  keyOf: (offer: Offer) => string
}

/**
 * The chosen offer of an open row: the one in the URL, else the one that the row shows. A choice goes into the URL, so
 * that a copied link opens the row with this offer. `isMissing`: the URL names an offer that is not among `offers`.
 */
export function useChosenOffer<Offer extends { key: string }>({ row, offers, shown, keyOf }: OpenRow<Offer>) {
  const [query, setQuery] = useQueryStates(rowParsers)
  const opened = openRow(query.row)
  const part = opened.row === row ? opened.part : null
  const named = part === null ? undefined : offers.find((offer) => keyOf(offer) === part)
  return {
    chosen: named ?? shown,
    isMissing: part !== null && named === undefined,
    choose(key: string) {
      const offer = offers.find((one) => one.key === key)
      if (offer) void setQuery({ row: rowWithPart(row, keyOf(offer)) })
    },
  }
}
