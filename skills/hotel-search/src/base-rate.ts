import type { Money } from '#runner/sdk/money.ts'
import { asArray, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'
import type { Readers } from './read.ts'
import type { Stay } from './request.ts'

/** The cost of one room before taxes, for the whole stay, in minor units. */
export type BaseRate = {
  readonly minor: number
  /** The maximum error of the base in minor units, because nightly rates are rounded. */
  readonly slack: number
}

/**
 * The base in the price, or else in its variations: the rates of all nights, or the average night. Rates in another
 * currency, of some nights only, or above the total give no base; neither does a base of 0.
 */
export function readBase(
  given: JsonRecord,
  { money, total, stay, readers }: { money: Money; total: number; stay: Stay; readers: Readers },
): BaseRate | undefined {
  const named = money.parse(given.base)
  if (isBase(named)) return { minor: named, slack: 0 }
  const variations = asRecord(given.variations)
  const average = asRecord(variations?.average)
  const night = isIn(average, money) ? money.parse(average?.base) : undefined
  const ofNights = sumOfNights(asArray(variations?.changes), stay, money, readers)
  const minor = isBase(ofNights) ? ofNights : (night ?? 0) * stay.nights
  const slack = Math.floor(stay.nights / 2)
  return isBase(minor) && minor <= total + slack ? { minor, slack } : undefined
}

/** Providers write an unknown base as "0.00". */
function isBase(minor: number | undefined): minor is number {
  return minor !== undefined && minor > 0
}

/**
 * The rates of the nights from check-in to check-out. `undefined` when one is missing or occurs twice, or a date does
 * not exist.
 */
function sumOfNights(
  changes: readonly unknown[],
  { checkIn, checkOut }: Stay,
  money: Money,
  { day }: Readers,
): number | undefined {
  const periods = changes.flatMap((value) => {
    const change = asRecord(value)
    const from = day(change?.startDate)
    const to = day(change?.endDate)
    const rate = isIn(change, money) ? money.parse(change?.base) : undefined
    return from === undefined || to === undefined || rate === undefined ? [] : [{ from, to, rate }]
  })
  if (periods.length === 0 || periods.length < changes.length) return undefined
  let at = checkIn
  let sum = 0
  for (const { from, to, rate } of periods.sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const nights = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
    if (from !== at || nights < 1) return undefined
    sum += rate * nights
    at = to
  }
  return at === checkOut ? sum : undefined
}

function isIn(rate: JsonRecord | undefined, { currency }: Money): boolean {
  return (rate?.currency ?? currency) === currency
}
