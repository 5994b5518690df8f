import { offsetAt } from '#lib/travel/zoned-time.ts'
import { isZone } from './is-zone.ts'
import type { Places } from './places.ts'

export type TimeOffsets =
  | { ok: true; offsets: string[] }
  | { ok: false; index: number; code: 'unknown-zone' | 'bad-time'; reason: string }

/**
 * Makes the host function `time.offset`: for each pair of an IATA code or IANA zone and a local time
 * "YYYY-MM-DDTHH:MM[:SS]", the offset "+09:00" there and then. The first pair that cannot be answered is named by its
 * index, and nothing else is answered. Gaps and overlaps: see `offsetAt`.
 */
export function createTimeOffsets(
  places: Pick<Places, 'zoneOf'>,
): (pairs: readonly (readonly [string, string])[]) => TimeOffsets {
  return (pairs) => {
    const offsets: string[] = []
    for (const [index, [where, localTime]] of pairs.entries()) {
      const zone = places.zoneOf(where) ?? (isZone(where) ? where : undefined)
      if (zone === undefined) return refuse(index, 'unknown-zone', 'names no airport, city or time zone that is known')
      const offset = offsetAt(zone, localTime)
      if (offset === undefined) return refuse(index, 'bad-time', 'has no local time of the form YYYY-MM-DDTHH:MM:SS')
      offsets.push(offset)
    }
    return { ok: true, offsets }
  }
}

function refuse(index: number, code: 'unknown-zone' | 'bad-time', what: string): TimeOffsets {
  return { ok: false, index, code, reason: what }
}
