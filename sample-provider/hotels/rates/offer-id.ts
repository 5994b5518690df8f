import { addDays, daysBetween } from '#lib/travel/offset-time.ts'
import { currencies } from '../../flights/fares/currencies.ts'
import { hash32 } from '../../flights/market/draw.ts'
import type { Stay } from '../stay.ts'

/** What an offer's id stands for; enough to make the offer again. */
export interface OfferKey {
  hotelId: string
  stay: Stay
  /** The hotel's date on which the offer was made. */
  madeOn: string
  room: number
  plan: number
}

const EPOCH = '2024-01-01'
const CHECK_CHARACTERS = 4
const codes = [...currencies.keys()]

/** How many values each number may have, in the order of writing. */
const sizes = [16, 8, codes.length + 1, 9, 9, 100, 512, 36_500] as const
const AGES = 22

/** Capital letters and digits: the hotel's id, the numbers packed into one, and a check that no other id has. */
export function writeOfferId({ hotelId, stay, madeOn, room, plan }: OfferKey): string {
  const numbers = [
    plan,
    room,
    stay.currency === undefined ? 0 : codes.indexOf(stay.currency) + 1,
    stay.rooms - 1,
    stay.adults - 1,
    daysBetween(stay.checkInDate, stay.checkOutDate),
    daysBetween(madeOn, stay.checkInDate),
    daysBetween(EPOCH, madeOn),
  ]
  let packed = 0n
  for (const age of stay.childAges.toReversed()) packed = packed * BigInt(AGES) + BigInt(age + 1)
  for (const [at, size] of [...sizes.entries()].reverse()) packed = packed * BigInt(size) + BigInt(numbers[at] ?? 0)
  const body = hotelId + packed.toString(36).toUpperCase()
  return body + checkOf(body)
}

/** The key of an id; `undefined` for any text that `writeOfferId` has not written. */
export function readOfferId(id: string): OfferKey | undefined {
  const match = /^([A-Z]{5}[A-Z0-9]{3})([A-Z0-9]{1,40})([A-Z0-9]{4})$/.exec(id)
  if (match === null) return undefined
  const [, hotelId = '', digits = ''] = match
  let packed = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  const take = (size: number) => {
    const value = Number(packed % BigInt(size))
    packed /= BigInt(size)
    return value
  }
  const [plan = 0, room = 0, currency = 0, rooms = 0, adults = 0, nights = 0, lead = 0, day = 0] = sizes.map(take)
  const childAges: number[] = []
  while (packed > 0n) childAges.push(take(AGES) - 1)
  const madeOn = addDays(EPOCH, day)
  const checkInDate = addDays(madeOn, lead)
  const key: OfferKey = {
    hotelId,
    stay: {
      checkInDate,
      checkOutDate: addDays(checkInDate, nights),
      adults: adults + 1,
      childAges,
      rooms: rooms + 1,
      currency: codes[currency - 1],
    },
    madeOn,
    room,
    plan,
  }
  return writeOfferId(key) === id ? key : undefined
}

function checkOf(body: string): string {
  return (hash32('offer', body) % 36 ** CHECK_CHARACTERS).toString(36).toUpperCase().padStart(CHECK_CHARACTERS, '0')
}
