import type { FlightResult, TravelerPrice } from '#runner/contract/flights.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { GivenAmount, GivenPrice, GivenTraveler } from './given.ts'
import { addAmounts, minorDigits, parseAmount } from './money.ts'
import { asArray, remembering, type TextReader } from './read.ts'

/** Reads amounts of one currency. */
export type PriceReader = {
  readonly currency: string
  readonly digits: number
  read(amount: unknown): Price | undefined
}

const currencyCode = /^[A-Z]{3}$/

/** `undefined` when there is no currency: then no amount means anything. */
export function createPriceReader(currency: unknown): PriceReader | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = minorDigits(currency)
  const read = remembering((given) => {
    const amount = parseAmount(given, digits)
    return amount === undefined ? undefined : { amount, currency }
  })
  return { currency, digits, read }
}

/** Taxes by code: the offer's own list, or else the sum over its travelers. */
export function readTaxes(
  price: NonNullable<GivenPrice>,
  travelers: readonly GivenTraveler[],
  reader: PriceReader,
  text: TextReader,
): FlightResult['taxes'] {
  const sums = new Map<string, number>()
  addTaxes(sums, price.taxes, reader, text)
  if (sums.size === 0) for (const traveler of travelers) addTaxes(sums, traveler?.price?.taxes, reader, text)
  if (sums.size === 0) return undefined
  return [...sums].map(([code, amount]) => ({ code, price: { amount, currency: reader.currency } }))
}

function addTaxes(
  sums: Map<string, number>,
  taxes: readonly GivenAmount[] | null | undefined,
  reader: PriceReader,
  text: TextReader,
): void {
  for (const tax of asArray(taxes)) {
    const code = text(tax?.code)
    const read = reader.read(tax?.amount)
    if (code === undefined || read === undefined) continue
    const known = sums.get(code)
    sums.set(code, known === undefined ? read.amount : addAmounts(known, read.amount, reader.digits))
  }
}

export function readFees(price: NonNullable<GivenPrice>, reader: PriceReader, text: TextReader): FlightResult['fees'] {
  let fees: FlightResult['fees']
  for (const fee of asArray(price.fees)) {
    const read = reader.read(fee?.amount)
    if (read === undefined || read.amount === 0) continue
    fees ??= []
    fees.push({ kind: text(fee?.type)?.toLowerCase() ?? 'other', price: read })
  }
  return fees
}

const kinds = new Map<unknown, TravelerPrice['traveler']>([
  ['ADULT', 'adult'],
  ['CHILD', 'child'],
  ['HELD_INFANT', 'infant'],
  ['SEATED_INFANT', 'infant'],
  ['SENIOR', 'senior'],
  ['YOUNG', 'young'],
  ['STUDENT', 'student'],
])

/** Groups travelers who pay the same. Absent as a whole when one price is missing or in another currency. */
export function readTravelers(travelers: readonly GivenTraveler[], reader: PriceReader): TravelerPrice[] | undefined {
  const groups: TravelerPrice[] = []
  for (const given of travelers) {
    const own = given?.price
    const price = reader.read(own?.total)
    if (price === undefined || (own?.currency ?? reader.currency) !== reader.currency) return undefined
    addTraveler(groups, kinds.get(given?.travelerType) ?? 'other', price)
  }
  return groups.length === 0 ? undefined : groups
}

function addTraveler(groups: TravelerPrice[], traveler: TravelerPrice['traveler'], price: Price): void {
  for (const group of groups) {
    if (group.traveler !== traveler || group.price.amount !== price.amount) continue
    group.count += 1
    return
  }
  groups.push({ traveler, count: 1, price })
}
