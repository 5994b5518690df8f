import { asRecord, asText } from './read.ts'

export type Named = { readonly code: string; readonly name: string }
export type NameReader = (code: unknown) => Named | undefined

/** Names of carriers and aircraft as one answer gives them; a code without a name is its own name. */
export type Dictionaries = { readonly carrier: NameReader; readonly aircraft: NameReader }

/** Answers may come without dictionaries, or with parts of them. */
export function readDictionaries(value: unknown): Dictionaries {
  const dictionaries = asRecord(value)
  return { carrier: namesFrom(dictionaries?.carriers), aircraft: namesFrom(dictionaries?.aircraft) }
}

function namesFrom(value: unknown): NameReader {
  const entries = asRecord(value) ?? {}
  const known = new Map<unknown, Named>()
  return (given) => {
    const found = known.get(given)
    if (found !== undefined || given === undefined) return found
    const code = asText(given)
    if (code === undefined) return undefined
    const named = { code, name: asText(entries[code]) ?? code }
    known.set(given, named)
    return named
  }
}
