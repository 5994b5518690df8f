import { createRequire } from 'node:module'
import { Lang, parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { ScriptLanguage } from '../contract/script-language.ts'

/** In characters. */
const maxSource = 400_000
/** The maximum number of characters that begin an expression, such as a quote. Each takes up to 2 KB of memory. */
const maxMarks = 100_000
const isMark = new Uint8Array(128)
for (const mark of '"\'`([+%') isMark[mark.charCodeAt(0)] = 1

/** Whether only text rules check the source, because parsing it is too expensive. People do not write such code. */
export function isTooLarge(source: string): boolean {
  if (source.length > maxSource) return true
  let marks = 0
  for (let at = 0; at < source.length && marks <= maxMarks; at += 1) marks += isMark[source.charCodeAt(at)] ?? 0
  return marks > maxMarks
}

let isRegistered = false

/** Python's grammar is registered once per process. */
function python(): string {
  if (!isRegistered) {
    registerDynamicLanguage({ python: PythonGrammar.parse(createRequire(import.meta.url)('@ast-grep/lang-python')) })
  }
  isRegistered = true
  return 'python'
}
/** The package is CommonJS. Its getter returns the path of the grammar for this machine. */
const PythonGrammar = z.custom<Parameters<typeof registerDynamicLanguage>[0][string]>(
  (value) => z.object({ libraryPath: z.string(), extensions: z.array(z.string()) }).safeParse(value).success,
)

/** The grammar of each language, and the one that rejects what no runtime accepts: JSX and types. */
const grammars: Readonly<Record<ScriptLanguage, { wide(): Lang | string; strict(): Lang | string }>> = {
  javascript: { wide: () => Lang.Tsx, strict: () => Lang.JavaScript },
  python: { wide: python, strict: python },
}

/** Several checks read the same tree. The limit is in characters of source; a tree is much larger than its source. */
const trees: Readonly<Record<ScriptLanguage, LRUCache<string, SgNode>>> = {
  python: new LRUCache({ maxSize: maxSource, sizeCalculation: (_, source) => source.length }),
  javascript: new LRUCache({ maxSize: maxSource, sizeCalculation: (_, source) => source.length }),
}

/** The root of the syntax tree of a part; `undefined` for source that is too large. */
export function parseSource(language: ScriptLanguage, source: string): SgNode | undefined {
  if (isTooLarge(source)) return undefined
  const known = trees[language].get(source)
  if (known !== undefined) return known
  const root = parse(grammars[language].wide(), source).root()
  if (source.length > 0) trees[language].set(source, root)
  return root
}

/** The line of the first syntax error, from 1. `null`: no error. Accepts JavaScript without JSX or types. */
export function firstErrorLine(language: ScriptLanguage, source: string): number | null {
  const root = parse(grammars[language].strict(), source).root()
  const error = root.find({ rule: { kind: 'ERROR' } })
  return error === null ? null : error.range().start.line + 1
}
