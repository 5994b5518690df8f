import { isForAnyone } from '#lib/travel/model/hotels/hotel-offer.ts'
import { originOf } from '#lib/travel/model/results/found.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { bagWish, fareDue } from '../../model/flights/fare-due.ts'
import { hasSeparateTickets } from '../../model/flights/filters.ts'
import { isForTrip } from '../../model/flights/flight-offer.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { guestsOf, isForAll } from '../../model/hotels/hotel-form.ts'
import { isForStay } from '../../model/hotels/hotel-item.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { chargesBeside, comparedTotal } from '../../model/hotels/total.ts'
import type { Found } from '../../model/results/found.ts'
import { airportsByPlace } from '../places/airports-by-place.ts'
import type { Places } from '../places/places.ts'
import { readFlightSearch, readHotelSearch } from '../search/read-search.ts'
import type { HistoryPoint } from './price-history.ts'

type LowestPrices = {
  /** The lowest price of each source that has one in the search's currency. All have the same kind of data. */
  readonly points: readonly HistoryPoint[]
  /** Whether there are offers, but only in other currencies. */
  readonly isOtherCurrency: boolean
  /** Whether there are offers, but only with prices that leave out the search's children. */
  readonly isWithoutChildren: boolean
  /** Whether there are flights, but no provider says what the bags cost. */
  readonly isBagsUnknown: boolean
}

type Search = {
  readonly kind: string
  readonly search: string
  readonly currency: string
  readonly cabinBags: number
  readonly checkedBags: number
}

/**
 * For each source, the lowest total of the offers in its untrusted answer that fit the search. Ignores prices in other
 * currencies, flights on separate tickets, hotel prices without the children or only for some travelers, test data if there is live data, and generated data if there is live or
 * test data.
 */
export function lowestPrices(
  search: Search,
  outputs: readonly SkillOutput[],
  places: Pick<Places, 'byCode' | 'airport' | 'airportsWithin'>,
): LowestPrices {
  const { currency } = search
  const found = outputs.flatMap((output) => totalsOf(search, output, places))
  const all = found.filter(({ isForAll }) => isForAll)
  const best = (['live', 'test', 'sample'] as const).find((data) => all.some((offer) => offer.data === data))
  const offers = all.filter(({ data }) => data === best)
  const inCurrency = offers.filter(({ price }) => price.currency === currency && Number.isFinite(price.amount))
  const bySource = Map.groupBy(inCurrency, ({ source }) => source)
  const points = [...bySource.values()].map((all): HistoryPoint => {
    const low = all.reduce((one, other) => (other.price.amount < one.price.amount ? other : one))
    const { price, data, fetchedAtMs, source: skill } = low
    return { at: new Date(fetchedAtMs), skill, amount: price.amount, currency, data }
  })
  return {
    points,
    isOtherCurrency:
      offers.length > 0 && points.length === 0 && !offers.some(({ price }) => price.currency === currency),
    isWithoutChildren: found.length > 0 && all.length === 0,
    isBagsUnknown: points.length === 0 && offers.some(({ price }) => price.amount === Number.POSITIVE_INFINITY),
  }
}

/** `price`: infinite if the price of the bags is unknown. */
type Total = Pick<Found, 'price' | 'source' | 'data' | 'fetchedAtMs'> & {
  /** Whether it includes the search's children. */
  readonly isForAll: boolean
}

function totalsOf(
  { kind, search, currency, cabinBags, checkedBags }: Search,
  output: SkillOutput,
  places: Parameters<typeof airportsByPlace>[1],
): Total[] {
  if (output.status !== 'success') return []
  const about = originOf(output.skill, output)
  if (kind === 'flights') {
    const read = readFlightSearch(search)
    if (!read.ok) return []
    const slices = slicesOf(read.value)
    const isTrip = isForTrip(slices, airportsByPlace(slices, places))
    const offers = readFlights(output.results, about).offers.filter(
      (offer) => isTrip(offer) && !hasSeparateTickets(offer.flight),
    )
    const bags = bagWish({ cabin_bags: cabinBags, checked_bags: checkedBags }, read.value)
    return offers.map((offer) => {
      const price = { ...offer.price, amount: fareDue(offer.flight, bags).amount }
      return { ...offer, price, isForAll: true }
    })
  }
  const read = readHotelSearch(search)
  if (!read.ok) return []
  // Includes charges paid at the hotel in the currency of the search. Others are left out: a history of prices must not
  // move with exchange rates.
  const isStay = isForStay(read.value)
  const offers = readHotels(output.results, about).offers.filter((offer) => isStay(offer) && isForAnyone(offer.hotel))
  const travelers = guestsOf(read.value)
  return offers.map(({ hotel, price, source, data, fetchedAtMs }) => {
    const inCurrency = chargesBeside(hotel).filter((charge) => charge.price?.currency === currency)
    const { amount } = comparedTotal({ price, unpriced_charges: inCurrency }, { currency, rates: null })
    return {
      price: price.currency === currency ? { amount, currency } : price,
      source,
      data,
      fetchedAtMs,
      isForAll: isForAll(hotel, travelers),
    }
  })
}
