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

/** A price for display: the locale's symbol, no decimals from 100 up, the currency's decimals below 100. */
export function formatPrice(amount: number, currency: string, locale = 'en-US'): string {
  return priceWriter([amount], currency, locale)(amount)
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

/** How much more an amount is than another, as they are written: of the rounded amounts if they have no decimals. */
export const writtenDifference = (amount: number, other: number, isWhole: boolean): number =>
  isWhole ? Math.round(amount) - Math.round(other) : amount - other

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
