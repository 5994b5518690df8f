import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import type { FixedFiles } from '../wasi/files.ts'

/** Where the guest finds the zones: `boot.py` tells `zoneinfo`. */
const folder = 'data/zoneinfo'
/** `scripts/pack-time-zones.ts` makes it from the time zone database, which is in the public domain. */
export const zoneDataFile = 'runner/runtimes/python/zones/time-zones.zst'

/** The zones by name: each file of `zic` as base64, or, after `=`, the name of a zone with the same file. */
export const ZoneData = z.object({ version: z.string(), zones: z.record(z.string(), z.string()) })

export const readZoneSource = (projectRoot: string): Buffer =>
  readFileSync(join(/* turbopackIgnore: true */ projectRoot, zoneDataFile))

/** The time zones of the whole world, by the paths of their files in an interpreter. Equal files are one. */
export function zoneFiles(source: Buffer): FixedFiles {
  const { zones } = ZoneData.parse(JSON.parse(zstdDecompressSync(source).toString()))
  const files = new Map<string, Uint8Array>()
  for (const [name, text] of Object.entries(zones)) {
    const same = text.startsWith('=') ? files.get(`${folder}/${text.slice(1)}`) : Buffer.from(text, 'base64')
    if (!same) throw new TypeError(`The time zone ${name} is ${text.slice(1)}, which is missing`)
    files.set(`${folder}/${name}`, same)
  }
  return files
}
