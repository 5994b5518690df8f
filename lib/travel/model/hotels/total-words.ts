import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { fromMinorUnits, minorDigits, toMinorUnits, type WriteIn } from '../money.ts'
import { isForAll } from './hotel-form.ts'
import { chargesBeside } from './total.ts'
import { chargeName } from './words.ts'

type T = Texts<'hotels'>
type Charged = Pick<HotelResult, 'price' | 'unpriced_charges'>

/**
 * "$872 + €12.00": the short form of a total, used wherever a total is shown. `writeIn` formats it like the prices
 * beside it.
 */
export function totalText(hotel: Charged, writeIn: WriteIn, t: T): string {
  const { sums, unknown } = addUp(chargesBeside(hotel))
  const prices = [hotel.price, ...sums].map(({ amount, currency }) => writeIn(currency)(amount))
  return [...prices, ...new Set(unknown.map((charge) => nameInSentence(charge, t)))].join(' + ')
}

/** The prices of a hotel that decide on the decimals of its list: the total, and the charges beside it. */
export function shownInRow(hotel: Charged): Price[] {
  return [hotel.price, ...chargesBeside(hotel).flatMap(({ price }) => price ?? [])]
}

/**
 * "+ €12.00 city tax at the hotel": a line for each name and currency of the charges that are not in the total, and one
 * if the total is without the children. `travelers`: the guests of the search; 0 if the guests stand beside the total.
 */
export function beside(hotel: HotelResult, writeIn: WriteIn, t: T, travelers = 0): string[] {
  const byName = Map.groupBy(chargesBeside(hotel), (charge) => nameInSentence(charge, t))
  const all = [...byName].flatMap(([name, charges]) => {
    const { sums, unknown } = addUp(charges)
    const lines = sums.map(({ amount, currency }) => t('besideHotel', { price: writeIn(currency)(amount), name }))
    return unknown.length > 0 ? [...lines, t('besideUnknown', { name })] : lines
  })
  return isForAll(hotel, travelers) ? all : [...all, t('noChildren')]
}

/** The name inside a sentence: "City tax" of a provider becomes "city tax", but "VAT" stays. */
function nameInSentence(charge: UnpricedCharge, t: T): string {
  if (charge.text === undefined && charge.code === undefined) return t('chargeInside', { kind: charge.kind })
  const name = chargeName(charge, t)
  return name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())
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
