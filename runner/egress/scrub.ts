import { formsPattern } from '../redact/encodings.ts'

/** A real value, and what a skill sees in its place. */
export type Masked = { readonly value: string; readonly mask: string }

export type Scrubber = {
  text(text: string): string
  /** The same bytes when there is nothing to scrub. */
  bytes(bytes: Uint8Array): Uint8Array
}

/** Replaces real values, in whichever of their forms they come back, by their masks. */
export function createScrubber(secrets: readonly Masked[], formsOf: (value: string) => readonly string[]): Scrubber {
  const masks = new Map<string, string>()
  for (const { value, mask } of secrets) {
    for (const form of formsOf(value)) {
      if (!masks.has(form)) masks.set(form, mask)
    }
  }
  const forms = [...masks.keys()]
  let pattern: RegExp | undefined
  const replace = (latin1: string) => {
    pattern ??= formsPattern(forms)
    return pattern === undefined ? latin1 : latin1.replace(pattern, (form) => masks.get(form) ?? '')
  }

  return {
    text(text) {
      const latin1 = isAscii(text) ? text : Buffer.from(text).toString('latin1')
      if (!forms.some((form) => latin1.includes(form))) return text
      return Buffer.from(replace(latin1), 'latin1').toString()
    },
    bytes(bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      // A search per form is faster than one pass of the pattern, and nearly always finds nothing.
      if (!forms.some((form) => buffer.includes(form, 0, 'latin1'))) return bytes
      return Buffer.from(replace(buffer.toString('latin1')), 'latin1')
    },
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
