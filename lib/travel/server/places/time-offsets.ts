import type { TimeOffsets } from '#runner/core/ports.ts'
import { offsetAt } from '../../model/zoned-time.ts'
import { isZone } from './is-zone.ts'
import type { Places } from './places.ts'

/**
 * Creates the host function `time.offset`. For each pair of an IATA code or IANA zone and a local time
 * "YYYY-MM-DDTHH:MM[:SS]", it returns the offset at that place and time, such as "+09:00", or `null` for one that is not
 * known: the others keep their answers. For skipped and repeated times, see `offsetAt`.
 */
export function createTimeOffsets(places: Pick<Places, 'zoneOf'>): TimeOffsets {
  return (pairs) => {
    // Most pairs of a call name one place, and checking the name of a zone takes twice as long as finding an offset.
    const zones = new Map<string, string | undefined>()
    const zoneAt = (where: string) => places.zoneOf(where) ?? (isZone(where) ? where : undefined)
    const offsets = pairs.map(([where, localTime]) => {
      if (!zones.has(where)) zones.set(where, zoneAt(where))
      const zone = zones.get(where)
      return (zone === undefined ? undefined : offsetAt(zone, localTime)) ?? null
    })
    return { ok: true, offsets }
  }
}
