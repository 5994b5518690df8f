import type { Price } from '../contract/travel-fields.ts'

const withoutMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const currencyCode = /^[A-Z]{3}$/
const decimal = /^\d{1,12}(?:\.\d{1,12})?$/

/** Decimals of a currency's minor unit (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0
  return withThousandths.has(currency) ? 3 : 2
}

/** Amounts of one currency, as whole numbers of its minor unit: sums of them are exact. */
export type Money = {
  readonly currency: string
  /** A decimal (`"1590.78"` → 159078), rounded half up; `undefined` when it is not a plain decimal that is not negative. */
  parse(value: unknown): number | undefined
  /** An amount in minor units as a price of the contract. */
  price(minor: number): Price
}

/** Money in a currency; `undefined` when it is none: then no amount means anything. */
export function createMoney(currency: unknown): Money | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = minorDigits(currency)
  const scale = 10 ** digits
  return {
    currency,
    parse: (value) => parseMinor(typeof value === 'number' ? String(value) : value, digits),
    // One division of whole numbers gives the number that the decimal reads as.
    price: (minor) => ({ amount: minor / scale, currency }),
  }
}

/** The digits are rounded as text, so no binary fraction moves a cent. */
function parseMinor(text: unknown, digits: number): number | undefined {
  if (typeof text !== 'string' || !decimal.test(text)) return undefined
  const point = text.indexOf('.')
  if (point < 0) return Number(text) * 10 ** digits
  const fraction = text.slice(point + 1, point + 1 + digits).padEnd(digits, '0')
  const roundUp = text.charAt(point + 1 + digits) >= '5' ? 1 : 0
  return Number(text.slice(0, point) + fraction) + roundUp
}
