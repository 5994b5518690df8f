import { numberFormat } from './formatters.ts'

/** Minor units per currency come from the runtime's ISO 4217 data; a code that it does not know counts as two. */
export function minorDigits(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * A provider's decimal string as an integer of minor units, without floating point: `("1590.78", 2)` is 159078.
 * More digits than the currency has are rounded half up away from zero. `undefined` for anything but a plain decimal
 * number that stays exact.
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
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is no amount of minor units`)
  const text = String(Math.abs(units)).padStart(digits + 1, '0')
  const sign = units < 0 ? '-' : ''
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The number that the contract's `amount` carries for a decimal string, rounded to the currency's minor units. */
export function toAmount(decimal: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const units = toMinorUnits(decimal, digits)
  return units === undefined ? undefined : Number(fromMinorUnits(units, digits))
}

/** A price for reading: the locale's symbol, no decimals from 100 up, the currency's own below. */
export function formatPrice(amount: number, currency: string, locale = 'en-US'): string {
  // What rounds to 100 is shown like 100.
  const digits = minorDigits(currency)
  const whole = Math.abs(Number(amount.toFixed(digits))) >= 100
  return numberFormat(locale, {
    style: 'currency',
    currency,
    ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
  }).format(amount)
}
