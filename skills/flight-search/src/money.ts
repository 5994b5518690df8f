const withoutMinorUnit = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const withThousandths = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Decimals of a currency's minor unit (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0
  return withThousandths.has(currency) ? 3 : 2
}

const decimal = /^\d{1,12}(?:\.\d{1,12})?$/

/**
 * A decimal string as an amount in the major unit, rounded half up to so many digits. The digits are rounded as
 * text, so no binary fraction moves a cent. `undefined` when it is not a plain non-negative decimal.
 */
export function parseAmount(value: unknown, digits: number): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !decimal.test(text)) return undefined
  const point = text.indexOf('.')
  if (point < 0 || text.length - point - 1 <= digits) return Number(text)
  const kept = Number(text.slice(0, point) + text.slice(point + 1, point + 1 + digits))
  return fromMinorUnits(kept + (text.charAt(point + 1 + digits) >= '5' ? 1 : 0), digits)
}

/** The sum of two amounts of one currency, exact to its minor unit. */
export function addAmounts(one: number, other: number, digits: number): number {
  return fromMinorUnits(Math.round(one * 10 ** digits) + Math.round(other * 10 ** digits), digits)
}

function fromMinorUnits(units: number, digits: number): number {
  return Number(`${units}e-${digits}`)
}
