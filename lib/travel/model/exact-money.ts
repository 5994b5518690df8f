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

/** The fraction of an amount in whole millionths, so that rounding errors do not make equal fractions differ. */
const fractionOf = (amount = 0) => Math.round((amount - Math.floor(amount)) * 1e6)
