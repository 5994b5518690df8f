/** A value that survives JSON and a `jsonb` column unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** A value of JSON in memory, where a property may be undefined. */
export type JsonInput =
  | string
  | number
  | boolean
  | null
  | readonly JsonInput[]
  | { readonly [key: string]: JsonInput | undefined }

/** Equal values have equal texts: keys sorted by code unit, no whitespace, undefined properties left out. */
export function canonicalJson(value: JsonInput): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const item = value[key]
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

const isList = (value: object): value is readonly JsonInput[] => Array.isArray(value)
