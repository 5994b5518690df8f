import { editDistance } from '#runner/manifest/did-you-mean.ts'
import { fold, longForm, words } from './normalize.ts'

/** The names of one place, in order of their weight in a match. */
export interface Indexed {
  code: string
  /** Its other codes: ICAO, and those of airports that it replaced. */
  otherCodes?: readonly string[]
  city: readonly string[]
  names: readonly string[]
  countries: readonly string[]
  keywords: readonly string[]
  /** Added to the match score, to rank places of the same name. */
  weight: number
}

const CITY = 10
const NAME = 7
const COUNTRY = 4
const KEYWORD = 3
const MAX_QUERY_CHARS = 80
const MAX_QUERY_WORDS = 6
const MIN_TYPO_CHARS = 4
const LONG_WORD_CHARS = 7
/** Words that do not identify an airport; a match may omit them. */
const FILLERS = new Set(['airport', 'international', 'the', 'of', 'city', 'all', 'airports'])

interface Posting {
  entry: number
  field: number
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

/**
 * An index of place names. Each significant word of a query must match a word of the place as a whole or as a prefix.
 * One edit is allowed from four letters on, two from seven.
 */
export function createSearchIndex(entries: readonly Indexed[]) {
  const postings = new Map<string, Posting[]>()
  const byCode = new Map<string, number>()
  const fullNames = entries.map((entry) => new Set([...entry.city, ...entry.names, ...entry.countries].map(fold)))

  entries.forEach((entry, index) => {
    for (const other of entry.otherCodes ?? [])
      if (!byCode.has(other.toLowerCase())) byCode.set(other.toLowerCase(), index)
  })
  entries.forEach((entry, index) => {
    byCode.set(entry.code.toLowerCase(), index)
    const best = new Map<string, number>()
    const note = (texts: readonly string[], field: number) => {
      for (const text of texts) {
        for (const word of words(text)) {
          const long = longForm(word)
          best.set(long, Math.max(best.get(long) ?? 0, field))
        }
      }
    }
    note(entry.city, CITY)
    note(entry.names, NAME)
    note(entry.countries, COUNTRY)
    note(entry.keywords, KEYWORD)
    for (const [word, field] of best) {
      const list = postings.get(word)
      if (list === undefined) postings.set(word, [{ entry: index, field }])
      else list.push({ entry: index, field })
    }
  })
  const vocabulary = [...postings.keys()].sort()
  const letterSets = Int32Array.from(vocabulary, letterSet)

  function scoreWord(word: string): Map<number, number> {
    const scores = new Map<number, number>()
    const add = (found: string, quality: number) => {
      for (const { entry, field } of postings.get(found) ?? []) {
        const score = field * quality
        if (score > (scores.get(entry) ?? 0)) scores.set(entry, score)
      }
    }
    const long = longForm(word)
    add(long, 1)
    for (let at = firstAtLeast(vocabulary, word); at < vocabulary.length; at++) {
      const found = vocabulary[at] ?? ''
      if (!found.startsWith(word)) break
      add(found, 0.6 + (0.3 * word.length) / found.length)
    }
    const code = byCode.get(word)
    if (code !== undefined) scores.set(code, Math.max(scores.get(code) ?? 0, CITY))
    if (word.length >= MIN_TYPO_CHARS) addTypos(word, add)
    return scores
  }

  function addTypos(word: string, add: (found: string, quality: number) => void): void {
    const limit = word.length >= LONG_WORD_CHARS ? 2 : 1
    const letters = letterSet(word)
    for (let at = 0; at < vocabulary.length; at++) {
      const found = vocabulary[at] ?? ''
      if (found.length < MIN_TYPO_CHARS || Math.abs(found.length - word.length) > limit) continue
      const foundLetters = letterSets[at] ?? 0
      // Most words are skipped without a comparison, because one edit adds or removes at most one letter.
      if (moreThan(letters & ~foundLetters, limit) || moreThan(foundLetters & ~letters, limit)) continue
      const edits = editDistance(word, found, limit)
      if (edits > 0 && edits <= limit) add(found, edits === 1 ? 0.5 : 0.3)
    }
  }

  return {
    /** The indexes of places that match every significant word of `query`, best first. */
    search(query: string, limit: number): number[] {
      const folded = fold(query.slice(0, MAX_QUERY_CHARS))
      const asked = folded
        .split(' ')
        .filter((word) => word !== '')
        .slice(0, MAX_QUERY_WORDS)
      const telling = asked.filter((word) => !FILLERS.has(word))
      const terms = telling.length > 0 ? telling : asked
      if (terms.length === 0) return []
      let totals: Map<number, number> | undefined
      for (const term of terms) {
        const scores = scoreWord(term)
        totals = totals === undefined ? scores : intersect(totals, scores)
      }
      const exactCode = terms.length === 1 ? byCode.get(folded) : undefined
      // "GOA" means the code, "Goa" the place of that name.
      const isNamed = query.trim() !== query.trim().toUpperCase() && fullNames.some((names) => names.has(folded))
      const ranked = [...(totals ?? [])].map(([index, total]) => {
        const whole = fullNames[index]?.has(folded) ? 3 : 0
        const score = index === exactCode && !isNamed ? Number.POSITIVE_INFINITY : total / terms.length + whole
        return { index, score: score + (entries[index]?.weight ?? 0) }
      })
      ranked.sort((a, b) => b.score - a.score || compare(entries[a.index]?.code, entries[b.index]?.code))
      return ranked.slice(0, Math.max(0, limit)).map(({ index }) => index)
    },
  }
}

function intersect(left: Map<number, number>, right: Map<number, number>): Map<number, number> {
  const both = new Map<number, number>()
  for (const [entry, score] of left) {
    const other = right.get(entry)
    if (other !== undefined) both.set(entry, score + other)
  }
  return both
}

/** The letters of a word as bits. Letters outside a–z share bits, which only costs comparisons. */
function letterSet(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << ((word.charCodeAt(at) - 97) & 31)
  return set
}

function moreThan(bits: number, limit: number): boolean {
  let left = bits
  for (let count = 0; left !== 0; count++) {
    if (count === limit) return true
    left &= left - 1
  }
  return false
}

/** The index of the first of ascending values that is at least `value`. */
export function firstAtLeast<Value extends string | number>(sorted: ArrayLike<Value>, value: Value): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? value) < value) low = middle + 1
    else high = middle
  }
  return low
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0
}
