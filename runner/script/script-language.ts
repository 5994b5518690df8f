import type { ScriptLanguage } from '../contract/script.ts'
import type { ScriptParser } from './script-parser.ts'
import { scriptTextProblem } from './script-text.ts'

export type LanguageVerdict =
  | { readonly ok: true; readonly language: ScriptLanguage }
  /** Problems by field, each with its remedy. Field `script`: the text cannot be a script; otherwise `language`. */
  | { readonly ok: false; readonly details: Record<string, string> }

const remedy = 'set "language" to "javascript" or "python"'

/**
 * The language of a script: as named by the caller, otherwise the only language whose grammar the text follows. If the
 * text follows both grammars or neither, the caller must name the language.
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
  const { javascript, python } = errors
  if (javascript === null && python === null) return unclear('is ambiguous: the script is valid JavaScript and Python')
  if (javascript === null) return { ok: true, language: 'javascript' }
  if (python === null) return { ok: true, language: 'python' }
  return unclear(
    `cannot be found out: the script is not valid JavaScript (line ${javascript}) and not valid Python (line ${python})`,
  )
}

function unclear(why: string): LanguageVerdict {
  return { ok: false, details: { language: `${why}; ${remedy}` } }
}
