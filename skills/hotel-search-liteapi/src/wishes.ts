import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Params } from './request.ts'

/** Whether a result is what the traveler asked for. The provider filters too, but not by price. */
export function fitsWishes(
  { board, price, price_parts, cancellation, stars, nights, rooms }: HotelResult,
  params: Params,
) {
  if (params.board !== undefined && board !== params.board) return false
  if (params.free_cancellation && cancellation?.kind !== 'free') return false
  if ('stars' in params && params.stars.length > 0 && stars !== undefined && !params.stars.includes(stars)) return false
  const { price_min, price_max, currency } = params
  if (price_min === undefined && price_max === undefined) return true
  if (price.currency !== currency) return false
  // Compares the price of one room and night, without charges that the hotel takes on site.
  const onSite = price_parts.reduce((sum, part) => sum + (part.included ? 0 : thousandths(part.price.amount)), 0)
  const booked = thousandths(price.amount) - onSite
  const limit = (perNight: number) => thousandths(perNight) * nights * rooms
  return booked >= limit(price_min ?? 0) && booked <= limit(price_max ?? Number.POSITIVE_INFINITY)
}

/** Whole numbers of a unit that no currency divides, so that sums and comparisons are exact. */
const thousandths = (amount: number): number => Math.round(amount * 1000)
