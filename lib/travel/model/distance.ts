import { numberFormat } from '#lib/platform/model/formatters.ts'
import { arcBetween } from './great-circle.ts'

/** A point in degrees. */
export interface Position {
  lat: number
  lon: number
}

const KM_PER_RADIAN = 6371
const NBSP = '\u00a0'

/** Kilometres along the great circle. */
export function kmBetween(a: Position, b: Position): number {
  return arcBetween([a.lon, a.lat], [b.lon, b.lat]) * KM_PER_RADIAN
}

/** "80 m", "1.3 km", "12 km": steps of ten metres below a kilometre, no decimals from ten kilometres up. */
export function formatDistance(km: number, locale = 'en-GB'): string {
  const tens = Math.max(0, Math.round(km * 100) * 10)
  if (tens < 1000) return `${tens}${NBSP}m`
  const digits = Number(km.toFixed(1)) < 10 ? 1 : 0
  const number = numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${number.format(km)}${NBSP}km`
}
