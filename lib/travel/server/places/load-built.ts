import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type AirportTable, airportTableSchema } from './airport-table.ts'
import { gazetteerKey } from './build-gazetteer.ts'
import { tableKey } from './build-table.ts'
import { createGazetteer, type Gazetteer } from './gazetteer.ts'

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

/**
 * The gazetteer of the project in `root`: read from `dist/gazetteer.txt`, or rebuilt if that is missing or outdated.
 */
export function loadGazetteer(root: string): Gazetteer {
  const path = join(root, 'dist', 'gazetteer.txt')
  const kept = readKept(path)
  const first = Buffer.from(`${gazetteerKey(root)}\n`)
  if (kept?.subarray(0, first.length).equals(first) && kept.at(-1) === 10) return createGazetteer(kept)
  const built = buildApart(root, '--gazetteer')
  keepBuilt(path, built)
  return createGazetteer(Buffer.from(built))
}

function readKept(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Builds in a separate process and returns its output. */
function buildApart(root: string, ...options: string[]): string {
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
function keepBuilt(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, text)
    renameSync(draft, path)
  } catch {
    // Without the cache, the next start builds again.
  }
}
