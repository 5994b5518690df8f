import type { SeenPrice, TripView } from '#lib/shared/trip-view.ts'
import { formatDate, formatDateRange } from '#lib/travel/format.ts'
import { priceWriter } from '#lib/travel/money.ts'

const dayMs = 86_400_000

/** An age in words: "just now", "5 minutes ago", "2 days ago". */
export function agoText(thenMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - thenMs) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
  const days = Math.floor(hours / 24)
  return `${days} ${days === 1 ? 'day' : 'days'} ago`
}

/** The first and the last day of a trip, local to its places. */
export function daysOf(trip: TripView): { from: string; to: string } {
  if (trip.kind === 'hotels') return { from: trip.hotel.check_in, to: trip.hotel.check_out }
  const { legs } = trip.flight
  const days = legs.map(({ departure }) => departure.time.slice(0, 10))
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

/** "Sat 13 Feb 2027" or "13–21 Feb 2027". */
export function datesText(trip: TripView, locale: string): string {
  const { from, to } = daysOf(trip)
  if (from.slice(0, 4) !== to.slice(0, 4))
    return `${formatDate(from, locale, { year: true })} – ${formatDate(to, locale, { year: true })}`
  return from === to
    ? formatDate(from, locale, { year: true })
    : `${formatDateRange(from, to, locale)} ${to.slice(0, 4)}`
}

/** When a trip begins, counted in whole days: "In 6 days". */
export function whenText(trip: TripView, nowMs: number): string {
  if (trip.isPast) return 'Past'
  const days = Math.round((Date.parse(daysOf(trip).from) - Math.floor(nowMs / dayMs) * dayMs) / dayMs)
  if (days < 0) return 'Under way'
  return days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`
}

export type PriceChange = { direction: 'same' | 'less' | 'more' | 'unknown'; text: string }

/** How the latest price differs from the saved one. `unknown`: no later answer had the offer. */
export function priceChange(saved: SeenPrice, latest: SeenPrice, nowMs: number, locale: string): PriceChange {
  if (latest.seenAtMs <= saved.seenAtMs) return { direction: 'unknown', text: 'not seen again since you saved it' }
  const savedAgo = agoText(saved.seenAtMs, nowMs)
  const difference = Math.abs(latest.amount - saved.amount)
  if (difference === 0) return { direction: 'same', text: `no change since ${savedAgo}` }
  const direction = latest.amount < saved.amount ? 'less' : 'more'
  const write = priceWriter([difference, saved.amount], saved.currency, locale)
  return { direction, text: `${write(difference)} ${direction} than ${savedAgo}, when it was ${write(saved.amount)}` }
}
