import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { BrokenOffer } from '#runner/sdk/broken-offer.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { done, failed, type Outcome, refused } from '#runner/sdk/outcome.ts'
import { asCount, asNumber, asRecord } from '#runner/sdk/read-json.ts'
import { type Room, roomsOf } from '#runner/sdk/room-guests.ts'
import { createUnreadOffers, type UnreadOffers } from '#runner/sdk/unread-offers.ts'
import { ask } from './answer.ts'
import { askOffers, lastStartMs } from './ask-offers.ts'
import { createCollector } from './collect-offers.ts'
import { joinRooms } from './join-rooms.ts'
import { type ListedHotel, readHotels } from './list-hotels.ts'
import { put } from './read.ts'
import { groupsOf, listUrl, offersUrl, promised, providerHost, readSearch, type Search, scoresUrl } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

/**
 * Searches hotels: requests the list of a place, then the offers of the listed hotels in batches, the nearest first.
 * Unreadable or late data is left out, and the answer is marked partial and counts unreadable offers. If the provider failed and there are no
 * results, the search fails with that failure.
 */
export async function searchHotels(
  { params, config }: SkillCall<HotelParams | HotelOffersParams>,
  host: SearchHost,
  nowMs: number,
): Promise<Outcome<SkillAnswer>> {
  const groups = groupsOf(params)
  const searches = groups.map((group) => readSearch(params, config, group, groups.length))
  const search = promised(searches[0])
  const unread = createUnreadOffers()
  const listed = await listHotels(search, host, unread)
  if (!listed.ok) return listed
  const hotels = listed.value.slice(0, search.maxResults)
  const collectors = searches.map((each) => createCollector(hotels, { search: each, time: host.time, nowMs, unread }))
  const hotelIds = hotels.map(({ id }) => id)
  const asking = askOffers(hotelIds, async (batch, startBy) => {
    // The other kinds of rooms have two seconds more, because a batch without them is lost.
    let answer = await ask(host, offersUrl(search, batch), startBy)
    for (const [at, collector] of collectors.entries()) {
      const each = searches[at]
      if (at > 0 && each !== undefined) answer = await ask(host, offersUrl(each, batch), startBy && 6500)
      if (answer.kind !== 'data') return answer
      if (!(await collector.take(answer.data))) {
        const failure = refused(params.time_zone === undefined ? 'place' : 'time_zone', 'has no known time zone')
        return { kind: 'failed', failure }
      }
    }
    return answer
  })
  // After the first offers: the provider takes one request at a time, and reading offers takes the longest.
  const scores = await askScores(hotelIds, host)
  const { failure, isComplete, left } = await asking
  const results = joinRooms(
    groups,
    collectors.map(({ results }) => results()),
  )
  for (const result of results) put(result, 'score', scores.get(result.hotel_id))
  if (failure !== undefined) {
    if (results.length === 0 || failure.code === 'INVALID_INPUT') return failure
    host.console.log(`incomplete: ${failure.code}, ${failure.detail}`)
  }
  if (unread.count > 0) host.console.log(`offers left out: ${unread.reasons()}`)
  const fewer = Math.max(...collectors.map(({ fewer }) => fewer))
  const [count, of] = [hotels.length - left, listed.value.length]
  const message = messageOf({ count, of }, roomsOf(params), results)
  return done({
    results,
    metadata: {
      source_api: providerHost,
      partial: !isComplete || unread.count > 0,
      has_more: count < of,
      ...(count < of && { hotels_asked: { count, of } }),
      ...unread.metadata(),
      ...(fewer > 0 && { hotels_with_fewer_rates: fewer }),
    },
    ...(message !== '' && { message }),
  })
}

/** The provider answers an unknown code like a city without hotels; the host tells them apart. */
async function listHotels(
  search: Search,
  host: SearchHost,
  unread: UnreadOffers,
): Promise<Outcome<readonly ListedHotel[]>> {
  const answer = await ask(host, listUrl(search))
  if (answer.kind === 'failed') return answer.failure
  const entries = answer.kind === 'data' ? answer.data : []
  if (search.where.kind === 'hotel') {
    // A hotel that the list lacks may still have offers.
    const unlisted = [{ hotelId: search.where.hotelId }]
    return done(readHotels(entries.length === 0 ? unlisted : entries, search.centre, []))
  }
  if (answer.kind === 'unavailable') return failed('API_INVALID_PARAMS', 'the list reports hotels without rooms')
  const hotels = readHotels(entries, search.centre, search.stars)
  if (entries.length > 0 && hotels.length === 0 && search.stars.length === 0) {
    for (const _ of entries) unread.note(new BrokenOffer('a hotel without an id'))
    return done([])
  }
  if (hotels.length === 0 && search.where.kind === 'city') {
    const [known] = await host.time.offset([[search.where.place, `${search.stay.checkIn}T12:00:00`]])
    if (known === null) return refused('place', 'is not a known city')
  }
  return done(hotels)
}

function messageOf(
  { count, of }: { readonly count: number; readonly of: number },
  rooms: readonly Room[],
  results: readonly HotelResult[],
): string {
  const sentences: string[] = []
  if (count < of) sentences.push(`These are the ${count} of ${of} hotels nearest to the centre.`)
  const childrenOf = (all: readonly Room[]) => all.flatMap(({ childAges }) => childAges).length
  const children = childrenOf(rooms)
  const coverOf = ({ guests, rooms: count, room_guests }: HotelResult) =>
    childrenOf(roomsOf({ ...guests, rooms: count, room_guests }))
  const withoutChildren = results.filter((result) => coverOf(result) < children).length
  if (withoutChildren > 0) {
    const some = withoutChildren === 1 ? '1 price covers' : `${withoutChildren} prices cover`
    const prices = withoutChildren === results.length ? 'The prices cover' : some
    sentences.push(`${prices} the adults only: the provider does not say what the children cost.`)
  }
  return sentences.join(' ')
}

type Scores = ReadonlyMap<unknown, NonNullable<HotelResult['score']>>

const batchSize = 20
/** The nearest hotels, of which rows show first. The quota of a key allows few requests beside those for offers. */
const maxScored = 100
const best = 100

/** What guests say of the first hotels. The offers are complete without it, so a failure leaves scores out. */
async function askScores(hotelIds: readonly string[], host: Pick<SkillHost, 'fetch'>): Promise<Scores> {
  const scores = new Map<unknown, NonNullable<HotelResult['score']>>()
  for (let at = 0; at < Math.min(maxScored, hotelIds.length); at += batchSize) {
    const answer = await ask(host, scoresUrl(hotelIds.slice(at, at + batchSize)), lastStartMs)
    if (answer.kind !== 'data') break
    for (const entry of answer.data.map(asRecord)) {
      const value = asNumber(entry?.overallRating)
      if (value === undefined || value <= 0 || value > best) continue
      const count = asCount(entry?.numberOfReviews)
      scores.set(entry?.hotelId, { value, best, ...(count ? { count } : {}) })
    }
  }
  return scores
}
