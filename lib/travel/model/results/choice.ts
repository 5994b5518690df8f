/** The allowed values. An item passes only if all its own values are allowed: one excluded airline excludes a trip. */
export interface Choice {
  kind: 'only' | 'except'
  values: readonly string[]
}

/** Inclusive ends; null means unbounded. */
export interface Range {
  from: number | null
  to: number | null
}

export function allows(choice: Choice | null, value: string): boolean {
  return choice === null || choice.values.includes(value) === (choice.kind === 'only')
}

export function isWithin(range: Range | null, value: number): boolean {
  return range === null || ((range.from === null || value >= range.from) && (range.to === null || value <= range.to))
}

/** The choice after one value is toggled; null when it no longer excludes anything. */
export function toggleChoice(choice: Choice | null, value: string, all: readonly string[]): Choice | null {
  const before = choice ?? { kind: 'except', values: [] }
  const values = before.values.includes(value)
    ? before.values.filter((other) => other !== value)
    : [...before.values, value].toSorted()
  const next: Choice = { kind: before.kind, values }
  return all.every((one) => allows(next, one)) ? null : next
}
