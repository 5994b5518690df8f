import { numberFormat } from '#lib/platform/model/formatters.ts'

/** A cache, because resolving a formatter's options takes longer than the rest of the arithmetic with a price. */
const digitsOf = new Map<string, number>()

/** Minor units per currency, from the runtime's ISO 4217 data; two for an unknown code. */
export function minorDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const digits = numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}

/**
 * Converts a provider's decimal string to an integer of minor units without floating point: `("1590.78", 2)` is 159078.
 * Rounds excess digits half away from zero. `undefined` if the text is not a plain decimal number, or the result is not
 * a safe integer.
 */
export function toMinorUnits(decimal: string, digits: number): number | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?$/.exec(decimal)
  if (match === null) return undefined
  const [, sign = '', whole = '0', fraction = ''] = match
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const roundUp = (fraction[digits] ?? '0') >= '5'
  const units = Number(whole + kept) + (roundUp ? 1 : 0)
  if (!Number.isSafeInteger(units)) return undefined
  return sign === '-' && units !== 0 ? -units : units
}

/** The decimal string of an integer of minor units: `(159078, 2)` is "1590.78". */
export function fromMinorUnits(units: number, digits: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not an amount in minor units`)
  const text = String(Math.abs(units)).padStart(digits + 1, '0')
  const sign = units < 0 ? '-' : ''
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** A price for display: the locale's symbol, no decimals from 100 up, the currency's decimals below 100. */
export function formatPrice(amount: number, currency: string, locale = 'en-US'): string {
  return priceWriter([amount], currency, locale)(amount)
}

/** Writes amounts of a currency. */
export type WriteIn = (currency: string) => (amount: number) => string

/** Writes prices that have no others beside them, each like `formatPrice`. */
export function singleWriter(locale: string): WriteIn {
  return (currency) => (amount) => formatPrice(amount, currency, locale)
}

/** Writes adjacent prices of several currencies, each currency like `priceWriter`. */
export function pricesWriter(prices: readonly { amount: number; currency: string }[], locale: string): WriteIn {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency)
  return (currency) =>
    priceWriter(
      (byCurrency.get(currency) ?? []).map(({ amount }) => amount),
      currency,
      locale,
    )
}

/** Writes prices beside these amounts: all with decimals if any amount is below 100, else all without. */
export function priceWriter(
  amounts: readonly number[],
  currency: string,
  locale = 'en-US',
): (amount: number) => string {
  return (isWrittenWhole(amounts, currency) ? wholePriceWriter : fullPriceWriter)(currency, locale)
}

/** Whether `priceWriter` writes these amounts without decimals. */
export function isWrittenWhole(amounts: readonly number[], currency: string): boolean {
  // An amount that rounds to 100 is shown like 100.
  const digits = minorDigits(currency)
  return amounts.length > 0 && amounts.every((amount) => Math.abs(Number(amount.toFixed(digits))) >= 100)
}

/**
 * Rounds the parts of a total to whole amounts that add up to the rounded total: the parts with the largest fractions
 * are rounded up. If no such rounding exists, because the parts do not add up to the total, each is rounded on its own.
 */
export function roundTogether(parts: readonly number[], total: number): number[] {
  const floors = parts.map(Math.floor)
  const missing = Math.round(total) - floors.reduce((sum, floor) => sum + floor, 0)
  if (missing < 0 || missing > parts.length) return parts.map(Math.round)
  const byFraction = [...parts.keys()].toSorted((a, b) => fractionOf(parts[b]) - fractionOf(parts[a]))
  const raised = new Set(byFraction.slice(0, missing))
  return floors.map((floor, at) => (raised.has(at) ? floor + 1 : floor))
}

/** How much more an amount is than another, as they are written: of the rounded amounts if they have no decimals. */
export const writtenDifference = (amount: number, other: number, isWhole: boolean): number =>
  isWhole ? Math.round(amount) - Math.round(other) : amount - other

/** The fraction of an amount in whole millionths, so that rounding errors do not make equal fractions differ. */
const fractionOf = (amount = 0) => Math.round((amount - Math.floor(amount)) * 1e6)

/** Writes prices without decimals. */
export function wholePriceWriter(currency: string, locale: string): (amount: number) => string {
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 0 }
  const format = numberFormat(locale, { style: 'currency', currency, ...digits })
  return (amount) => format.format(amount)
}

/** Writes prices with the currency's own decimals. */
export function fullPriceWriter(currency: string, locale: string): (amount: number) => string {
  const format = numberFormat(locale, { style: 'currency', currency })
  return (amount) => format.format(amount)
}

/** The codes of the currencies whose amounts a list writes without decimals: "EUR USD". */
export function wholeCurrencies(prices: readonly { amount: number; currency: string }[]): string {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency)
  return [...byCurrency]
    .filter(([currency, all]) =>
      isWrittenWhole(
        all.map(({ amount }) => amount),
        currency,
      ),
    )
    .map(([currency]) => currency)
    .toSorted()
    .join(' ')
}

/**
 * Writes prices of a list with the decimals that `wholeCurrencies` decides on: in its rows, in an open row, and in the
 * summary of an offer.
 */
export function listWriter(whole: string, locale: string): WriteIn {
  return (currency) => (whole.includes(currency) ? wholePriceWriter : fullPriceWriter)(currency, locale)
}
