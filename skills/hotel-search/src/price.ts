import type { HotelResult, PricePart, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { createMoney, type Money } from '#runner/sdk/money.ts'
import { asArray, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import { put, type Readers } from './read.ts'
import type { Stay } from './request.ts'

export type ReadPrice = Pick<
  HotelResult,
  'price' | 'price_per_night' | 'price_parts' | 'unpriced_charges' | 'nightly_rates'
>

/** A tax or fee of one room; `minor` is its amount for the whole stay, when it has one in the offer's currency. */
type Charge = { readonly listed: UnpricedCharge; readonly minor: number | undefined }

/**
 * The price of an offer, split so that its parts add up to it in the currency's minor unit. The provider's prices are
 * for one room and the whole stay. A tax that is not included comes on top, unless what lies between base and total
 * holds it: then the provider means that it is not in the base.
 */
export function readPrice(
  given: JsonRecord,
  stay: Stay,
  readers: Readers,
): { money: Money; read: ReadPrice } | undefined {
  const money = createMoney(given.currency)
  const total = money?.parse(given.sellingTotal ?? given.total)
  if (money === undefined || total === undefined) return undefined
  const base = money.parse(given.base)
  const charges: Charge[] = []
  let contained = 0
  let onTop = 0
  for (const tax of asArray(given.taxes)) {
    const charge = readCharge(tax, base ?? total, stay, money, readers)
    if (charge === undefined) continue
    charges.push(charge)
    if (charge.listed.included) contained += charge.minor ?? 0
    else onTop += charge.minor ?? 0
  }
  const above = base === undefined ? 0 : total - base
  const areInTotal = onTop > 0 && (onTop === above || onTop + contained <= above)
  const inTotal = areInTotal ? contained + onTop : contained
  // Charges above the total cannot be parts of it.
  const canSplit = inTotal <= total
  const room = canSplit ? Math.min(base ?? total, total - inTotal) : total
  const rest = canSplit ? total - inTotal - room : 0

  const parts: PricePart[] = [{ kind: 'room', included: true, price: money.price(room * stay.rooms) }]
  const unpriced: UnpricedCharge[] = []
  let whole = room + rest
  for (const { listed, minor } of charges) {
    const included = listed.included || areInTotal
    if (minor === undefined || (included && !canSplit)) unpriced.push(listed)
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
  put(read, 'nightly_rates', readNightlyRates(asRecord(given.variations), money, readers))
  return { money, read }
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
    return { listed, minor: undefined }
  }
  // A percentage that comes on top has an amount: of the rate.
  const isOnTop = minor === undefined && !included && listed.percent !== undefined
  return { listed, minor: isOnTop ? percentOf(rate, listed.percent ?? 0) : minor }
}

/** How often a charge is due for one room: for each night, for each guest, or once. */
function timesCharged(tax: JsonRecord, { nights, adults, childAges }: Stay): number {
  const perNight = tax.pricingFrequency === 'PER_NIGHT' ? nights : 1
  return tax.pricingMode === 'PER_OCCUPANT' ? perNight * (adults + childAges.length) : perNight
}

function percentOf(minor: number, percent: number): number {
  return Math.round((minor * Math.round(percent * 1000)) / 100_000)
}

function readNightlyRates(
  variations: JsonRecord | undefined,
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
    if ((change?.currency ?? money.currency) !== money.currency) continue
    rates.push({ from, to, price: money.price(minor) })
  }
  return rates.length === 0 ? undefined : rates
}
