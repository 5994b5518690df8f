import type { RuntimeName } from '../contract/manifest.ts'
import { nativeModules } from '../contract/native-modules.ts'
import { scriptRuntimes } from '../contract/runtimes.ts'
import type { ScriptLanguage } from '../contract/script-language.ts'
import type { ModuleImports } from '../core/parse-source.ts'
import type { ScriptParser } from './script-parser.ts'
import { readScriptText } from './script-text.ts'

export type RuntimeQuestion = {
  readonly language: ScriptLanguage
  readonly text: string
  /** Absent: the script was not parsed yet. */
  readonly imports?: ModuleImports | undefined
  /** The runtime that the profile wants. Absent, or the preferred one of the language: the imports decide. */
  readonly wanted?: RuntimeName | undefined
  readonly isAvailable: (runtime: RuntimeName) => Promise<boolean>
}

export type RuntimeVerdict =
  | { readonly ok: true; readonly runtime: RuntimeName }
  /**
   * The runtime of the script is not available. `runtime`: the one that it needs. `module`: the import for which it
   * needs this runtime; absent: no import is the cause.
   */
  | { readonly ok: false; readonly runtime: RuntimeName; readonly module?: string }

/**
 * The runtime of a script: the preferred one of its language, unless the script imports a module with native code, which
 * only an engine can load. An import inside `try` or `if` moves the script to an engine, but does not require one. A
 * script whose imports cannot be read in time counts as a script without imports.
 */
export async function runtimeOfScript(parser: ScriptParser, question: RuntimeQuestion): Promise<RuntimeVerdict> {
  const { language, wanted, isAvailable } = question
  const all = scriptRuntimes(language)
  const [preferred] = all
  if (preferred === undefined) throw new TypeError(`No runtime interprets ${language}`)
  if (wanted !== undefined && wanted !== preferred.name) return firstAvailable([wanted], isAvailable)
  const onEngine = all.flatMap(({ name, start }) => (start === 'on an engine' ? [name] : []))
  const imports = onEngine.length === 0 ? undefined : await importsOf(parser, question)
  const nativeIn = (names: readonly string[] = []) => names.find((name) => nativeModules[language].has(name))
  const module = nativeIn(imports?.always)
  if (module !== undefined) {
    const found = await firstAvailable(onEngine, isAvailable)
    return found.ok ? found : { ...found, module }
  }
  const names = all.map(({ name }) => name)
  const ordered = nativeIn(imports?.perhaps) === undefined ? names : [...new Set([...onEngine, ...names])]
  const found = await firstAvailable(ordered, isAvailable)
  return found.ok ? found : { ok: false, runtime: preferred.name }
}

/** Parses only texts that contain the name of such a module: most scripts with a stated language are never parsed. */
async function importsOf(
  parser: ScriptParser,
  { language, text, imports }: RuntimeQuestion,
): Promise<ModuleImports | undefined> {
  if (imports !== undefined) return imports
  const names = [...nativeModules[language]].join('|')
  if (!new RegExp(`\\b(?:${names})\\b`).test(text)) return undefined
  const read = readScriptText(text)
  return read.ok ? (await parser.parse(read.code, { isPatient: false }))?.[language].imports : undefined
}

async function firstAvailable(
  names: readonly RuntimeName[],
  isAvailable: RuntimeQuestion['isAvailable'],
): Promise<RuntimeVerdict> {
  for (const name of names) if (await isAvailable(name)) return { ok: true, runtime: name }
  return { ok: false, runtime: names[0] ?? '' }
}
