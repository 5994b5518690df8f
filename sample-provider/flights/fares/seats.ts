import { shareOf } from '../market/draw.ts'
import type { Flight } from '../market/timetable.ts'
import type { Cabin } from '../search.ts'
import { demandOf, isEvent } from './demand.ts'

/** The provider never states more seats than this. */
export const MAX_SEATS_TOLD = 9
/** The number of seats that represents a whole cabin. */
const CABIN_SEATS: Readonly<Record<Cabin, number>> = { ECONOMY: 24, PREMIUM_ECONOMY: 12, BUSINESS: 12, FIRST: 6 }
/** The share of a flight that an event fills before other bookings. */
const EVENT_SOLD = 0.6
/** Airlines open sales this many days before departure, or earlier by up to the spread, depending on the airline. */
const [FIRST_SALE_DAYS, SALE_DAYS_SPREAD] = [335, 27]

/**
 * The remaining seats in a cabin of a flight, from 0 to 9. There are fewer near departure and in the high season. Sold
 * seats do not return, so the number never rises from one day to the next. It is 0 before sales open.
 */
export function seatsLeft(flight: Flight, cabin: Cabin, today: number): number {
  const { airline } = flight.route.link
  const days = flight.day - today
  if (days > FIRST_SALE_DAYS + SALE_DAYS_SPREAD * shareOf('on sale', airline.code)) return 0
  const liking = shareOf('seats', airline.code, flight.number, flight.route.from.code, flight.date, cabin)
  const final = 0.25 + 0.55 * demandOf(flight) + 0.55 * liking
  const sold = final * (0.35 + 0.65 * Math.exp(-days / 45)) + (isEvent(flight) ? EVENT_SOLD : 0)
  return Math.max(0, Math.min(MAX_SEATS_TOLD, Math.floor(CABIN_SEATS[cabin] * (1 - sold))))
}
