import type { Board, HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { readAmenities } from '#runner/sdk/amenities.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import type { Deadlines } from '#runner/sdk/deadlines.ts'
import { kmBetween, pointOf } from '#runner/sdk/geo.ts'
import { asArray, asCount, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { type ListedHotel, starsOf } from './list-hotels.ts'
import { cancellationTerms, listOf, readArrival, readCancellation, readPayment } from './policies.ts'
import { readPrice } from './price.ts'
import { put, type Readers } from './read.ts'
import type { Search } from './request.ts'

/** Shared by all offers of one answer. */
export type AnswerContext = {
  readonly search: Search
  readonly deadlines: Deadlines
  readonly readers: Readers
  readonly nowMs: number
}

/** Shared by all offers of one hotel. */
export type HotelFacts = Pick<
  HotelResult,
  | 'hotel_id'
  | 'property_id'
  | 'name'
  | 'chain'
  | 'brand'
  | 'city_code'
  | 'location'
  | 'address'
  | 'distance_km'
  | 'stars'
  | 'phone'
  | 'amenities'
>

const cityCode = /^[A-Z]{3}$/

/** Joins a hotel's data from the list and the offers. `undefined` without a name. */
export function readHotel(listed: ListedHotel, offered: JsonRecord, context: AnswerContext): HotelFacts | undefined {
  const { given } = listed
  const { centre } = context.search
  const { text } = context.readers
  const name = text(offered.name) ?? text(given.name)
  if (name === undefined) return undefined
  const facts: HotelFacts = { hotel_id: listed.id, name }
  const location = pointOf(offered.latitude, offered.longitude) ?? listed.location
  const city = offered.cityCode ?? given.iataCode
  put(facts, 'property_id', text(offered.dupeId ?? given.dupeId))
  put(facts, 'chain', text(offered.chainCode ?? given.chainCode))
  put(facts, 'brand', text(offered.brandCode))
  if (typeof city === 'string' && cityCode.test(city)) facts.city_code = city
  put(facts, 'location', location)
  put(facts, 'address', readAddress(asRecord(offered.address) ?? asRecord(given.address), text))
  put(facts, 'distance_km', centre && location ? kmBetween(centre, location) : listed.distanceKm)
  put(facts, 'stars', listed.stars ?? starsOf(offered.rating))
  put(facts, 'phone', text(asRecord(offered.contact)?.phone))
  put(facts, 'amenities', readAmenities(offered.amenities ?? given.amenities))
  return facts
}

function readAddress(given: JsonRecord | undefined, text: Readers['text']): HotelResult['address'] {
  if (given === undefined) return undefined
  const address: NonNullable<HotelResult['address']> = {}
  put(address, 'lines', listOf(given.lines, text))
  put(address, 'postal_code', text(given.postalCode))
  put(address, 'city', text(given.cityName))
  put(address, 'region', text(given.stateCode))
  put(address, 'country_code', text(given.countryCode))
  for (const _field in address) return address
  return undefined
}

/** Maps one offer to a result. Throws a BrokenOffer if it cannot be shown. Deadlines must already be resolved. */
export function mapOffer(offer: unknown, hotel: HotelFacts, context: AnswerContext): HotelResult {
  const given = asRecord(offer)
  const { readers, search } = context
  const { stay } = search
  if (given === undefined) return broken('no object')
  if ((given.checkInDate ?? stay.checkIn) !== stay.checkIn) return broken('another check-in')
  if ((given.checkOutDate ?? stay.checkOut) !== stay.checkOut) return broken('another check-out')
  const guests = asRecord(given.guests)
  if ((asCount(guests?.adults) ?? stay.adults) !== stay.adults) return broken('other guests')
  const id = readers.text(given.id) ?? broken('no id')
  // An offer that does not name the children has a price without them.
  const childAges = asArray(guests?.childAges).length === stay.childAges.length ? [...stay.childAges] : []
  const priced = readPrice(asRecord(given.price) ?? {}, { ...stay, childAges }, readers) ?? broken('no price')

  const result: HotelResult = {
    id,
    provider: 'Amadeus',
    ...hotel,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    nights: stay.nights,
    rooms: stay.rooms,
    guests: { adults: stay.adults, child_ages: childAges },
    room: readRoom(asRecord(given.room), readers),
    ...priced.read,
  }
  readBoard(readers.word(given.boardType), result)
  put(result, 'rate', readRate(given, readers))
  const policies = asRecord(given.policies)
  if (policies !== undefined) {
    const terms = {
      money: priced.money,
      rooms: stay.rooms,
      deadlines: context.deadlines,
      readers,
      nowMs: context.nowMs,
    }
    put(result, 'payment', readPayment(policies, terms))
    put(result, 'cancellation', readCancellation(policies, terms))
    Object.assign(result, readArrival(policies, readers))
  }
  return result
}

function readRoom(given: JsonRecord | undefined, { text, freeText, word }: Readers): HotelResult['room'] {
  const estimated = asRecord(given?.typeEstimated)
  const room: HotelResult['room'] = {}
  put(room, 'code', text(given?.type))
  put(room, 'category', word(estimated?.category))
  put(room, 'beds', asCount(estimated?.beds))
  put(room, 'bed_type', word(estimated?.bedType))
  put(room, 'text', freeText(given?.description))
  return room
}

const boardOf = new Map<string, Board>([
  ['room_only', 'room_only'],
  ['breakfast', 'breakfast'],
  ['buffet_breakfast', 'breakfast'],
  ['caribbean_breakfast', 'breakfast'],
  ['continental_breakfast', 'breakfast'],
  ['english_breakfast', 'breakfast'],
  ['full_breakfast', 'breakfast'],
  ['bermuda', 'breakfast'],
  ['half_board', 'half_board'],
  ['dinner_bed_and_breakfast', 'half_board'],
  // "Modified American plan".
  ['modified', 'half_board'],
  ['full_board', 'full_board'],
  ['american', 'full_board'],
  ['family_american', 'full_board'],
  ['all_inclusive', 'all_inclusive'],
  ['self_catering', 'self_catering'],
])

function readBoard(name: string | undefined, result: HotelResult): void {
  if (name === undefined) return
  result.board = boardOf.get(name) ?? 'other'
  if (name !== result.board) result.board_name = name
}

const audiences = new Map<unknown, 'public' | 'negotiated' | 'conditional'>([
  ['P', 'public'],
  ['N', 'negotiated'],
  ['C', 'conditional'],
])

/** Rates that a hotel grants only to some travelers, by the words of hotels that state no audience. */
const conditionWords =
  /\b(senior|aarp|aaa|member|membership|corporate|company|government|military|employee|association|student)s?['’]?s? (?:\w+ )?(rate|discount|saver|saving|price)s?\b|\bmembers only\b/i

/** The words of the rate and of its room. */
const textsOf = (offer: JsonRecord, { freeText }: Readers) => [
  freeText(offer.description),
  freeText(asRecord(offer.room)?.description),
]

/** `undefined`: the provider does not say who may book the offer. */
function readAudience(offer: JsonRecord, readers: Readers): NonNullable<HotelResult['rate']>['audience'] {
  const stated = audiences.get(asRecord(offer.rateFamilyEstimated)?.type)
  if (stated !== undefined) return stated
  return textsOf(offer, readers).some((text) => text !== undefined && conditionWords.test(text))
    ? 'conditional'
    : undefined
}

/** What travelers choose an offer by, besides its price and room: meals, payment, cancellation, and who may book it. */
export function termsOf(given: unknown, readers: Readers): string {
  const offer = asRecord(given) ?? {}
  const policies = asRecord(offer.policies) ?? {}
  // Some hotels say only in words that a rate is not refunded.
  const isRefund = textsOf(offer, readers).map((text) => text !== undefined && /refund/i.test(text))
  // Joined, because writing JSON is the dearest step of reading an offer that is then left out.
  return [
    offer.boardType,
    readAudience(offer, readers),
    policies.paymentType,
    policies.deposit === undefined,
    policies.prepay === undefined,
    ...isRefund,
    ...cancellationTerms(policies),
  ].join('\n')
}

function readRate(offer: JsonRecord, readers: Readers): HotelResult['rate'] {
  const { text, freeText, word } = readers
  const family = asRecord(offer.rateFamilyEstimated)
  const rate: NonNullable<HotelResult['rate']> = {}
  put(rate, 'code', text(offer.rateCode))
  put(rate, 'family', text(family?.code))
  put(rate, 'audience', readAudience(offer, readers))
  put(rate, 'category', word(offer.category))
  put(rate, 'text', freeText(offer.description))
  for (const _field in rate) return rate
  return undefined
}
