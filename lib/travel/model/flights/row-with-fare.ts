import type { FlightItem } from './filters.ts'
import { fareKey } from './same-flight.ts'

/** The row with the fare that was chosen in it, so that the row, its details and the link agree. */
export function rowWithFare(row: FlightItem, chosen: { row: string | null; part: string | null }): FlightItem {
  if (chosen.part === null || chosen.row !== row.itinerary.key) return row
  const offer = row.fares.find((fare) => fareKey(fare) === chosen.part)
  return offer ? { ...row, offer } : row
}
