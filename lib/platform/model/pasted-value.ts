import { lineFeeds, notInLine } from '#runner/contract/hidden-text.ts'

const blank = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

function withoutBlankEnds(text: string): string {
  const characters = [...text]
  const isSeen = (character: string) => !blank.test(character)
  return characters.slice(Math.max(0, characters.findIndex(isSeen)), characters.findLastIndex(isSeen) + 1).join('')
}

/**
 * A credential as it was copied, without what copying adds: blanks, line breaks and invisible characters around it, and
 * quotes around it. A key in PEM keeps its line breaks, also if they are spelled `\n`. Whatever else is inside stays,
 * because it may belong to the value.
 */
export function pastedValue(given: string): string {
  const text = withoutBlankEnds(given)
  const value = withoutBlankEnds(/^(["'`])([^"'`]*)\1$/.exec(text)?.[2] ?? text)
  if (!value.startsWith('-----BEGIN ')) return value
  const lines = lineFeeds(value.replaceAll(/\\r\\n|\\n/g, '\n')).split('\n')
  return lines.map(withoutBlankEnds).join('\n')
}

/** A token as it was copied, also with `Bearer` in front of it. */
export const pastedToken = (given: string): string => pastedValue(pastedValue(given).replace(/^Bearer\s+/i, ''))

/** Whether a value has a line break or a character inside that nobody sees. A key in PEM has lines. */
export const isDamaged = (value: string): boolean => !value.startsWith('-----BEGIN ') && value.search(notInLine) >= 0
