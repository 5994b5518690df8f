import { LRUCache } from 'lru-cache'
import { createKnownValues, type KnownValues } from '../redact/known-values.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'

/** Data computed once per set of real values and shared by all sessions. Never leaves the engine. */
export type SecretIndex = {
  /** An id of these values, for cache keys. Equal values have equal ids. The id reveals nothing about the values. */
  idOf(values: readonly string[]): string
  /** The values, prepared for the search in responses. */
  knownOf(values: readonly string[]): KnownValues | undefined
  /** Hides these values in the log, the journal and the output. */
  redactorOf(values: readonly string[]): Redactor
}

const maxEntries = 1000
/** An entry has fixed tables, and takes up to a hundred bytes per character of its values. */
const maxSearches = 100
const maxCharacters = 1024 * 1024
const limits = {
  max: maxSearches,
  maxSize: maxCharacters,
  sizeCalculation: (_: unknown, key: string) => key.length,
}

export function createSecretIndex(): SecretIndex {
  const ids = new LRUCache<string, string>({ max: maxEntries })
  const searches = new LRUCache<string, KnownValues>(limits)
  const redactors = new LRUCache<string, Redactor>(limits)
  let made = 0

  return {
    idOf(values) {
      const key = JSON.stringify(values)
      const found = ids.get(key)
      if (found !== undefined) return found
      made += 1
      const id = `#${made}`
      ids.set(key, id)
      return id
    },
    knownOf(values) {
      const key = JSON.stringify(values)
      const found = searches.get(key)
      if (found !== undefined) return found
      const known = createKnownValues(values, { parts: true })
      if (known !== undefined) searches.set(key, known)
      return known
    },
    redactorOf(values) {
      const key = JSON.stringify(values)
      const found = redactors.get(key)
      if (found !== undefined) return found
      const redactor = createRedactor(values)
      redactors.set(key, redactor)
      return redactor
    },
  }
}
