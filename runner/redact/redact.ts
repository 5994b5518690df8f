import { encodingsOf, formsPattern } from './encodings.ts'

/** A value this long still has enough unknown characters when its last four are shown. */
const lengthToShowEnd = 12

function maskOf(value: string): string {
  return value.length >= lengthToShowEnd ? `[REDACTED...${value.slice(-4)}]` : '[REDACTED]'
}

/**
 * Replaces `values` in text, also where they stand encoded, by `[REDACTED...last4]` (`[REDACTED]` when the value is
 * shorter than 12). Values under 4 characters are left: they stand in any text by chance.
 */
export function createRedactor(values: readonly string[]): (text: string) => string {
  const masks = new Map<string, string>()
  for (const value of values) {
    for (const form of encodingsOf(value)) {
      if (!masks.has(form)) masks.set(form, maskOf(value))
    }
  }
  const pattern = formsPattern([...masks.keys()])
  if (pattern === undefined) return (text) => text
  return (text) => text.replace(pattern, (form) => masks.get(form) ?? '[REDACTED]')
}
