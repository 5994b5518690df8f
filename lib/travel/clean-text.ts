const MOST_CHARACTERS = 300

/** Control characters, and those that turn the direction of the text around them or cannot be seen. */
const unwanted = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** A provider's text as it may be shown: well formed, on one line, in its own place, and not without end. */
function cleanText(text: string): string {
  const isFine = text.length <= MOST_CHARACTERS && text.isWellFormed() && text.search(unwanted) < 0
  if (isFine) return text
  const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
  return cut.toWellFormed().replace(unwanted, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Cleans every text within a value that a schema has read, in place; the names in `except` are left as they are. */
export function cleanTexts(node: object, except: readonly string[]): void {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === 'string') {
      if (!except.includes(name)) Reflect.set(node, name, cleanText(value))
    } else if (typeof value === 'object' && value !== null) cleanTexts(value, except)
  }
}
