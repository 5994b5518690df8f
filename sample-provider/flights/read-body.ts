import { z } from 'zod'
import type { Places } from '#lib/travel/server/places/places.ts'
import { badRequest, type Checked, type Issue } from '../errors.ts'
import { checkSearch, DEFAULT_CURRENCY, MAX_OFFERS } from './check-search.ts'
import { cabinSchema, type FlightSearch, travelerTypeSchema } from './search.ts'

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
 * locations exist. The first two stages report all their findings, by JSON pointer.
 */
export function readBody(body: unknown, places: Pick<Places, 'byCode'>, nowMs: number): Checked<FlightSearch> {
  const parsed = bodySchema.safeParse(body, { reportInput: true })
  if (!parsed.success) return { ok: false, issues: parsed.error.issues.map(formatIssue) }
  const { originDestinations, travelers, currencyCode, searchCriteria } = parsed.data
  const { cabinRestrictions, connectionRestriction } = searchCriteria.flightFilters
  return checkSearch(
    {
      trips: originDestinations.map((each) => ({
        from: each.originLocationCode,
        to: each.destinationLocationCode,
        date: each.departureDateTimeRange.date,
        cabin: cabinRestrictions.find(({ originDestinationIds: ids }) => ids?.includes(each.id) ?? true)?.cabin,
      })),
      travelers: travelers.map(({ id, travelerType, associatedAdultId }) => ({
        id,
        type: travelerType,
        ...(associatedAdultId !== undefined && { adultId: associatedAdultId }),
      })),
      nonStop: connectionRestriction.maxNumberOfConnections === 0,
      currency: currencyCode,
      max: searchCriteria.maxFlightOffers,
    },
    {
      date: (at) => `/originDestinations/${at}/departureDateTimeRange/date`,
      ends: (at) => `/originDestinations/${at}`,
      currency: '/currencyCode',
      travelers: '/travelers',
    },
    wrongLaps(parsed.data),
    { places, nowMs },
  )
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

/** Each infant needs the lap of an adult. */
function wrongLaps({ travelers }: Body): Issue[] {
  const issues: Issue[] = []
  const laps = new Set(travelers.flatMap(({ id, travelerType }) => (travelerType === 'ADULT' ? [id] : [])))
  travelers.forEach(({ travelerType, associatedAdultId }, at) => {
    if (travelerType !== 'HELD_INFANT') return
    const pointer = `/travelers/${at}/associatedAdultId`
    if (associatedAdultId === undefined) issues.push(badRequest(32171, pointer, 'Missing mandatory data'))
    else if (!laps.delete(associatedAdultId))
      issues.push(badRequest(4926, pointer, 'No adult with this id is free for an infant'))
  })
  return issues
}
