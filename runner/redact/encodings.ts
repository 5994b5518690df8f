const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The longest run of Base64 that `bytes` alone decide when they stand `shift` bytes after a group's start. */
function base64Fragment(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  const start = Math.ceil((shift * 8) / 6)
  return text.slice(start, Math.floor(((shift + bytes.length) * 8) / 6))
}

/** Two renderings of one thing, lower-case and upper-case percent signs. */
function percentEncoded(text: string): string[] {
  const upper = encodeURIComponent(text)
  const strict = upper.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const lower = (encoded: string) => encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const form = strict.replaceAll('%20', '+')
  return [upper, strict, form, encodeURI(text), lower(upper), lower(strict), lower(form), encodeURIComponent(upper)]
}

function jsonEscaped(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1)
  const ascii = plain.replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const twice = JSON.stringify(plain).slice(1, -1)
  return [plain, plain.replaceAll('/', '\\/'), ascii, ascii.replaceAll('/', '\\/'), twice]
}

/**
 * The forms in which `value` may stand in text or bytes: plain, JSON and URL escapes (twice over too), HTML escapes, hex, Base64 at each of its
 * three alignments (so inside a longer text, such as Basic authentication, too). Longest first, none under 4 characters.
 * Non-ASCII forms are given as UTF-8 bytes read as Latin-1, for searching in bytes, when `binary` is set.
 */
export function encodingsOf(value: string, { binary = false } = {}): string[] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((shift) => base64Fragment(bytes, shift))
  const hex = bytes.toString('hex')
  const forms = new Set([
    value,
    ...jsonEscaped(value),
    ...percentEncoded(value),
    value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ])
  return [...forms]
    .map((form) => (binary ? Buffer.from(form).toString('latin1') : form))
    .filter((form) => form.length >= shortestForm)
    .sort((a, b) => b.length - a.length)
}

/** Anything shorter stands in ordinary text by chance. */
const shortestForm = 4

/** Replaces every encoding of every value in one pass. `undefined`: there is nothing to look for. */
export function formsPattern(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}
