import type { HotelResult, PricePart, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asArray, asRecord, type JsonRecord, type TextReader } from '#runner/sdk/read-json.ts'

export type ReadPrice = {
  readonly money: Money
  readonly read: Pick<HotelResult, 'price' | 'price_per_night' | 'price_parts' | 'unpriced_charges'>
}

type Charges = {
  readonly parts: PricePart[]
  readonly unpriced: UnpricedCharge[]
  readonly included: number
  readonly added: number
}

/** More charges than any room has. */
const maxCharges = 50
const fee = /fee|resort|clean|service|facility|deposit/i

/**
 * The price of an offer for all rooms and nights. The provider states each room's total, and marks each tax as included
 * in it or not; a tax that is not included is paid at the hotel, and added here. All totals must have one currency.
 * `undefined`: the offer has no such total, or more charges than can be added.
 */
export function readPrice(rates: readonly JsonRecord[], nights: number, text: TextReader): ReadPrice | undefined {
  const retail = rates.map((rate) => asRecord(rate.retailRate))
  const currency = firstOf(retail[0]?.total)?.currency
  const money = createMoney(currency)
  if (money === undefined) return undefined
  const total = totalOf(retail, money)
  if (total === undefined || total === 0) return undefined
  const charges = retail.map((one) => asArray(one?.taxesAndFees))
  if (charges.some(({ length }) => length > maxCharges)) return undefined
  const { parts, unpriced, included, added } = readCharges(charges.flat(), money, text)
  // Included taxes above the total are an error of the provider: then the total is not split.
  const isSplit = included <= total
  const named = isSplit ? parts : parts.filter((part) => !part.included)
  const whole = total + added
  return {
    money,
    read: {
      price: money.price(whole),
      price_per_night: money.price(Math.round(whole / nights)),
      price_parts: [{ kind: 'room', included: true, price: money.price(isSplit ? total - included : total) }, ...named],
      unpriced_charges: unpriced.length === 0 ? undefined : unpriced,
    },
  }
}

/** The sum of the rooms, in minor units. `undefined`: a room has no total in this currency. */
function totalOf(retail: readonly (JsonRecord | undefined)[], money: Money): number | undefined {
  let sum = 0
  for (const one of retail) {
    const given = firstOf(one?.total)
    const minor = given?.currency === money.currency ? money.parse(given.amount) : undefined
    if (minor === undefined) return undefined
    sum += minor
  }
  return sum
}

/** Charges with the same name, such as those of several rooms, become one part. */
function readCharges(given: readonly unknown[], money: Money, text: TextReader): Charges {
  const byName = new Map<string, { part: PricePart; minor: number }>()
  const unpriced: UnpricedCharge[] = []
  let included = 0
  let added = 0
  for (const value of given) {
    const charge = asRecord(value)
    if (charge === undefined) continue
    const name = text(charge.description)
    const kind = fee.test(name ?? '') ? ('fee' as const) : ('tax' as const)
    const isIncluded = charge.included === true
    const own = createMoney(charge.currency ?? money.currency)
    const minor = own?.parse(charge.amount)
    if (own === undefined || minor === undefined || own.currency !== money.currency) {
      const price = own === undefined || minor === undefined ? {} : { price: own.price(minor) }
      unpriced.push({ kind, included: isIncluded, ...(name === undefined ? {} : { text: name }), ...price })
      continue
    }
    if (minor === 0) continue
    if (isIncluded) included += minor
    else added += minor
    const key = `${isIncluded} ${name}`
    const known = byName.get(key)
    if (known === undefined) {
      const part = {
        kind,
        included: isIncluded,
        price: money.price(minor),
        ...(name === undefined ? {} : { text: name }),
      }
      byName.set(key, { part, minor })
    } else {
      known.minor += minor
      known.part.price = money.price(known.minor)
    }
  }
  return { parts: Array.from(byName.values(), ({ part }) => part), unpriced, included, added }
}

/** Amounts are lists with one entry, or the entry itself. */
function firstOf(value: unknown): JsonRecord | undefined {
  return asRecord(Array.isArray(value) ? value[0] : value)
}

/** The objects of a list. */
export function recordsOf(value: unknown): JsonRecord[] {
  return asArray(value)
    .map(asRecord)
    .filter((record) => record !== undefined)
}
