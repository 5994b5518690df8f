import { byDue } from './fare-due.ts'
import type { FlightItem } from './filters.ts'

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
