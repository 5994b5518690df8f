import { fileKindOf, textOf } from './file-kind.ts'
import type { Finding, Signal } from './finding.ts'

/** A file that executes code and uses another file of the skill, which decodes text. */
type Elsewhere = { readonly file: string; readonly line: number; readonly text: string }

/**
 * The files that execute code and import or name a file that decodes text. Each of the two files alone looks harmless;
 * together they can hide the code that runs.
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
      const [own = ''] = text.split('\n').slice(line - 1)
      found.push({ file, line, text: own })
      break
    }
  }
  return found
}

/** Documents do not count: they name files of the skill without using them. */
function isCode(file: string, bytes: Uint8Array): boolean {
  const kind = fileKindOf(file, bytes)
  return kind.kind === 'text' && !['markdown', 'html', 'prose', 'config'].includes(kind.language)
}

const filesWith = (findings: readonly Finding[], signal: Signal): string[] => [
  ...new Set(findings.flatMap((one) => (one.signals.includes(signal) && one.confidence !== 'low' ? [one.file] : []))),
]

/** Matches an import of the module at `path`, or its file name where a command could name it. */
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
