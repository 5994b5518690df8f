import type { Price } from '#runner/contract/travel-fields.ts'

const withoutMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const currencyCode = /^[A-Z]{3}$/
const decimal = /^\d{1,12}(?:\.\d{1,12})?$/

/** Amounts of one currency, as whole numbers of its minor unit: sums of them are exact. */
export type Money = {
  readonly currency: string
  /** A decimal string, rounded half up; `undefined` when it is not a plain decimal that is not negative. */
  parse(value: unknown): number | undefined
  /** An amount in minor units as a price. */
  price(minor: number): Price
}

/** Money in a currency (ISO 4217); `undefined` when it is none: then no amount means anything. */
export function createMoney(currency: unknown): Money | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = withoutMinorUnit.has(currency) ? 0 : withThousandths.has(currency) ? 3 : 2
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
