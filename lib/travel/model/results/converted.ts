import type { Price } from '#runner/contract/travel-fields.ts'
import type { ExchangeRates } from '../exchange-rates.ts'
import type { FlightOffer } from '../flights/flight-offer.ts'
import type { HotelOffer } from '../hotels/hotel-offer.ts'
import { convert } from '../hotels/total.ts'
import { minorDigits } from '../money.ts'
import type { Found } from './found.ts'
import type { SearchState } from './search-stream.ts'

/** Converts a price, rounded to the minor unit; `undefined` without a rate. */
type Convert = (price: Price) => Price | undefined

/**
 * The results of a search in another currency, marked as about, to show until the providers answer in it. Leaves out
 * those without a rate. Null if the rates are not for these results: generated rates never mix with live prices.
 */
export function convertResults<Item extends Found>(
  state: SearchState<Item>,
  currency: string,
  rates: ExchangeRates,
  convertOffer: (offer: Item, convertPrice: Convert) => Item | undefined,
): SearchState<Item> | null {
  const into: Convert = (price) => {
    const amount = convert(price, currency, rates)
    return amount === undefined ? undefined : { amount: Number(amount.toFixed(minorDigits(currency))), currency }
  }
  let isMixed = false
  const sources = state.sources.map((source) => {
    const { progress } = source
    if (progress.state !== 'answered') return source
    isMixed ||= rates.data !== 'live' && progress.offers.some(({ data }) => data === 'live')
    const offers = progress.offers.flatMap((offer) => {
      if (offer.price.currency === currency) return offer
      const converted = convertOffer(offer, into)
      return converted ? { ...converted, isAbout: true } : []
    })
    return { ...source, progress: { ...progress, offers } }
  })
  return isMixed ? null : { ...state, sources, previous: {} }
}

/** The parts of the price stay out, because rounded parts need not add up. */
export function convertFlight(offer: FlightOffer, into: Convert): FlightOffer | undefined {
  const { price_base: _base, taxes: _taxes, fees: _fees, price_per_traveler: _each, ...flight } = offer.flight
  const price = into(offer.price)
  const bag = flight.checked_bag_price && into(flight.checked_bag_price)
  return price && { ...offer, price, flight: { ...flight, price, ...(bag && { checked_bag_price: bag }) } }
}

export function convertHotel(offer: HotelOffer, into: Convert): HotelOffer | undefined {
  const price = into(offer.price)
  const parts = offer.hotel.price_parts.flatMap((part) => {
    const inList = into(part.price)
    return inList ? { ...part, price: inList } : []
  })
  return price && { ...offer, price, hotel: { ...offer.hotel, price, price_parts: parts } }
}
