import type { FlightResult, TravelerPrice } from '#runner/contract/capabilities/flight-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { GivenAmount, GivenPrice, GivenTraveler } from './given.ts'
import { addAmounts, minorDigits, parseAmount } from './money.ts'
import { asArray, remembering, type TextReader } from './read.ts'

type Fee = { readonly kind: string; readonly price: Price }
export type Tax = { readonly code: string; readonly price: Price }
/** The list in which a tax of this code came last, to notice one that comes twice. */
type TaxCode = { lastIn: readonly Tax[] | undefined }

/** Reads amounts of one currency. */
export type PriceReader = {
  readonly currency: string
  readonly digits: number
  read(amount: unknown): Price | undefined
  /** One for each code; `undefined` when there are none. */
  taxes(given: readonly GivenAmount[]): Tax[] | undefined
  /** Those that are not 0; `undefined` when there are none. */
  fees(given: readonly GivenAmount[]): Fee[] | undefined
}

const currencyCode = /^[A-Z]{3}$/

/** `undefined` when there is no currency: then no amount means anything. */
export function createPriceReader(currency: unknown, text: TextReader): PriceReader | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = minorDigits(currency)
  const read = remembering((given) => {
    const amount = parseAmount(given, digits)
    return amount === undefined ? undefined : { amount, currency }
  })
  const codeOf = remembering((_code: string): TaxCode => ({ lastIn: undefined }))
  const taxOf = remembering((given: GivenAmount) => {
    const code = text(given?.code)
    const price = read(given?.amount)
    const of = code && codeOf(code)
    return code && price && of ? { tax: { code, price }, of } : undefined
  })
  const taxes = remembering((given: readonly GivenAmount[]) => {
    const found: Tax[] = []
    for (const one of given) {
      const read = taxOf(one)
      if (read === undefined) continue
      if (read.of.lastIn === found) addTo(found, read.tax, digits)
      else found.push(read.tax)
      read.of.lastIn = found
    }
    return found.length === 0 ? undefined : found
  })
  const fees = remembering((given: readonly GivenAmount[]) => readFees(given, read, text))
  return { currency, digits, read, taxes, fees }
}

/** Taxes by code: the offer's own list, or else the sum over its travelers. */
export function readTaxes(
  price: NonNullable<GivenPrice>,
  travelers: readonly GivenTraveler[],
  reader: PriceReader,
): FlightResult['taxes'] {
  return reader.taxes(asArray(price.taxes)) ?? reader.taxes(travelers.flatMap(taxesOf))
}

function taxesOf(traveler: GivenTraveler): readonly GivenAmount[] {
  return asArray(traveler?.price?.taxes)
}

function addTo(taxes: Tax[], { code, price }: Tax, digits: number): void {
  const at = taxes.findIndex((tax) => tax.code === code)
  const known = taxes[at]?.price.amount ?? 0
  taxes[at] = { code, price: { ...price, amount: addAmounts(known, price.amount, digits) } }
}

function readFees(given: readonly GivenAmount[], read: PriceReader['read'], text: TextReader): Fee[] | undefined {
  const fees: Fee[] = []
  for (const fee of given) {
    const price = read(fee?.amount)
    if (price === undefined || price.amount === 0) continue
    fees.push({ kind: text(fee?.type)?.toLowerCase() ?? 'other', price })
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
