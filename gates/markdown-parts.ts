import type { Language } from './rule.ts'
import { sentenceStart, warning } from './warning.ts'

/** A part of a file, with its offsets in the file's text. */
export type Part = {
  readonly language: Language
  readonly start: number
  readonly end: number
  /** The text before the block calls it the example of an attack, so that its content is a mention. */
  readonly isExample?: true
}

/** Words that call the next block the example of an attack. A mere warning could come from an attacker as well. */
const attackExample =
  /\b(?:examples?|samples?|patterns?|looks?\s+like)\b[^\n]{0,120}\b(?:attack(?:s|ers?)?|malicious|injections?|exploits?|jailbreaks?|phishing)\b|\b(?:attack(?:s|ers?)?|malicious|injections?|exploits?|jailbreaks?|phishing)\b[^\n]{0,120}\b(?:examples?|samples?|patterns?|looks?\s+like)\b/i

/** Whether the last two lines with text before an offset introduce the example of an attack. */
function introducesAttack(text: string, at: number): boolean {
  const lines = text.slice(Math.max(0, at - 600), at).split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(-2)
    .some((line) => attackExample.test(line))
}

const byInfo: Readonly<Record<string, Language>> = {
  py: 'python',
  python: 'python',
  python3: 'python',
  js: 'javascript',
  javascript: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'javascript',
  typescript: 'javascript',
  tsx: 'javascript',
  json: 'config',
  jsonc: 'config',
  yaml: 'config',
  yml: 'config',
  toml: 'config',
  ini: 'config',
}
const shells = [
  '',
  'sh',
  'bash',
  'zsh',
  'shell',
  'console',
  'terminal',
  'powershell',
  'ps1',
  'cmd',
  'bat',
  'text',
  'dockerfile',
]

/**
 * Splits Markdown into its prose and its fenced code blocks, in order and without gaps. A block that is never closed
 * ends with the file, as in CommonMark.
 */
export function markdownParts(text: string): Part[] {
  const parts: Part[] = []
  let proseFrom = 0
  let block:
    | {
        readonly mark: string
        readonly length: number
        readonly from: number
        readonly kind: Pick<Part, 'language' | 'isExample'>
      }
    | undefined
  for (let lineFrom = 0; lineFrom < text.length; ) {
    const newline = text.indexOf('\n', lineFrom)
    const lineTo = newline < 0 ? text.length : newline + 1
    // A fence is short, so only the beginning of a long line is searched.
    const fence = /^[ \t>*-]{0,12}(`{3,}|~{3,})([^\n]*)/.exec(text.slice(lineFrom, Math.min(lineTo, lineFrom + 256)))
    const [, marks = '', info = ''] = fence ?? []
    if (block === undefined && fence !== null && !(marks.startsWith('`') && info.includes('`'))) {
      parts.push({ language: 'prose', start: proseFrom, end: lineTo })
      const name = info.replace(/^\s*\{?\.?([\w+-]*).*$/s, '$1').toLowerCase()
      const language =
        (Object.hasOwn(byInfo, name) ? byInfo[name] : undefined) ?? (shells.includes(name) ? 'shell' : 'other')
      const kind = { language, ...(introducesAttack(text, lineFrom) && { isExample: true as const }) }
      block = { mark: marks.charAt(0), length: marks.length, from: lineTo, kind }
    } else if (
      block !== undefined &&
      marks.startsWith(block.mark) &&
      marks.length >= block.length &&
      info.trim() === ''
    ) {
      if (lineFrom > block.from) parts.push({ ...block.kind, start: block.from, end: lineFrom })
      proseFrom = lineFrom
      block = undefined
    }
    lineFrom = lineTo
  }
  if (block !== undefined) {
    if (text.length > block.from) parts.push({ ...block.kind, start: block.from, end: text.length })
  } else parts.push({ language: 'prose', start: proseFrom, end: text.length })
  return parts.flatMap((part) => (part.language === 'prose' ? splitByTables(text, part) : part))
}

/** Splits prose at the tables that show examples of attacks, by their header or by the text before them. */
function splitByTables(text: string, { start, end }: Part): Part[] {
  const parts: Part[] = []
  let from = start
  for (const { index, 0: table } of text.slice(start, end).matchAll(/(?:^[ \t]*\|[^\n]*(?:\n|$)){2,}/gm)) {
    const [at, to] = [start + index, start + index + table.length]
    const [header = ''] = table.split('\n', 1)
    if (!attackExample.test(header) && !introducesAttack(text, at)) continue
    if (at > from) parts.push({ language: 'prose', start: from, end: at })
    parts.push({ language: 'prose', start: at, end: to, isExample: true })
    from = to
  }
  return from < end ? [...parts, { language: 'prose', start: from, end }] : parts
}

/** Skips code spans of under 16 characters: names and single words, not commands. */
const commandSpan = /(?<!`)`([~./$\w][^`\n]{15,1000})`(?!`)/g
const maxSpans = 300

/** The commands in code spans of prose, because an agent runs them like the commands of a code block. */
export function spanParts(text: string, prose: readonly Part[]): Part[] {
  const found: Part[] = []
  for (const { language, start, end, isExample } of prose) {
    if (language !== 'prose') continue
    for (const { index, 1: command = '' } of text.slice(start, end).matchAll(commandSpan)) {
      if (found.length >= maxSpans) return found
      if (!command.includes(' ')) continue
      const from = start + index + 1
      // As in prose, a command in a sentence that warns of it does not count.
      if (warning.test(text.slice(sentenceStart(text, from), from))) continue
      const shows = isExample || introducesAttack(text, from)
      found.push({ language: 'shell', start: from, end: from + command.length, ...(shows && { isExample: true }) })
    }
  }
  return found
}

/** HTML comments, link definitions used as comments, and elements that a browser does not show. */
export function hiddenParts(text: string): Part[] {
  const found: Part[] = []
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', from + 4)) {
    // `<!-->` is a whole comment.
    const to = text.indexOf('-->', from + 2)
    const end = to < 0 ? text.length : Math.max(to, from + 4)
    // A reader sees a comment in a code span, so it is an example.
    const before = text.slice(Math.max(text.lastIndexOf('\n', from) + 1, from - 1000), from)
    const [after = ''] = text.slice(end, end + 1000).split('\n', 1)
    const isShown = before.split('`').length % 2 === 0 && after.includes('`')
    if (!isShown) found.push({ language: 'hidden', start: from + 4, end })
    if (to < 0) break
  }
  const others =
    /^\[(?:\/\/|comment|_|\.)\]:[ \t]*#?[^\n]*$|<\w{1,20}\b[^<>\n]{0,200}(?:display:\s*none|font-size:\s*[01](?:px|pt|em|rem|%)?\b|visibility:\s*hidden|opacity:\s*0\b|\bhidden\b|color:\s*(?:white|transparent|#fff(?:fff)?\b))[^<>]{0,200}>[^<]{0,4000}/gim
  for (const match of text.matchAll(others)) {
    found.push({ language: 'hidden', start: match.index, end: match.index + match[0].length })
  }
  return found
}
