import * as z from 'zod'
import { hidden, lineFeeds } from './hidden-text.ts'

/** Names the first hidden character, because nobody can see it. */
function whatIsHidden(text: unknown): string {
  const found = typeof text === 'string' ? text.search(hidden) : -1
  const code = String(text).codePointAt(found) ?? 0
  const first = `U+${code.toString(16).toUpperCase().padStart(4, '0')} at character ${found + 1}`
  return `has control characters, direction marks or invisible characters, such as ${first}: remove them`
}

const Text = z.string({ error: ({ code }) => (code === 'invalid_type' ? 'must be text' : undefined) })
const hidesNothing = [
  (text: string) => text.search(hidden) < 0,
  { error: ({ input }: { input?: unknown }) => whatIsHidden(input) },
] as const

/**
 * A text that a person reads before a decision, such as a message. A character that the person cannot see, or that
 * changes the direction of the text, is refused. Line breaks become line feeds.
 */
export const VisibleText = Text.overwrite((text) => text.replaceAll('\r\n', '\n')).refine(...hidesNothing)

/** The same in one line, such as a name or a description: line breaks of every kind and tabs become spaces. */
export const VisibleLine = Text.overwrite((text) => lineFeeds(text).replace(/\s*[\n\t]\s*/g, ' ')).refine(
  ...hidesNothing,
)
