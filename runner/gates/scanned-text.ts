import type { FileKind } from './file-kind.ts'
import { hiddenParts, markdownParts, type Part } from './markdown-parts.ts'

/** More text than this in one file is checked at its beginning and its end only. */
export const maxText = 1024 * 1024

export type ScannedText = {
  readonly file: string
  readonly text: string
  /** In lower case, with the same length as `text`. */
  readonly lower: string
  readonly parts: readonly Part[]
  /** Of an offset in the text, from 1. */
  placeOf(offset: number): { readonly line: number; readonly column: number }
  /** Whether the middle was left out. */
  readonly isCut: boolean
}

type TextKind = Extract<FileKind, { kind: 'text' }>

export function scannedText(file: string, { language }: TextKind, whole: string): ScannedText {
  const isCut = whole.length > maxText
  const text = isCut ? `${whole.slice(0, maxText / 2)}\n${whole.slice(-maxText / 2)}` : whole
  return { ...located(file, text), parts: partsOf(language, text), isCut }
}

/** Text that was decoded from another text. Every finding in it has the place of its source. */
export function derivedText(
  source: ScannedText,
  offset: number,
  text: string,
  language: Part['language'],
): ScannedText {
  const place = source.placeOf(offset)
  const parts: Part[] = [{ language, start: 0, end: text.length }]
  return { ...located(source.file, text), parts, placeOf: () => place, isCut: false }
}

function partsOf(language: TextKind['language'], text: string): Part[] {
  if (language === 'markdown') return [...markdownParts(text), ...hiddenParts(text)]
  if (language === 'html') return [{ language: 'prose', start: 0, end: text.length }, ...hiddenParts(text)]
  return [{ language, start: 0, end: text.length }]
}

function located(file: string, text: string): Pick<ScannedText, 'file' | 'text' | 'lower' | 'placeOf'> {
  let starts: number[] | undefined
  return {
    file,
    text,
    lower: lowerOf(text),
    placeOf(offset) {
      starts ??= lineStarts(text)
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >>> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
    },
  }
}

/** The only character that lower case lengthens is the dotted capital I. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll('\u0130', 'i').toLowerCase()
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
