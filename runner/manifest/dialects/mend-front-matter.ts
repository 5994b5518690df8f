import { isObject } from '../../contract/skill-io.ts'
import { quoted } from '../../core/quoted.ts'
import { forbiddenKeys, parseYaml } from './parse-yaml.ts'

/** What was read differently than it is written. */
export type Repair = { readonly line: number; readonly message: string; readonly remedy: string }

/** The keys whose value is one text, and those of them of which the last one counts. */
const textKeys = ['name', 'description', 'license', 'compatibility', 'allowed-tools', 'author']
const repeatable = textKeys.filter((key) => key !== 'name')
/** The keys that decide what a skill is: a mistake in one of them is never read as text. */
const structured = ['metadata', 'trust', 'safe', 'version']

/** Bounds the work for a hostile text: each entry is parsed up to four times. */
const maxEntries = 200

/** A key at the start of a line, with the lines up to the next one. */
type Entry = { readonly key: string; readonly line: number; readonly lines: readonly string[] }

/** Undefined if the text does not consist of keys, or has a key that must not be there. */
function entriesOf(yaml: string): Entry[] | undefined {
  const entries: { key: string; line: number; lines: string[] }[] = []
  for (const [index, line] of yaml.split('\n').entries()) {
    const key = /^["']?(<<|\w[\w .-]*?)["']?[ \t]*:(?=\s|$)/.exec(line)?.[1]
    if (key !== undefined) entries.push({ key, line: index + 1, lines: [line] })
    else if (entries.length > 0) entries.at(-1)?.lines.push(line)
    else if (line.trim() !== '' && !line.startsWith('#')) return undefined
  }
  const isAllowed = entries.every(({ key }) => key !== '<<' && !forbiddenKeys.has(key))
  return isAllowed && entries.length <= maxEntries ? entries : undefined
}

/**
 * Mends a frontmatter that is not valid YAML, or whose texts are none, entry by entry: indents with spaces, reads a
 * value with colons, quotes or special characters as text, and leaves out keys that nobody reads. Keeps all lines at
 * their places. `undefined`: there is no entry to mend.
 */
export function mendFrontMatter(
  yaml: string,
): { readonly yaml: string; readonly repairs: readonly Repair[] } | undefined {
  const entries = entriesOf(yaml)
  if (entries === undefined) return undefined
  const last = new Map(entries.map((entry) => [entry.key, entry]))
  const repairs: Repair[] = []
  const mended = entries.flatMap((entry) => {
    const { key, line, lines } = entry
    const said = (message: string, remedy: string, text: string) => {
      repairs.push({ line, message: `${key} in line ${line} ${message}`, remedy })
      return [text, ...lines.slice(1 + text.split('\n').length - 1).map(() => '')]
    }
    const isRead = textKeys.includes(key) || structured.includes(key)
    if (last.get(key) !== entry && (repeatable.includes(key) || !isRead)) {
      return said('is left out, because the key comes again', 'keep one of the two', '')
    }
    if (isSound(entry)) return lines
    for (const written of [spaced(lines), indented(spaced(lines))]) {
      if (isSound({ ...entry, lines: written })) {
        return said('is not indented with spaces', 'indent the lines below the key with spaces', written.join('\n'))
      }
    }
    const text = structured.includes(key) ? undefined : textIn(lines)
    if (text !== undefined) {
      return said(
        'is not valid YAML and is read as text',
        'put the text after the colon in quotes',
        `${key}: ${JSON.stringify(text)}`,
      )
    }
    return isRead && key !== 'metadata'
      ? lines
      : said('is not valid YAML and is left out', 'correct it, or remove it', '')
  })
  const before = yaml.split('\n').slice(0, (entries[0]?.line ?? 1) - 1)
  return repairs.length === 0 ? undefined : { yaml: [...before, ...mended].join('\n'), repairs }
}

/** Whether the texts of a frontmatter are texts. */
export const hasTexts = (fields: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(fields).every(([key, value]) => isFit(key, value))

const isFit = (key: string, value: unknown): boolean =>
  !textKeys.includes(key) ||
  typeof value !== 'object' ||
  value === null ||
  (key === 'allowed-tools' && Array.isArray(value))

function isSound({ key, lines }: Entry): boolean {
  const parsed = parseYaml(lines.join('\n'))
  return parsed.ok && isObject(parsed.yaml.value) && isFit(key, Object.entries(parsed.yaml.value)[0]?.[1])
}

const spaced = (lines: readonly string[]): string[] =>
  lines.map((line, index) =>
    index === 0
      ? line.replace(/:[\t\u00a0 ]+/, ': ')
      : line.replace(/^[\t\u00a0 ]+/, (indent) => indent.replaceAll('\t', '  ').replaceAll('\u00a0', ' ')),
  )

const indented = (lines: readonly string[]): string[] => lines.map((line, index) => (index === 0 ? line : ` ${line}`))

/** The value as one text. `undefined`: it is a tag or an anchor, which never are texts, or there is none. */
function textIn([first = '', ...more]: readonly string[]): string | undefined {
  const start = first.slice(first.indexOf(':') + 1).trim()
  if (/^[!&]/.test(start)) return undefined
  const isBlock = /^[|>][-+\d]*$/.test(start)
  const below = more.map((line) => line.trim()).filter((line) => line !== '' && (isBlock || !line.startsWith('#')))
  const isList = start === '' && below.length > 0 && below.every((line) => line.startsWith('- '))
  const text = isList
    ? below.map((line) => line.slice(2).trim()).join(', ')
    : [...(isBlock || start === '' ? [] : [start]), ...below].join(' ')
  const [, quote, inner = ''] = /^(["'])([\s\S]*)\1$/.exec(text) ?? []
  const whole = quote === undefined ? text : inner.replaceAll(quote === "'" ? "''" : '\\"', quote)
  return whole.trim() === '' ? undefined : whole
}

/** The texts that end at a `#`, because YAML reads the rest of the line as a comment. */
export function cutTexts(yaml: string): Repair[] {
  return (entriesOf(yaml) ?? []).flatMap(({ key, line, lines: [first = '', ...more] }) => {
    const text = [first.slice(first.indexOf(':') + 1), ...more].join('\n').trim()
    const comment = /\s#.*/.exec(text)?.[0].trim()
    if (!textKeys.includes(key) || comment === undefined || /^["'|>#]/.test(text)) return []
    const message = `${key} in line ${line} ends before ${quoted(comment)}, because # begins a comment`
    return [{ line, message, remedy: 'put the text after the colon in quotes' }]
  })
}
