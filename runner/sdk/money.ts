import type { Price } from '../contract/travel-fields.ts'

const withoutMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const currencyCode = /^[A-Z]{3}$/
/** A binary fraction that a provider writes out in full may have up to 60 decimals. */
const decimal = /^\d{1,12}(?:\.\d{1,60})?$/

/** Decimals of a currency's minor unit (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0
  return withThousandths.has(currency) ? 3 : 2
}

/** Amounts of one currency, as whole numbers of its minor unit, so that sums are exact. */
export type Money = {
  readonly currency: string
  /** A decimal (`"1590.78"` → 159078), rounded half up. `undefined` unless it is a plain non-negative decimal. */
  parse(value: unknown): number | undefined
  /** An amount in minor units as a price of the contract. */
  price(minor: number): Price
  /** Parses a decimal to a price. `undefined` as in `parse`. */
  read(value: unknown): Price | undefined
}

/** Money in a currency. `undefined` for an invalid currency code. */
export function createMoney(currency: unknown): Money | undefined {
  if (typeof currency !== 'string' || !currencyCode.test(currency)) return undefined
  const digits = minorDigits(currency)
  const scale = 10 ** digits
  const parse = (value: unknown) => parseMinor(typeof value === 'number' ? decimalOf(value) : value, digits)
  // One division of whole numbers gives the number nearest to the decimal.
  const price = (minor: number) => ({ amount: minor / scale, currency })
  return {
    currency,
    parse,
    price,
    read: (value) => {
      const minor = parse(value)
      return minor === undefined ? undefined : price(minor)
    },
  }
}

/** The decimal that a computed number stands for: `17.400000000000002` → `17.4`. */
function decimalOf(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(Number(value.toPrecision(15)))
}

/** Rounds digits beyond the minor unit as text, so that binary fractions cannot shift a cent. */
function parseMinor(text: unknown, digits: number): number | undefined {
  if (typeof text !== 'string' || !decimal.test(text)) return undefined
  const point = text.indexOf('.')
  const end = point + 1 + digits
  // At most 15 digits, so the product is off by less than half a minor unit.
  if (point < 0 || text.length <= end) return Math.round(Number(text) * 10 ** digits)
  return Number(text.slice(0, point) + text.slice(point + 1, end)) + (text.charAt(end) >= '5' ? 1 : 0)
}
