import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AirportTable, airportTableSchema } from './airport-table.ts'
import { tableKey } from './build-table.ts'

const BUILD_TIMEOUT_MS = 60_000

/**
 * The airport table of the project in `root`: from `dist/places.json`, or built when that is missing or of other
 * packages. Building runs in a process of its own, so that the packages' hundred megabytes never stay in this one; a
 * folder that cannot be written to costs the cache, not the table.
 */
export function loadAirportTable(root: string): AirportTable {
  const key = tableKey(root)
  const path = join(root, 'dist', 'places.json')
  const cached = readCached(path)
  if (cached?.key === key) return cached
  const json = execFileSync(process.execPath, [join(root, 'scripts', 'build-places.ts'), '--stdout'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: BUILD_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const built = airportTableSchema.parse(JSON.parse(json))
  writeCache(path, json)
  return built
}

function readCached(path: string): AirportTable | undefined {
  if (!existsSync(path)) return undefined
  try {
    return airportTableSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

function writeCache(path: string, json: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, json)
    renameSync(draft, path)
  } catch {
    // The next start builds again.
  }
}
