import { ScriptLanguage } from '../contract/script-language.ts'
import { readScript } from '../core/parse-source.ts'

/** The program that `createScriptParser` starts: each message is a script, and each answer is a `ParsedScript`. */
process.on('message', (text: string) => {
  process.send?.(Object.fromEntries(ScriptLanguage.options.map((language) => [language, readScript(language, text)])))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
