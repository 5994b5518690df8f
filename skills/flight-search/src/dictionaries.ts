import { asRecord } from '#runner/sdk/read-json.ts'
import { asText } from './text.ts'

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
  const names = asRecord(value) ?? {}
  return (given) => {
    const code = asText(given)
    return code === undefined ? undefined : { code, name: asText(names[code]) ?? code }
  }
}
