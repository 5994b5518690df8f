import { fileKindOf, textOf } from './file-kind.ts'
import type { Finding, Signal } from './finding.ts'

/** A file that executes what another file of the skill decodes. */
type Elsewhere = { readonly file: string; readonly line: number; readonly text: string }

/**
 * The files that execute code and take something from a file that decodes, by importing it or by its name. Each file
 * alone says little; together they hide what runs.
 */
export function decoderElsewhere(files: ReadonlyMap<string, Uint8Array>, findings: readonly Finding[]): Elsewhere[] {
  const decoders = filesWith(findings, 'decodes')
  const found: Elsewhere[] = []
  for (const file of filesWith(findings, 'executes')) {
    const bytes = files.get(file)
    if (bytes === undefined || decoders.includes(file) || !isCode(file, bytes)) continue
    const text = textOf(bytes)
    for (const decoder of decoders) {
      const at = text.search(mentionOf(decoder))
      if (at < 0) continue
      const line = text.slice(0, at).split('\n').length
      found.push({ file, line, text: text.split('\n')[line - 1] ?? '' })
      break
    }
  }
  return found
}

/** A document names the files of its skill without taking anything from them. */
function isCode(file: string, bytes: Uint8Array): boolean {
  const kind = fileKindOf(file, bytes)
  return kind.kind === 'text' && !['markdown', 'html', 'prose', 'config'].includes(kind.language)
}

const filesWith = (findings: readonly Finding[], signal: Signal): string[] => [
  ...new Set(findings.flatMap((one) => (one.signals.includes(signal) && one.confidence !== 'low' ? [one.file] : []))),
]

/** An import of the module, or its file name as a command would give it. */
function mentionOf(path: string): RegExp {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = escaped(name.replace(/\.\w+$/, ''))
  return new RegExp(
    `\\bfrom[ \\t]+[\\w.]*\\b${stem}[ \\t]+import\\b|\\bimport[ \\t]+(?:[\\w.]+,[ \\t]*)*[\\w.]*\\b${stem}\\b|` +
      `(?:require|import|import_module|from)[ \\t]*\\(?[ \\t]*["'\`][^"'\`\\n]*\\b${stem}(?:\\.\\w+)?["'\`]|(?:^|[\\s"'\`/])${escaped(name)}(?=$|[\\s"'\`)|;&])`,
    'm',
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
