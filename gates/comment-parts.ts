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
const lineMarks: Readonly<Record<string, string>> = { python: '#', shell: '#', config: '#', javascript: '//' }

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
  const mark = lineMarks[language]
  if (mark === undefined) return parts
  let comment: { readonly start: number; readonly end: number } | undefined
  for (let lineFrom = 0; lineFrom < text.length; ) {
    const newline = text.indexOf('\n', lineFrom)
    const lineTo = newline < 0 ? text.length : newline
    const lead = text.slice(lineFrom, Math.min(lineTo, lineFrom + 100)).trimStart()
    if (lead.startsWith(mark)) comment = { start: comment?.start ?? lineFrom, end: lineTo }
    else if (comment !== undefined) {
      add(comment.start, comment.end)
      comment = undefined
    }
    lineFrom = lineTo + 1
  }
  if (comment !== undefined) add(comment.start, comment.end)
  return parts
}
