import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { signatureOf } from '../../model/flights/itinerary.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { flightProduct } from '../../model/flights/same-flight.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { stayProduct } from '../../model/hotels/same-stay.ts'
import { parseOffsetTime } from '../../model/offset-time.ts'
import type { Origin } from '../../model/results/found.ts'
import { toInstantMs } from '../../model/zoned-time.ts'

/** An offer in a skill's answer, with a text that identifies its product. */
export type SoldOffer = {
  readonly offer: FlightResult | HotelResult
  readonly product: string
  readonly price: Price
  /** Flights only: equal for all fares of the same flights. */
  readonly flights?: string
  /** When the trip ends: the last arrival, or the end of the day of departure from the hotel. */
  endsAtMs(zone: string | undefined): number
}

/** The valid offers of an untrusted answer, with clean texts. */
export function soldOffers(kind: 'flights' | 'hotels', output: Pick<SkillSuccess, 'results'>, about: Origin) {
  if (kind === 'flights')
    return readFlights(output.results, about).offers.map(
      ({ flight }): SoldOffer => ({
        offer: flight,
        product: flightProduct(flight),
        price: flight.price,
        flights: signatureOf(flight.legs),
        endsAtMs: () => parseOffsetTime(flight.legs.at(-1)?.arrival.time ?? '')?.instantMs ?? 0,
      }),
    )
  return readHotels(output.results, about).offers.map(
    ({ hotel }): SoldOffer => ({
      offer: hotel,
      product: stayProduct(hotel),
      price: hotel.price,
      endsAtMs: (zone = 'UTC') => toInstantMs(zone, `${hotel.check_out}T23:59:59`) ?? 0,
    }),
  )
}

/** The offer of a product: the one with the id, else the cheapest, because another answer uses other ids. */
export function pickOffer(offers: readonly SoldOffer[], product: string, id?: string): SoldOffer | undefined {
  const same = offers.filter((one) => one.product === product)
  return same.find(({ offer }) => offer.id === id) ?? same.toSorted((a, b) => a.price.amount - b.price.amount)[0]
}
