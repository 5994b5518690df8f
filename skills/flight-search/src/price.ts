import type { FlightResult, Price, TravelerPrice } from '#runner/contract/flights.ts'
import { addAmounts, minorDigits, parseAmount } from './money.ts'
import { asArray, asRecord, type JsonRecord, type TextReader } from './read.ts'

/** Reads amounts of one currency. */
type PriceReader = {
  readonly currency: string
  readonly digits: number
  read(amount: unknown): Price | undefined
}

const currencyCode = /^[A-Z]{3}$/

/** `undefined` when there is no currency: then no amount means anything. */
export function createPriceReader(currency: unknown): PriceReader | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = minorDigits(currency)
  return {
    currency,
    digits,
    read(given) {
      const amount = parseAmount(given, digits)
      return amount === undefined ? undefined : { amount, currency }
    },
  }
}

/** Taxes by code: the offer's own list, or else the sum over its travelers. */
export function readTaxes(
  price: JsonRecord,
  travelerPricings: readonly unknown[],
  reader: PriceReader,
  text: TextReader,
): FlightResult['taxes'] {
  const byCode = new Map<string, Price>()
  const add = (entries: readonly unknown[]) => {
    for (const entry of entries) {
      const tax = asRecord(entry)
      const code = text(tax?.code)
      const read = reader.read(tax?.amount)
      if (code === undefined || read === undefined) continue
      const known = byCode.get(code)
      if (known === undefined) byCode.set(code, read)
      else known.amount = addAmounts(known.amount, read.amount, reader.digits)
    }
  }
  add(asArray(price.taxes))
  if (byCode.size === 0) {
    for (const traveler of travelerPricings) add(asArray(asRecord(asRecord(traveler)?.price)?.taxes))
  }
  return byCode.size === 0 ? undefined : [...byCode].map(([code, tax]) => ({ code, price: tax }))
}

export function readFees(price: JsonRecord, reader: PriceReader, text: TextReader): FlightResult['fees'] {
  const fees: NonNullable<FlightResult['fees']> = []
  for (const entry of asArray(price.fees)) {
    const fee = asRecord(entry)
    if (fee === undefined || fee.amount === '0.00') continue
    const read = reader.read(fee.amount)
    if (read === undefined || read.amount === 0) continue
    fees.push({ kind: text(fee.type)?.toLowerCase() ?? 'other', price: read })
  }
  return fees.length === 0 ? undefined : fees
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
export function readTravelers(travelerPricings: readonly unknown[], reader: PriceReader): TravelerPrice[] | undefined {
  const groups: TravelerPrice[] = []
  for (const each of travelerPricings) {
    const given = asRecord(each)
    const own = asRecord(given?.price)
    const price = reader.read(own?.total)
    if (price === undefined || (own?.currency ?? reader.currency) !== reader.currency) return undefined
    const traveler = kinds.get(given?.travelerType) ?? 'other'
    const same = groups.find((group) => group.traveler === traveler && group.price.amount === price.amount)
    if (same === undefined) groups.push({ traveler, count: 1, price })
    else same.count += 1
  }
  return groups.length === 0 ? undefined : groups
}
