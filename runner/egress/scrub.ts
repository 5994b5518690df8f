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
  const narrow = replacerOf(masks)
  // UTF-16 in either order. A form outside ASCII stands there only in its escaped forms, which are ASCII.
  const wide = replacerOf(
    new Map([...masks].filter(([form]) => isAscii(form)).map(([form, mask]) => [widened(form), widened(mask)])),
  )

  return {
    text(text) {
      const latin1 = isAscii(text) ? text : Buffer.from(text).toString('latin1')
      if (!narrow.forms.some((form) => latin1.includes(form))) return text
      return Buffer.from(narrow.replace(latin1), 'latin1').toString()
    },
    bytes(bytes) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      // A search per form is faster than one pass of the pattern, and nearly always finds nothing.
      const isIn = (form: string) => buffer.includes(form, 0, 'latin1')
      const isNarrow = narrow.forms.some(isIn)
      const isWide = buffer.includes(0) && wide.forms.some(isIn)
      if (!isNarrow && !isWide) return bytes
      const replaced = narrow.replace(buffer.toString('latin1'))
      return Buffer.from(isWide ? wide.replace(replaced) : replaced, 'latin1')
    },
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Without the zero byte before or behind, which of the two it is depends on the order. */
function widened(ascii: string): string {
  return ascii.split('').join('\0')
}

function replacerOf(masks: ReadonlyMap<string, string>) {
  const forms = [...masks.keys()]
  let pattern: RegExp | undefined
  return {
    forms,
    replace(latin1: string): string {
      pattern ??= formsPattern(forms)
      return pattern === undefined ? latin1 : latin1.replace(pattern, (form) => masks.get(form) ?? '')
    },
  }
}
