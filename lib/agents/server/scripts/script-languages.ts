import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { ScriptLanguage } from '#runner/contract/script.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { pythonRemedy } from '#runner/script/script.ts'
import { languageOfScript } from '#runner/script/script-language.ts'
import { createScriptParser } from '#runner/script/script-parser.ts'

export type ScriptLanguages = AsyncDisposable & {
  /** The language of a script: `asked`, or detected from the text. RUNTIME_UNAVAILABLE if it cannot run here. */
  of(text: string, asked: ScriptLanguage | undefined): Promise<Outcome<ScriptLanguage>>
  /** The languages that can run here now. */
  available(): Promise<readonly ScriptLanguage[]>
}

export type ScriptLanguagesOptions = {
  /** Absolute path of `runner/script/script-parser-process.ts`. */
  readonly parserPath: string
  /** Runs Python. Absent: containers are off. */
  readonly containers: Pick<Runtime, 'unavailable'> | undefined
}

export function createScriptLanguages({ parserPath, containers }: ScriptLanguagesOptions): ScriptLanguages {
  const parser = createScriptParser({ processPath: parserPath })
  const hasPython = async () => containers !== undefined && (await containers.unavailable?.()) === undefined
  return {
    async of(text, asked) {
      const found = await languageOfScript(parser, text, asked)
      if (!found.ok) {
        const [[field, problem] = ['script', 'is not valid']] = Object.entries(found.details)
        return refuse('INVALID_INPUT', { facts: { detail: `${field}: ${problem}` }, details: found.details })
      }
      if (found.language === 'python' && !(await hasPython())) {
        return refuse('RUNTIME_UNAVAILABLE', {
          message: `${pythonRemedy}.`,
          details: { language: 'python cannot run' },
        })
      }
      return { ok: true, value: found.language }
    },
    available: async () => ((await hasPython()) ? ['javascript', 'python'] : ['javascript']),
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  }
}
