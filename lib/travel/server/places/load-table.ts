import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AirportTable, airportTableSchema } from './airport-table.ts'
import { tableKey } from './build-table.ts'

const BUILD_TIMEOUT_MS = 60_000

/**
 * The airport table of the project in `root`: read from `dist/places.json`, or rebuilt if that file is missing or from
 * other package versions. The build runs in a separate process, so that this process never loads the packages' hundred
 * megabytes. In a read-only folder the table works without the cache.
 */
export function loadAirportTable(root: string, build: (root: string) => string = buildApart): AirportTable {
  const key = tableKey(root)
  const path = join(root, 'dist', 'places.json')
  const cached = readCached(path)
  if (cached?.key === key) return cached
  const json = build(root)
  const built = airportTableSchema.parse(JSON.parse(json))
  keepBuilt(path, json)
  return built
}

/** Builds in a separate process and returns its output. */
export function buildApart(root: string, ...options: string[]): string {
  return execFileSync(process.execPath, [join(root, 'scripts', 'build-places.ts'), '--stdout', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: BUILD_TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function readCached(path: string): AirportTable | undefined {
  if (!existsSync(path)) return undefined
  try {
    return airportTableSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Caches the table for the next start. The file appears complete or not at all. */
export function keepBuilt(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch {
    // Without the cache, the next start builds again.
  }
}
