import type { ScriptLanguage } from '../contract/script-language.ts'
import { readScript, type ScriptFacts } from '../core/parse-source.ts'

/** The program that `createScriptParser` starts: each message is a script, and each answer is a `ParsedScript`. */
process.on('message', (text: string) => {
  const parsed: Readonly<Record<ScriptLanguage, ScriptFacts>> = {
    javascript: readScript('javascript', text),
    python: readScript('python', text),
  }
  process.send?.(parsed)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
