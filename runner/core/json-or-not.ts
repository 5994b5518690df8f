import type { Json } from '../contract/skill-io.ts'

/** The value of a JSON text. `undefined`: the text is not JSON. */
export function jsonOrNot(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
