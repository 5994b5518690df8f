import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FixedFiles } from '../wasi/files.ts'
import { encodeZone } from './tzif.ts'
import { readZoneData, type ZonePeriod } from './zone-data.ts'

/** Where the guest finds the zones: `boot.py` tells `zoneinfo`. */
const folder = 'data/zoneinfo'
/** Only a file of the package is read: none of its code runs. */
export const zoneDataFile = 'node_modules/moment-timezone/data/packed/latest.json'

export const readZoneSource = (projectRoot: string): Promise<Buffer> => readFile(join(projectRoot, zoneDataFile))

/** The time zones of the whole world, by the paths of their files in an interpreter. */
export function zoneFiles(source: Buffer): FixedFiles {
  const { zones } = readZoneData(source.toString())
  const encoded = new Map<readonly ZonePeriod[], Uint8Array>()
  return new Map(
    Array.from(zones, ([name, periods]) => {
      const bytes = encoded.get(periods) ?? encodeZone(periods)
      encoded.set(periods, bytes)
      return [`${folder}/${name}`, bytes] as const
    }),
  )
}
