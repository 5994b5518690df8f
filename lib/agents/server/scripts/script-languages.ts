import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { RuntimeName } from '#runner/contract/manifest.ts'
import { scriptRuntimes } from '#runner/contract/runtimes.ts'
import { languageNames, ScriptLanguage } from '#runner/contract/script-language.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { runtimeRemedy } from '#runner/script/script.ts'
import { languageOfScript, type RuntimeVerdict, runtimeOfScript } from '#runner/script/script-language.ts'
import { createScriptParser } from '#runner/script/script-parser.ts'
import type { ProfileScripts } from '../../model/profile-schema.ts'

/** How a script runs. `isGuessed`: it is valid in other languages, too, and its sender named none. */
export type ScriptChoice = {
  readonly language: ScriptLanguage
  readonly runtime: RuntimeName
  readonly isGuessed: boolean
}

export type ScriptLanguages = AsyncDisposable & {
  /**
   * Chooses language and runtime of a script. `asked`: the language that its sender names. `scripts`: the choice of its
   * profile. RUNTIME_UNAVAILABLE if it cannot run here.
   */
  choose(text: string, asked: ScriptLanguage | undefined, scripts: ProfileScripts): Promise<Outcome<ScriptChoice>>
  /** The languages that can run here now. */
  available(): Promise<readonly ScriptLanguage[]>
  /** Whether this runtime can run scripts here now. */
  isAvailable(name: RuntimeName): Promise<boolean>
}

type ScriptLanguagesOptions = {
  /** Absolute path of `runner/script/script-parser-process.ts`. */
  readonly parserPath: string
  readonly runtimes: readonly Pick<Runtime, 'about' | 'unavailable'>[]
}

export function createScriptLanguages({ parserPath, runtimes }: ScriptLanguagesOptions): ScriptLanguages {
  const parser = createScriptParser({ processPath: parserPath })
  const isAvailable = async (name: RuntimeName) => {
    const runtime = runtimes.find(({ about }) => about.name === name)
    return runtime !== undefined && (await runtime.unavailable?.()) === undefined
  }
  const canRun = async (language: ScriptLanguage) => {
    for (const { name } of scriptRuntimes(language)) if (await isAvailable(name)) return true
    return false
  }
  return {
    async choose(text, asked, scripts) {
      const found = await languageOfScript(parser, text, { asked, preferred: scripts.language })
      if (!found.ok) {
        const [[field, problem] = ['script', 'is not valid']] = Object.entries(found.details)
        return refuse('INVALID_INPUT', { facts: { detail: `${field}: ${problem}` }, details: found.details })
      }
      const { language, isGuessed, imports } = found
      const wanted = language === 'python' ? scripts.python_runtime : undefined
      const placed = await runtimeOfScript(parser, { language, text, imports, wanted, isAvailable })
      return placed.ok
        ? { ok: true, value: { language, runtime: placed.runtime, isGuessed } }
        : unavailable(language, placed)
    },
    async available() {
      const can = await Promise.all(ScriptLanguage.options.map(canRun))
      return ScriptLanguage.options.filter((_, index) => can[index])
    },
    isAvailable,
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  }
}

function unavailable(language: ScriptLanguage, { runtime, module }: Extract<RuntimeVerdict, { ok: false }>) {
  if (module === undefined) {
    const name = languageNames[language]
    const why = `${name} scripts of this profile run in a container`
    const instead = `, or to let them run in the process of the app (scripts.${language}_runtime of the profile)`
    return refuse('RUNTIME_UNAVAILABLE', {
      message: `${runtimeRemedy(runtime, language, { why, instead })}.`,
      details: { language: `${language} cannot run` },
    })
  }
  const remedy = runtimeRemedy(runtime, language, {
    why: `The script imports ${module}, which has native code and needs a container`,
    withBase: ` with a base image that has ${module} (TRAVEL_BASE_IMAGE)`,
    instead: ', or send the script without this import',
  })
  return refuse('RUNTIME_UNAVAILABLE', {
    message: `${remedy}.`,
    details: { script: `imports ${module}, which needs a container` },
  })
}
