import { lineFeeds, notInLine } from '#runner/contract/hidden-text.ts'

const blank = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

function withoutBlankEnds(text: string): string {
  const characters = [...text]
  const isSeen = (character: string) => !blank.test(character)
  return characters.slice(Math.max(0, characters.findIndex(isSeen)), characters.findLastIndex(isSeen) + 1).join('')
}

const begin = '-----BEGIN '

/** A block of PEM in one line, in which a single-line field has dropped the line breaks or made them blanks. */
const flatBlock = /-----BEGIN ([A-Z\d ]+)-----([A-Za-z\d+/]+={0,2})-----END \1-----/g

/** The lines of PEM again, if there are none. What has headers or a checksum cannot be restored, and stays. */
function withLines(pem: string): string {
  if (pem.includes('\n')) return pem
  const flat = pem.replaceAll(
    /(-----(?:BEGIN|END) [A-Z\d ]+-----)|[\s\p{Default_Ignorable_Code_Point}]/gu,
    (_, label = '') => label,
  )
  const blocks = [...flat.matchAll(flatBlock)]
  if (blocks.map(([block]) => block).join('') !== flat) return pem
  return blocks
    .flatMap(([, label, body]) => [
      `${begin}${label}-----`,
      ...(body?.match(/.{1,64}/g) ?? []),
      `-----END ${label}-----`,
    ])
    .join('\n')
}

/**
 * A credential as it was copied, without what copying adds: blanks, line breaks and invisible characters around it, and
 * quotes around it. A key in PEM keeps its line breaks, also if they are spelled `\n`, and gets them again if they are
 * lost. Whatever else is inside stays, because it may belong to the value.
 */
export function pastedValue(given: string): string {
  const text = withoutBlankEnds(given)
  const value = withoutBlankEnds(/^(["'`])([^"'`]*)\1$/.exec(text)?.[2] ?? text)
  if (!value.startsWith(begin)) return value
  const lines = lineFeeds(value.replaceAll(/\\r\\n|\\n/g, '\n')).split('\n')
  return withLines(lines.map(withoutBlankEnds).join('\n'))
}

/** A token as it was copied, also with `Bearer` in front of it. */
export const pastedToken = (given: string): string => pastedValue(pastedValue(given).replace(/^Bearer\s+/i, ''))

/**
 * Whether a value has a line break or a character inside that nobody sees. A key in PEM has lines, and is damaged
 * without them.
 */
export function isDamaged(value: string): boolean {
  const lines = value.startsWith(begin) ? value.split('\n') : [value]
  return (lines.length === 1 && value.startsWith(begin)) || lines.some((line) => line.search(notInLine) >= 0)
}
