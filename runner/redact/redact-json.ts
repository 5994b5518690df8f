import type { Json } from '../contract/skill-io.ts'

type Leaves = {
  readonly shortest: number
  readonly long: number
  readonly longTexts: string[]
  readonly others: string[]
}

function take(text: string, leaves: Leaves): void {
  if (text.length >= leaves.long) leaves.longTexts.push(text)
  else if (text.length >= leaves.shortest) leaves.others.push(text)
}

function collect(value: Json, leaves: Leaves): void {
  if (typeof value === 'string') {
    take(value, leaves)
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, leaves)
  } else if (typeof value === 'object' && value !== null) {
    for (const key in value) {
      take(key, leaves)
      const item = value[key]
      if (item !== undefined) collect(item, leaves)
    }
  }
}

/**
 * All texts of `value`, including names, one per line: `long` has those of at least `long` characters, `others` shorter
 * ones of at least `shortest`.
 */
export function textsOf(value: Json, { shortest, long }: { shortest: number; long: number }) {
  const leaves: Leaves = { shortest, long, longTexts: [], others: [] }
  collect(value, leaves)
  return { long: leaves.longTexts.join('\n'), others: leaves.others.join('\n') }
}

/** The same JSON with every text in it redacted, including names. */
export function mapTexts(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), mapTexts(item, redact)]))
}
