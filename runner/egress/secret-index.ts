import { LRUCache } from 'lru-cache'
import { encodingsOf } from '../redact/encodings.ts'

/** What is worked out once per real value and used by every session. Never leaves the engine. */
export type SecretIndex = {
  /** Stands for these values in keys of caches, and tells nothing about them. Equal values, equal id. */
  idOf(values: readonly string[]): string
  /** The forms to search for in what comes back. */
  formsOf(value: string): readonly string[]
}

const maxEntries = 1000

export function createSecretIndex(): SecretIndex {
  const ids = new LRUCache<string, string>({ max: maxEntries })
  const forms = new LRUCache<string, readonly string[]>({ max: maxEntries })
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
  }
}
