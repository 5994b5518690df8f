import { byDue } from './fare-due.ts'
import type { FlightItem } from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import { itineraryKey, outboundKey } from './itinerary.ts'

/** What a URL says about the step of a round trip: the chosen outbound flights, and the open row. */
interface Asked {
  out: string | null
  row: string | null
}

/**
 * The outbound flights that a URL chooses; null if these offers do not have them. A URL with only the open row of a
 * round trip chooses the outbound flights of that trip.
 */
export function chosenOutbound(offers: readonly FlightOffer[], { out, row }: Asked): string | null {
  if (out === null && row === null) return null
  const found = offers.find(({ flight: { legs } }) =>
    out === null ? itineraryKey(legs) === row : outboundKey(legs) === out,
  )
  return found ? outboundKey(found.flight.legs) : null
}

/** The outbound flights of round trips, with every return that can be chosen after them. */
export interface OutboundItem {
  /** The key of the outbound flights in the URL. */
  key: string
  /** The round trip with the lowest total: what "from" means. */
  lowest: FlightItem
  /** All round trips with these outbound flights, in the order of the list. */
  trips: readonly [FlightItem, ...FlightItem[]]
  /** The number of trips whose return is nonstop. */
  nonstopReturns: number
}

/** Groups round trips by their outbound flights. The groups follow the order of their first trips. */
export function groupByOutbound(rows: readonly FlightItem[]): OutboundItem[] {
  const groups = Map.groupBy(rows, ({ itinerary }) => itinerary.outbound)
  return [...groups].flatMap(([key, [first, ...others]]): OutboundItem[] => {
    if (first === undefined) return []
    const lowest = others.reduce((low, one) => (byDue(one.offer, low.offer) < 0 ? one : low), first)
    const trips: OutboundItem['trips'] = [first, ...others]
    const nonstopReturns = trips.filter(({ itinerary }) => itinerary.legs[1]?.stops === 0).length
    return [{ key, lowest, trips, nonstopReturns }]
  })
}
