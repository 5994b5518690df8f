import { createRequire } from 'node:module'
import { Lang, parse, registerDynamicLanguage } from '@ast-grep/napi'
import * as z from 'zod'

/** Longer source, in characters, is checked by the text rules only. People do not write it. */
export const maxSource = 400_000

let isRegistered = false

/** A grammar is registered once per process. */
function registerPython(): void {
  if (isRegistered) return
  isRegistered = true
  registerDynamicLanguage({ python: PythonGrammar.parse(createRequire(import.meta.url)('@ast-grep/lang-python')) })
}
/** The package is CommonJS, and its getter finds the grammar for this machine. */
const PythonGrammar = z.custom<Parameters<typeof registerDynamicLanguage>[0][string]>(
  (value) => z.object({ libraryPath: z.string(), extensions: z.array(z.string()) }).safeParse(value).success,
)

/** The root of the syntax tree of a part; `undefined` for source that is too long. */
export function parseSource(language: 'python' | 'javascript', source: string) {
  if (source.length > maxSource) return undefined
  if (language === 'python') {
    registerPython()
    return parse('python', source).root()
  }
  return parse(Lang.Tsx, source).root()
}

/** The line of the first syntax error, from 1; null: the source follows the grammar. JavaScript without JSX or types. */
export function firstErrorLine(language: 'python' | 'javascript', source: string): number | null {
  if (language === 'python') registerPython()
  const root = parse(language === 'python' ? 'python' : Lang.JavaScript, source).root()
  const error = root.find({ rule: { kind: 'ERROR' } })
  return error === null ? null : error.range().start.line + 1
}
