import { ScriptLanguage } from '../contract/script-language.ts'
import { readScript } from '../core/parse-source.ts'
import type { ParsedScript } from './script-parser.ts'

/** The program that `createScriptParser` starts: each message is a script, and each answer is a `ParsedScript`. */
process.on('message', (text: string) => {
  const facts = ScriptLanguage.options.map((language) => [language, readScript(language, text)] as const)
  const parsed = Object.fromEntries(facts) satisfies Record<string, ParsedScript[ScriptLanguage]>
  process.send?.(parsed)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
