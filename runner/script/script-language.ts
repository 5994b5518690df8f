import type { RuntimeName } from '../contract/manifest.ts'
import { nativeModules } from '../contract/native-modules.ts'
import { scriptRuntimes } from '../contract/runtimes.ts'
import { languageNames, ScriptLanguage } from '../contract/script-language.ts'
import type { ModuleImports } from '../core/parse-source.ts'
import type { ScriptParser } from './script-parser.ts'
import { lineOfFence, readScriptText } from './script-text.ts'

type LanguageVerdict =
  | {
      readonly ok: true
      readonly language: ScriptLanguage
      /** Whether the script is valid in other languages, too, and the caller named none. */
      readonly isGuessed: boolean
      /** Absent: the script was not parsed, because its caller named the language. */
      readonly imports?: ModuleImports
    }
  /** Problems by field, each with its remedy. Field `script`: the text cannot be a script; otherwise `language`. */
  | { readonly ok: false; readonly details: Record<string, string> }

/** The language of ambiguous scripts, which the caller named or the profile prefers. */
type LanguageWish = { readonly asked: ScriptLanguage | undefined; readonly preferred: ScriptLanguage }

const remedy = `set "language" to ${ScriptLanguage.options.map((language) => `"${language}"`).join(' or ')}`

/**
 * The language of a script: as named by the caller, otherwise by the script's own fence or line `#!`, otherwise the
 * language whose grammar the text follows. If the text follows several grammars, the preferred one of them. If it follows
 * none, the caller must name the language.
 */
export async function languageOfScript(
  parser: ScriptParser,
  text: string,
  { asked, preferred }: LanguageWish,
): Promise<LanguageVerdict> {
  const read = readScriptText(text)
  if (!read.ok) return { ok: false, details: { script: read.problem } }
  const named = asked ?? read.language
  if (named !== undefined) return { ok: true, language: named, isGuessed: false }
  const parsed = await parser.parse(read.code, { isPatient: true })
  if (parsed === undefined) return unclear('cannot be found out, because the script could not be parsed in time')
  const fitting = ScriptLanguage.options.filter((one) => parsed[one].firstError === null)
  const language = fitting.includes(preferred) ? preferred : fitting[0]
  if (language === undefined) {
    const wrong = ScriptLanguage.options.map(
      (one) => `not valid ${languageNames[one]} (line ${parsed[one].firstError})`,
    )
    const line = lineOfFence(text)
    if (line !== undefined)
      return { ok: false, details: { script: `has a Markdown fence in line ${line}: send only the code` } }
    return unclear(`cannot be found out: the script is ${wrong.join(' and ')}`)
  }
  return { ok: true, language, isGuessed: fitting.length > 1, imports: parsed[language].imports }
}

function unclear(why: string): LanguageVerdict {
  return { ok: false, details: { language: `${why}; ${remedy}` } }
}

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
