import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { ZoneData, zoneDataFile } from '../runner/runtimes/python/interpreter-files.ts'
import { main, root } from './steps.ts'

/** The time zone database as Debian's package `tzdata` has it. Its first line names its version. */
const database = '/usr/share/zoneinfo/tzdata.zi'

/**
 * Packs the time zones for the embedded Python, from the database of this machine: `node scripts/pack-time-zones.ts`.
 * Needs the programs of the package `tzdata` or `libc-bin` (`zic`).
 */
await main(async () => {
  const version = /^# version (\S+)/.exec(readFileSync(database, 'utf8'))?.[1]
  if (version === undefined) throw new Error(`${database} does not name its version`)
  const folder = mkdtempSync(join(tmpdir(), 'time-zones-'))
  try {
    execFileSync('zic', ['-b', 'slim', '-d', folder, database])
    const first = new Map<string, string>()
    const zones: Record<string, string> = {}
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!statSync(join(folder, name)).isFile()) continue
      const text = readFileSync(join(folder, name)).toString('base64')
      const same = first.get(text)
      zones[name] = same === undefined ? text : `=${same}`
      if (same === undefined) first.set(text, name)
    }
    const packed = JSON.stringify(ZoneData.parse({ version, zones }))
    const level = { [constants.ZSTD_c_compressionLevel]: 19 }
    writeFileSync(join(root, zoneDataFile), zstdCompressSync(packed, { params: level }))
  } finally {
    rmSync(folder, { recursive: true })
  }
  return 0
})
