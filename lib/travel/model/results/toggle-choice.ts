import { allows, type Choice } from './choice.ts'

/** The choice after one value is toggled; null when it no longer excludes anything. */
export function toggleChoice(choice: Choice | null, value: string, all: readonly string[]): Choice | null {
  const before = choice ?? { kind: 'except', values: [] }
  const values = before.values.includes(value)
    ? before.values.filter((other) => other !== value)
    : [...before.values, value].toSorted()
  const next: Choice = { kind: before.kind, values }
  return all.every((one) => allows(next, one)) ? null : next
}
