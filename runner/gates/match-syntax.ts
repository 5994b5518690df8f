import { createRequire } from 'node:module'
import { Lang, parse, registerDynamicLanguage } from '@ast-grep/napi'
import * as z from 'zod'
import type { RuleOf } from './load-rules.ts'
import type { Match } from './match-text.ts'
import type { ScannedText } from './scanned-text.ts'

type SyntaxRule = RuleOf<'syntax'>

/** Longer source is checked by the text rules only. People do not write it. */
const maxSource = 400_000
const maxMatches = 20

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

/** Matches of the rules for a grammar. A part is parsed once, and only if the text of a rule occurs in it. */
export function matchSyntax(source: ScannedText, rules: readonly SyntaxRule[]): Match<SyntaxRule>[] {
  const matches: Match<SyntaxRule>[] = []
  for (const part of source.parts) {
    const { language, start, end } = part
    if (language !== 'python' && language !== 'javascript') continue
    const lower = source.lower.slice(start, end)
    const wanted = rules.filter(
      ({ matcher }) => matcher.in === language && matcher.near.some((text) => lower.includes(text)),
    )
    if (wanted.length === 0) continue
    const root = parseSource(language, source.text.slice(start, end))
    if (root === undefined) continue
    for (const rule of wanted) {
      const { rule: search, constraints } = rule.matcher
      for (const node of root.findAll({ rule: search, ...(constraints && { constraints }) }).slice(0, maxMatches)) {
        const range = node.range()
        matches.push({ rule, start: start + range.start.index, end: start + range.end.index, isMention: false })
      }
    }
  }
  return matches
}
