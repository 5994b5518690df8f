/** Which values may occur. An item passes when each of its own may: one refused airline is enough to refuse a trip. */
export interface Choice {
  kind: 'only' | 'except'
  values: readonly string[]
}

/** Both ends included; null is no end. */
export interface Range {
  from: number | null
  to: number | null
}

export function allows(choice: Choice | null, value: string): boolean {
  return choice === null || choice.values.includes(value) === (choice.kind === 'only')
}

/** The choice after one value is switched; null again when nothing is left that it refuses. */
export function toggleChoice(choice: Choice | null, value: string, all: readonly string[]): Choice | null {
  const before = choice ?? { kind: 'except', values: [] }
  const values = before.values.includes(value)
    ? before.values.filter((other) => other !== value)
    : [...before.values, value].toSorted()
  const next: Choice = { kind: before.kind, values }
  return all.every((one) => allows(next, one)) ? null : next
}

export function isWithin(range: Range | null, value: number): boolean {
  return range === null || ((range.from === null || value >= range.from) && (range.to === null || value <= range.to))
}
