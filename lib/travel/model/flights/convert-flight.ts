import type { Convert } from '../results/converted.ts'
import type { FlightOffer } from './flight-offer.ts'

/** The parts of the price stay out, because rounded parts need not add up. */
export function convertFlight(offer: FlightOffer, into: Convert): FlightOffer | undefined {
  const { price_base: _base, taxes: _taxes, fees: _fees, price_per_traveler: _each, ...flight } = offer.flight
  const price = into(offer.price)
  const bag = flight.checked_bag_price && into(flight.checked_bag_price)
  return price && { ...offer, price, flight: { ...flight, price, ...(bag && { checked_bag_price: bag }) } }
}
