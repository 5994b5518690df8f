import { languageNames, ScriptLanguage } from '../contract/script-language.ts'
import type { ScriptParser } from './script-parser.ts'
import { scriptTextProblem } from './script-text.ts'

export type LanguageVerdict =
  | { readonly ok: true; readonly language: ScriptLanguage }
  /** Problems by field, each with its remedy. Field `script`: the text cannot be a script; otherwise `language`. */
  | { readonly ok: false; readonly details: Record<string, string> }

const remedy = `set "language" to ${ScriptLanguage.options.map((language) => `"${language}"`).join(' or ')}`

/**
 * The language of a script: as named by the caller, otherwise the only language whose grammar the text follows. If the
 * text follows several grammars or none, the caller must name the language.
 */
export async function languageOfScript(
  parser: ScriptParser,
  text: string,
  asked: ScriptLanguage | undefined,
): Promise<LanguageVerdict> {
  const problem = scriptTextProblem(text)
  if (problem !== undefined) return { ok: false, details: { script: problem } }
  if (asked !== undefined) return { ok: true, language: asked }
  const errors = await parser.firstErrors(text)
  if (errors === undefined) return unclear('cannot be found out, because the script could not be parsed in time')
  const [language, ...others] = ScriptLanguage.options.filter((one) => errors[one] === null)
  if (language === undefined) {
    const wrong = ScriptLanguage.options.map((one) => `not valid ${languageNames[one]} (line ${errors[one]})`)
    return unclear(`cannot be found out: the script is ${wrong.join(' and ')}`)
  }
  if (others.length === 0) return { ok: true, language }
  const fitting = [language, ...others].map((one) => languageNames[one])
  return unclear(`is ambiguous: the script is valid ${fitting.join(' and ')}`)
}

function unclear(why: string): LanguageVerdict {
  return { ok: false, details: { language: `${why}; ${remedy}` } }
}
