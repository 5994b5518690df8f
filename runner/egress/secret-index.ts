import { LRUCache } from 'lru-cache'
import { encodingsOf } from '../redact/encodings.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'

/** What is worked out once per real value and used by every session. Never leaves the engine. */
export type SecretIndex = {
  /** Stands for these values in keys of caches, and tells nothing about them. Equal values, equal id. */
  idOf(values: readonly string[]): string
  /** The forms to search for in what comes back. */
  formsOf(value: string): readonly string[]
  /** Hides these values in what leaves for the log, the journal and the caller. */
  redactorOf(values: readonly string[]): Redactor
}

const maxEntries = 1000
/** Each holds two compiled patterns. */
const maxRedactors = 100

export function createSecretIndex(): SecretIndex {
  const ids = new LRUCache<string, string>({ max: maxEntries })
  const forms = new LRUCache<string, readonly string[]>({ max: maxEntries })
  const redactors = new LRUCache<string, Redactor>({ max: maxRedactors })
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
    formsOf(value) {
      const found = forms.get(value)
      if (found !== undefined) return found
      const all = encodingsOf(value, { binary: true })
      forms.set(value, all)
      return all
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
