import { addDays } from '#lib/travel/offset-time.ts'
import type { Cabin, Dictionaries, FlightOffer, Segment } from '../wire.ts'
import { hash32 } from './draw.ts'
import { fareDetails } from './fares.ts'
import { type Itinerary, travelMinutes } from './itineraries.ts'
import type { Station } from './network.ts'
import type { OfferPrice } from './prices.ts'
import type { Flight } from './schedule.ts'

/** One direction of an offer: its flights and the cabin of each. */
export interface Bound {
  itinerary: Itinerary
  cabins: readonly Cabin[]
}

export interface OfferWriter {
  write(id: string, bounds: readonly Bound[], price: OfferPrice, today: string, seated: number): FlightOffer
  dictionaries(): Dictionaries
}

const CO2_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.5, BUSINESS: 2.6, FIRST: 3.6 }

/** Writes offers in the provider's format; a flight keeps its segment id throughout one answer. */
export function createOfferWriter(currency: { code: string; name: string }): OfferWriter {
  const segmentIds = new Map<string, string>()
  const used: Dictionaries = {
    locations: {},
    aircraft: {},
    currencies: { [currency.code]: currency.name },
    carriers: {},
  }

  function segmentId(flight: Flight): string {
    const key = `${flight.route.airline.code}${flight.number}${flight.departsLocal}${flight.route.from.code}`
    const id = segmentIds.get(key) ?? String(segmentIds.size + 1)
    segmentIds.set(key, id)
    return id
  }

  function segment(flight: Flight, cabin: Cabin): Segment {
    const { route, aircraft } = flight
    const { airline, from, to } = route
    for (const { code, cityCode, countryCode } of [from, to]) used.locations[code] = { cityCode, countryCode }
    used.aircraft[aircraft.code] = aircraft.name
    used.carriers[airline.code] = airline.name
    return {
      departure: { iataCode: from.code, ...terminal(from, airline.code), at: flight.departsLocal },
      arrival: { iataCode: to.code, ...terminal(to, airline.code), at: flight.arrivesLocal },
      carrierCode: airline.code,
      number: flight.number,
      aircraft: { code: aircraft.code },
      operating: { carrierCode: airline.code },
      duration: isoDuration(flight.arrives - flight.departs),
      id: segmentId(flight),
      numberOfStops: 0,
      blacklistedInEU: false,
      co2Emissions: [
        {
          weight: Math.max(1, Math.round(route.km * aircraft.kgPerKm * CO2_FACTOR[cabin])),
          weightUnit: 'KG',
          cabin,
        },
      ],
    }
  }

  return {
    write(id, bounds, { price, travelers }, today, seated) {
      const [out] = bounds
      if (out === undefined) throw new RangeError('an offer has at least one direction')
      const [first] = out.itinerary
      const key = [first.route.airline.code, first.number, first.departsLocal] as const
      const roundTrip = bounds.length > 1
      const details = bounds.flatMap(({ itinerary, cabins }) =>
        itinerary.map((flight, at) =>
          fareDetails(itinerary, at, cabins[at] ?? 'ECONOMY', segmentId(flight), roundTrip),
        ),
      )
      const lastTicketingDate = [
        addDays(today, 1 + (hash32('ticket', ...key) % 6)),
        first.departsLocal.slice(0, 10),
      ].sort()[0]
      return {
        type: 'flight-offer',
        id,
        source: 'GDS',
        instantTicketingRequired: false,
        nonHomogeneous: false,
        oneWay: false,
        isUpsellOffer: false,
        lastTicketingDate: lastTicketingDate ?? today,
        lastTicketingDateTime: lastTicketingDate ?? today,
        numberOfBookableSeats: Math.max(seated, 1 + (hash32('seats', ...key) % 9)),
        itineraries: bounds.map(({ itinerary, cabins }) => ({
          duration: isoDuration(travelMinutes(itinerary)),
          segments: itinerary.map((flight, at) => segment(flight, cabins[at] ?? 'ECONOMY')),
        })),
        price,
        pricingOptions: {
          fareType: ['PUBLISHED'],
          includedCheckedBagsOnly: details.every(
            ({ includedCheckedBags: bags }) => bags !== undefined && hasBags(bags),
          ),
        },
        validatingAirlineCodes: [first.route.airline.code],
        travelerPricings: travelers.map(({ id: travelerId, type, adultId, price: own }) => ({
          travelerId,
          fareOption: 'STANDARD',
          travelerType: type,
          ...(adultId === undefined ? {} : { associatedAdultId: adultId }),
          price: own,
          fareDetailsBySegment: type === 'HELD_INFANT' ? details.map(withoutBags) : details,
        })),
      }
    },
    dictionaries: () => used,
  }
}

function hasBags(bags: { quantity: number } | { weight: number }): boolean {
  return 'weight' in bags || bags.quantity > 0
}

/** A child on a lap has no allowance of its own. */
function withoutBags({
  includedCheckedBags: _checked,
  includedCabinBags: _cabin,
  ...rest
}: ReturnType<typeof fareDetails>): ReturnType<typeof fareDetails> {
  return rest
}

/** Large airports have terminals, and an airline keeps to one of them. */
function terminal({ code, size }: Station, airline: string): { terminal?: string } {
  const terminals = size === 2 ? 1 + (hash32('terminals', code) % 5) : 1
  return terminals === 1 ? {} : { terminal: String(1 + (hash32('terminal', code, airline) % terminals)) }
}

/** "PT14H15M" of minutes. */
function isoDuration(minutes: number): string {
  const hours = Math.trunc(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
