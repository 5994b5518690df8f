import { z } from 'zod'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { currencies } from '../currencies.ts'
import { badRequest, type Checked, gatewayIssues, type Issue } from '../errors.ts'
import { cabinSchema, type FlightSearch, type SearchBound, travelerTypeSchema } from './search.ts'
import { checkDate, DEFAULT_CURRENCY, earliestAfter, MAX_OFFERS, MAX_SEATS } from './search-limits.ts'

const place = z.string().regex(/^[A-Z]{3}$/)
const originDestinationSchema = z.object({
  id: z.string().min(1),
  originLocationCode: place,
  destinationLocationCode: place,
  departureDateTimeRange: z.object({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
})
const travelerSchema = z.object({
  id: z.string().min(1),
  travelerType: travelerTypeSchema,
  associatedAdultId: z.string().optional(),
})
const cabinRestrictionSchema = z.object({
  cabin: cabinSchema,
  coverage: z.literal('MOST_SEGMENTS'),
  originDestinationIds: z.array(z.string()).optional(),
})
const flightFiltersSchema = z.object({
  cabinRestrictions: z.array(cabinRestrictionSchema).min(1).max(6).default([]),
  connectionRestriction: z.object({ maxNumberOfConnections: z.number().int().min(0).max(2).optional() }).prefault({}),
})
/** The documented body of `POST /v2/shopping/flight-offers`. Other fields are ignored. */
const bodySchema = z.object({
  currencyCode: place.default(DEFAULT_CURRENCY),
  originDestinations: z.array(originDestinationSchema).min(1).max(6),
  travelers: z.array(travelerSchema).min(1).max(18),
  sources: z.array(z.literal('GDS')).min(1),
  searchCriteria: z
    .object({
      maxFlightOffers: z.number().int().min(1).max(MAX_OFFERS).default(MAX_OFFERS),
      flightFilters: flightFiltersSchema.prefault({}),
    })
    .prefault({}),
})
type Body = z.infer<typeof bodySchema>

/**
 * Checks a search for several destinations: presence and format first, then values and combinations, then whether the
 * locations exist. The first two stages report all their findings, by JSON pointer; the last one reports one issue.
 */
export function readBody(body: unknown, places: Pick<Places, 'byCode'>, nowMs: number): Checked<FlightSearch> {
  const parsed = bodySchema.safeParse(body, { reportInput: true })
  if (!parsed.success) return { ok: false, issues: parsed.error.issues.map(formatIssue) }
  const { originDestinations, travelers, currencyCode, searchCriteria } = parsed.data
  const issues = [...wrongTrips(parsed.data, places, nowMs), ...wrongTravelers(parsed.data)]
  if (!currencies.has(currencyCode)) {
    issues.push(badRequest(4926, '/currencyCode', 'Currency not supported', DEFAULT_CURRENCY))
  }
  if (issues.length > 0) return { ok: false, issues }

  const { cabinRestrictions, connectionRestriction } = searchCriteria.flightFilters
  const bounds = originDestinations.flatMap((each): SearchBound[] => {
    const [from, to] = [places.byCode(each.originLocationCode), places.byCode(each.destinationLocationCode)]
    if (from === undefined || to === undefined) return []
    const { date } = each.departureDateTimeRange
    const cabin = cabinRestrictions.find(({ originDestinationIds: ids }) => ids?.includes(each.id) ?? true)?.cabin
    return [{ origins: from.airports, destinations: to.airports, date, cabin }]
  })
  if (bounds.length < originDestinations.length) return { ok: false, issues: [gatewayIssues.unknownLocation] }
  return {
    ok: true,
    value: {
      bounds,
      travelers: travelers.map(({ id, travelerType, associatedAdultId }) => ({
        id,
        type: travelerType,
        ...(associatedAdultId === undefined ? {} : { adultId: associatedAdultId }),
      })),
      nonStop: connectionRestriction.maxNumberOfConnections === 0,
      currency: currencyCode,
      max: searchCriteria.maxFlightOffers,
    },
  }
}

/** The documented error of a schema issue: missing data, too many occurrences in a list, or a wrong format. */
function formatIssue(issue: z.core.$ZodIssue): Issue {
  const pointer = `/${issue.path.join('/')}`
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return badRequest(10661, pointer, `At most ${issue.maximum} occurrences`)
  }
  if (issue.code === 'too_small' && issue.origin === 'array')
    return badRequest(32171, pointer, 'Missing mandatory data')
  if (issue.code === 'too_big' || issue.code === 'too_small') return badRequest(4926, pointer, issue.message)
  const isAbsent = issue.code === 'invalid_type' && issue.input === undefined
  return isAbsent ? badRequest(32171, pointer, 'Missing mandatory data') : badRequest(477, pointer, issue.message)
}

function wrongTrips({ originDestinations }: Body, places: Pick<Places, 'byCode'>, nowMs: number): Issue[] {
  const issues: Issue[] = []
  const home = places.byCode(originDestinations[0]?.originLocationCode ?? '')
  const today = toLocalTime(home?.zone ?? 'UTC', nowMs).slice(0, 10)
  let earliest = ''
  for (const [at, { departureDateTimeRange, ...each }] of originDestinations.entries()) {
    const { date } = departureDateTimeRange
    const pointer = `/originDestinations/${at}/departureDateTimeRange/date`
    const problem = checkDate(date, today, at > 0)
    if (problem !== undefined) issues.push(badRequest(problem.code, pointer, problem.detail))
    else if (date < earliest) {
      issues.push(badRequest(2668, pointer, 'Departures must be in chronological order'))
    }
    earliest = problem === undefined ? earliestAfter(date) : ''
    if (each.originLocationCode === each.destinationLocationCode) {
      issues.push(badRequest(2668, `/originDestinations/${at}`, 'Origin and destination must be different'))
    }
  }
  return issues
}

function wrongTravelers({ travelers }: Body): Issue[] {
  const issues: Issue[] = []
  const idsOf = (type: string) => travelers.flatMap(({ id, travelerType }) => (travelerType === type ? [id] : []))
  const laps = new Set(idsOf('ADULT'))
  travelers.forEach(({ travelerType, associatedAdultId }, at) => {
    if (travelerType !== 'HELD_INFANT') return
    const pointer = `/travelers/${at}/associatedAdultId`
    if (associatedAdultId === undefined) issues.push(badRequest(32171, pointer, 'Missing mandatory data'))
    else if (!laps.delete(associatedAdultId))
      issues.push(badRequest(4926, pointer, 'No adult with this id is free for an infant'))
  })
  if (travelers.length - idsOf('HELD_INFANT').length > MAX_SEATS) {
    issues.push(badRequest(10661, '/travelers', `At most ${MAX_SEATS} seated travelers`))
  }
  return issues
}
