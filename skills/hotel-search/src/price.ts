import type { HotelResult, PricePart, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asArray, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { readBase } from './base-rate.ts'
import { put, type Readers } from './read.ts'
import type { Stay } from './request.ts'

export type ReadPrice = Pick<
  HotelResult,
  'price' | 'price_per_night' | 'price_parts' | 'unpriced_charges' | 'nightly_rates'
>

/** A tax or fee of one room, for the whole stay. */
type Charge = {
  readonly listed: UnpricedCharge
  /** Its amount, if it has one in the offer's currency. */
  readonly minor: number | undefined
  /** The part of the gap between base and total that the charge would fill. `undefined` when unknown. */
  readonly ofGap: number | undefined
}

/**
 * The price of an offer, split into parts that add up to it in the currency's minor unit. The provider's prices cover
 * one room and the whole stay. A tax that is not included is added, unless the gap between base and total contains it.
 */
export function readPrice(
  given: JsonRecord,
  stay: Stay,
  readers: Readers,
): { money: Money; read: ReadPrice } | undefined {
  const money = createMoney(given.currency)
  const total = money?.parse(given.sellingTotal ?? given.total)
  if (money === undefined || total === undefined || total === 0) return undefined
  // `given.total` is the provider's total of base and taxes. `given.sellingTotal` is the seller's total.
  const taxed = money.parse(given.total) ?? total
  const base = readBase(given, { money, total: taxed, stay, readers })
  const charges = asArray(given.taxes).flatMap(
    (tax) => readCharge(tax, base?.minor ?? total, stay, money, readers) ?? [],
  )
  const apart = charges.filter(({ listed, minor = 0 }) => !listed.included && minor > 0)
  const includedCharges = charges.filter(({ listed }) => listed.included)
  const contained = sumOf(includedCharges)
  const heldAt =
    base &&
    chargesInTotal(
      apart.map(({ minor }) => minor ?? 0),
      {
        gap: taxed - base.minor,
        contained: includedCharges.reduce((sum, { ofGap }) => sum + (ofGap ?? 0), 0),
        isComplete: charges.every(({ ofGap }) => ofGap !== undefined),
        slack: base.slack,
      },
    )
  const fitting = apart.filter((_, at) => heldAt?.has(at))
  // A charge above the total cannot be part of it.
  const held = new Set(contained + sumOf(fitting) <= total ? fitting : [])
  const canSplit = contained <= total
  const left = canSplit ? total - contained - sumOf([...held]) : total
  const room = base === undefined || !canSplit || left - base.minor <= base.slack ? left : base.minor
  const rest = left - room

  const parts: PricePart[] = [{ kind: 'room', included: true, price: money.price(room * stay.rooms) }]
  const unpriced: UnpricedCharge[] = []
  let whole = room + rest
  for (const charge of charges) {
    const { listed, minor } = charge
    const included = listed.included || held.has(charge)
    if (minor === undefined || (listed.included && !canSplit)) unpriced.push(listed)
    else if (minor > 0) {
      const part: PricePart = { kind: listed.kind, included, price: money.price(minor * stay.rooms) }
      put(part, 'code', listed.code)
      put(part, 'text', listed.text)
      parts.push(part)
      whole += minor
    }
  }
  if (rest > 0) parts.push({ kind: 'rest', included: true, price: money.price(rest * stay.rooms) })

  const read: ReadPrice = {
    price: money.price(whole * stay.rooms),
    price_per_night: money.price(Math.round((whole * stay.rooms) / stay.nights)),
    price_parts: parts,
  }
  if (unpriced.length > 0) read.unpriced_charges = unpriced
  put(read, 'nightly_rates', readNightlyRates(asRecord(given.variations), stay, money, readers))
  return { money, read }
}

function sumOf(charges: readonly Charge[]): number {
  return charges.reduce((sum, { minor }) => sum + (minor ?? 0), 0)
}

const fee = /FEE|RESORT|CLEANING|SERVICE|FACILITY/i

function readCharge(
  value: unknown,
  rate: number,
  stay: Stay,
  money: Money,
  { text: read }: Readers,
): Charge | undefined {
  const tax = asRecord(value)
  if (tax === undefined) return undefined
  const code = read(tax.code)
  const text = read(tax.description)
  const percent = asNumber(tax.percentage)
  const isForeign = (tax.currency ?? money.currency) !== money.currency
  const own = isForeign ? createMoney(tax.currency) : money
  const once = own?.parse(tax.amount)
  const minor = once === undefined ? undefined : once * timesCharged(tax, stay)
  const included = tax.included === true
  const isFee = fee.test(code ?? '') || fee.test(text ?? '')
  const listed: UnpricedCharge = { kind: isFee ? 'fee' : 'tax', included }
  put(listed, 'code', code)
  put(listed, 'text', text)
  if (percent !== undefined && percent >= 0) listed.percent = percent
  if (isForeign) {
    if (minor !== undefined && own !== undefined) listed.price = own.price(minor * stay.rooms)
    // A tax that is not included is paid in addition to the total, so it is no part of the gap between base and total.
    return { listed, minor: undefined, ofGap: included ? undefined : 0 }
  }
  const ofRate = listed.percent === undefined ? undefined : percentOf(rate, listed.percent)
  // An added percentage has an amount. An included one may refer to another base, and is only named.
  return { listed, minor: included ? minor : (minor ?? ofRate), ofGap: minor ?? ofRate }
}

/** How often a charge applies to one room: per night, per guest, or once. */
function timesCharged(tax: JsonRecord, { nights, adults, childAges }: Stay): number {
  const perNight = tax.pricingFrequency === 'PER_NIGHT' ? nights : 1
  return tax.pricingMode === 'PER_OCCUPANT' ? perNight * (adults + childAges.length) : perNight
}

function percentOf(minor: number, percent: number): number {
  return Math.round((minor * Math.round(percent * 1000)) / 100_000)
}

/** The rates of days within the stay. */
function readNightlyRates(
  variations: JsonRecord | undefined,
  { checkIn, checkOut }: Stay,
  money: Money,
  { day }: Readers,
): HotelResult['nightly_rates'] {
  const rates: NonNullable<HotelResult['nightly_rates']> = []
  for (const value of asArray(variations?.changes)) {
    const change = asRecord(value)
    const minor = money.parse(change?.sellingTotal ?? change?.total ?? change?.base)
    const from = day(change?.startDate)
    const to = day(change?.endDate)
    if (minor === undefined || from === undefined || to === undefined) continue
    if (from < checkIn || from >= to || to > checkOut) continue
    if ((change?.currency ?? money.currency) !== money.currency) continue
    rates.push({ from, to, price: money.price(minor) })
  }
  return rates.length === 0 ? undefined : rates
}

/** With more charges than this, only the sum of all charges is compared with the gap. */
const maxTried = 10

/**
 * Finds the charges that the provider's total contains although they are marked as not included: the mark may mean that
 * the base does not include them. The gap between base and total (`gap`) decides, within `slack` minor units.
 * `contained` is the sum of the included charges. `isComplete` says that the part of the gap that each charge would
 * fill is known. The full rule: docs/decisions/024-hotel-totals.md.
 */
function chargesInTotal(
  apart: readonly number[],
  { gap, contained, isComplete, slack }: { gap: number; contained: number; isComplete: boolean; slack: number },
): ReadonlySet<number> {
  const isFull = contained > 0 && Math.abs(gap - contained) <= slack
  if (gap <= slack || isFull) return new Set()
  const exact = [gap - contained, gap]
    .map((target) => charging(apart, target, slack))
    .find((found) => found !== undefined)
  if (exact !== undefined) return new Set(exact)
  const sum = apart.reduce((all, each) => all + each, 0)
  return new Set(isComplete && sum + contained <= gap + slack ? apart.keys() : [])
}

/** The indexes of the charges that add up to the target, or `undefined`. */
function charging(apart: readonly number[], target: number, slack: number, from = 0): number[] | undefined {
  if (target <= slack) return target >= -slack && from > 0 ? [] : undefined
  if (apart.length > maxTried) {
    const sum = apart.reduce((all, each) => all + each, 0)
    return Math.abs(sum - target) <= slack ? [...apart.keys()] : undefined
  }
  for (let at = from; at < apart.length; at += 1) {
    const others = charging(apart, target - (apart[at] ?? 0), slack, at + 1)
    if (others !== undefined) return [at, ...others]
  }
  return undefined
}
