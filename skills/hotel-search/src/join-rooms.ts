import type { Cancellation, HotelResult, PricePart } from '#runner/contract/capabilities/hotel-result.ts'
import { createMoney } from '#runner/sdk/money.ts'
import { put } from './read.ts'
import type { Group } from './request.ts'

/**
 * Joins the results for groups of rooms: of each hotel, the cheapest offers of all groups with the same meals and terms
 * become one result with the sum of their prices, whose rooms are booked separately. Without such an offer for every
 * group, there is no result. With one group, its results are unchanged.
 */
export function joinRooms(groups: readonly Group[], found: readonly (readonly HotelResult[])[]): HotelResult[] {
  const [first = [], ...others] = found
  if (groups.length < 2) return Array.from(first)
  const byTerms = others.map(cheapestByTerms)
  const joined: HotelResult[] = []
  for (const [terms, result] of cheapestByTerms(first)) {
    const parts = [result, ...byTerms.flatMap((offers) => offers.get(terms) ?? [])]
    const sum = parts.length === groups.length ? sumOf(parts, groups) : undefined
    if (sum !== undefined) joined.push(sum)
  }
  return joined
}

function cheapestByTerms(results: readonly HotelResult[]): Map<string, HotelResult> {
  const cheapest = new Map<string, HotelResult>()
  for (const result of results) {
    const { hotel_id, price, board, rate, payment, cancellation } = result
    const terms = [hotel_id, price.currency, board, rate?.audience, payment?.kind, cancellation?.kind].join('\n')
    const known = cheapest.get(terms)
    if (known === undefined || price.amount < known.price.amount) cheapest.set(terms, result)
  }
  return cheapest
}

/** `undefined` if an amount cannot be added. */
function sumOf(parts: readonly HotelResult[], groups: readonly Group[]): HotelResult | undefined {
  const [first] = parts
  const money = createMoney(first?.price.currency)
  if (first === undefined || money === undefined) return undefined
  const minorOf = (price: HotelResult['price']) => money.parse(price.amount) ?? Number.NaN
  const total = parts.reduce((sum, { price }) => sum + minorOf(price), 0)
  const lines = new Map<string, { part: PricePart; minor: number }>()
  for (const part of parts.flatMap(({ price_parts }) => price_parts)) {
    const key = [part.kind, part.included, part.code, part.text].join('\n')
    lines.set(key, { part, minor: (lines.get(key)?.minor ?? 0) + minorOf(part.price) })
  }
  if (!Number.isSafeInteger(total)) return undefined
  const charges = parts.flatMap(({ unpriced_charges = [] }) => unpriced_charges)
  const texts = Array.from(new Set(parts.flatMap(({ room }) => room.text ?? [])))
  const isOneRoom = new Set(parts.map(({ room }) => [room.category, room.beds, room.bed_type].join('\n'))).size === 1
  const { nightly_rates: _rates, booking_url: _url, cancellation: _terms, unpriced_charges: _charges, ...facts } = first
  const result: HotelResult = {
    ...facts,
    id: parts.map(({ id }) => id).join('+'),
    rooms: groups.reduce((sum, { at }) => sum + at.length, 0),
    room_guests: roomGuestsOf(parts, groups),
    booked_separately: true,
    room: isOneRoom ? { ...first.room } : {},
    price: money.price(total),
    price_per_night: money.price(Math.round(total / first.nights)),
    price_parts: Array.from(lines.values(), ({ part, minor }) => ({ ...part, price: money.price(minor) })),
  }
  if (texts.length > 0) result.room.text = texts.join(' + ')
  if (charges.length > 0) result.unpriced_charges = charges
  if (first.payment !== undefined) {
    result.payment = { ...first.payment, terms: parts.flatMap(({ payment }) => payment?.terms ?? []) }
  }
  put(result, 'cancellation', cancellationOf(parts))
  return result
}

/** The guests that the price covers, of each room in the order of the search. */
function roomGuestsOf(parts: readonly HotelResult[], groups: readonly Group[]): string[] {
  const rooms: string[] = []
  for (const [number, { at }] of groups.entries()) {
    const guests = parts[number]?.guests
    for (const position of at) rooms[position] = [guests?.adults, ...(guests?.child_ages ?? [])].join('-')
  }
  return rooms
}

/** All rooms have the same kind of terms. Free cancellation ends when it ends for the first of them. */
function cancellationOf(parts: readonly HotelResult[]): Cancellation | undefined {
  const all = parts.flatMap(({ cancellation }) => cancellation ?? [])
  const [first] = all
  if (first === undefined) return undefined
  const penalties = all.flatMap((one) => one.penalties)
  if (first.kind !== 'free') return { kind: first.kind, penalties }
  const ends = all.flatMap((one) => (one.kind === 'free' ? one.until : []))
  const until = ends.reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a), first.until)
  return { kind: 'free', until, penalties }
}
