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
