import * as z from 'zod'
import { ScriptLanguage } from '../contract/script-language.ts'
import { createAskApart } from '../queue/ask-apart.ts'

const Modules = z.array(z.string()).readonly()

/** What the grammar of each language finds in a script (`ScriptFacts`). */
const ParsedScript = z.record(
  ScriptLanguage,
  z.object({
    firstError: z.int().positive().nullable(),
    imports: z.object({ always: Modules, perhaps: Modules }),
  }),
)
type ParsedScript = z.infer<typeof ParsedScript>

export type ScriptParser = ReturnType<typeof createScriptParser>

type ScriptParserOptions = {
  /** Absolute path of `script-parser-process.ts`. */
  readonly processPath: string
  /** Deadline for one text. Default: 2 seconds. An ordinary script takes milliseconds. */
  readonly deadlineMs?: number
  /** Deadline of the second parser, for texts that the first parser did not finish. Default: 20 seconds. */
  readonly patientMs?: number
}

/** A full queue is no obstacle: a sender can name the language, and then the script is not parsed. */
const maxWaiting = { quick: 32, patient: 4 }
const heapMb = 128
const idleMs = 60_000

/**
 * Parses scripts in separate processes. The grammars are native code: text can make them run for minutes, exhaust
 * memory or crash. A text that the first parser does not finish gets more time in a second parser, because an ordinary
 * text is slow on a busy machine. A text that is slow by itself then delays only other slow texts.
 */
export function createScriptParser(options: ScriptParserOptions) {
  const { processPath, deadlineMs = 2000, patientMs = 20_000 } = options
  const common = { processPath, answer: ParsedScript, heapMb, idleMs }
  const quick = createAskApart<string, ParsedScript>({ ...common, deadlineMs, maxWaiting: maxWaiting.quick })
  const patient = createAskApart<string, ParsedScript>({
    ...common,
    deadlineMs: patientMs,
    maxWaiting: maxWaiting.patient,
  })
  return {
    /**
     * Parses a script in every language. Undefined: the parser crashed, took too long, or has too many texts waiting.
     * `isPatient`: a text that takes longer than usual gets more time.
     */
    async parse(text: string, { isPatient }: { readonly isPatient: boolean }) {
      const first = await quick.ask(text)
      const given = first.ok || !isPatient ? first : await patient.ask(text)
      return given.ok ? given.answer : undefined
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([quick[Symbol.asyncDispose](), patient[Symbol.asyncDispose]()])
    },
  }
}
