import { offsetAt } from '../../model/zoned-time.ts'
import { isZone } from './is-zone.ts'
import type { Places } from './places.ts'

export type TimeOffsets =
  | { ok: true; offsets: string[] }
  | { ok: false; index: number; code: 'unknown-zone' | 'bad-time'; reason: string }

/**
 * Creates the host function `time.offset`. For each pair of an IATA code or IANA zone and a local time
 * "YYYY-MM-DDTHH:MM[:SS]", it returns the offset at that place and time, such as "+09:00". An invalid pair fails the
 * whole call and is named by its index. For skipped and repeated times, see `offsetAt`.
 */
export function createTimeOffsets(
  places: Pick<Places, 'zoneOf'>,
): (pairs: readonly (readonly [string, string])[]) => TimeOffsets {
  return (pairs) => {
    const offsets: string[] = []
    // Most pairs of a call name one place, and checking the name of a zone takes twice as long as finding an offset.
    const zones = new Map<string, string | undefined>()
    const zoneAt = (where: string) => places.zoneOf(where) ?? (isZone(where) ? where : undefined)
    for (const [index, [where, localTime]] of pairs.entries()) {
      if (!zones.has(where)) zones.set(where, zoneAt(where))
      const zone = zones.get(where)
      if (zone === undefined) return refuse(index, 'unknown-zone', 'names an unknown airport, city or time zone')
      const offset = offsetAt(zone, localTime)
      if (offset === undefined)
        return refuse(index, 'bad-time', 'must have a local time of the form YYYY-MM-DDTHH:MM:SS')
      offsets.push(offset)
    }
    return { ok: true, offsets }
  }
}

function refuse(index: number, code: 'unknown-zone' | 'bad-time', what: string): TimeOffsets {
  return { ok: false, index, code, reason: what }
}
