import type { HostileFault } from '../faults.ts'
import type { FlightOffer, FlightOffersAnswer, Segment } from './wire.ts'

type Offers = Omit<FlightOffersAnswer, 'meta'>

const MANY_OFFERS = 10_000
const SCRIPT = '<script>alert(1)</script>'
const MARKUP = '"><img src=x onerror=alert(1)>'
const HALF_PAIR = 'A\ud800B\udc00'

/** What fields an offer lacks, in turn: single ones, and all that stands below one. */
const MISSING: readonly (readonly string[])[] = [
  ['numberOfBookableSeats', 'lastTicketingDate', 'lastTicketingDateTime', 'pricingOptions', 'validatingAirlineCodes'],
  ['itineraries.segments.operating', 'itineraries.segments.aircraft', 'itineraries.segments.departure.terminal'],
  ['itineraries.segments.duration', 'itineraries.duration', 'itineraries.segments.numberOfStops'],
  ['travelerPricings.fareDetailsBySegment.cabin', 'travelerPricings.fareDetailsBySegment.includedCheckedBags'],
  ['travelerPricings'],
  ['price.grandTotal', 'price.fees', 'price.taxes'],
  ['price'],
  ['itineraries.segments.arrival'],
  ['itineraries'],
  ['id'],
  ['itineraries.segments.carrierCode', 'itineraries.segments.number'],
]

/** A good answer, made into one that no provider should give. Its type is JSON, for it need not have the wire shape. */
export function hostileAnswer({ data, dictionaries }: Offers, fault: HostileFault): object {
  switch (fault) {
    case 'many-offers':
      return { data: repeated(data, MANY_OFFERS), dictionaries }
    case 'missing-fields':
      return { data: data.map((offer, at) => without(offer, MISSING[at % MISSING.length] ?? [])) }
    case 'wrong-currency':
      return { data: data.map((offer, at) => inCurrency(offer, ['XXX', 'usd', '', 'JPY'][at % 4] ?? '')), dictionaries }
    case 'negative-price':
      return { data: data.map(negated), dictionaries }
    case 'arrives-first':
      return { data: data.map(arrivingFirst), dictionaries }
    case 'duplicate-ids':
      return { data: data.map((offer) => ({ ...offer, id: '1' })), dictionaries }
    case 'script':
      return named({ data, dictionaries }, SCRIPT, MARKUP)
    case 'lone-surrogates':
      return named({ data, dictionaries }, HALF_PAIR, HALF_PAIR)
  }
}

function repeated(data: readonly FlightOffer[], count: number): FlightOffer[] {
  if (data.length === 0) return []
  return Array.from({ length: count }, (_, at) => data[at % data.length]).flatMap((offer, at) =>
    offer === undefined ? [] : [{ ...offer, id: String(at + 1) }],
  )
}

/** A copy of a value without the fields at the paths; a path goes through every item of a list. */
function without(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (paths.includes(key)) return []
      const below = paths.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : []))
      return [[key, below.length === 0 ? inner : without(inner, below)]]
    }),
  )
}

function inCurrency(offer: FlightOffer, currency: string): FlightOffer {
  return { ...offer, price: { ...offer.price, currency } }
}

function negated(offer: FlightOffer): FlightOffer {
  const { price } = offer
  return {
    ...offer,
    price: { ...price, total: `-${price.total}`, base: `-${price.base}`, grandTotal: `-${price.grandTotal}` },
  }
}

function eachSegment(offer: FlightOffer, change: (segment: Segment) => Segment): FlightOffer {
  const itineraries = offer.itineraries.map((itinerary) => ({ ...itinerary, segments: itinerary.segments.map(change) }))
  return { ...offer, itineraries }
}

function arrivingFirst(offer: FlightOffer): FlightOffer {
  return eachSegment(offer, ({ departure, arrival, ...segment }) => ({
    ...segment,
    departure: { ...departure, at: arrival.at },
    arrival: { ...arrival, at: departure.at.replace(/^\d{4}/, (year) => String(Number(year) - 1)) },
  }))
}

/** Wherever an answer carries words, other words. */
function named({ data, dictionaries }: Offers, name: string, label: string): object {
  const names = (entries: Readonly<Record<string, string>> | undefined) =>
    Object.fromEntries(Object.keys(entries ?? {}).map((key) => [key, name]))
  return {
    data: data.map((offer) => ({
      ...eachSegment(offer, (segment) => ({ ...segment, departure: { ...segment.departure, terminal: label } })),
      travelerPricings: offer.travelerPricings.map((traveler) => ({
        ...traveler,
        fareDetailsBySegment: traveler.fareDetailsBySegment.map((details) => ({
          ...details,
          brandedFare: name,
          brandedFareLabel: label,
          amenities: (details.amenities ?? []).map((amenity) => ({ ...amenity, description: name })),
        })),
      })),
    })),
    dictionaries: {
      ...dictionaries,
      aircraft: names(dictionaries?.aircraft),
      currencies: names(dictionaries?.currencies),
      carriers: names(dictionaries?.carriers),
    },
  }
}
