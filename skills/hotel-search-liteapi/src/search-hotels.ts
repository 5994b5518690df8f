import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { ask } from '#runner/sdk/ask.ts'
import { BrokenOffer } from '#runner/sdk/broken-offer.ts'
import { createDeadlines } from '#runner/sdk/deadlines.ts'
import type { SkillAnswer, SkillCall, SkillHost } from '#runner/sdk/index.ts'
import { codeOfStatus, done, failed, type Outcome, refused, succeeds } from '#runner/sdk/outcome.ts'
import { asArray, asNumber, asRecord, recordIn, remembering, textReader } from '#runner/sdk/read-json.ts'
import { createUnreadOffers, type UnreadOffers } from '#runner/sdk/unread-offers.ts'
import { noteDeadlines } from './cancellation.ts'
import { findHotelData } from './hotel-data.ts'
import { type HotelFacts, readHotels } from './hotels.ts'
import { type Context, mapOffer, ratesOf } from './map-offer.ts'
import { type Params, providerHost, ratesRequest, wantedHotels, wantedRates } from './request.ts'

export type SearchHost = Pick<SkillHost, 'fetch' | 'time' | 'console'>

/** The most offers of one hotel that are read. */
const maxOffers = 200

/**
 * Searches hotels: one request for the rates of a place, with the hotels' data. For the offers of one hotel,
 * further requests get its chain and its facilities. Unreadable offers are left out and counted, and the answer is marked partial.
 */
export async function searchHotels(
  call: SkillCall<Params>,
  host: SearchHost,
  nowMs: number,
): Promise<Outcome<SkillAnswer>> {
  const { params } = call
  const [answer, data] = await Promise.all([
    ask(host, ratesRequest(call), readAnswer),
    'hotel_id' in params ? findHotelData(params.hotel_id, host) : undefined,
  ])
  if (!answer.ok) return answer

  const most = wantedHotels(call)
  const found = collect(answer.value, params, most, wantedRates(call))
  const zone = params.time_zone ?? params.place ?? 'UTC'
  const context: Context = {
    params,
    data,
    nights: (Date.parse(params.check_out) - Date.parse(params.check_in)) / 86_400_000,
    deadlines: createDeadlines(zone),
    text: remembering(textReader(4000)),
    nowMs,
  }
  for (const { offer } of found.offers) noteDeadlines({ rates: ratesOf(offer), deadlines: context.deadlines })
  const isKnown = await succeeds(context.deadlines.resolve((pairs) => host.time.offset(pairs)))
  if (!isKnown) return refused(params.time_zone === undefined ? 'place' : 'time_zone', 'has no known time zone')

  const unread = createUnreadOffers()
  const results = mapAll(found.offers, context, unread).filter((result) => fitsWishes(result, params))
  for (let at = 0; at < found.nameless; at++) unread.note(new BrokenOffer('no hotel data'))
  if (unread.count > 0) host.console.log(`offers left out: ${unread.reasons()}`)
  return done({
    results: 'hotel_id' in params ? results : cheapestByTerms(results),
    metadata: {
      source_api: providerHost,
      partial: unread.count > 0,
      ...unread.metadata(),
      ...('hotel_id' in params || found.full === 0 ? {} : { hotels_with_fewer_rates: found.full }),
      ...hasMore(params, answer.value.offered.length >= most),
      ...(answer.value.isTest ? { data: 'test' as const } : {}),
    },
  })
}

/** The cheapest offer of each hotel for each combination of meals, payment and cancellation. */
function cheapestByTerms(results: readonly HotelResult[]): HotelResult[] {
  const cheapest = new Map<string, HotelResult>()
  for (const result of results) {
    const { hotel_id, board, payment, cancellation, price, room } = result
    // Some rooms say only in their name that they are not refunded.
    const isRefund = /refund/i.test(room.text ?? '')
    const until = cancellation?.kind === 'free' ? cancellation.until : undefined
    const terms = JSON.stringify([hotel_id, price.currency, board, payment?.kind, isRefund, cancellation?.kind, until])
    const other = cheapest.get(terms)
    if (other === undefined || price.amount < other.price.amount) cheapest.set(terms, result)
  }
  return Array.from(cheapest.values())
}

/** An answer below its limit may lack hotels all the same: those without vacancies can count towards the limit. */
function hasMore(params: Params, isAtLimit: boolean): { readonly has_more?: boolean } {
  if ('hotel_id' in params) return { has_more: false }
  return isAtLimit ? { has_more: true } : {}
}

type Found = { readonly hotel: HotelFacts; readonly offer: unknown }

/**
 * Joins the offers of at most `most` hotels with the hotels' data. `nameless`: the number of hotels without data.
 * `full`: the number of hotels with as many offers as were requested (`rates`), which may have more.
 */
function collect({ offered, hotels }: Answer, params: Params, most: number, rates: number) {
  const { lat, lon } = params
  const centre = lat === undefined || lon === undefined ? undefined : { lat, lon }
  const facts = readHotels(hotels, centre, textReader(300))
  const offers: Found[] = []
  const seen = new Set<unknown>()
  let nameless = 0
  let full = 0
  for (const entry of offered) {
    if (seen.size >= most) break
    const given = asRecord(entry)
    const hotel = facts.get(given?.hotelId)
    if (hotel === undefined) nameless += 1
    // A hotel that the provider repeats, or that was not asked for, is not shown.
    else if (!seen.has(hotel.hotel_id) && (!('hotel_id' in params) || hotel.hotel_id === params.hotel_id)) {
      seen.add(hotel.hotel_id)
      const rooms = asArray(given?.roomTypes)
      if (rooms.length >= rates) full += 1
      for (const offer of rooms.slice(0, maxOffers)) offers.push({ hotel, offer })
    }
  }
  return { offers, nameless, full }
}

function mapAll(offers: readonly Found[], context: Context, unread: UnreadOffers): HotelResult[] {
  const results: HotelResult[] = []
  const ids = new Set<string>()
  for (const { hotel, offer } of offers) {
    const result = unread.tryTo(() => mapOffer(offer, hotel, context))
    // The same offer twice is shown once.
    if (result === undefined || ids.has(result.id)) continue
    ids.add(result.id)
    results.push(result)
  }
  return results
}

/** The provider's answer, before any offer is read. `isTest`: it comes from the sandbox. */
type Answer = {
  readonly offered: readonly unknown[]
  readonly hotels: readonly unknown[]
  readonly isTest: boolean
}

const nothing: Answer = { offered: [], hotels: [], isTest: false }
/** The provider's code for a stay without vacancies. */
const noAvailability = 2001

const asText = textReader(300)

/** Interprets an answer by its status and text. No vacancy is an empty answer, not a failure. */
function readAnswer(status: number, text: string): Outcome<Answer> {
  if (status === 204) return done(nothing)
  const body = recordIn(text)
  const problem = asRecord(body?.error)
  const isSuccess = status >= 200 && status < 300
  if (asNumber(problem?.code) === noAvailability) return done(nothing)
  if (isSuccess && body !== undefined && problem === undefined && Array.isArray(body.data)) {
    return done({ offered: body.data, hotels: asArray(body.hotels), isTest: body.sandbox === true })
  }
  const said = [problem?.code, problem?.description, problem?.message].map(asText).filter(Boolean)
  const detail = `status ${status}, ${said.join(' · ') || (body === undefined ? 'no JSON' : 'no error entry')}`
  // Errors that come with status 200 have the status as their code.
  const effective = isSuccess ? asNumber(problem?.code) : status
  return failed(codeOfStatus(effective, body !== undefined), detail)
}

/** Whether a result is what the traveler asked for. The provider filters too, but not by price. */
function fitsWishes({ board, price, price_parts, cancellation, stars, nights, rooms }: HotelResult, params: Params) {
  if (params.board !== undefined && board !== params.board) return false
  if (params.free_cancellation && cancellation?.kind !== 'free') return false
  if ('stars' in params && params.stars.length > 0 && stars !== undefined && !params.stars.includes(stars)) return false
  const { price_min, price_max, currency } = params
  if (price_min === undefined && price_max === undefined) return true
  if (price.currency !== currency) return false
  // Compares the price of one room and night, without charges that the hotel takes on site.
  const onSite = price_parts.reduce((sum, part) => sum + (part.included ? 0 : thousandths(part.price.amount)), 0)
  const booked = thousandths(price.amount) - onSite
  const limit = (perNight: number) => thousandths(perNight) * nights * rooms
  return booked >= limit(price_min ?? 0) && booked <= limit(price_max ?? Number.POSITIVE_INFINITY)
}

/** Whole numbers of a unit that no currency divides, so that sums and comparisons are exact. */
const thousandths = (amount: number): number => Math.round(amount * 1000)
