'use client'

import { useQueryState } from 'nuqs'
import { useState } from 'react'
import { openRow, rowWithPart } from './open-row.ts'

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
  // Two offers may have the same key in the URL, so the pressed one is also known by its own key.
  const [pressed, setPressed] = useState<string | null>(null)
  const [text, setText] = useQueryState('row')
  const opened = openRow(text)
  const part = opened.row === row ? opened.part : null
  const named = part === null ? [] : offers.filter((offer) => keyOf(offer) === part)
  const chosen = named.find(({ key }) => key === pressed) ?? named[0] ?? shown
  function choose(key: string) {
    setPressed(key)
    const offer = offers.find((one) => one.key === key)
    if (offer) void setText(rowWithPart(row, keyOf(offer)))
  }
  return { chosen, choose, isMissing: part !== null && named.length === 0 }
}
