import type { FlightResult, TravelerPrice } from '#runner/contract/capabilities/flight-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asArray, remembering, type TextReader } from '#runner/sdk/read-json.ts'
import type { GivenAmount, GivenPrice, GivenTraveler } from './given.ts'

type Fee = { readonly kind: string; readonly price: Price }
type Tax = { readonly code: string; readonly price: Price }

/** Reads amounts in one currency. */
export type PriceReader = {
  readonly money: Money
  readonly read: (amount: unknown) => Price | undefined
}

/** `undefined` without a currency: amounts then mean nothing. */
export function createPriceReader(currency: unknown): PriceReader | undefined {
  const money = createMoney(currency)
  if (money === undefined) return undefined
  const parse = remembering(money.parse)
  return {
    money: { ...money, parse },
    read: (amount) => {
      const minor = parse(amount)
      return minor === undefined ? undefined : money.price(minor)
    },
  }
}

/** Taxes by code: the offer's own list, or the sum over its travelers. */
export function readTaxes(
  price: NonNullable<GivenPrice>,
  travelers: readonly GivenTraveler[],
  reader: PriceReader,
  text: TextReader,
): FlightResult['taxes'] {
  return taxesByCode(asArray(price.taxes), reader, text) ?? taxesByCode(travelers.flatMap(taxesOf), reader, text)
}

function taxesOf(traveler: GivenTraveler): readonly GivenAmount[] {
  return asArray(traveler?.price?.taxes)
}

/** `undefined` when there are no taxes. */
function taxesByCode(given: readonly GivenAmount[], reader: PriceReader, text: TextReader): Tax[] | undefined {
  const sums = new Map<string, number>()
  for (const one of given) {
    const code = text(one?.code)
    const minor = reader.money.parse(one?.amount)
    if (code !== undefined && minor !== undefined) sums.set(code, (sums.get(code) ?? 0) + minor)
  }
  const taxes: Tax[] = []
  sums.forEach((minor, code) => {
    taxes.push({ code, price: reader.money.price(minor) })
  })
  return taxes.length === 0 ? undefined : taxes
}

/** Fees other than 0. `undefined` when there are none. */
export function readFees(given: NonNullable<GivenPrice>, reader: PriceReader, text: TextReader): Fee[] | undefined {
  const fees: Fee[] = []
  for (const fee of asArray(given.fees)) {
    const price = reader.read(fee?.amount)
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

/** Groups travelers with the same price. Absent when any price is missing or in another currency. */
export function readTravelers(travelers: readonly GivenTraveler[], reader: PriceReader): TravelerPrice[] | undefined {
  const groups: TravelerPrice[] = []
  for (const given of travelers) {
    const own = given?.price
    const price = reader.read(own?.total)
    if (price === undefined || (own?.currency ?? reader.money.currency) !== reader.money.currency) return undefined
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
