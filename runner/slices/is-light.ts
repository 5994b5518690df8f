import type { JsonValue } from '../core/canonical-json.ts'

/** A value with fewer parts takes at most a millisecond or two to process. */
const maxValues = 4096
const charactersPerValue = 16

/** A longer text is too large to process at once. */
export const longText = maxValues * charactersPerValue

/** Whether a value is small enough to process at once. The check itself is fast too. `most`: in values. */
export function isLight(value: JsonValue | undefined, most = maxValues): boolean {
  return valuesLeft(value, most) >= 0
}

/** The rest of the budget `most` after this value. Texts count by their length. */
function valuesLeft(value: JsonValue | undefined, most: number): number {
  let left = most - 1
  if (typeof value === 'string') return left - value.length / charactersPerValue
  if (typeof value !== 'object' || value === null) return left
  if (Array.isArray(value)) {
    for (const item of value) {
      if (left < 0) return left
      left = valuesLeft(item, left)
    }
    return left
  }
  const named: { readonly [name: string]: JsonValue | undefined } = Object(value)
  for (const name in named) {
    if (left < 0) return left
    left = valuesLeft(named[name], left - name.length / charactersPerValue)
  }
  return left
}
