import type { Places } from '#lib/places/places.ts'
import { addDays } from '#lib/travel/offset-time.ts'
import { gatewayIssues } from '../errors.ts'
import { bodySchema, type DateTimeRange, type FlightOffersBody, type OriginDestination } from './body-schema.ts'
import { checkBody, formatIssue } from './check-body.ts'
import { nearbyAirports } from './nearby-airports.ts'
import type { SearchBound, TimeWindow } from './search.ts'
import { DEFAULT_CURRENCY, type ReadSearch } from './search-limits.ts'

const DAY_MINUTES = 1440

/**
 * Checks the body of `POST /v2/shopping/flight-offers` as documented: presence and format first, then values and
 * combinations, then whether the locations exist. Each stage reports everything that it finds, by JSON pointer.
 */
export function readBody(body: unknown, places: Pick<Places, 'byCode' | 'airport'>, nowMs: number): ReadSearch {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return { ok: false, issues: parsed.error.issues.map((issue) => formatIssue(issue)) }
  const query = parsed.data
  const issues = checkBody(query, places, nowMs)
  if (issues.length > 0) return { ok: false, issues }

  const bounds = query.originDestinations.map((each) => boundOf(each, query, places))
  const known = bounds.flatMap((bound) => bound ?? [])
  if (known.length < bounds.length) return { ok: false, issues: [gatewayIssues.unknownLocation] }
  const { searchCriteria: criteria } = query
  const { carrierRestrictions, connectionRestriction, maxFlightTime } = criteria.flightFilters
  const { includedCheckedBagsOnly, refundableFare, noRestrictionFare, noPenaltyFare } = criteria.pricingOptions
  const most = connectionRestriction.maxNumberOfConnections
  return {
    ok: true,
    search: {
      bounds: known,
      travelers: query.travelers.map(({ id, travelerType, associatedAdultId }) => ({
        id,
        type: travelerType,
        ...(associatedAdultId === undefined ? {} : { adultId: associatedAdultId }),
      })),
      includedAirlines: setOf(carrierRestrictions.includedCarrierCodes),
      excludedAirlines: setOf(carrierRestrictions.excludedCarrierCodes),
      mostChanges: most === 0 ? 0 : most === 1 ? 1 : 2,
      nonStop: !connectionRestriction.technicalStopsAllowed,
      currency: query.currencyCode ?? DEFAULT_CURRENCY,
      maxPrice: criteria.maxPrice,
      max: criteria.maxFlightOffers,
      ...(maxFlightTime === undefined ? {} : { maxFlightTimePercent: maxFlightTime }),
      conditions: { includedCheckedBagsOnly, refundableFare, noPenaltyFare: noPenaltyFare || noRestrictionFare },
      oneOfferPerDay: criteria.oneFlightOfferPerDay,
      chargeableBags: criteria.additionalInformation.chargeableCheckedBags,
    },
  }
}

function boundOf(
  each: OriginDestination,
  { searchCriteria: { flightFilters } }: FlightOffersBody,
  places: Pick<Places, 'byCode' | 'airport'>,
): SearchBound | undefined {
  const crossBorder = flightFilters.crossBorderAllowed
  const around = (code: string, others: readonly string[] = [], radiusKm = 0): string[] => {
    const airports = [code, ...others].flatMap((one) => places.byCode(one)?.airports ?? [])
    const near = radiusKm === 0 ? [] : nearbyAirports(code, radiusKm, crossBorder, places)
    return [...new Set([...airports, ...near])]
  }
  const origins = around(each.originLocationCode, each.alternativeOriginsCodes, each.originRadius)
  const destinations = around(each.destinationLocationCode, each.alternativeDestinationsCodes, each.destinationRadius)
  if (origins.length === 0 || destinations.length === 0) return undefined
  const restriction = flightFilters.cabinRestrictions.find(
    ({ originDestinationIds }) => originDestinationIds === undefined || originDestinationIds.includes(each.id),
  )
  const departure = windowOf(each.departureDateTimeRange)
  const arrival = each.arrivalDateTimeRange
  const arrivalWindow = arrival && windowOf(arrival)
  const included = setOf(each.includedConnectionPoints)
  const excluded = setOf(each.excludedConnectionPoints)
  return {
    id: each.id,
    origins,
    destinations,
    dates: datesOf(each.departureDateTimeRange),
    ...(departure === undefined ? {} : { departure }),
    ...(arrival === undefined
      ? {}
      : { arrival: { dates: datesOf(arrival), ...(arrivalWindow === undefined ? {} : { window: arrivalWindow }) } }),
    ...(included === undefined ? {} : { includedChanges: included }),
    ...(excluded === undefined ? {} : { excludedChanges: excluded }),
    ...(restriction === undefined ? {} : { cabin: { cabin: restriction.cabin, coverage: restriction.coverage } }),
  }
}

/** "I3D" is three days before and after, "P2D" two days after, "M1D" one day before. */
function datesOf({ date, dateWindow = 'P0D' }: DateTimeRange): string[] {
  const days = Number(dateWindow[1])
  const [from, until] = [dateWindow.startsWith('P') ? 0 : -days, dateWindow.startsWith('M') ? 0 : days]
  return Array.from({ length: until - from + 1 }, (_, at) => addDays(date, from + at))
}

function windowOf({ time, timeWindow }: DateTimeRange): TimeWindow | undefined {
  if (time === undefined || timeWindow === undefined) return undefined
  const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const around = Number.parseInt(timeWindow, 10) * 60
  return { from: Math.max(0, minute - around), until: Math.min(DAY_MINUTES - 1, minute + around) }
}

function setOf(codes: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return codes === undefined ? undefined : new Set(codes)
}
