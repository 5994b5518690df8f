import { type BestReference, bestScore } from './best.ts'
import type { Row } from './narrow.ts'

export const sorts = ['best', 'price', 'duration', 'departure'] as const
export type Sort = (typeof sorts)[number]

/** A sorted copy. Equal rows keep one order whatever order they came in. */
export function sortRows(rows: readonly Row[], by: Sort, reference: BestReference): Row[] {
  return rows
    .map((row) => ({ row, measures: measuresOf(row, by, reference) }))
    .toSorted((a, b) => {
      for (const [at, measure] of a.measures.entries()) {
        const difference = measure - (b.measures[at] ?? 0)
        if (difference !== 0) return difference
      }
      return a.row.itinerary.key < b.row.itinerary.key ? -1 : a.row.itinerary.key > b.row.itinerary.key ? 1 : 0
    })
    .map(({ row }) => row)
}

function measuresOf({ itinerary, offer }: Row, by: Sort, reference: BestReference): number[] {
  const price = offer.flight.price.amount
  const { minutes, departureMs } = itinerary
  switch (by) {
    case 'best':
      return [-bestScore(itinerary, price, reference), price, minutes, departureMs]
    case 'price':
      return [price, minutes, departureMs]
    case 'duration':
      return [minutes, price, departureMs]
    case 'departure':
      return [departureMs, price, minutes]
  }
}
