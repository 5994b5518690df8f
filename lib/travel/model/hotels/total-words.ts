import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { WriteIn } from '../currencies-writer.ts'
import { fromMinorUnits, toMinorUnits } from '../exact-money.ts'
import { minorDigits } from '../money.ts'
import { isForAll } from './hotel-form.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { type Comparison, chargesBeside, dueTotal } from './total.ts'
import { chargeName, commonCharge } from './words.ts'

type T = Texts<'hotels'>
type Charged = Pick<HotelResult, 'price' | 'unpriced_charges'>

export interface TotalContext {
  comparison: Comparison
  /** Formats the total like the prices beside it. */
  writeIn: WriteIn
  t: T
  /** Whether the prices themselves were converted. */
  isAbout?: boolean | undefined
}

/**
 * The total as one price: "$872", or "about $886" if parts of it are due in another currency. Without an exchange rate it
 * stays in its currencies: "$872 + €12.00".
 */
export function headline(hotel: Charged, { comparison, writeIn, t, isAbout = false }: TotalContext): string {
  const due = dueTotal(hotel, comparison)
  const { sums, unknown } = due ? { sums: [due.price], unknown: [] } : dueSums(hotel)
  const parts = sums.map(({ amount, currency }) => writeIn(currency)(amount))
  const price = [...parts, ...new Set(unknown.map((charge) => nameInSentence(charge, t)))].join(' + ')
  return due?.isAbout || isAbout ? t('aboutPrice', { price }) : price
}

/** What a stay costs in each currency, the booking first, and the charges whose sum is not exact. */
export function dueSums(hotel: Charged): { sums: Price[]; unknown: UnpricedCharge[] } {
  const booking: UnpricedCharge = { kind: 'fee', included: false, price: hotel.price }
  return addUp([booking, ...chargesBeside(hotel).filter(({ price }) => price !== undefined)])
}

/** The headline with the charges of unknown amount: "$872 + city tax". Used where no lines stand beneath it. */
export function totalText(hotel: Charged, context: TotalContext): string {
  const unknown = chargesBeside(hotel).filter(({ price }) => price === undefined)
  const names = new Set(unknown.map((charge) => nameInSentence(charge, context.t)))
  return [headline(hotel, context), ...names].join(' + ')
}

/** The total of an offer in a list, marked if the whole list is converted until its providers answer. */
export const offerTotal = ({ hotel, isAbout }: Pick<HotelOffer, 'hotel' | 'isAbout'>, context: TotalContext): string =>
  totalText(hotel, { ...context, isAbout })

/** The prices of a hotel that decide on the decimals of its list: the total, and the charges beside it. */
export function shownInRow(hotel: Charged): Price[] {
  return [hotel.price, ...chargesBeside(hotel).flatMap(({ price }) => price ?? [])]
}

/**
 * The parts of a total beneath it: "$872 for the booking" and "+ €12.00 city tax at the hotel", a line for each name and
 * currency of the charges beside the booking. One line more each if the rooms are booked separately, and if the total is
 * without the children. `travelers`: the guests of the search; 0 if the guests stand beside the total.
 */
export function beside(hotel: HotelResult, writeIn: WriteIn, t: T, travelers = 0): string[] {
  const charged = chargesBeside(hotel)
  const byName = Map.groupBy(charged, (charge) => nameInSentence(charge, t))
  const { amount, currency } = hotel.price
  const booked = charged.some(({ price }) => price) ? [t('bookingPart', { price: writeIn(currency)(amount) })] : []
  const charges = [...byName].flatMap(([name, charges]) => {
    const { sums, unknown } = addUp(charges)
    const lines = sums.map(({ amount, currency }) => t('besideHotel', { price: writeIn(currency)(amount), name }))
    return unknown.length > 0 ? [...lines, t('besideUnknown', { name })] : lines
  })
  const apart = hotel.booked_separately ? [t('bookedSeparately', { count: hotel.rooms })] : []
  return [...booked, ...charges, ...apart, ...(isForAll(hotel, travelers) ? [] : [t('noChildren')])]
}

/** The name inside a sentence: "City tax" of a provider becomes "city tax", but "VAT" stays. */
function nameInSentence(charge: UnpricedCharge, t: T): string {
  if (charge.text === undefined && charge.code === undefined) return t('chargeInside', { kind: charge.kind })
  return commonCharge(charge, t) || chargeName(charge, t).replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
}

/** Sums of charges: a price for each currency, and the charges of unknown amount or without an exact sum. */
function addUp(charges: readonly UnpricedCharge[]): { sums: Price[]; unknown: UnpricedCharge[] } {
  const sums: Price[] = []
  const unknown: UnpricedCharge[] = []
  for (const [currency, alike] of Map.groupBy(charges, ({ price }) => price?.currency)) {
    const amount = currency && sumOf(alike, minorDigits(currency))
    if (currency && amount !== undefined) sums.push({ amount: Number(amount), currency })
    else unknown.push(...alike)
  }
  return { sums, unknown }
}

function sumOf(charges: readonly UnpricedCharge[], digits: number): string | undefined {
  const units = charges.reduce(
    (sum, { price }) => sum + (toMinorUnits(price?.amount.toFixed(digits) ?? '', digits) ?? Number.NaN),
    0,
  )
  return Number.isSafeInteger(units) ? fromMinorUnits(units, digits) : undefined
}
