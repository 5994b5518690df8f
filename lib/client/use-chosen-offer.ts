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
 * The chosen offer of an open row: at first the one in the URL, else the one that the row shows. A choice goes into the
 * URL, so that a copied link opens the row with this offer.
 */
export function useChosenOffer<Offer extends { key: string }>({ row, offers, shown, keyOf }: OpenRow<Offer>) {
  // Two offers may be the same product, so the pressed one is also known by its own key.
  const [pressed, setPressed] = useState<string | null>(null)
  const [text, setText] = useQueryState('row')
  const opened = openRow(text)
  const isNamed = (offer: Offer) => opened.row === row && opened.part === keyOf(offer)
  const named = opened.part === null ? undefined : offers.find(isNamed)
  const chosen = offers.find(({ key }) => key === pressed) ?? named ?? shown
  function choose(key: string) {
    setPressed(key)
    const offer = offers.find((one) => one.key === key)
    if (offer) void setText(rowWithPart(row, keyOf(offer)))
  }
  return { chosen, choose }
}
