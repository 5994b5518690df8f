import { LRUCache } from 'lru-cache'
import { createKnownValues, type KnownValues } from '../redact/known-values.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'

/** Data computed once per set of real values and shared by all sessions. Never leaves the engine. */
export type SecretIndex = {
  /** An id of these values, for cache keys. Equal values have equal ids. The id reveals nothing about the values. */
  idOf(values: readonly string[]): string
  /** The values, prepared for the search in responses. */
  knownOf(values: readonly string[]): KnownValues | undefined
  /** Hides these values in the log, the journal and the output, and then those of the caller in what is left. */
  redactorOf(values: readonly string[], callers: readonly string[]): Redactor
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

type Values = readonly string[]

export function createSecretIndex(): SecretIndex {
  let made = 0
  const ids = new LRUCache<string, string>({ max: maxEntries, memoMethod: () => `#${++made}` })
  const searches = new LRUCache<string, { readonly known: KnownValues | undefined }, Values>({
    ...limits,
    memoMethod: (_key, _stale, { context }) => ({ known: createKnownValues(context, { parts: true }) }),
  })
  const redactors = new LRUCache<string, Redactor, readonly [Values, Values]>({
    ...limits,
    memoMethod: (_key, _stale, { context }) => createRedactor(...context),
  })

  return {
    idOf: (values) => ids.memo(JSON.stringify(values)),
    knownOf: (values) => searches.memo(JSON.stringify(values), { context: values }).known,
    redactorOf: (...both) => redactors.memo(JSON.stringify(both), { context: both }),
  }
}
