import type { z } from 'zod'
import type { Places } from '#lib/places/places.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import { badField, type Issue } from '../errors.ts'
import type { BodyTraveler, FlightOffersBody } from './body-schema.ts'
import { currencies } from './fares/currencies.ts'
import { checkDate, DEFAULT_CURRENCY, MOST_SEATS } from './search-limits.ts'

/** What is wrong with a body of the right format, by JSON pointer: its values and how they go together. */
export function checkBody(query: FlightOffersBody, places: Pick<Places, 'byCode'>, nowMs: number): Issue[] {
  return [...wrongDates(query, places, nowMs), ...wrongTravelers(query.travelers), ...wrongCombinations(query)]
}

/** What is absent is missing data, a list that is too long has too many occurrences, all else has a wrong format. */
export function formatIssue(issue: z.core.$ZodIssue): Issue {
  const pointer = `/${issue.path.join('/')}`
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return badField(10661, pointer, `At most ${issue.maximum} occurrences`)
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return badField(32171, pointer, 'Missing mandatory data')
  if (issue.code === 'too_big' || issue.code === 'too_small') return badField(4926, pointer, issue.message)
  const isAbsent = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return isAbsent ? badField(32171, pointer, 'Missing mandatory data') : badField(477, pointer, issue.message)
}

function wrongDates({ originDestinations }: FlightOffersBody, places: Pick<Places, 'byCode'>, nowMs: number): Issue[] {
  const issues: Issue[] = []
  const [first] = originDestinations
  const home = places.byCode(first?.originLocationCode ?? '')
  const today = toLocalTime(home?.zone ?? 'UTC', nowMs).slice(0, 10)
  let before = ''
  originDestinations.forEach(({ departureDateTimeRange: { date } }, at) => {
    const pointer = `/originDestinations/${at}/departureDateTimeRange/date`
    const problem = checkDate(date, today)
    if (problem !== undefined) issues.push(badField(problem.code, pointer, problem.detail))
    else if (date < before)
      issues.push(badField(2668, pointer, 'Origins and destinations must be in the order of time'))
    before = date
  })
  return issues
}

function wrongTravelers(travelers: readonly BodyTraveler[]): Issue[] {
  const issues: Issue[] = []
  const adults = new Set(travelers.flatMap(({ id, travelerType }) => (travelerType === 'ADULT' ? [id] : [])))
  const holding = new Set<string>()
  travelers.forEach(({ id, travelerType, associatedAdultId }, at) => {
    if (travelers.findIndex((other) => other.id === id) < at) {
      issues.push(badField(4926, `/travelers/${at}/id`, 'Traveler ids must be different'))
    }
    if (travelerType !== 'HELD_INFANT') return
    const pointer = `/travelers/${at}/associatedAdultId`
    if (associatedAdultId === undefined) issues.push(badField(32171, pointer, 'Missing mandatory data'))
    else if (!adults.has(associatedAdultId)) issues.push(badField(4926, pointer, 'No adult has this id'))
    else if (holding.has(associatedAdultId)) issues.push(badField(2668, pointer, 'This adult holds another infant'))
    else holding.add(associatedAdultId)
  })
  const seated = travelers.filter(({ travelerType }) => travelerType !== 'HELD_INFANT').length
  if (seated > MOST_SEATS) issues.push(badField(10661, '/travelers', `At most ${MOST_SEATS} seated travelers`))
  return issues
}

function wrongCombinations({ originDestinations, currencyCode, searchCriteria }: FlightOffersBody): Issue[] {
  const issues: Issue[] = []
  if (currencyCode !== undefined && !currencies.has(currencyCode)) {
    issues.push(badField(4926, '/currencyCode', 'Currency not supported', DEFAULT_CURRENCY))
  }
  originDestinations.forEach((each, at) => {
    const pointer = `/originDestinations/${at}`
    const { dateWindow, timeWindow, time } = each.departureDateTimeRange
    if (each.originLocationCode === each.destinationLocationCode) {
      issues.push(badField(2668, pointer, 'Origin and destination must be different'))
    }
    if ((each.originRadius ?? each.destinationRadius) !== undefined && (dateWindow ?? timeWindow) !== undefined) {
      issues.push(badField(2668, pointer, 'A radius can not be combined with dateWindow or timeWindow'))
    }
    if (timeWindow !== undefined && time === undefined) {
      issues.push(badField(32171, `${pointer}/departureDateTimeRange/time`, 'timeWindow needs a time'))
    }
    if (originDestinations.findIndex(({ id }) => id === each.id) < at) {
      issues.push(badField(4926, `${pointer}/id`, 'Ids must be different'))
    }
  })
  const { carrierRestrictions, cabinRestrictions } = searchCriteria.flightFilters
  if (carrierRestrictions.includedCarrierCodes && carrierRestrictions.excludedCarrierCodes) {
    const pointer = '/searchCriteria/flightFilters/carrierRestrictions'
    issues.push(badField(2668, pointer, 'Included and excluded carriers can not be cumulated'))
  }
  cabinRestrictions.forEach(({ originDestinationIds = [] }, at) => {
    if (originDestinationIds.every((id) => originDestinations.some((each) => each.id === id))) return
    const pointer = `/searchCriteria/flightFilters/cabinRestrictions/${at}/originDestinationIds`
    issues.push(badField(4926, pointer, 'No origin and destination has this id'))
  })
  return issues
}
