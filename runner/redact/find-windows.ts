import { type Escapes, isLead, leads, maxBreaks, type Reading, skipZeros } from './escapes.ts'
import { fold, gramAt, gramLength, type KnownValues } from './known-values.ts'
import { mayContain, nothing } from './layer.ts'

/** Reports that windows `low` to `high` occur from `start` to `end`, escaped or not. */
type TakeWindow = (start: number, end: number, low: number, high: number) => void

/**
 * Finds unescaped windows. Sampling every `step` units suffices, because each window contains a sampled group of four
 * units.
 */
export function findPlain(units: Uint16Array, known: KnownValues, take: TakeWindow): void {
  const { shortest } = known
  const step = shortest - gramLength + 1
  for (let at = step - 1; at + gramLength <= units.length + step; at += step) {
    const from = Math.min(at, units.length - gramLength)
    if (!known.hasGram(gramAt(units, from))) continue
    for (let start = Math.max(0, from - step + 1); start <= from; start += 1) findPlainAt(units, start, known, take)
  }
}

function findPlainAt(units: Uint16Array, start: number, known: KnownValues, take: TakeWindow): void {
  let [low, high] = [0, known.count]
  for (let depth = 0; depth < known.longest && start + depth < units.length; depth += 1) {
    const unit = fold(units[start + depth] ?? 0)
    low = known.firstFrom(low, high, depth, unit)
    high = known.firstFrom(low, high, depth, unit + 1)
    if (low === high) return
    if (known.endsAt(low, depth + 1)) take(start, start + depth + 1, low, high)
  }
}

const [plus, space] = [0x2b, 0x20]
const isSpecial = new Uint8Array(0x10000)
for (const unit of [0, plus, ...leads]) isSpecial[unit] = 1

function specialPlaces(units: Uint16Array): readonly number[] {
  const places: number[] = []
  for (let at = 0; at < units.length; at += 1) if (isSpecial[units[at] ?? 0] === 1) places.push(at)
  return places
}

/** In units. A window whose escapes span a longer text is not found. */
export const longestWindow = 2048
/** The maximum number of readings that are followed at once. Only a crafted text has more. */
const maxWays = 32

/** Whether a zero is padding between the characters of UTF-16 or UTF-32. */
const isWide = (units: Uint16Array, at: number): boolean =>
  units[at + 2] === 0 || units[at - 2] === 0 || units[at + 1] === 0 || units[at - 1] === 0

/**
 * Finds windows with at least one escaped unit, and returns the number of its steps: a few more than `most` at most, with
 * which the search ends. Nothing is decoded beforehand: every reading is tried at each position,
 * so that no escape hides a value or changes the reading of another.
 */
export function findEscaped(
  units: Uint16Array,
  { escapes, most }: { readonly escapes: Escapes; readonly most: number },
  known: KnownValues,
  take: TakeWindow,
): number {
  const readsSpaces = known.has(space)
  const isOfUse = ({ unit }: Reading) => unit === nothing || known.has(unit) || (unit === plus && readsSpaces)
  let looked = 0
  let steps = 0
  const isMore = units.includes(0) || (readsSpaces && mayContain(units, plus))
  for (const at of isMore ? specialPlaces(units) : escapes.places) {
    const unit = units[at] ?? 0
    if (isLead(unit) ? !escapes.read(at).some(isOfUse) : unit === 0 ? !isWide(units, at) : !readsSpaces) continue
    for (let start = firstStart(at); start <= at && steps <= most; start += 1) findFrom(start)
    looked = at + 1
  }
  return steps

  /**
   * The first position where a window with this unit may begin. If the literal units before it occur in no window, it
   * begins after them. Not before `looked`, so that each unit is looked at once, however many escapes there are.
   */
  function firstStart(at: number): number {
    const first = Math.max(looked, at - known.longest + 1, 0)
    for (let gram = at - gramLength; gram >= first; gram -= 1) {
      steps += 1
      if (isLiteral(gram)) return known.hasGram(gramAt(units, gram)) ? first : gram + 1
    }
    return first
  }

  /** Whether the next four units can only be read literally. */
  function isLiteral(start: number): boolean {
    for (let at = start; at < start + gramLength; at += 1) if (isSpecial[units[at] ?? 0] === 1) return false
    return true
  }

  type Way = { readonly at: number; readonly low: number; readonly high: number }

  function findFrom(start: number): void {
    const unit = units[start] ?? 0
    if (!known.has(unit) && (unit !== plus || !readsSpaces) && !isLead(unit)) return
    if (isLiteral(start) && !known.hasGram(gramAt(units, start))) return
    let ways: Way[] = [{ at: start, low: 0, high: known.count }]
    for (let depth = 0; depth < known.longest && ways.length > 0; depth += 1) {
      const next: Way[] = []
      for (const way of ways) goOn(way, depth, start, next)
      for (const { at, low, high } of next) if (known.endsAt(low, depth + 1)) take(start, at, low, high)
      ways = next
    }
  }

  function goOn(way: Way, depth: number, start: number, next: Way[], breaks = 0): void {
    steps += 1
    const at = skipZeros(units, way.at)
    if (at >= units.length || at - start > longestWindow) return
    const unit = units[at] ?? 0
    add(unit, at + 1)
    if (!isLead(unit)) return
    for (const reading of escapes.read(at)) {
      if (reading.unit !== nothing) add(reading.unit, reading.end)
      else if (breaks < maxBreaks) goOn({ ...way, at: reading.end }, depth, start, next, breaks + 1)
    }

    function add(read: number, end: number): void {
      const folded = fold(read)
      const low = known.firstFrom(way.low, way.high, depth, folded)
      const high = known.firstFrom(low, way.high, depth, folded + 1)
      const isNew = low < high && !next.some((other) => other.at === end && other.low === low)
      if (isNew && next.length < maxWays) next.push({ at: end, low, high })
      if (read === plus && readsSpaces) add(space, end)
    }
  }
}
