import { LRUCache } from 'lru-cache'
import { words } from './normalize.ts'
import { shortNamesOf } from './regions.ts'
import { firstAtLeast } from './search-index.ts'

/** A town, a section of a city or a sight: a location for a hotel search. */
export interface GazetteerEntry {
  kind: 'town' | 'district' | 'landmark'
  name: string
  countryCode: string
  /** The state or province if people name it, else "". */
  region: string
  /** Its postal code if people write it, else "". */
  regionCode: string
  /** Four decimals, about ten metres. */
  lat: number
  lon: number
}

/** How the words match: a whole name, the beginning of a name, or the beginning of a later word in it. */
type Match = 'exact' | 'start' | 'word'

export interface FoundEntry extends GazetteerEntry {
  match: Match
}

export type Gazetteer = ReturnType<typeof createGazetteer>

const [TAB, NEWLINE, BAR, SPACE] = [9, 10, 124, 32]
const KM_PER_DEGREE = 111.195
const MAX_QUERY_CHARS = 80
const MAX_QUERY_WORDS = 6
/** The maximum of matches read per name. Only a short prefix has more, and the further ones are the least populous. */
const MAX_HITS = 5000
/** The maximum for a query with a location, where the location of every match is read. */
const MAX_HITS_READ = 2000
/** Number of cached queries: people type the same beginnings. */
const MAX_KEPT = 200
/** A query this short is usually the beginning of a name. */
const FEW_LETTERS = /^[a-z]{1,3}$/

/**
 * Searches the output of `buildGazetteer` directly: six megabytes outside the heap, without an object per town. A
 * search scans the names once per word. The location of an entry is read once and cached for all searches.
 */
export function createGazetteer(text: Buffer) {
  const afterKey = text.indexOf('\n\n') + 2
  const middle = text.indexOf('\n\n', afterKey)
  // Includes the line end before the first name, so that each name has a byte on both sides.
  const names = text.subarray(afterKey - 1, middle + 1)
  const shown = text.subarray(middle + 1)
  const nameEnds = lineEnds(names.subarray(1))
  const shownEnds = lineEnds(shown.subarray(1))
  const countryNames = new Intl.DisplayNames('en', { type: 'region' })
  const nameOf = (countryCode: string) => (countryCode && countryNames.of(countryCode)) || ''
  const wordsOf = (countryCode: string, region: string, regionCode: string) =>
    [nameOf(countryCode), ...shortNamesOf(countryCode), countryCode, region, regionCode].flatMap(words)
  /** The words of each location, one list for each pair of country and region: a few hundred lists serve all entries. */
  const around: (readonly string[])[] = []
  const aroundByRegion = new Map<string, number>()
  /** For each line, its index in `around` plus one; 0: not read yet. */
  const aroundOfLine = new Uint16Array(shownEnds.length)
  const kept = new LRUCache<string, readonly FoundEntry[]>({ max: MAX_KEPT })
  /** Read at the first search around a point. */
  let positions: ReturnType<typeof positionsOf> | undefined

  function entryOf(line: number): GazetteerEntry | undefined {
    const start = line === 0 ? 1 : (shownEnds[line - 1] ?? 0) + 2
    return readEntry(shown.toString('utf8', start, (shownEnds[line] ?? 0) + 1).split('\t'))
  }

  /**
   * The lines with a matching name, each with its kind of match. Reads at most `maxHits` occurrences of `name`. For a
   * short prefix, stops after `enough` matches at the start of a name.
   */
  function linesOf(name: string, maxHits: number, enough: number): Map<number, Match> {
    const wanted = Buffer.from(name)
    const hasFewLetters = FEW_LETTERS.test(name)
    const lines = new Map<number, Match>()
    let starts = 0
    let at = names.indexOf(wanted)
    for (let hit = 0; at >= 0 && hit < maxHits; hit++) {
      const [before, after] = [names[at - 1], names[at + wanted.length]]
      const isStart = before === NEWLINE || before === BAR
      const isWhole = isStart && (after === NEWLINE || after === BAR) && !hasFewLetters
      if (isStart || (before === SPACE && name.length > 2)) {
        const line = firstAtLeast(nameEnds, at - 1)
        const match = isWhole ? 'exact' : isStart ? 'start' : 'word'
        if (match === 'exact' || !lines.has(line)) {
          lines.set(line, match)
          if (match === 'start') starts += 1
        }
        // Later matches cannot rank higher.
        if (hasFewLetters && starts >= enough) break
      }
      at = names.indexOf(wanted, at + wanted.length)
    }
    return lines
  }

  function named(name: string, rest: readonly string[], limit: number): FoundEntry[] {
    const lines =
      rest.length === 0 ? linesOf(name, MAX_HITS, limit) : linesOf(name, MAX_HITS_READ, Number.POSITIVE_INFINITY)
    const found: FoundEntry[] = []
    for (const wanted of ['exact', 'start', 'word'] as const) {
      for (const [line, match] of lines) {
        if (found.length >= limit) return found
        if (match !== wanted || !isIn(line, rest)) continue
        const entry = entryOf(line)
        if (entry) found.push({ ...entry, match })
      }
    }
    return found
  }

  function isIn(line: number, rest: readonly string[]): boolean {
    return rest.length === 0 || rest.every((word) => wordsAround(line).some((one) => one.startsWith(word)))
  }

  function wordsAround(line: number): readonly string[] {
    const known = around[(aroundOfLine[line] ?? 0) - 1]
    if (known) return known
    const { countryCode = '', region = '', regionCode = '' } = entryOf(line) ?? {}
    const key = `${countryCode} ${region}`
    const at = aroundByRegion.get(key) ?? around.push(wordsOf(countryCode, region, regionCode))
    aroundByRegion.set(key, at)
    aroundOfLine[line] = at
    return around[at - 1] ?? []
  }

  function find(asked: readonly string[], limit: number): readonly FoundEntry[] {
    const name = (count: number) => asked.slice(0, count).join(' ')
    // If no name contains the first words of the query, none contains these and the next word.
    const absent = asked.findIndex((_, at) => !names.includes(name(at + 1)))
    // "Versailles France": the words after a name may be its location.
    for (let count = absent < 0 ? asked.length : absent; count > 0; count--) {
      const found = named(name(count), asked.slice(count), limit)
      if (found.length > 0) return found
    }
    return []
  }

  return {
    /**
     * Entries by name: exact matches, then matches at the start of a name, then matches at a later word. Each group lists
     * sights first, then the most populous towns. Accepts any text.
     */
    search(query: string, limit = 8): readonly FoundEntry[] {
      const asked = words(query.slice(0, MAX_QUERY_CHARS)).slice(0, MAX_QUERY_WORDS)
      const key = `${limit} ${asked.join(' ')}`
      const known = kept.get(key)
      if (known) return known
      const found = find(asked, limit)
      kept.set(key, found)
      return found
    },
    /** The first entries within a distance north, south, east and west of a point: sights, then the most populous towns. */
    around(
      { lat, lon }: { lat: number; lon: number },
      km: number,
      most: number,
      fits: (entry: GazetteerEntry) => boolean = () => true,
    ): GazetteerEntry[] {
      positions ??= positionsOf(shown, shownEnds)
      const { lats, lons } = positions
      const reachLat = km / KM_PER_DEGREE
      const reachLon = reachLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
      const found: GazetteerEntry[] = []
      for (const line of lats.keys()) {
        if (found.length >= most) break
        const across = Math.abs((lons[line] ?? 0) - lon)
        if (Math.abs((lats[line] ?? 0) - lat) > reachLat || Math.min(across, 360 - across) > reachLon) continue
        const entry = entryOf(line)
        if (entry && fits(entry)) found.push(entry)
      }
      return found
    },
    /** The entry at exactly this point. */
    at(lat: number, lon: number): GazetteerEntry | undefined {
      const found = shown.indexOf(`\t${lat.toFixed(4)}\t${lon.toFixed(4)}\n`)
      return found < 0 ? undefined : entryOf(firstAtLeast(shownEnds, found - 1))
    },
  }
}

/** The position of each line's entry, from its last two fields. */
function positionsOf(shown: Buffer, ends: Uint32Array) {
  const [lats, lons] = [new Float32Array(ends.length), new Float32Array(ends.length)]
  for (const [line, end] of ends.entries()) {
    const beforeLon = shown.lastIndexOf(TAB, end)
    const beforeLat = shown.lastIndexOf(TAB, beforeLon - 1)
    lats[line] = Number(shown.toString('latin1', beforeLat + 1, beforeLon))
    lons[line] = Number(shown.toString('latin1', beforeLon + 1, end + 1))
  }
  return { lats, lons }
}

/** The end of each line. */
function lineEnds(text: Buffer): Uint32Array {
  const ends: number[] = []
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) ends.push(at)
  return Uint32Array.from(ends)
}

function readEntry([kind, name, countryCode, region, regionCode, lat, lon]: readonly string[]):
  | GazetteerEntry
  | undefined {
  if (kind !== 'town' && kind !== 'district' && kind !== 'landmark') return undefined
  if (!name || !countryCode || region === undefined || regionCode === undefined) return undefined
  return { kind, name, countryCode, region, regionCode, lat: Number(lat), lon: Number(lon) }
}
