import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import { hash32 } from '../../draw.ts'
import type { Candidate } from '../fares/candidate.ts'
import type { BoundFare } from '../fares/fare-bound.ts'
import type { OfferPrice } from '../fares/price-offer.ts'
import { type Itinerary, nameOf } from '../journeys/itinerary.ts'
import type { Flight } from '../market/timetable.ts'
import type { Cabin } from '../search.ts'
import { type Bags, conditionsOf, fareDetails } from './fare-details.ts'
import { isoDuration, type Segment, writeSegment } from './write-segment.ts'

/** The names of the codes in an answer. */
export interface Dictionaries {
  locations: Record<string, { cityCode: string; countryCode: string }>
  aircraft: Record<string, string>
  currencies: Record<string, string>
  carriers: Record<string, string>
}

type WholeDetails = ReturnType<typeof fareDetails>
type Untold = 'amenities' | 'includedCheckedBags' | 'includedCabinBags'
type FareDetails = Omit<WholeDetails, Untold> & Partial<Pick<WholeDetails, Untold>>

/** Writes offers in the provider's format. A flight keeps its segment ID throughout one answer. */
export function createOfferWriter(currency: { code: string; name: string }, today: string) {
  const ids = new Map<string, string>()
  const segments = new Map<string, Segment>()
  const detailsByBound = new Map<string, WholeDetails[]>()
  const used: Dictionaries = {
    locations: {},
    aircraft: {},
    currencies: { [currency.code]: currency.name },
    carriers: {},
  }

  function idOf(flight: Flight): string {
    const key = nameOf(flight)
    const id = ids.get(key) ?? String(ids.size + 1)
    ids.set(key, id)
    return id
  }

  function segmentOf(flight: Flight, cabin: Cabin): Segment {
    const id = idOf(flight)
    const key = id + cabin
    const known = segments.get(key)
    if (known !== undefined) return known
    const { from, to, link } = flight.route
    for (const { code, cityCode, countryCode } of [from, to]) used.locations[code] = { cityCode, countryCode }
    used.aircraft[flight.aircraft.code] = flight.aircraft.name
    for (const { code, name } of [link.airline, ...(flight.operator ? [flight.operator] : [])]) {
      used.carriers[code] = name
    }
    const segment = writeSegment(flight, cabin, id)
    segments.set(key, segment)
    return segment
  }

  function detailsOf(itinerary: Itinerary, fare: BoundFare, basis: string): WholeDetails[] {
    const key = `${itinerary.key}#${fare.level.cabin}${fare.level.step}`
    const known = detailsByBound.get(key)
    if (known !== undefined) return known
    const details = itinerary.flights.map((flight, at) =>
      fareDetails(itinerary, flight, fare.cabins[at] ?? 'ECONOMY', fare.level.step, idOf(flight), basis),
    )
    detailsByBound.set(key, details)
    return details
  }

  return {
    write(id: string, { journey, fares, key }: Candidate, { price, travelers }: OfferPrice) {
      const [{ itinerary: out }] = journey
      const itineraries = journey.map(({ itinerary }, at) => ({
        duration: isoDuration(itinerary.arrives - itinerary.departs),
        segments: itinerary.flights.map((flight, nth) => segmentOf(flight, fares[at]?.cabins[nth] ?? 'ECONOMY')),
      }))
      const details = journey.flatMap(({ itinerary }, at) => {
        const fare = fares[at]
        return fare === undefined ? [] : detailsOf(itinerary, fare, journey.length > 1 ? 'R' : 'O')
      })
      const brands = fares.flatMap((fare) => fare.brands)
      const { refundable, withoutPenalty } = conditionsOf(brands)
      const departure = out.flights[0].date
      const freedom = fares[0]?.level.step ?? 0
      const ticketBy = Math.min(daysBetween(today, departure), (hash32('ticket', key) % 3) + freedom * 3)
      const lastTicketingDate = addDays(today, ticketBy)
      return {
        type: 'flight-offer',
        id,
        source: 'GDS',
        instantTicketingRequired: out.seller.lowCost,
        nonHomogeneous: false,
        oneWay: false,
        isUpsellOffer: false,
        lastTicketingDate,
        lastTicketingDateTime: lastTicketingDate,
        numberOfBookableSeats: Math.min(...fares.map(({ seats }) => seats)),
        itineraries,
        price,
        pricingOptions: {
          fareType: ['PUBLISHED'],
          includedCheckedBagsOnly: details.every(({ includedCheckedBags: bags }) => hasBags(bags)),
          refundableFare: refundable,
          noPenaltyFare: withoutPenalty,
        },
        validatingAirlineCodes: [out.seller.code],
        travelerPricings: travelers.map(({ id: travelerId, type, adultId, price: own }, nth) => ({
          travelerId,
          fareOption: 'STANDARD',
          travelerType: type,
          ...(adultId === undefined ? {} : { associatedAdultId: adultId }),
          price: own,
          fareDetailsBySegment:
            nth === 0 ? details : details.map(type === 'HELD_INFANT' ? withoutBags : withoutAmenities),
        })),
      }
    },
    dictionaries: () => used,
  }
}

export type FlightOffer = ReturnType<ReturnType<typeof createOfferWriter>['write']>

function hasBags(bags: Bags): boolean {
  return 'weight' in bags || bags.quantity > 0
}

/** Only the first traveler lists amenities; the others have the same. */
function withoutAmenities({ amenities: _amenities, ...rest }: FareDetails): FareDetails {
  return rest
}

/** A lap infant has no allowance. */
function withoutBags(details: FareDetails): FareDetails {
  const { includedCheckedBags: _checked, includedCabinBags: _cabin, ...rest } = withoutAmenities(details)
  return rest
}
