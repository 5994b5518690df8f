import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import { shareOf } from '../../flights/market/draw.ts'
import type { Settlement } from '../geography/settlements.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'

type Town = Pick<Settlement, 'code' | 'kind' | 'centre' | 'travelFactor'>

const EVENT_DAYS = 4
const EVENT_SHARE = 0.07

/** A night's price factor in a town, from season, weekday and events. */
export function demandOf(town: Town, date: string): number {
  return season(town, date) * weekday(town, date) * (isEvent(town, date) ? 1.45 : 1)
}

/** Whether a fair or a festival fills the town on this day. The same for all hotels of the town. */
function isEvent({ code }: Pick<Town, 'code'>, date: string): boolean {
  const period = Math.floor(daysBetween('2024-01-01', date) / EVENT_DAYS)
  return shareOf('event', code, period) < EVENT_SHARE
}

/**
 * The season's price factor. Peaks: summer at beaches, or the dry winter in the tropics; spring and autumn in cities.
 */
function season({ kind, centre }: Town, date: string): number {
  // Hotels change their rates weekly.
  const week = Math.floor(daysBetween(`${date.slice(0, 4)}-01-01`, date) / 7)
  const yearDay = (week * 7 + 3) / 365
  const south = centre.lat < 0 ? 0.5 : 0
  const wave = (peak: number) => Math.cos(2 * Math.PI * (yearDay - peak - south))
  const isTropical = Math.abs(centre.lat) < 24
  const newYear = week >= 51 ? 1.25 : 1
  if (kind === 'beach') return (isTropical ? 1 + 0.22 * wave(0.1) : 1 + 0.38 * wave(0.57)) * newYear
  return (1 + 0.1 * wave(0.5) + 0.06 * Math.cos(4 * Math.PI * (yearDay - 0.42))) * newYear
}

function weekday({ kind, travelFactor }: Town, date: string): number {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isWeekend = day === 5 || day === 6
  if (kind === 'beach') return isWeekend ? 1.12 : 1
  // In places with little tourism, beds are cheapest on days off.
  if (travelFactor < 1.5) return isWeekend ? 0.88 : day === 0 ? 0.92 : 1.05
  return isWeekend ? 1.1 : day === 0 ? 0.94 : 1
}

/** The last rooms cost more, and early bookings less. */
export function leadFactor(daysAhead: number): number {
  if (daysAhead <= 1) return 1.16
  if (daysAhead <= 7) return 1.09
  if (daysAhead <= 21) return 1.02
  return Math.max(0.88, 1 - (daysAhead - 21) / 1000)
}

export function lengthOfStayFactor(nights: number): number {
  if (nights >= 28) return 0.8
  if (nights >= 14) return 0.86
  if (nights >= 7) return 0.92
  return nights >= 4 ? 0.97 : 1
}

/**
 * Whether the hotel is full on at least one of the nights. Several rooms, days with an event and the next few days are
 * harder to get. Some beach hotels close in winter.
 */
export function isSoldOut(
  hotel: Pick<Hotel, 'hotelId' | 'settlement' | 'spot'>,
  stay: { checkInDate: string; checkOutDate: string; rooms: number },
  today: string,
): boolean {
  if (stay.checkInDate < today) return true
  const { hotelId, settlement } = hotel
  const nights = daysBetween(stay.checkInDate, stay.checkOutDate)
  for (let at = 0; at < nights; at++) {
    const date = addDays(stay.checkInDate, at)
    if (isClosed(hotel, date)) return true
    const odds = 0.009 * (isEvent(settlement, date) ? 6 : 1) * (daysBetween(today, date) < 3 ? 2.5 : 1) * stay.rooms
    // A full night is often followed by another, so nights are drawn in pairs.
    const pair = Math.floor(daysBetween('2024-01-01', date) / 2)
    if (shareOf('full', hotelId, pair) < odds) return true
  }
  return false
}

function isClosed(
  { hotelId, settlement, spot }: Pick<Hotel, 'hotelId' | 'settlement' | 'spot'>,
  date: string,
): boolean {
  const { kind, centre } = settlement
  if (kind !== 'beach' || spot !== 'shore' || Math.abs(centre.lat) < 34) return false
  const month = Number(date.slice(5, 7))
  const isWinter = centre.lat > 0 ? month >= 11 || month <= 3 : month >= 5 && month <= 9
  return isWinter && shareOf('closes', hotelId) < 0.4
}
