import type { Part } from './markdown-parts.ts'

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
