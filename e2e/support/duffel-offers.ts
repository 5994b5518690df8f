import type { Places } from '#lib/travel/server/places/places.ts'
import {
  type Bags,
  type Cabin,
  createFlightMarket,
  type Dictionaries,
  type FlightOffer,
  type FlightSearch,
  type SearchTraveler,
  type Segment,
} from '#sample-provider/stand-ins.ts'

/** The parts of a Duffel offer request that the stand-in reads. */
export type OfferRequest = {
  readonly slices: readonly { origin: string; destination: string; departure_date: string }[]
  readonly passengers: readonly { type?: string; age?: number }[]
  readonly cabin_class?: string
  readonly max_connections?: number
}

const maxOffers = 60

/** How this provider's offers differ from those of another provider that sells the same flights. */
export type Difference = {
  readonly priceFactor: number
  /** Of every three flights, the index of the one that the provider does not sell: 0, 1 or 2. */
  readonly withoutEach: number
}

const duffels: Difference = { priceFactor: 0.97, withoutEach: 0 }

/**
 * Returns a function that creates the Duffel offers for a request: the flights of the sample market without every third
 * one, cheapest first.
 */
export function createDuffelOffers(places: Places, { priceFactor, withoutEach }: Difference = duffels) {
  const market = createFlightMarket(places)
  return function offersFor(request: OfferRequest, nowMs: number): object[] {
    const { data, dictionaries } = market.generate(searchOf(request, places), nowMs)
    const sold = data.filter((_, at) => at % 3 !== withoutEach)
    return sold.map((offer) => duffelOffer(offer, dictionaries, nowMs, priceFactor))
  }
}

const cabins: Readonly<Record<string, Cabin>> = {
  economy: 'ECONOMY',
  premium_economy: 'PREMIUM_ECONOMY',
  business: 'BUSINESS',
  first: 'FIRST',
}

function searchOf(request: OfferRequest, places: Places): FlightSearch {
  const airportsOf = (code: string) => places.byCode(code)?.airports ?? []
  const cabin = cabins[request.cabin_class ?? '']
  return {
    bounds: request.slices.map(({ origin, destination, departure_date }) => ({
      origins: airportsOf(origin),
      destinations: airportsOf(destination),
      date: departure_date,
      cabin,
    })),
    travelers: request.passengers.map(({ age }, at): SearchTraveler => {
      const id = String(at + 1)
      if (age === undefined) return { id, type: 'ADULT' }
      return age < 2 ? { id, type: 'HELD_INFANT', adultId: '1' } : { id, type: 'CHILD' }
    }),
    nonStop: request.max_connections === 0,
    currency: 'USD',
    max: maxOffers,
  }
}

const passengerTypes = { ADULT: 'adult', CHILD: 'child', HELD_INFANT: 'infant_without_seat' }

function duffelOffer(offer: FlightOffer, names: Dictionaries | undefined, nowMs: number, priceFactor: number) {
  const { price, travelerPricings, itineraries, id } = offer
  const scaled = (amount: string) => (Number(amount) * priceFactor).toFixed(2)
  const carrierOf = (code: string) => ({ iata_code: code, name: names?.carriers[code] ?? code })
  const total = scaled(price.grandTotal)
  const base = scaled(price.base)
  return {
    id: `off_${id}`,
    owner: carrierOf(offer.validatingAirlineCodes[0] ?? ''),
    live_mode: false,
    expires_at: new Date(nowMs + 30 * 60_000).toISOString(),
    total_amount: total,
    total_currency: price.currency,
    base_amount: base,
    base_currency: price.currency,
    tax_amount: (Number(total) - Number(base)).toFixed(2),
    tax_currency: price.currency,
    conditions: { refund_before_departure: null, change_before_departure: null },
    passengers: travelerPricings.map(({ travelerId, travelerType }) => ({
      id: `pas_${travelerId}`,
      type: passengerTypes[travelerType],
    })),
    slices: itineraries.map(({ segments }) => ({
      fare_brand_name: fareOn(segments[0], travelerPricings[0])?.brandedFareLabel ?? null,
      segments: segments.map((segment) => ({
        origin: { iata_code: segment.departure.iataCode },
        destination: { iata_code: segment.arrival.iataCode },
        origin_terminal: segment.departure.terminal ?? null,
        destination_terminal: segment.arrival.terminal ?? null,
        departing_at: segment.departure.at,
        arriving_at: segment.arrival.at,
        duration: segment.duration,
        marketing_carrier: carrierOf(segment.carrierCode),
        marketing_carrier_flight_number: segment.number,
        operating_carrier: carrierOf(segment.operating?.carrierCode ?? segment.carrierCode),
        aircraft: { iata_code: segment.aircraft.code, name: names?.aircraft[segment.aircraft.code] ?? '' },
        stops: [],
        passengers: travelerPricings.map((pricing) => passengerOn(segment, pricing)),
      })),
    })),
  }
}

type Pricing = FlightOffer['travelerPricings'][number]

const fareOn = (segment: Segment | undefined, pricing: Pricing | undefined) =>
  pricing?.fareDetailsBySegment.find(({ segmentId }) => segmentId === segment?.id)

function passengerOn(segment: Segment, pricing: Pricing) {
  const fare = fareOn(segment, pricing)
  return {
    passenger_id: `pas_${pricing.travelerId}`,
    cabin_class: fare?.cabin.toLowerCase() ?? null,
    fare_basis_code: fare?.fareBasis ?? null,
    baggages: [...baggage('carry_on', fare?.includedCabinBags), ...baggage('checked', fare?.includedCheckedBags)],
  }
}

/** Duffel counts bags and does not support an allowance in kilograms. */
const baggage = (type: string, bags: Bags | undefined) =>
  bags !== undefined && 'quantity' in bags ? [{ type, quantity: bags.quantity }] : []
