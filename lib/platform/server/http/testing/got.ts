import type { Outcome } from '../outcome.ts'

/** The value of an operation that must succeed. */
export function got<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
  return outcome.value
}
