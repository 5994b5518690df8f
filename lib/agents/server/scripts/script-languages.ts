import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { scriptRuntime } from '#runner/contract/runtimes.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { languageRemedy } from '#runner/script/script.ts'
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
  readonly runtimes: readonly Pick<Runtime, 'about' | 'unavailable'>[]
}

export function createScriptLanguages({ parserPath, runtimes }: ScriptLanguagesOptions): ScriptLanguages {
  const parser = createScriptParser({ processPath: parserPath })
  const isAvailable = async (language: ScriptLanguage) => {
    const runtime = runtimes.find(({ about }) => about.name === scriptRuntime(language).name)
    return runtime !== undefined && (await runtime.unavailable?.()) === undefined
  }
  return {
    async of(text, asked) {
      const found = await languageOfScript(parser, text, asked)
      if (!found.ok) {
        const [[field, problem] = ['script', 'is not valid']] = Object.entries(found.details)
        return refuse('INVALID_INPUT', { facts: { detail: `${field}: ${problem}` }, details: found.details })
      }
      const { language } = found
      if (await isAvailable(language)) return { ok: true, value: language }
      return refuse('RUNTIME_UNAVAILABLE', {
        message: `${languageRemedy(language)}.`,
        details: { language: `${language} cannot run` },
      })
    },
    async available() {
      const can = await Promise.all(ScriptLanguage.options.map(isAvailable))
      return ScriptLanguage.options.filter((_, index) => can[index])
    },
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  }
}
