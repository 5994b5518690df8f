import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { type Ask, ask } from '#runner/sdk/ask.ts'
import { addResult, findUnknownPlace } from '#runner/sdk/flight-legs.ts'
import { createFlightTimes } from '#runner/sdk/flight-times.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { type AskOffsets, createLocalTimes } from '#runner/sdk/local-times.ts'
import { done, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { asArray, remembering, textReader } from '#runner/sdk/read-json.ts'
import { createUnreadOffers, type UnreadOffers } from '#runner/sdk/unread-offers.ts'
import { type Page, readAccepted, readPage } from './answer.ts'
import type { GivenOffer, GivenPlace, GivenSegment, GivenSlice } from './given.ts'
import { mapOffer } from './map-offer.ts'
import { findFlights } from './map-segment.ts'
import { offerRequest, offersPage, providerHost } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

const maxOffers = 250
const defaultOffers = 50

/**
 * Searches flights: one offer request, the pages of its offers, one call for the offsets of all times. Unreadable
 * offers are left out and counted, and the answer is marked partial.
 */
export async function searchFlights(call: SkillCall<FlightParams>, host: SearchHost): Promise<Outcome<SkillAnswer>> {
  const { params, config } = call
  const accepted = await ask(host, offerRequest(call), readAccepted)
  if (!accepted.ok) {
    const unknown =
      accepted.code === 'API_INVALID_PARAMS' ? await findUnknownPlace(params.slices, host.time) : undefined
    return unknown === undefined ? accepted : refused(unknown, 'is not a known airport or city')
  }

  const limits = [params.max_results, config.max_results].filter((limit) => limit !== undefined)
  const most = Math.min(maxOffers, ...(limits.length > 0 ? limits : [defaultOffers]))
  const collected = await collectOffers(accepted.value.id, most, (page, read) => ask(host, page, read))
  if (!collected.ok) return collected
  const { offers, isCut, hasMore } = collected.value

  if (isCut) host.console.log(`a page of offers is missing after ${offers.length} offers`)
  const { results, unread, metadata } = await mapOffers(offers, params, host)
  return done({
    // The provider counts connections, so a flight that lands on the way can be among its non-stop flights.
    results: params.non_stop ? results.filter(({ legs }) => legs.every(({ stops }) => stops === 0)) : results,
    metadata: {
      source_api: providerHost,
      partial: isCut || unread.count > 0,
      has_more: hasMore,
      ...metadata,
      ...(accepted.value.isLive ? {} : { data: 'test' as const }),
    },
  })
}

async function mapOffers(
  offers: readonly GivenOffer[],
  { slices, adults, children }: FlightParams,
  host: SearchHost,
): Promise<{ results: FlightResult[]; unread: UnreadOffers; metadata: SkillAnswer['metadata'] }> {
  const localTimes = createLocalTimes()
  const flights = offers.map((offer) => findFlights(offer, localTimes))
  await localTimes.resolve(askInOwnZones(offers, host.time))
  const times = createFlightTimes()
  const days = slices.map(({ date }) => date)
  const wanted = { days, seats: adults + children, times, text: remembering(textReader(200)) }
  const results = new Map<string, FlightResult>()
  const unread = createUnreadOffers()
  for (const [position, offer] of offers.entries()) {
    const result = unread.tryTo(() => mapOffer(offer, flights[position] ?? [], position, wanted))
    if (result !== undefined) addResult(result, results)
  }
  if (unread.count > 0) host.console.log(`${unread.count} of ${offers.length} offers left out (${unread.reasons()})`)
  for (const finding of times.findings()) host.console.warn(finding)
  return { results: [...results.values()], unread, metadata: { ...unread.metadata(), ...times.metadata() } }
}

type Collected = {
  readonly offers: readonly GivenOffer[]
  /** The list ended early: a later page failed, a cursor led nowhere, or there were too many pages. */
  readonly isCut: boolean
  /** The provider has more offers, or may have more because the list ended early. */
  readonly hasMore: boolean
}

type Get = (page: Ask, read: typeof readPage) => Promise<Outcome<Page>>

const largestPage = 200
const maxPages = 4

/** Reads pages until there are `most` offers. A failed first page fails the search; a later one ends the list. */
async function collectOffers(offerRequestId: string, most: number, get: Get): Promise<Outcome<Collected>> {
  const offers: GivenOffer[] = []
  const seen = new Set<string>()
  let after: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await get(offersPage(offerRequestId, Math.min(largestPage, most - offers.length), after), readPage)
    if (!page.ok) return pages === 0 ? page : done({ offers, isCut: true, hasMore: true })
    // The provider may send more than the limit.
    const left = most - offers.length
    offers.push(...page.value.offers.slice(0, left))
    after = page.value.after
    const isLast = after === undefined
    if (isLast || offers.length >= most) {
      return done({ offers, isCut: false, hasMore: !isLast || page.value.offers.length > left })
    }
    // With a cursor that repeats, or with empty pages, the list would never end.
    if (after === undefined || seen.has(after) || page.value.offers.length === 0) break
    seen.add(after)
  }
  return done({ offers, isCut: true, hasMore: true })
}

/** No code of an airport or city has this form. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{0,30}(?:\/[A-Za-z0-9_+-]{1,30}){1,2}$/

/**
 * Asks for offsets in the zones that the provider gives its airports, which count before the host's. Where it gives none,
 * or one that the host does not know, the host's zone of the airport counts.
 */
function askInOwnZones(offers: readonly GivenOffer[], time: Pick<SkillHost['time'], 'offset'>): AskOffsets {
  const zones = new Map<unknown, string>()
  const note = (place: GivenPlace | undefined) => {
    const zone = place?.time_zone
    if (typeof zone === 'string' && zoneName.test(zone)) zones.set(place?.iata_code, zone)
  }
  for (const offer of offers)
    for (const slice of asArray<GivenSlice>(offer?.slices))
      for (const segment of asArray<GivenSegment>(slice?.segments)) {
        note(segment?.origin)
        note(segment?.destination)
      }
  return async (pairs) => {
    const offsets = await time.offset(pairs.map(([airport, local]) => [zones.get(airport) ?? airport, local]))
    const lacking = pairs.filter(([airport], at) => offsets[at] === null && zones.has(airport))
    if (lacking.length === 0) return offsets
    const ofAirports = (await time.offset(lacking)).values()
    return pairs.map(([airport], at) =>
      offsets[at] === null && zones.has(airport) ? (ofAirports.next().value ?? null) : (offsets[at] ?? null),
    )
  }
}
