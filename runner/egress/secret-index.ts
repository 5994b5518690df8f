import { LRUCache } from 'lru-cache'
import { createKnownValues, type KnownValues } from '../redact/known-values.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'

/** What is worked out once per real value and used by every session. Never leaves the engine. */
export type SecretIndex = {
  /** Stands for these values in keys of caches, and tells nothing about them. Equal values, equal id. */
  idOf(values: readonly string[]): string
  /** Values as they are searched for in what comes back. */
  knownOf(values: readonly string[]): KnownValues | undefined
  /** Hides these values in what leaves for the log, the journal and the caller. */
  redactorOf(values: readonly string[]): Redactor
}

const maxEntries = 1000
/** Each holds a few bytes for each character of its values. */
const maxSearches = 100

export function createSecretIndex(): SecretIndex {
  const ids = new LRUCache<string, string>({ max: maxEntries })
  const searches = new LRUCache<string, KnownValues>({ max: maxSearches })
  const redactors = new LRUCache<string, Redactor>({ max: maxSearches })
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
