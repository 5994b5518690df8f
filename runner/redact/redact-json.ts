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
  return objectOf(
    Object.entries(value).map(([name, item]) => ({ name, shown: redact(name), item: mapTexts(item, redact) })),
  )
}

type Property = { readonly name: string; readonly shown: string; readonly item: Json }

/**
 * An object whose properties have their redacted names. Several names may have the same mask, so a masked name that
 * already occurs gets a number: no property is lost.
 */
export function objectOf(properties: readonly Property[]): Json {
  const taken = new Set(properties.flatMap(({ name, shown }) => (name === shown ? [name] : [])))
  const counts = new Map<string, number>()

  function free(shown: string): string {
    let count = counts.get(shown) ?? 1
    let name = count === 1 ? shown : `${shown} (${count})`
    while (taken.has(name)) {
      count += 1
      name = `${shown} (${count})`
    }
    counts.set(shown, count)
    taken.add(name)
    return name
  }

  return Object.fromEntries(
    properties.map(({ name, shown, item }) => [name === shown ? name : free(shown), item] as const),
  )
}
