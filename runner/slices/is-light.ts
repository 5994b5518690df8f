import type { JsonValue } from '../canonical-json.ts'

/** What is below it takes a millisecond or two to walk, whatever is done with it. */
const mostValues = 4096
const charactersPerValue = 16

/** A longer text is no short work by itself. */
export const longText = mostValues * charactersPerValue

/** Whether walking a value is short work. Finding that out is, too. */
export function isLight(value: JsonValue | undefined): boolean {
  return valuesLeft(value, mostValues) >= 0
}

/** How many values are left of `most` after this one, where its texts count by their length. */
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
