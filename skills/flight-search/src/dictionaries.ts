import { asRecord, remembering, type TextReader } from '#runner/sdk/read-json.ts'

export type Named = { readonly code: string; readonly name: string }
export type NameReader = (code: unknown) => Named | undefined

/** Names of carriers and aircraft from one answer. A code without a name is used as the name. */
export type Dictionaries = { readonly carrier: NameReader; readonly aircraft: NameReader }

/** Answers may lack dictionaries or parts of them. */
export function readDictionaries(value: unknown, text: TextReader): Dictionaries {
  const dictionaries = asRecord(value)
  return { carrier: namesFrom(dictionaries?.carriers, text), aircraft: namesFrom(dictionaries?.aircraft, text) }
}

function namesFrom(value: unknown, text: TextReader): NameReader {
  const names = asRecord(value) ?? {}
  return remembering((given) => {
    const code = text(given)
    return code === undefined ? undefined : { code, name: text(names[code]) ?? code }
  })
}
