import { isTooLarge } from '#runner/core/parse-source.ts'
import type { FileKind } from './file-kind.ts'
import type { Part } from './markdown-parts.ts'
import { hiddenParts, markdownParts, spanParts } from './markdown-parts.ts'
import type { Language } from './rule.ts'

/** In characters. Shorter comments are skipped: they contain no instructions to an agent. */
const shortest = 40
/** In characters. Of a longer comment, only the beginning is read. */
const longest = 4000
const maxParts = 200

const blocks = {
  python: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  javascript: [['/*', '*/']],
} as const
/** Comments that follow each other line by line. No `^`: it would also match behind a blank, and read blanks many times. */
const ofHashes = /(?<![^\r\n])[^\S\r\n]*#[^\r\n]*(?:(?:\r\n?|\n)[^\S\r\n]*#[^\r\n]*)*/g
const ofSlashes = /(?<![^\r\n])[^\S\r\n]*\/\/[^\r\n]*(?:(?:\r\n?|\n)[^\S\r\n]*\/\/[^\r\n]*)*/g
const lines: Readonly<Record<string, RegExp>> = {
  python: ofHashes,
  shell: ofHashes,
  config: ofHashes,
  javascript: ofSlashes,
}

/** The comments and docstrings of source code, as prose, because agents read them and may follow instructions there. */
export function commentParts(language: string, text: string): Part[] {
  const parts: Part[] = []
  const add = (start: number, end: number) => {
    if (end - start >= shortest && parts.length < maxParts)
      parts.push({ language: 'prose', start, end: Math.min(end, start + longest) })
  }
  for (const [open, close] of language === 'python' || language === 'javascript' ? blocks[language] : []) {
    for (let from = text.indexOf(open); from >= 0; ) {
      const start = from + open.length
      const to = text.indexOf(close, start)
      if (to < 0) break
      add(start, to)
      from = text.indexOf(open, to + close.length)
    }
  }
  for (const { index, 0: comment } of text.matchAll(lines[language] ?? /(?!)/g)) add(index, index + comment.length)
  return parts
}

/** In characters. Of a longer file, only the beginning and the end are checked. */
export const maxText = 1024 * 1024

export type ScannedText = {
  readonly file: string
  readonly text: string
  /** In lower case, with the same length as `text`. */
  readonly lower: string
  readonly parts: readonly Part[]
  /** The line and column of an offset in the text, both from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number }
  /** Whether the middle was left out. */
  readonly isCut: boolean
}

const continuation = /\\\r?\n/g

type TextKind = Pick<Extract<FileKind, { kind: 'text' }>, 'kind' | 'language'>

export function scannedText(file: string, { language }: TextKind, whole: string): ScannedText {
  const isCut = whole.length > maxText
  const text = isCut ? `${whole.slice(0, maxText / 2)}\n${whole.slice(-maxText / 2)}` : whole
  return { ...located(file, text), parts: partsOf(language, text), isCut }
}

/** Text that was decoded from `source`, and is checked as each of the languages. Findings get the place in `source`. */
export function derivedText(
  source: ScannedText,
  offset: number,
  text: string,
  ...languages: readonly Part['language'][]
): ScannedText {
  const place = source.placeOf(offset)
  const parts = languages.map((language) => ({ language, start: 0, end: text.length }))
  return { ...located(source.file, text), parts, placeOf: () => place, isCut: false }
}

/**
 * The shell parts with each command in one line: a shell removes a backslash at the end of a line with its line break.
 * `placeOf` gives the places in `source`. `undefined`: no line continues.
 */
export function withWholeCommands(source: ScannedText): ScannedText | undefined {
  const shell = source.parts.filter(({ language }) => language === 'shell')
  if (!shell.some(({ start, end }) => source.text.slice(start, end).search(continuation) >= 0)) return undefined
  const joins = [...source.text.matchAll(continuation)].map(({ index, 0: { length } }) => ({
    end: index + length,
    length,
  }))
  // The number of removed characters after each join, and the offset of each join in the joined text.
  const removed = [0]
  for (const { length } of joins) removed.push((removed.at(-1) ?? 0) + length)
  const ends = joins.map(({ end }) => end)
  const joinedEnds = ends.map((end, index) => end - (removed[index + 1] ?? 0))
  const joined = (offset: number): number => offset - (removed[countUpTo(ends, offset)] ?? 0)
  const original = (offset: number): number => offset + (removed[countUpTo(joinedEnds, offset)] ?? 0)
  return {
    ...source,
    text: source.text.replaceAll(continuation, ''),
    lower: source.lower.replaceAll(continuation, ''),
    parts: shell.map(({ language, start, end }) => ({ language, start: joined(start), end: joined(end) })),
    placeOf: (offset) => source.placeOf(original(offset)),
  }
}

const codeLanguages = ['python', 'javascript', 'shell'] as const

/** The language of a file that consists only of source code. In a document, code begins behind a fence. */
export function sourceLanguageOf({ parts }: ScannedText): (typeof codeLanguages)[number] | undefined {
  const whole = parts.filter(({ start }) => start === 0).map(({ language }) => language)
  return codeLanguages.find((one) => whole.includes(one))
}

/** Whether it is source code that is too large to parse, or of which only the beginning and the end are checked. */
export function isLargeCode(source: ScannedText): boolean {
  const language = sourceLanguageOf(source)
  // Type declarations do not run.
  if (language === undefined || /\.d\.[cm]?ts$/.test(source.file)) return false
  return source.isCut || (language !== 'shell' && isTooLarge(source.text))
}

function partsOf(language: TextKind['language'], text: string): Part[] {
  if (language === 'markdown') {
    const parts = markdownParts(text)
    const examples = parts.filter(({ isExample, language }) => isExample && language !== 'prose')
    // A comment in an example block is part of what the block shows.
    const hidden = hiddenParts(text).filter(
      ({ start }) => !examples.some((one) => start >= one.start && start < one.end),
    )
    return [...parts, ...spanParts(text, parts), ...hidden]
  }
  if (language === 'html') return [{ language: 'prose', start: 0, end: text.length }, ...hiddenParts(text)]
  const whole = { start: 0, end: text.length }
  // The name alone does not decide the language: `python3 notes.txt` runs a document.
  const guessed =
    language === 'prose' || language === 'config' || language === 'other' ? guessLanguage(text) : undefined
  const all = [language, ...(guessed === undefined ? [] : [guessed])]
  return all.flatMap((one) => [{ language: one, ...whole }, ...commentParts(one, text)])
}

function located(file: string, text: string): Pick<ScannedText, 'file' | 'text' | 'lower' | 'placeOf'> {
  let starts: number[] | undefined
  return {
    file,
    text,
    lower: lowerOf(text),
    placeOf(offset) {
      starts ??= lineStarts(text)
      const line = countUpTo(starts, offset)
      return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
    },
  }
}

/** The number of values in the sorted list that are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Only the dotted capital I becomes longer in lower case. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll('\u0130', 'i').toLowerCase()
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** In characters: enough to recognize a language. */
const sampleLength = 20_000

/** Lines that occur almost only in source code of the language. */
const signs: readonly (readonly [RegExp, Language])[] = [
  [
    /^(?:import [a-z_][\w.]*(?:, *[a-z_][\w.]*)*(?: as \w+)?|from [a-z_.][\w.]* import [\w*(][\w, *()]*|[ \t]*(?:async )?def \w+\([^\n]{0,200}\)[^\n]{0,60}:)[ \t]*(?:[#;][^\n]*)?$/m,
    'python',
  ],
  [
    /^[ \t]*(?:const|let|var) [\w{}, ]{1,80} = (?:await )?(?:require|import)\(|^import [^\n]{1,120} from ["'][^"'\n]+["']|^[ \t]*(?:export )?(?:async )?function \w+\([^\n]{0,200}\) *\{|\brequire\(["'](?:node:)?(?:child_process|fs|https?|net|os|vm)["']\)/m,
    'javascript',
  ],
  [
    /^[ \t]*(?:(?:curl|wget) +(?:-|["']?https?:)|sudo \w|chmod [+0-7]|export [A-Z_]+=|eval ["'$]|(?:ba|z)?sh -c |rm -[rf]|(?:apt(?:-get)?|brew|pip3?) install |[A-Za-z_]\w*=\$\(|if \[)/m,
    'shell',
  ],
]

/** The language of source code in a file whose name says nothing about it. `undefined`: it does not look like code. */
function guessLanguage(text: string): Language | undefined {
  const sample = text.slice(0, sampleLength)
  return signs.find(([sign]) => sign.test(sample))?.[1]
}
