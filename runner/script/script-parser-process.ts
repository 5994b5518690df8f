import { firstErrorLine } from '../core/parse-source.ts'
import type { FirstErrors } from './script-parser.ts'

/** The program that `createScriptParser` starts: each message is a script, and each answer is a `FirstErrors`. */
process.on('message', (text: string) => {
  const errors: FirstErrors = {
    javascript: firstErrorLine('javascript', text),
    python: firstErrorLine('python', text),
  }
  process.send?.(errors)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
