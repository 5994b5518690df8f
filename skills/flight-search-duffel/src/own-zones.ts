import type { SkillHost } from '#runner/sdk/index.ts'
import type { AskOffsets } from '#runner/sdk/local-times.ts'
import { asArray } from '#runner/sdk/read-json.ts'
import type { GivenOffer, GivenPlace, GivenSegment, GivenSlice } from './given.ts'

/** No code of an airport or city has this form. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{0,30}(?:\/[A-Za-z0-9_+-]{1,30}){1,2}$/

/**
 * Asks for offsets in the zones that the provider gives its airports, which count before the host's. Where it gives none,
 * or one that the host does not know, the host's zone of the airport counts.
 */
export function askInOwnZones(offers: readonly GivenOffer[], time: Pick<SkillHost['time'], 'offset'>): AskOffsets {
  const zones = new Map<unknown, string>()
  const note = (place: GivenPlace | undefined) => {
    const zone = place?.time_zone
    if (typeof zone === 'string' && zoneName.test(zone)) zones.set(place?.iata_code, zone)
  }
  for (const offer of offers)
    for (const slice of asArray<GivenSlice>(offer?.slices))
      for (const segment of asArray<GivenSegment>(slice?.segments)) {
        note(segment?.origin)
        note(segment?.destination)
      }
  return async (pairs) => {
    const offsets = await time.offset(pairs.map(([airport, local]) => [zones.get(airport) ?? airport, local]))
    const lacking = pairs.filter(([airport], at) => offsets[at] === null && zones.has(airport))
    if (lacking.length === 0) return offsets
    const ofAirports = (await time.offset(lacking)).values()
    return pairs.map(([airport], at) =>
      offsets[at] === null && zones.has(airport) ? (ofAirports.next().value ?? null) : (offsets[at] ?? null),
    )
  }
}
