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
