import type { Board, HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import type { Deadlines } from '#runner/sdk/deadlines.ts'
import { asArray, asRecord, type JsonRecord, type TextReader } from '#runner/sdk/read-json.ts'
import { roomsOf } from '#runner/sdk/room-guests.ts'
import { readCancellation } from './cancellation.ts'
import type { HotelData } from './hotel-data.ts'
import type { HotelFacts } from './hotels.ts'
import { readPrice, recordsOf } from './price.ts'
import type { Params } from './request.ts'

export type Context = {
  readonly params: Params
  /** What the rates do not have of the hotel, in a search for one hotel. */
  readonly data: HotelData | undefined
  readonly nights: number
  readonly deadlines: Deadlines
  readonly text: TextReader
  readonly nowMs: number
}

/** The rates of an offer, one for each room. */
export function ratesOf(offer: unknown): readonly JsonRecord[] {
  return recordsOf(asRecord(offer)?.rates)
}

/** Maps one offer of a hotel. Throws a BrokenOffer when it cannot be shown. */
export function mapOffer(given: unknown, hotel: HotelFacts, context: Context): HotelResult {
  const { params, data, nights, deadlines, text, nowMs } = context
  const offer = asRecord(given) ?? broken('no object')
  const rates = ratesOf(offer)
  const first = rates[0] ?? broken('no rates')
  const rooms = roomsOf(params)
  if (rates.length !== rooms.length) broken('another number of rooms')
  for (const [at, rate] of rates.entries()) {
    // The rates of rooms with different guests name the room, counted from 1.
    const room = rooms[typeof rate.occupancyNumber === 'number' ? rate.occupancyNumber - 1 : at]
    if (room === undefined) broken('another number of rooms')
    else if ((rate.adultCount ?? room.adults) !== room.adults) broken('other guests')
    else if ((rate.childCount ?? room.childAges.length) !== room.childAges.length) broken('other guests')
  }
  const [{ adults, childAges } = broken('no rooms')] = rooms
  const id = text(offer.offerId) ?? broken('no id')
  const priced = readPrice(rates, nights, text) ?? broken('no price')
  const board = boardOf(text(first.boardType), text(first.boardName))
  return {
    ...hotel,
    id: shortened(id),
    provider: 'LiteAPI',
    chain: data?.chain,
    score: data?.score ?? hotel.score,
    photos: data?.photos ?? hotel.photos,
    amenities: data?.amenities ?? hotel.amenities,
    check_in: params.check_in,
    check_out: params.check_out,
    nights,
    rooms: rooms.length,
    guests: { adults, child_ages: childAges },
    room_guests: params.room_guests,
    room: {
      // The provider's own number of the room, the same in all offers of this room.
      code: text(first.mappedRoomId),
      text: text(first.name) ?? text(offer.name),
    },
    board,
    board_name: board === undefined ? undefined : text(first.boardName)?.toLowerCase(),
    ...priced.read,
    payment: paymentOf(rates),
    cancellation: readCancellation({ rates, deadlines }, priced.money, nowMs),
  }
}

const boards: ReadonlyArray<readonly [code: RegExp, name: RegExp, board: Board]> = [
  [/^RO/, /room only/i, 'room_only'],
  [/^(BB|BI|B\d|CB|AB|EB)/, /^(?!.*(dinner|half)).*breakfast/i, 'breakfast'],
  [/^HB/, /half board|dinner/i, 'half_board'],
  [/^FB/, /full board/i, 'full_board'],
  [/^(AI|TI|UAI)/, /all.?inclusive/i, 'all_inclusive'],
  [/^SC/, /self.?catering/i, 'self_catering'],
]

function boardOf(code: string | undefined, name: string | undefined): Board | undefined {
  if (code === undefined && name === undefined) return undefined
  const found =
    boards.find(([pattern]) => code !== undefined && pattern.test(code)) ??
    boards.find(([, pattern]) => name !== undefined && pattern.test(name))
  return found?.[2] ?? 'other'
}

/** Offers that can only be paid through the provider are paid before the stay. */
function paymentOf(rates: readonly JsonRecord[]): HotelResult['payment'] {
  const types = rates.map((rate) => asArray(rate.paymentTypes))
  const isPrepaid = types.every((list) => list.length > 0 && !list.includes('PROPERTY_PAY'))
  return isPrepaid ? { kind: 'prepay', terms: [] } : undefined
}

const longestId = 120

/** Offer ids have up to two kilobytes. A long id is replaced by its hash, which is unique enough within an answer. */
function shortened(id: string): string {
  if (id.length <= longestId) return id
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let at = 0; at < id.length; at++) {
    low = Math.imul(low ^ id.charCodeAt(at), 0x01000193) >>> 0
    high = Math.imul(high ^ low, 0x01000193) >>> 0
  }
  return `${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`
}
